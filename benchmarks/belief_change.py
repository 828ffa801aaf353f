"""Measure settling an inconsistent base under each operator, and asking about the result.

Bases have random facts and rules, and facts against some of their consequences. Each is measured once, as CPU
time of this process. Run from the root, in an environment with the package installed: `python
benchmarks/belief_change.py`.
"""

from __future__ import annotations

import gc
import time
from random import Random

from defeasible.reasoner.change import Dalal, Linear, MaxSat, Operator, Ranked
from defeasible.reasoner.logic import Atom, FormulaNode, Implies, Not

# Far more than needed, since the limit is wall time and machines are busy.
LINEAR, MAXSAT, DALAL = Linear(600), MaxSat(600), Dalal(600)
PLAN: tuple[tuple[int, int, tuple[Operator, ...]], ...] = (
    (100, 10, (LINEAR, MAXSAT, DALAL)),
    (1_000, 10, (LINEAR, MAXSAT, DALAL)),
    (1_000, 100, (LINEAR, MAXSAT)),
    (1_000, 300, (LINEAR, MAXSAT)),
    (10_000, 10, (LINEAR,)),
    (10_000, 100, (LINEAR,)),
)
"""Statements, statements against them, and the operators to measure."""


def base(statements: int, against: int) -> list[Ranked]:
    """Return one fact per two rules, over a third as many atoms, and later facts against some of them."""
    random = Random(0)
    atoms = statements // 3
    found = []
    for i in range(statements + against):
        first, second = sorted(random.sample(range(atoms), 2))
        formula: FormulaNode = Atom(f"x{first}")
        if i >= statements:
            formula = Not(formula)
        elif i % 3:
            formula = Implies(formula, Atom(f"x{second}"))
        found.append(Ranked(f"k{i}", formula, random.choice((1.0, 2.0, 3.0)), seq=i))
    return found


def main() -> None:
    """Print one line for each base and operator."""
    print(
        f"{'statements':>10} {'against':>8} {'operator':>9} {'dropped':>8} {'settle, ms':>11} {'ask, ms':>8}"
    )
    for statements, against, operators in PLAN:
        told = base(statements, against)
        for operator in operators:
            gc.collect()  # else an operator pays for the garbage of another
            begin = time.process_time()
            settled = operator.settle(told)
            middle = time.process_time()
            settled.ask(Atom("x5"))
            settle, ask = middle - begin, time.process_time() - middle
            print(
                f"{statements:>10} {against:>8} {operator.name:>9} {len(settled.dropped):>8}"
                f" {settle * 1e3:>11.1f} {ask * 1e3:>8.2f}"
            )


if __name__ == "__main__":
    main()
