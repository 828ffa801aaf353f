"""Steps of base traces in which defaults do not all hold: their ranks and their closure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from defeasible.reasoner.logic import Formula
from defeasible.reasoner.record import Record
from defeasible.reasoner.trace.steps.common import Phase
from defeasible.reasoner.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Specific(Record):
    """The rank of one default, with its justification."""

    step: int
    """The premise that states it."""
    rank: int | None
    """The rank, from 0 for the least specific; None if no world verifies it at any rank. Such a default is
    above all others."""
    witness: tuple[str, ...] = ()
    """True atoms of a world in which the default applies and holds, with all rules and all defaults of its
    rank or above."""
    core: tuple[int, ...] = ()
    """If the rank is above 0 or None: a minimal set of rules, and of defaults one rank below or above, that
    contradicts that the default applies and holds."""


@dataclass(frozen=True, slots=True)
class ToleranceStep(Record):
    """Ranks of defaults by tolerance (System Z, Pearl 1990), among rules and defaults that share atoms."""

    rules: tuple[int, ...]
    """Believed premises that are rules, which hold in all cases."""
    defaults: tuple[Specific, ...]
    phase: Phase = "after"
    kind: Literal["tolerance"] = "tolerance"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return (*self.rules, *(n for placed in self.defaults for n in (placed.step, *placed.core)))


@dataclass(frozen=True, slots=True)
class Override(Record):
    """A default that does not hold in all best worlds."""

    step: int
    by: tuple[int, ...]
    """The believed strict premises, and defaults that are no less specific, that contradict it."""
    always: bool = True
    """False if it is tied, so that it holds in some best worlds."""


@dataclass(frozen=True, slots=True)
class ClosureStep(Record):
    """What follows in all best worlds, given believed premises and defaults that do not all hold.

    Operator `linear`: the best worlds violate as few defaults as possible of each level, highest first
    (Lehmann 1995). A level is a rank, refined by layer and weight. As in an `OptimumStep`, `cores` show that
    the models are best; one violation at a level costs more than all at lower levels.

    Operator `rational`: all defaults of the highest ranks hold, as far down as possible (Lehmann and Magidor
    1992). The single core shows why the next rank does not.
    """

    engine: str
    """Name and version of the engine."""
    strict: tuple[int, ...]
    """The strict premises that are believed."""
    kept: tuple[int, ...]
    """Defaults that hold in all best worlds."""
    overridden: tuple[Override, ...]
    """The other defaults."""
    goal: Formula
    verdict: Verdict
    models: tuple[tuple[str, ...], ...]
    """True atoms of best worlds: one if the goal is decided; goal true, then false, if it is open."""
    others: tuple[tuple[str, ...], ...] = ()
    """Further best worlds, so that each tied default holds in one and fails in another."""
    cores: tuple[tuple[int, ...], ...] = ()
    """Minimal conflicts among strict premises and defaults."""
    against: tuple[tuple[int, ...], ...] = ()
    """Minimal conflicts with the negated goal (for REFUTED, with the goal), which is omitted."""
    phase: Phase = "after"
    latest: int | None = None
    """For a reversed tie of arrival: the premise that is taken to have arrived last."""
    kind: Literal["closure"] = "closure"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        overridden = (n for item in self.overridden for n in (item.step, *item.by))
        shown = (n for core in (*self.cores, *self.against) for n in core)
        latest = () if self.latest is None else (self.latest,)
        return (*self.strict, *self.kept, *overridden, *shown, *latest)
