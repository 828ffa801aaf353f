"""Compare random default bases with brute force over ranked worlds.

Each seed makes a base of up to 6 defaults, 3 rules and 3 facts over up to 5 atoms, told in random order. Both
closures answer a question twice: from formulas (`defaults.follows`) and from a belief base. Run from the
root, in an environment with the package installed:

    python benchmarks/default_bases.py --seeds 0:10000

A line `WRONG` names a seed whose answers differ, or whose proof is not verified; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass
from random import Random

from default_worlds import BruteForce, base_answers, formula, literal
from defeasible.reasoner import State, check_decision, no_roles
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.change import LINEAR, RATIONAL, Linear
from defeasible.reasoner.defaults import Default, follows, rank
from defeasible.reasoner.logic import TRUE, Atom, FormulaNode, Implies, atoms

OPERATORS: tuple[Linear, ...] = (LINEAR, RATIONAL)


@dataclass(frozen=True, slots=True)
class Base:
    """One random base and a question."""

    names: str
    defaults: tuple[Default, ...]
    rules: tuple[FormulaNode, ...]
    facts: tuple[FormulaNode, ...]
    goal: FormulaNode
    weights: tuple[float, ...]


def draw(seed: int) -> Base:
    """Return the base of a seed."""
    random = Random(seed)
    names = "pqrst"[: random.randint(2, 5)]
    defaults = tuple(
        Default(f"d{n}", formula(random, names) if random.random() < 0.9 else TRUE, formula(random, names))
        for n in range(random.randint(1, 6))
    )
    rules = tuple(
        Implies(literal(random, names), literal(random, names)) for _ in range(random.randint(0, 3))
    )
    facts = tuple(formula(random, names) for _ in range(random.randint(0, 3)))
    weights = tuple(random.choice((1.0, 1.0, 2.0)) for _ in defaults)
    return Base(names, defaults, rules, facts, formula(random, names), weights)


def wrong(seed: int, counts: Counter[str]) -> list[str]:
    """Ask the base of a seed in both ways under both closures; return what is wrong."""
    base, found = draw(seed), list[str]()
    ranking, oracle = rank(base.rules, base.defaults), BruteForce(base.names, [*base.rules], [*base.defaults])
    assert ranking is not None
    if {d.id: ranking.of(d.id) for d in base.defaults} != oracle.ranks:
        found.append("ranks differ")
    for operator in OPERATORS:
        ours = follows(ranking, base.facts, base.goal, operator.closure)
        theirs = oracle.follows([*base.facts], base.goal, operator.closure)
        counts[f"formulas, {operator.closure}: {ours}"] += 1
        if ours is not theirs:
            found.append(f"{operator.closure}: {ours}, by brute force {theirs}")
        found += told(base, seed, operator, counts)
    return found


def told(base: Base, seed: int, operator: Linear, counts: Counter[str]) -> list[str]:
    """Tell a belief base everything in some order, ask it, and check the proof."""
    kb = BeliefBase(operator=operator, roles=no_roles)
    said: list[tuple[FormulaNode, float | None]] = [(f, None) for f in (*base.rules, *base.facts)]
    said += [
        (d.then if d.if_ == TRUE else d.material, w) for d, w in zip(base.defaults, base.weights, strict=True)
    ]
    Random(seed).shuffle(said)
    for what, weight in said:
        if atoms(what):
            kb.tell(what, default=weight is not None, weight=weight or 1.0)
    goal = base.goal if atoms(base.goal) else Atom("p")
    question, decision = kb.question(goal), kb.ask(goal)
    wanted = base_answers(kb.statements, goal, operator.closure)
    counts[f"base, {operator.closure}: {decision.verdict}"] += 1
    found = [] if decision.verdict is wanted else [f"base: {decision.verdict}, by brute force {wanted}"]
    report = check_decision(question, decision)
    return found if report.state is State.VERIFIED else [*found, f"base: {report}"]


def main() -> int:
    """Run a range of seeds and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", default="0:10000", help="FROM:TO")
    first, last = map(int, parser.parse_args().seeds.split(":"))
    counts: Counter[str] = Counter()
    failed = 0
    start = time.process_time()
    for seed in range(first, last):
        for problem in wrong(seed, counts):
            failed += 1
            print(f"WRONG {seed}: {problem}")
    for name in sorted(counts):
        print(f"{name:<40} {counts[name]:>8,}")
    print(f"{last - first:,} bases, {failed} wrong, {time.process_time() - start:.0f} s of CPU time")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
