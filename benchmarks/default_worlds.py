"""Default bases by brute force: ranks and closures by definition, over all worlds of a few atoms.

The reference for the deciders, in the benchmarks and in the tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

from defeasible.reasoner.change import Ranked, by_rank
from defeasible.reasoner.defaults import Default, as_default
from defeasible.reasoner.forms import Held
from defeasible.reasoner.logic import And, Atom, FormulaNode, Iff, Implies, Not, Or, atoms
from defeasible.reasoner.sat.cores import true_in
from defeasible.reasoner.verdict import Verdict

World = frozenset[str]


def every_world(names: Sequence[str]) -> list[World]:
    """Return all worlds over some atoms."""
    return [
        frozenset(a for a, on in zip(names, bits, strict=True) if on)
        for bits in product((0, 1), repeat=len(names))
    ]


class BruteForce:
    """Ranks of defaults and worlds by definition, over all worlds of a few atoms."""

    def __init__(self, names: Sequence[str], hard: list[FormulaNode], given: list[Default]) -> None:
        self.given = given
        self.worlds = [w for w in every_world(names) if all(true_in(h, w) for h in hard)]
        self.ranks: dict[str, int | None] = {}
        left, level = list(given), 0
        while left:
            fine = [w for w in self.worlds if all(true_in(d.material, w) for d in left)]
            tolerated = [d for d in left if any(true_in(And((d.if_, d.then)), w) for w in fine)]
            if not tolerated:
                break
            self.ranks |= {d.id: level for d in tolerated}
            left, level = [d for d in left if d not in tolerated], level + 1
        self.ranks |= {d.id: None for d in left}
        self.worlds = [w for w in self.worlds if all(true_in(d.material, w) for d in left)]
        self.levels = level

    def key(self, world: World, closure: str) -> tuple[int, ...]:
        """Return the abnormality of a world; lower is more normal."""
        counts = [0] * self.levels
        for d in self.given:
            level = self.ranks[d.id]
            if level is not None and not true_in(d.material, world):
                counts[level] += 1
        if closure == "lexicographic":
            return tuple(reversed(counts))
        return (max((level + 1 for level, n in enumerate(counts) if n), default=0),)

    def follows(self, facts: list[FormulaNode], goal: FormulaNode, closure: str) -> Verdict:
        """Return the verdict on a goal given some facts."""
        here = [w for w in self.worlds if all(true_in(x, w) for x in facts)]
        if not here:
            return Verdict.INCONSISTENT
        least = min(self.key(w, closure) for w in here)
        return verdict({true_in(goal, w) for w in here if self.key(w, closure) == least})


def verdict(values: set[bool]) -> Verdict:
    """Return the verdict on a goal from its truth values in the best worlds."""
    if len(values) == 2:
        return Verdict.UNKNOWN
    return Verdict.ENTAILED if True in values else Verdict.REFUTED


def is_rule(said: FormulaNode) -> bool:
    """Return whether a strict statement affects ranks."""
    return isinstance(said, Implies | Iff)


def base_answers(held: Sequence[Held], goal: FormulaNode, closure: str) -> Verdict:
    """Return the answer of a belief base: linear revision of strict statements, then closure of the defaults.

    Ranks are those of the rules and defaults that share atoms; defaults without a rank are above the others.
    """
    near = _island(held, atoms(goal))
    names = sorted({*atoms(goal), *(n for h in near for n in atoms(h.statement.formula))})
    left, believed = every_world(names), list[FormulaNode]()
    strict = [h for h in near if not h.rank.default]
    ranked = [
        Ranked(h.id, h.statement.formula, h.rank.weight or float("inf"), h.rank.layer, h.rank.seq)
        for h in strict
    ]
    for statement in by_rank(ranked):
        fits = [w for w in left if true_in(statement.formula, w)]
        if fits:
            left = fits
            believed.append(statement.formula)
        elif statement.hard:
            return Verdict.INCONSISTENT
    rules = [said for said in believed if is_rule(said)]
    usual = [h for h in near if h.rank.default]
    levels: dict[tuple[float, float, float], set[FormulaNode]] = {}
    for h in usual:
        own = _linked([*rules, *(d.statement.formula for d in usual)], atoms(h.statement.formula))
        part = [as_default(d.id, d.statement.formula) for d in usual if d.statement.formula in own]
        hard = [said for said in rules if said in own]
        mine = sorted({name for said in own for name in atoms(said)})
        rank = BruteForce(mine, hard, part).ranks[h.id]
        stated = (h.rank.layer, h.rank.weight or 0.0) if closure == "lexicographic" else (0, 0.0)
        level = (float("inf") if rank is None else float(rank), float(stated[0]), stated[1])
        levels.setdefault(level, set()).add(h.statement.formula)
    for level in sorted(levels, reverse=True):
        failing = {w: sum(not true_in(said, w) for said in levels[level]) for w in left}
        least = min(failing.values())
        if closure == "rational" and least:
            break
        left = [w for w in left if failing[w] == least]
    return verdict({true_in(goal, w) for w in left})


def _island(held: Sequence[Held], start: Sequence[str]) -> list[Held]:
    linked = _linked([h.statement.formula for h in held], start)
    return [h for h in held if h.statement.formula in linked]


def _linked(formulas: Sequence[FormulaNode], start: Sequence[str]) -> set[FormulaNode]:
    reached, found = set(start), set[FormulaNode]()
    while new := [f for f in formulas if f not in found and reached.intersection(atoms(f))]:
        found.update(new)
        reached.update(name for f in new for name in atoms(f))
    return found


def literal(random: Random, names: str) -> FormulaNode:
    """Return a random literal."""
    atom = Atom(random.choice(names))
    return atom if random.random() < 0.6 else Not(atom)


def formula(random: Random, names: str) -> FormulaNode:
    """Return a random literal, or two joined."""
    kind = random.random()
    if kind < 0.6:
        return literal(random, names)
    pair = (literal(random, names), literal(random, names))
    return And(pair) if kind < 0.8 else Or(pair)
