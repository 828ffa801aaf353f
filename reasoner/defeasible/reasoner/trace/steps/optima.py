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
"""Up to this many pieces of evidence, each is turned to see whether the verdict hinges on it."""


def to_units(weight: float) -> int:
    """Return a weight in nats as whole units, at least 1."""
    return max(1, round(weight * UNITS_PER_NAT))


@dataclass(frozen=True, slots=True)
class OptimumStep(Record):
    """One question over all optima: does `goal` hold in every model that breaks the least weight?

    That `models` are optimal and what all optima share is shown by contradictions: an optimum must break
    something in each of `cores`, so it costs no less than the cheapest choice that meets them all (their
    cheapest hitting set), and if that choice costs as much as the models do, they are optimal. The same sets
    settle what is kept: a statement that no equally cheap choice contains holds in every optimum, one that
    every such choice contains in none.

    ENTAILED: one optimum, which makes the goal true; whatever makes it false must break something in each of
    `cores` and `against`, and no choice that does is as cheap. REFUTED: likewise, the other way round.
    UNKNOWN: two optima, the first making the goal true, the second false. INCONSISTENT: no models, and one
    core without soft statements. TIMEOUT: nothing.
    """

    engine: str
    """Name and version of what decided: `pysat 1.9.dev17 rc2-g4`."""
    hard: tuple[int, ...]
    """The steps whose claims hold in any case."""
    soft: tuple[int, ...]
    """The evidence that was weighed, by step; its weights are there."""
    goal: Formula
    verdict: Verdict
    cost: float = 0.0
    """The weight of the evidence that is false in each optimum, in nats."""
    cores: tuple[tuple[int, ...], ...] = ()
    """Minimal contradictions among `hard`, `soft` and what `turned` says."""
    against: tuple[tuple[int, ...], ...] = ()
    """Minimal contradictions with the goal's opposite (for REFUTED, with the goal), itself left out."""
    models: tuple[tuple[str, ...], ...] = ()
    """Each optimum as the names of its true atoms; the others are false."""
    others: tuple[tuple[str, ...], ...] = ()
    """More optima, so that each piece of evidence that is tied is true in one and false in another."""
    phase: Phase = "after"
    """`flipped`: with one piece of evidence turned."""
    turned: int | None = None
    """For `flipped`: the evidence that is taken to be false if it was accepted, and true if it was overruled.
    As one of the steps of a core it stands for what it is taken to be."""
    kind: Literal["optimum"] = "optimum"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        turned = () if self.turned is None else (self.turned,)
        return (*self.hard, *self.soft, *turned, *(n for core in (*self.cores, *self.against) for n in core))
