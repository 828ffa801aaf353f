"""Steps of story traces: who and what is told, instances of laws, weighings, what follows, edits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from defeasible.reasoner.forms import Happening, Participant
from defeasible.reasoner.logic import Formula
from defeasible.reasoner.record import Record
from defeasible.reasoner.verdict import Verdict


@dataclass(frozen=True, slots=True)
class CastStep(Record):
    """The participants of a story."""

    participants: tuple[Participant, ...]
    kind: Literal["cast"] = "cast"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return ()


@dataclass(frozen=True, slots=True)
class AskStep(Record):
    """The state that is asked about, and of which part of the story."""

    queries: tuple[Happening, ...]
    """At least one; where there are several, all must hold."""
    support: tuple[int, ...] = ()
    """Lines that should show it; empty for the whole story."""
    context: bool = True
    """Whether the other lines count as well."""
    when: Literal["end", "ever"] = "end"
    """Whether it should hold at the last of the moments asked about, or at any."""
    kind: Literal["ask"] = "ask"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return ()


@dataclass(frozen=True, slots=True)
class HappeningStep(Record):
    """An event or state read from a line, and what it asserts."""

    happening: Happening
    claim: Formula | None
    """None where its mood asserts nothing about what is."""
    kind: Literal["happening"] = "happening"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return ()


@dataclass(frozen=True, slots=True)
class LawStep(Record):
    """An instance of a law, or that a state persists."""

    law: str
    """Id of a law that ships with the package, or `persistence`, `scale`, `relation`, `kind`."""
    part: Literal["before", "after", "usually_before", "usually_after", "then", "usually_then"]
    claim: Formula
    weight: float | None = None
    """Log-odds in nats for what is only usual; None for what has no exceptions."""
    happening: str = ""
    """Id of the event that it is about; empty for what holds at any moment."""
    reason: str = ""
    kind: Literal["law"] = "law"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return ()


@dataclass(frozen=True, slots=True)
class Side(Record):
    """How much of what is usual must be given up if a goal, or its negation, is to hold."""

    cost: float | None
    """Least sum of weights, in nats; None where it is impossible whatever is given up."""
    model: tuple[str, ...] = ()
    """The true atoms of a world of that cost."""
    broken: tuple[int, ...] = ()
    """The usual statements that are false in it."""
    cores: tuple[tuple[int, ...], ...] = ()
    """Sets of statements that cannot all hold on this side. To give up one usual member of each costs no less
    than `cost`; one without usual members shows that the side is impossible."""


@dataclass(frozen=True, slots=True)
class WeighingStep(Record):
    """A goal against its negation: the side that gives up less holds in all best worlds."""

    engine: str
    theory: tuple[int, ...]
    """The steps whose claims are asserted: those without a weight hold, the others usually."""
    goal: Formula
    verdict: Verdict
    pro: Side | None = None
    """The worlds where the goal holds; None if the time ran out."""
    contra: Side | None = None
    """The worlds where it does not."""
    without: int = 0
    """For what would flip the verdict: the usual statement that is left out; 0 for none."""
    kind: Literal["weighing"] = "weighing"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        sides = [side for side in (self.pro, self.contra) if side is not None]
        named = (n for side in sides for group in (side.broken, *side.cores) for n in group)
        return (*self.theory, *named, *([self.without] if self.without else []))


@dataclass(frozen=True, slots=True)
class HoldsStep(Record):
    """Something that follows from a few earlier steps: one link of the chain to the conclusion."""

    claim: Formula
    uses: tuple[int, ...]
    kind: Literal["holds"] = "holds"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return self.uses


@dataclass(frozen=True, slots=True)
class Edit(Record):
    """Happenings that would have to be otherwise, and a world where they are and the goal holds."""

    changed: tuple[int, ...]
    model: tuple[str, ...]
    """The true atoms of that world; the changed happenings are false in it."""


@dataclass(frozen=True, slots=True)
class EditStep(Record):
    """The least that must change in a story for a goal to hold: few events, and then few stated states."""

    engine: str
    theory: tuple[int, ...]
    """The laws in force: all but the usual ones that the story itself breaks."""
    facts: tuple[int, ...]
    """The happenings that may be changed."""
    goal: Formula
    edits: tuple[Edit, ...]
    """All that are equally small; none if the goal is impossible."""
    cores: tuple[tuple[int, ...], ...] = ()
    """Sets of laws and happenings that cannot all hold beside the goal; a smaller edit leaves one whole."""
    kind: Literal["edit"] = "edit"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        changed = (n for edit in self.edits for n in edit.changed)
        return (*self.theory, *self.facts, *changed, *(n for core in self.cores for n in core))


StoryStep: TypeAlias = CastStep | AskStep | HappeningStep | LawStep | WeighingStep | HoldsStep | EditStep
