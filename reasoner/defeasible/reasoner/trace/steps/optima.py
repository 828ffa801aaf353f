"""The step of weighted decisions: which statements the optima keep, and what holds in all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from defeasible.reasoner.logic import Formula
from defeasible.reasoner.record import Record
from defeasible.reasoner.trace.steps.common import Phase
from defeasible.reasoner.verdict import Verdict

UNITS_PER_NAT = 10**9
"""Weights are compared in whole billionths of a nat."""
MAX_TURNED = 16
"""Up to this many pieces of evidence, each is flipped to see whether the verdict hinges on it."""


def to_units(weight: float) -> int:
    """Return a weight in nats as an integer number of units, at least 1."""
    return max(1, round(weight * UNITS_PER_NAT))


@dataclass(frozen=True, slots=True)
class OptimumStep(Record):
    """One question over all optima: does `goal` hold in every model that violates the least weight?

    Conflicts show that `models` are optimal, and what all optima have in common. An optimum must violate a
    soft statement in each of `cores`, so it costs at least as much as their minimum-cost hitting set; if that
    costs as much as the models, they are optimal. The same sets show what is kept: a statement in no
    minimum-cost hitting set holds in every optimum, and a statement in all of them holds in none.

    ENTAILED: one optimum, in which the goal is true; a model in which it is false must violate a soft
    statement in each of `cores` and `against`, and every such choice costs more. REFUTED: likewise, the other
    way round. UNKNOWN: two optima, the first with the goal true, the second with it false. INCONSISTENT: no
    models, and one core without soft statements. TIMEOUT: nothing.
    """

    engine: str
    """Name and version of the engine: `pysat 1.9.dev17 rc2-g4`."""
    hard: tuple[int, ...]
    """The steps whose claims are hard."""
    soft: tuple[int, ...]
    """The steps of the weighed evidence, which state its weights."""
    goal: Formula
    verdict: Verdict
    cost: float = 0.0
    """The weight of the evidence that is false in each optimum, in nats."""
    cores: tuple[tuple[int, ...], ...] = ()
    """Minimal conflicts among `hard`, `soft` and the flipped evidence of `turned`."""
    against: tuple[tuple[int, ...], ...] = ()
    """Minimal conflicts with the negated goal (for REFUTED, with the goal), which is omitted."""
    models: tuple[tuple[str, ...], ...] = ()
    """Each optimum as the names of its true atoms; the others are false."""
    others: tuple[tuple[str, ...], ...] = ()
    """Further optima, so that each tied piece of evidence is true in one and false in another."""
    phase: Phase = "after"
    """`flipped`: with one piece of evidence flipped."""
    turned: int | None = None
    """For `flipped`: the evidence that is taken as false if it was accepted, and as true if it was overruled.
    In a core it stands for the formula that it is taken as."""
    kind: Literal["optimum"] = "optimum"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        turned = () if self.turned is None else (self.turned,)
        return (*self.hard, *self.soft, *turned, *(n for core in (*self.cores, *self.against) for n in core))
