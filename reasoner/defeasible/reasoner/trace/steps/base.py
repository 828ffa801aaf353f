"""Steps of belief base traces: the base that is asked, and how its contradictions are resolved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from defeasible.reasoner.logic import Formula
from defeasible.reasoner.record import Record
from defeasible.reasoner.trace.steps.common import Phase
from defeasible.reasoner.trace.steps.defaults import ClosureStep, ToleranceStep
from defeasible.reasoner.verdict import Verdict

MAX_FLIPS, MAX_FLIPPED = 8, 500
"""Most roles or ties, and most statements linked to a goal, for which each role or tie is flipped."""
FIRMEST_FIRST = frozenset({"linear", "rational"})
"""Operators that take statements firmest first, and let defaults yield to more specific ones."""
BY_ARRIVAL = 0.5
"""Factor on the confidence of a verdict that hinges on which of equally firm statements arrived last. It is a
convention that the newer one is right, so it counts as an even chance, once, however many ties there are."""
NOT_FLIPPED = "too many roles or statements to decide again with each role flipped: any may matter"
UNANALYSED = "words of statements that are not linked to the goal were not analysed: they may bear on it"
NOT_TURNED = "too many ties or statements to decide again with each tie of arrival turned: any may matter"


@dataclass(frozen=True, slots=True)
class BaseStep(Record):
    """The base that a decision is about, and how many of its statements are linked to the goal.

    Only statements linked to the goal by a chain of shared atoms matter: the others are about other atoms, so
    they can neither support nor contradict it. The linked statements are the premises of the trace.
    """

    statements: int
    """Statements in force in the whole base."""
    linked: int
    """The number of statements linked to the goal."""
    digest: str
    """SHA-256 of the whole base (`Snapshot.digest`); given the base, the checker computes it again."""
    operator: str
    """The operator that resolves contradictions: `linear`, `rational`, `maxsat`, `dalal`."""
    kind: Literal["base"] = "base"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return ()


@dataclass(frozen=True, slots=True)
class Drop(Record):
    """A statement that is not believed."""

    step: int
    """The premise that states it."""
    conflict: tuple[int, ...]
    """A minimal set of believed premises that outrank and contradict it."""
    tied: tuple[int, ...] = ()
    """Members of the conflict that outrank it only by their time of arrival."""


@dataclass(frozen=True, slots=True)
class SettlementStep(Record):
    """The settlement of the linked statements: firmest first, each is believed if it fits those above it.

    This is linear base revision (Nebel 1994). A model of all believed statements, and for each other
    statement a conflict among believed ones that outrank it, show that no other outcome is possible.
    """

    engine: str
    """Name and version of the engine."""
    believed: tuple[int, ...]
    """Believed premises, firmest first."""
    dropped: tuple[Drop, ...]
    """The other premises, firmest first."""
    model: tuple[str, ...]
    """True atoms of a model of the believed premises; all others are false."""
    phase: Phase = "after"
    """`flipped`: with the role of one pair of conditionals, or one tie of arrival, reversed."""
    latest: int | None = None
    """For a reversed tie: the premise that is taken to have arrived last."""
    kind: Literal["settlement"] = "settlement"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        latest = () if self.latest is None else (self.latest,)
        return (*self.believed, *(n for d in self.dropped for n in (d.step, *d.conflict)), *latest)


@dataclass(frozen=True, slots=True)
class OutcomeStep(Record):
    """The result of an operator other than `linear` for linked statements that contradict each other.

    A goal is decided over all best worlds, of which there may be several. Since there is no short
    certificate, the checker enumerates all worlds, for at most twelve atoms.
    """

    engine: str
    """Name and version of the engine."""
    operator: str
    believed: tuple[int, ...]
    """Premises that hold in all best worlds, firmest first."""
    dropped: tuple[int, ...]
    """The other premises, firmest first."""
    goal: Formula
    verdict: Verdict
    models: tuple[tuple[str, ...], ...]
    """True atoms of best worlds: one if the goal is decided; goal true, then false, if it is open."""
    phase: Phase = "after"
    """`flipped`: with the role of one pair of conditionals, or one tie of arrival, reversed."""
    latest: int | None = None
    """For a reversed tie: the premise that is taken to have arrived last."""
    kind: Literal["outcome"] = "outcome"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return (*self.believed, *self.dropped, *(() if self.latest is None else (self.latest,)))


BaseSteps = BaseStep | SettlementStep | OutcomeStep | ToleranceStep | ClosureStep
