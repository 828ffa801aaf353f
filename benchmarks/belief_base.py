"""Measure a belief base of 100, 1,000 and 10,000 statements: small islands, and one long chain.

Times are CPU milliseconds of this process, the median of several calls. Forms and text are measured
separately: a text is read by the grammar first.
Run from the root, in an environment with the package installed: `python benchmarks/belief_base.py`. With
`--plot FILE.svg` it draws the cost of `tell` and `ask` against the size. `--stored 100000` tells that many
formulas, facts and defaults, saves them, and prints the cost of opening and using the file.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

import plot
from defeasible.reasoner import State, check_decision, no_roles
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.logic import Atom, FormulaNode, Implies, Not

SIZES = (100, 1_000, 10_000)
LENGTH = 5
"""Statements of an island: a fact and the rules that follow from it."""
CALLS = 15


def chain(size: int) -> list[FormulaNode]:
    """Return one fact, and rules from each atom to the next, so that everything is linked."""
    return [Atom("x0"), *(Implies(Atom(f"x{i}"), Atom(f"x{i + 1}")) for i in range(size - 1))]


def islands(size: int) -> list[FormulaNode]:
    """Return short chains without shared atoms."""
    return [
        Atom(f"y{i}x0") if k == 0 else Implies(Atom(f"y{i}x{k - 1}"), Atom(f"y{i}x{k}"))
        for i in range(size // LENGTH)
        for k in range(LENGTH)
    ]


def text_chain(size: int) -> list[str]:
    """Return the chain in words."""
    return ["Lamp 0 is on.", *(f"If lamp {i} is on then lamp {i + 1} is on." for i in range(size - 1))]


def text_islands(size: int) -> list[str]:
    """Return the islands in words."""
    return [
        f"Lamp 0 of room {i} is on."
        if k == 0
        else f"If lamp {k - 1} of room {i} is on then lamp {k} of room {i} is on."
        for i in range(size // LENGTH)
        for k in range(LENGTH)
    ]


def milliseconds(action: Callable[[], object], calls: int = CALLS) -> float:
    """Return the CPU milliseconds of one call, the median of several."""
    spent = []
    for _ in range(calls):
        start = time.process_time()
        action()
        spent.append((time.process_time() - start) * 1e3)
    return statistics.median(spent)


def measure(
    said: list[FormulaNode] | list[str], last: FormulaNode | str, new: Callable[[int], FormulaNode | str]
) -> dict[str, float]:
    """Build a base from some statements, and measure each verb on it."""
    kb = BeliefBase(roles=no_roles)
    start = time.process_time()
    for what in said:
        kb.tell(what)
    found = {"build, each": (time.process_time() - start) * 1e3 / len(said)}
    numbers = count()
    found["tell, fits"] = milliseconds(lambda: kb.tell(new(next(numbers))))
    found["ask"] = milliseconds(lambda: kb.ask(last))
    near = said[0]
    nearby = f"It is not the case that {near[0].lower()}{near[1:]}" if isinstance(near, str) else Not(near)
    found["tell, contradicts one"] = milliseconds(lambda: kb.tell(nearby, layer="prior"), 3)
    denial = f"It is not the case that {last[0].lower()}{last[1:]}" if isinstance(last, str) else Not(last)
    found["tell, contradicts a chain"] = milliseconds(lambda: kb.tell(denial, layer="prior"), 3)
    found["revise, contradicts a chain"] = milliseconds(lambda: kb.revise(denial), 1)
    kb.undo()
    found["retract"] = milliseconds(lambda: (kb.retract(last), kb.undo()), 3)
    asked = kb.question(last)
    decision = kb.ask(last)
    start = time.process_time()
    _ = decision.trace
    found["proof"] = (time.process_time() - start) * 1e3
    start = time.process_time()
    report = check_decision(asked, decision)
    found["check proof"] = (time.process_time() - start) * 1e3
    assert report.state is State.VERIFIED, report
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kb.json"
        found["save"] = milliseconds(lambda: kb.save(path), 3)
        found["load"] = milliseconds(lambda: BeliefBase.load(path, roles=no_roles), 3)
        loaded = BeliefBase.load(path, roles=no_roles)
        found["first ask after load"] = milliseconds(lambda: loaded.ask(last), 1)
    return found


def stored(size: int) -> None:
    """Print the cost of opening a stored base of facts and defaults, of a question and of a new statement."""
    kb = BeliefBase(roles=no_roles)
    for n in range(size // 2):
        kb.tell(Atom(f"p{n}"))
        kb.tell(Implies(Atom(f"p{n}"), Atom(f"q{n}")), default=True)
    numbers = count(7)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kb.json"
        kb.save(path)
        del kb
        start = time.process_time()
        loaded = BeliefBase.load(path, roles=no_roles)
        opened = (time.process_time() - start) * 1e3
        first = milliseconds(lambda: loaded.ask(Atom("q5")), 1)
        then = milliseconds(lambda: loaded.ask(Atom(f"q{next(numbers)}")))
        told = milliseconds(lambda: loaded.tell(Atom(f"r{next(numbers)}")))
    times = f"open {opened:.0f}, first ask {first:.1f}, ask {then:.1f}, tell {told:.1f}"
    print(f"{size:,} stored, ms CPU: {times}")


def main() -> None:
    """Measure each shape and print a table for it."""
    arguments, target = sys.argv[1:], ""
    if "--stored" in arguments:
        stored(int(arguments[arguments.index("--stored") + 1]))
        return
    if "--plot" in arguments:
        at = arguments.index("--plot")
        target = arguments[at + 1]
        del arguments[at : at + 2]
    sizes = tuple(int(size) for size in arguments) or SIZES
    curves: dict[str, list[tuple[float, float]]] = {}
    shapes: dict[str, Callable[[int], dict[str, float]]] = {
        "islands, forms": lambda n: measure(
            islands(n), Atom(f"y0x{LENGTH - 1}"), lambda i: Implies(Atom(f"y1x{LENGTH - 1}"), Atom(f"z{i}"))
        ),
        "chain, forms": lambda n: measure(
            chain(n), Atom(f"x{n - 1}"), lambda i: Implies(Atom(f"x{n - 1}"), Atom(f"z{i}"))
        ),
        "islands, text": lambda n: measure(
            text_islands(n),
            f"Lamp {LENGTH - 1} of room 0 is on.",
            lambda i: f"If lamp {LENGTH - 1} of room 1 is on then bell {i} rings.",
        ),
        "chain, text": lambda n: measure(
            text_chain(n), f"Lamp {n - 1} is on.", lambda i: f"If lamp {n - 1} is on then bell {i} rings."
        ),
    }
    for name, run in shapes.items():
        columns = [run(size) for size in sizes]
        print(f"{name + ' (ms CPU)':<32}" + "".join(f"{size:>12,}" for size in sizes))
        for what in columns[0]:
            print(f"  {what:<30}" + "".join(f"{column[what]:>12.3f}" for column in columns))
        print()
        for verb in ("tell, fits", "ask"):
            curves[f"{verb.partition(',')[0]}: {name}"] = [
                (size, column[verb]) for size, column in zip(sizes, columns, strict=True)
            ]
    if target:
        plot.curve(target, "one turn of a belief base", curves, "statements", "ms CPU")


if __name__ == "__main__":
    main()
