"""Belief change by brute force: sets of worlds as bits, no solver. What the operators are tested against."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import TYPE_CHECKING

from defeasible.reasoner.change import Answer, Dropped, Ranked, Settled, Status
from defeasible.reasoner.logic import FormulaNode, atoms, evaluate
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from defeasible.reasoner.sat import Deadline


class Worlds:
    """All worlds over some atoms; a set of them is an integer with a bit for each."""

    def __init__(self, formulas: Iterable[FormulaNode]) -> None:
        self.names = sorted({name for formula in formulas for name in atoms(formula)})
        self.all = [
            dict(zip(self.names, bits, strict=True))
            for bits in product((False, True), repeat=len(self.names))
        ]
        self.full = (1 << len(self.all)) - 1

    def of(self, formula: FormulaNode) -> int:
        return sum(1 << i for i, world in enumerate(self.all) if evaluate(formula, world))

    def flips(self, one: int, other: int) -> frozenset[str]:
        return frozenset(n for n in self.names if self.all[one][n] != self.all[other][n])

    def each(self, worlds: int) -> list[int]:
        return [i for i in range(len(self.all)) if worlds >> i & 1]


def order(statements: Sequence[Ranked]) -> tuple[list[Ranked], list[Ranked]]:
    """Return the hard statements, and the soft ones from the highest rank down."""
    soft = sorted((s for s in statements if not s.hard), key=lambda s: s.rank, reverse=True)
    return [s for s in statements if s.hard], soft


def linear(worlds: Worlds, statements: Sequence[Ranked]) -> tuple[int, set[str]]:
    """Take statements in order, each if it fits. Returns the models and the ids that stand."""
    hard, soft = order(statements)
    models, kept = worlds.full, {s.id for s in hard}
    for statement in hard:
        models &= worlds.of(statement.formula)
    for statement in soft:
        fitting = models & worlds.of(statement.formula)
        if fitting:
            models, kept = fitting, kept | {statement.id}
    return models, kept


def penalties(worlds: Worlds, statements: Sequence[Ranked]) -> dict[int, tuple[float, ...]]:
    """Return what each world that satisfies the hard statements violates: weights by layer, highest first."""
    layers = sorted({s.layer for s in statements}, reverse=True)
    rows = {s.id: worlds.of(s.formula) for s in statements}
    return {
        w: tuple(
            sum(s.weight for s in statements if s.layer == layer and not s.hard and not rows[s.id] >> w & 1)
            for layer in layers
        )
        for w in range(len(worlds.all))
        if all(rows[s.id] >> w & 1 for s in statements if s.hard)
    }


def maxsat(worlds: Worlds, statements: Sequence[Ranked]) -> int:
    """Return all worlds of least penalty, layer by layer."""
    found = penalties(worlds, statements)
    least = min(found.values(), default=())
    return sum(1 << w for w, penalty in found.items() if penalty == least)


def dalal(worlds: Worlds, statements: Sequence[Ranked]) -> int:
    """Revise by one statement after the other, from the lowest rank up, to the nearest worlds."""
    hard, soft = order(statements)
    allowed = worlds.full
    for statement in hard:
        allowed &= worlds.of(statement.formula)
    models = allowed
    for statement in reversed(soft):
        wanted = worlds.of(statement.formula) & allowed
        if wanted and models:
            models = nearest(worlds, models, wanted)
    return models


def nearest(worlds: Worlds, models: int, wanted: int) -> int:
    """Return the wanted worlds that differ from some model in the fewest atoms (Dalal 1988)."""
    distance = {w: min(len(worlds.flips(m, w)) for m in worlds.each(models)) for w in worlds.each(wanted)}
    least = min(distance.values())
    return sum(1 << w for w, d in distance.items() if d == least)


def winslett(worlds: Worlds, models: int, wanted: int) -> int:
    """Return what models become by changes that no smaller change would do for (Winslett 1988)."""
    found = 0
    for model in worlds.each(models):
        flips = {w: worlds.flips(model, w) for w in worlds.each(wanted)}
        found |= sum(1 << w for w, f in flips.items() if not any(g < f for g in flips.values()))
    return found


def correction_sets(worlds: Worlds, statements: Sequence[Ranked]) -> list[frozenset[str]]:
    """Return what each world of least penalty violates, without repeats."""
    models = maxsat(worlds, statements)
    return sorted(
        {
            frozenset(s.id for s in statements if not worlds.of(s.formula) >> w & 1)
            for w in worlds.each(models)
        },
        key=sorted,
    )


def minimally_contradictory(worlds: Worlds, formulas: Sequence[FormulaNode]) -> bool:
    """Whether formulas have no common model, and have one as soon as any is left out."""

    def models(chosen: Sequence[FormulaNode]) -> int:
        found = worlds.full
        for formula in chosen:
            found &= worlds.of(formula)
        return found

    return not models(formulas) and all(models(part) for part in combinations(formulas, len(formulas) - 1))


@dataclass(frozen=True)
class OneOptimum:
    """A broken operator: answers from the first of the optimal worlds instead of all."""

    name: str = "one optimum"
    claims: frozenset[str] = frozenset(f"K*{n}" for n in range(1, 9))

    def settle(self, statements: Sequence[Ranked], deadline: Deadline | None = None) -> Settled:
        return by_worlds(self.name, statements, lambda w, s: (m := maxsat(w, s)) & -m)


@dataclass(frozen=True)
class NoPriority:
    """A broken operator: new statements count as much as old ones, so that news may be lost."""

    name: str = "no priority"
    claims: frozenset[str] = frozenset({"K*2"})

    def settle(self, statements: Sequence[Ranked], deadline: Deadline | None = None) -> Settled:
        return by_worlds(
            self.name, statements, lambda w, s: maxsat(w, [replace(x, layer=0, weight=1.0) for x in s])
        )


def by_worlds(name: str, statements: Sequence[Ranked], models: object) -> Settled:
    """Return an outcome that answers from a set of worlds."""
    assert callable(models)

    def decide(goal: FormulaNode, core: bool, deadline: Deadline | None) -> Answer:
        del core, deadline  # the oracle has no core and is fast
        worlds = Worlds([goal, *(s.formula for s in statements)])
        found = models(worlds, statements)
        goal_worlds = worlds.of(goal)

        def model(among: int) -> frozenset[str]:
            first = worlds.each(among)[0]
            return frozenset(n for n in worlds.names if worlds.all[first][n])

        if not found:
            return Answer(Verdict.INCONSISTENT)
        if not found & ~goal_worlds:
            return Answer(Verdict.ENTAILED, (), (model(found),))
        if not found & goal_worlds:
            return Answer(Verdict.REFUTED, (), (model(found),))
        return Answer(Verdict.UNKNOWN, (), (model(found & goal_worlds), model(found & ~goal_worlds)))

    worlds = Worlds([s.formula for s in statements])
    found = models(worlds, statements)
    lost = [s for s in statements if found & ~worlds.of(s.formula)]
    return Settled(
        name,
        Status.SETTLED,
        kept=tuple(s.id for s in statements if s not in lost),
        dropped=tuple(Dropped(s.id, (), always=not found & worlds.of(s.formula)) for s in lost),
        decide=decide,
    )
