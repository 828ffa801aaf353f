"""Measure giving up the least weight of contradictory statements, compared with Z3's Optimize.

Belief bases have facts and rules over half as many atoms, all of them soft, with one seed per size. Ours: the
optimum (clauses and RC2), then one question over *all* optima, the status of every statement, the proof, and
its verification by the checker. Z3: `Optimize` with its engines `maxres` and `rc2`, which return one optimum.
Costs must be equal. Times are CPU time of this process.
Run from the root: `python benchmarks/weighted_retraction.py [PLOT.svg]`, about two minutes.
"""

from __future__ import annotations

import gc
import sys
import time
from random import Random

import z3

from defeasible.reasoner.checker.optima import OptimumCheck
from defeasible.reasoner.logic import And, Atom, FormulaNode, Implies, Not
from defeasible.reasoner.sat import Optima, optima
from defeasible.reasoner.sat.proof import prove
from defeasible.reasoner.trace.steps.optima import OptimumStep, to_units
from plot import curve

SIZES = (10, 30, 100, 300, 1000, 2000)
CAP = 60.0
"""Most seconds for each of Z3's engines; an engine that takes longer is not tried at larger sizes."""
GOALS = 50
Soft = list[tuple[FormulaNode, float]]


def belief_base(size: int, seed: int = 7) -> Soft:
    """Return facts and rules over half as many atoms, with weights from 1 to 9 nats."""
    random = Random(seed * 10_007 + size)
    names = [Atom(f"x{i}") for i in range(max(4, size // 2))]

    def literal() -> FormulaNode:
        atom = random.choice(names)
        return atom if random.random() < 0.6 else Not(atom)

    soft: Soft = []
    for _ in range(size):
        formula = literal()
        if random.random() < 0.5:
            formula = Implies(And((literal(), literal())), formula)
        soft.append((formula, float(random.randint(1, 9))))
    return soft


def z3_term(formula: FormulaNode) -> z3.BoolRef:
    """Return one of the formulas above as a Z3 term."""
    match formula:
        case Atom(name):
            return z3.Bool(name)
        case Not(arg):
            return z3.Not(z3_term(arg))
        case Implies(left, right):
            return z3.Implies(z3_term(left), z3_term(right))
        case And(args):
            return z3.And([z3_term(arg) for arg in args])
        case _:
            raise AssertionError(formula)


def by_z3(soft: Soft, engine: str) -> tuple[float, float] | None:
    """Return the seconds that Z3 takes and the cost that it finds; None beyond the cap."""
    started = time.process_time()
    optimize = z3.Optimize(ctx=z3.main_ctx())
    optimize.set("timeout", int(CAP * 1000))
    optimize.set("maxsat_engine", engine)
    for formula, weight in soft:
        goal = optimize.add_soft(z3_term(formula), int(weight))
    if optimize.check() != z3.sat:
        return None
    return time.process_time() - started, float(str(optimize.lower(goal)))


def by_ours(soft: Soft) -> tuple[dict[str, float], Optima]:
    """Return the seconds of each stage, and the optima."""
    clock = time.process_time
    gc.collect()  # else the first stage pays for the garbage of others
    started = clock()
    found = optima([], soft, 600)
    assert isinstance(found, Optima)
    stages = {"optimum": clock() - started}
    started = clock()
    answers = [found.ask(Atom(f"x{i}")) for i in range(GOALS)]
    stages["question"] = (clock() - started) / GOALS
    started = clock()
    kept = found.kept()
    stages["kept"] = clock() - started
    assert kept is not None
    started = clock()
    proof = prove(found, Atom("x0"), answers[0], kept=False)
    stages["proof"] = clock() - started
    assert proof is not None
    step = OptimumStep(
        engine="benchmark",
        hard=(),
        soft=tuple(range(1, len(soft) + 1)),
        goal=Atom("x0"),
        verdict=answers[0].verdict,
        cost=found.cost,
        cores=tuple(tuple(place + 1 for place in core) for core in proof.cores),
        against=tuple(tuple(place + 1 for place in core) for core in proof.against),
        models=tuple(tuple(sorted(model)) for model in answers[0].models),
    )
    started = clock()
    weighed = {place: (formula, to_units(weight)) for place, (formula, weight) in enumerate(soft, 1)}
    problem = OptimumCheck(step, {}, weighed).problem()
    stages["check"] = clock() - started
    if problem:
        print(f"at {len(soft)}: {problem}")
    return stages, found


def main() -> None:
    """Measure, print one table, and draw it if a file is named."""
    series: dict[str, list[tuple[float, float]]] = {}
    capped: set[str] = set()
    optima([], belief_base(10)).close()  # type: ignore[union-attr]  # PySAT is imported before the clock runs
    print(
        f"{'soft':>5}{'cost':>7} | {'optimum':>9}{'question':>10}{'kept':>9}{'proof':>9}{'check':>9}", end=""
    )
    print(f" | {'maxres':>9}{'z3 rc2':>9}{'best Z3 / optimum':>19}   (seconds of CPU)")
    for size in SIZES:
        soft = belief_base(size)
        stages, found = by_ours(soft)
        print(f"{size:>5}{found.cost:>7.0f} |", end="")
        print(f"{stages['optimum']:10.4f}{stages['question']:10.5f}", end="")
        print(f"{stages['kept']:9.3f}{stages['proof']:9.3f}{stages['check']:9.3f} |", end="", flush=True)
        for stage, seconds in stages.items():
            series.setdefault(f"ours: {stage}", []).append((size, max(seconds, 1e-6)))
        times = []
        for engine in ("maxres", "rc2"):
            result = None if engine in capped else by_z3(soft, engine)
            if result is None:
                capped.add(engine)
                print(f"{'-':>10}" if engine == "maxres" else f"{'-':>9}", end="", flush=True)
                continue
            seconds, cost = result
            assert cost == found.cost, f"Z3 {engine} finds {cost}, we find {found.cost}"
            print(f"{seconds:{10 if engine == 'maxres' else 9}.3f}", end="", flush=True)
            series.setdefault(f"Z3 Optimize: {engine}", []).append((size, seconds))
            times.append(seconds)
        print(f"{min(times) / stages['optimum']:19.1f}" if times else f"{'-':>19}")
        found.close()
    if len(sys.argv) > 1:
        curve(sys.argv[1], "Weighted retraction", series, "soft statements", "seconds of CPU")


if __name__ == "__main__":
    main()
