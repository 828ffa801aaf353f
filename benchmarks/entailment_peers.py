"""Compare a two-sided, Belief-R-like question on our decider and on other solvers, in one run.

Ours: the belief decider with a warm memo, with core and model, and with or without its trace. Peers, each
fresh for each question: Z3 with tracked assertions and minimal cores, PySAT with selectors over hand-written
clauses, and clingo with a choice for each atom and no core. They give no trace. All must agree.

CPU time of this process, best of several rounds. Run from the root: `python benchmarks/entailment_peers.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial
from importlib.util import find_spec
from typing import Any

import z3
from pysat.solvers import Solver

from defeasible.reasoner.belief import decide
from defeasible.reasoner.forms import AtomDecl, Conditional, Fact, Premises
from defeasible.reasoner.logic import Atom, FormulaNode, Not
from defeasible.reasoner.sat import Session, ask
from defeasible.reasoner.text import Source, Span
from defeasible.reasoner.trace import Trace
from defeasible.reasoner.verdict import Verdict

P, Q, R = Atom("a1"), Atom("a2"), Atom("a3")
ATOMS = {"a1": 1, "a2": 2, "a3": 3}
Clause = tuple[int, ...]
Shape = tuple[list[Clause], int]
"""Clauses over atoms 1 to 3, one per premise, and the goal as a literal."""
SHAPES: dict[str, Shape] = {
    "modus ponens": ([(-1, 2), (1,)], 2),
    "modus ponens, alternative": ([(-1, 2), (1,), (-3, 2)], 2),
    "modus tollens": ([(-1, 2), (-2,)], 1),
    "modus tollens, alternative": ([(-1, 2), (-2,), (-3, 2)], 1),
    "consequent affirmed": ([(-1, 2), (2,)], 1),
}


def literal(number: int) -> FormulaNode:
    """Return an atom or its negation, given its number."""
    atom = Atom(f"a{abs(number)}")
    return atom if number > 0 else Not(atom)


def form(shape: Shape) -> Premises:
    """Return the premises of a shape with words."""
    clauses, goal = shape
    sources = tuple(Source(f"s{i}", f"premise {i}") for i in range(1, len(clauses) + 1))
    spans = [Span(source.id, 0, len(source.text)) for source in sources]
    statements = [
        Fact(f"f{i}", literal(clause[0]), span)
        if len(clause) == 1
        else Conditional(f"c{i}", literal(-clause[0]), literal(clause[1]), span)
        for i, (clause, span) in enumerate(zip(clauses, spans, strict=True))
    ]
    used = {abs(number) for clause in (*clauses, (goal,)) for number in clause}
    return Premises(
        sources, tuple(AtomDecl(f"a{i}", f"proposition {i}") for i in sorted(used)), tuple(statements)
    )


def by_z3(shape: Shape) -> Verdict:
    """Decide each side with a fresh Z3 solver, with tracked assertions and minimal cores."""
    clauses, goal = shape
    atoms = z3.Bools("a1 a2 a3")

    def term(number: int) -> z3.BoolRef:
        return atoms[number - 1] if number > 0 else z3.Not(atoms[-number - 1])

    possible = []
    for side in (goal, -goal):
        solver = z3.Solver()
        solver.set(unsat_core=True)
        solver.set("core.minimize", True)
        for i, clause in enumerate(clauses):
            solver.assert_and_track(z3.Or([term(number) for number in clause]), f"s{i}")
        solver.assert_and_track(term(side), "goal")
        possible.append(solver.check() == z3.sat)
        if not possible[-1]:
            solver.unsat_core()
    return verdict(possible)


def by_pysat(shape: Shape) -> Verdict:
    """Decide both sides with one fresh PySAT solver, under selectors."""
    clauses, goal = shape
    possible = []
    selectors = list(range(4, 4 + len(clauses)))
    with Solver(name="minisat22") as solver:
        for clause, selector in zip(clauses, selectors, strict=True):
            solver.add_clause([-selector, *clause])
        for side in (goal, -goal):
            possible.append(solver.solve(assumptions=[*selectors, side]))
            if not possible[-1]:
                solver.get_core()
    return verdict(possible)


def by_clingo(shape: Shape) -> Verdict:
    """Decide both sides with a fresh clingo: open atoms as choices, premises as constraints."""
    import clingo  # noqa: PLC0415 - optional

    clauses, goal = shape

    def body(numbers: Iterable[int]) -> str:
        return ", ".join(f"not a{n}" if n > 0 else f"a{-n}" for n in numbers)

    program = "{a1; a2; a3}. " + " ".join(f":- {body(clause)}." for clause in clauses)
    control: Any = clingo.Control(["--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    atom = clingo.Function(f"a{abs(goal)}")
    return verdict([bool(control.solve(assumptions=[(atom, s)]).satisfiable) for s in (goal > 0, goal < 0)])


def by_session(shape: Shape) -> Verdict:
    """Decide with a fresh SAT session of ours, which larger theories use."""
    clauses, goal = shape
    premises = form((clauses, goal))
    with Session() as session:
        handles = [session.add(statement.formula) for statement in premises.statements]
        return ask(session, handles, literal(goal)).verdict


def verdict(possible: list[bool]) -> Verdict:
    """Return the verdict of two sides."""
    return {
        (True, True): Verdict.UNKNOWN,
        (True, False): Verdict.ENTAILED,
        (False, True): Verdict.REFUTED,
        (False, False): Verdict.INCONSISTENT,
    }[possible[0], possible[1]]


def proved(premises: Premises, goal: FormulaNode) -> Trace:
    """Decide and write the trace."""
    return decide(premises, goal).trace


def microseconds(actions: list[Callable[[], object]], repeats: int, rounds: int = 7) -> float:
    """Return the CPU microseconds of one call, averaged over the actions, the best of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(repeats):
            for action in actions:
                action()
        best = min(best, time.process_time() - start)
    return best / repeats / len(actions) * 1e6


def main() -> None:
    """Measure and print one table."""
    forms = {name: (form(shape), literal(shape[1])) for name, shape in SHAPES.items()}
    peers: dict[str, tuple[Callable[[Shape], Verdict], int]] = {
        "PySAT minisat22, fresh, clauses by hand": (by_pysat, 300),
        "our SAT session, fresh, formulas": (by_session, 100),
        "Z3, fresh, tracked, minimal core": (by_z3, 20),
    }
    if find_spec("clingo") is None:
        print("clingo is left out: it is not installed (pip install clingo)")
    else:
        peers["clingo, fresh"] = (by_clingo, 50)
    for name, shape in SHAPES.items():
        ours = decide(*forms[name]).verdict
        for peer, (action, _) in peers.items():
            assert action(shape) is ours, f"{peer} disagrees on {name}: {action(shape)}, ours {ours}"
    print(f"{len(SHAPES)} shapes, all agree\n{'what':<48}{'us CPU':>9}{'times ours':>12}")
    warm = microseconds([partial(decide, *asked) for asked in forms.values()], 400)
    read = microseconds([partial(proved, *asked) for asked in forms.values()], 400)
    print(f"{'our belief decision, warm':<48}{warm:9.1f}{1.0:12.1f}")
    print(f"{'our belief decision, warm, trace read':<48}{read:9.1f}{read / warm:12.1f}")
    for name, (action, repeats) in peers.items():
        cost = microseconds([partial(action, shape) for shape in SHAPES.values()], repeats)
        print(f"{name:<48}{cost:9.1f}{cost / warm:12.1f}")


if __name__ == "__main__":
    main()
