"""Steps of base traces in which defaults do not all hold: how specific each is, what they come to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from defeasible.reasoner.logic import Formula
from defeasible.reasoner.record import Record
from defeasible.reasoner.trace.steps.common import Phase
from defeasible.reasoner.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Specific(Record):
    """How specific one default is, and what shows it."""

    step: int
    """The premise that states it."""
    rank: int | None
    """From 0, the least specific; None where no world fits it at any rank. Such a one stands above all."""
    witness: tuple[str, ...] = ()
    """True atoms of a world in which the default applies and holds, with all rules and all defaults of its
    rank or above."""
    core: tuple[int, ...] = ()
    """For a rank above 0, or none: rules, and defaults of one rank less or above, that contradict that it
    applies and holds. None can be left out."""


@dataclass(frozen=True, slots=True)
class ToleranceStep(Record):
    """Ranks of defaults by tolerance (System Z, Pearl 1990), among rules and defaults that share atoms."""

    rules: tuple[int, ...]
    """Premises that are believed and say what holds in all cases."""
    defaults: tuple[Specific, ...]
    phase: Phase = "after"
    kind: Literal["tolerance"] = "tolerance"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return (*self.rules, *(n for placed in self.defaults for n in (placed.step, *placed.core)))


@dataclass(frozen=True, slots=True)
class Override(Record):
    """A default that does not hold in all best worlds."""

    step: int
    by: tuple[int, ...]
    """What contradicts it: strict premises that are believed, and defaults that are no less specific."""
    always: bool = True
    """False where it is tied, so that it holds in some best worlds."""


@dataclass(frozen=True, slots=True)
class ClosureStep(Record):
    """What follows over all best worlds of defaults that do not all hold beside what is believed.

    Operator `linear`: in the best worlds as few defaults as possible fail of each level, the highest first
    (Lehmann 1995). A level is a rank, refined by layer and weight. `cores` show as in an `OptimumStep` that
    the models are best, with one failure of a level costing more than all of the levels below.

    Operator `rational`: of the highest ranks all defaults hold, as far down as that goes (Lehmann and Magidor
    1992). The one core is what ends it.
    """

    engine: str
    """Name and version of what decided."""
    strict: tuple[int, ...]
    """The strict premises that are believed."""
    kept: tuple[int, ...]
    """Defaults that hold in all best worlds."""
    overridden: tuple[Override, ...]
    """The other defaults."""
    goal: Formula
    verdict: Verdict
    models: tuple[tuple[str, ...], ...]
    """Best worlds by their true atoms: one where the goal is decided; goal true, then false, where it is
    open."""
    others: tuple[tuple[str, ...], ...] = ()
    """More best worlds, so that each default that is tied holds in one and fails in another."""
    cores: tuple[tuple[int, ...], ...] = ()
    """Minimal contradictions among strict premises and defaults."""
    against: tuple[tuple[int, ...], ...] = ()
    """Minimal contradictions with the goal's opposite (for REFUTED, with the goal), itself left out."""
    phase: Phase = "after"
    latest: int | None = None
    """For a tie of arrival that is turned: the premise that is taken to have arrived last of all."""
    kind: Literal["closure"] = "closure"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        overridden = (n for item in self.overridden for n in (item.step, *item.by))
        shown = (n for core in (*self.cores, *self.against) for n in core)
        latest = () if self.latest is None else (self.latest,)
        return (*self.strict, *self.kept, *overridden, *shown, *latest)
