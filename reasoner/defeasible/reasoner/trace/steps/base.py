"""Steps of belief base traces: which base is asked, and what its contradictions come to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from defeasible.reasoner.logic import Formula
from defeasible.reasoner.record import Record
from defeasible.reasoner.trace.steps.common import Phase
from defeasible.reasoner.trace.steps.defaults import ClosureStep, ToleranceStep
from defeasible.reasoner.verdict import Verdict

MAX_FLIPS, MAX_FLIPPED = 8, 500
"""Most roles or ties, and most statements linked to a goal, for which each is decided again, turned."""
FIRMEST_FIRST = frozenset({"linear", "rational"})
"""Operators that take statements from the firmest down, and let defaults yield to the more specific."""
BY_ARRIVAL = 0.5
"""Factor of the confidence in a verdict that hinges on which of equally firm statements arrived last: that
the newer one is right is a convention, so it counts as an even chance, once, however many ties there are."""
NOT_FLIPPED = "too many roles or statements to decide again with each role flipped: any may matter"
UNANALYSED = "words of statements that are not linked to the goal were not analysed: they may bear on it"
NOT_TURNED = "too many ties or statements to decide again with each tie of arrival turned: any may matter"


@dataclass(frozen=True, slots=True)
class BaseStep(Record):
    """The base a decision is about, and how much of it has a say.

    Only statements that a chain of shared atoms links to the goal do: what the others say is about other
    atoms, so it can neither support nor contradict. The linked ones are the premises of the trace.
    """

    statements: int
    """Statements in force in the whole base."""
    linked: int
    """How many of them are linked to the goal."""
    digest: str
    """SHA-256 of the whole base, `Snapshot.digest`: with the base at hand, the checker counts again."""
    operator: str
    """What settles contradictions: `linear`, `rational`, `maxsat`, `dalal`."""
    kind: Literal["base"] = "base"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return ()


@dataclass(frozen=True, slots=True)
class Drop(Record):
    """A statement that is not believed."""

    step: int
    """The premise that states it."""
    conflict: tuple[int, ...]
    """Believed premises that outrank it and together contradict it; none can be left out."""
    tied: tuple[int, ...] = ()
    """Those of them that outrank it by nothing but the time of arrival."""


@dataclass(frozen=True, slots=True)
class SettlementStep(Record):
    """What the linked statements come to: from the firmest down, each is believed if it fits those above it.

    This is linear base revision (Nebel 1994). With a model of all that is believed, and for each of the
    others a conflict among believed ones that outrank it, there is no other outcome.
    """

    engine: str
    """Name and version of what decided."""
    believed: tuple[int, ...]
    """Premises, from the firmest down."""
    dropped: tuple[Drop, ...]
    """The other premises, from the firmest down."""
    model: tuple[str, ...]
    """True atoms of a world in which all that is believed holds; the others are false."""
    phase: Phase = "after"
    """`flipped`: with the role of one pair of conditionals turned, or one tie of arrival."""
    latest: int | None = None
    """For a tie that is turned: the premise that is taken to have arrived last of all."""
    kind: Literal["settlement"] = "settlement"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        latest = () if self.latest is None else (self.latest,)
        return (*self.believed, *(n for d in self.dropped for n in (d.step, *d.conflict)), *latest)


@dataclass(frozen=True, slots=True)
class OutcomeStep(Record):
    """What an operator other than `linear` makes of linked statements that contradict each other.

    A goal is decided over all best worlds, of which there may be several. For want of a short certificate the
    checker finds them again by looking at every world, which it does for at most twelve atoms.
    """

    engine: str
    """Name and version of what decided."""
    operator: str
    believed: tuple[int, ...]
    """Premises that hold in all best worlds, from the firmest down."""
    dropped: tuple[int, ...]
    """The other premises, from the firmest down."""
    goal: Formula
    verdict: Verdict
    models: tuple[tuple[str, ...], ...]
    """True atoms of best worlds: one where the goal is decided; goal true, then false, where it is open."""
    phase: Phase = "after"
    """`flipped`: with the role of one pair of conditionals turned, or one tie of arrival."""
    latest: int | None = None
    """For a tie that is turned: the premise that is taken to have arrived last of all."""
    kind: Literal["outcome"] = "outcome"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return (*self.believed, *self.dropped, *(() if self.latest is None else (self.latest,)))


BaseSteps = BaseStep | SettlementStep | OutcomeStep | ToleranceStep | ClosureStep
