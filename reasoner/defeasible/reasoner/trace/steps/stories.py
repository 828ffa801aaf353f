"""Steps of story traces: participants, happenings, instances of laws, weighings, consequences, edits."""

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
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return ()


@dataclass(frozen=True, slots=True)
class AskStep(Record):
    """The state asked about, and the part of the story concerned."""

    queries: tuple[Happening, ...]
    """At least one; if there are several, all must hold."""
    support: tuple[int, ...] = ()
    """Lines that should show it; empty for the whole story."""
    context: bool = True
    """Whether the other lines count as well."""
    when: Literal["end", "ever"] = "end"
    """Whether it should hold at the last of the moments asked about, or at any."""
    kind: Literal["ask"] = "ask"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return ()


@dataclass(frozen=True, slots=True)
class HappeningStep(Record):
    """An event or state read from a line, and what it asserts."""

    happening: Happening
    claim: Formula | None
    """None if its mood asserts nothing about what is the case."""
    kind: Literal["happening"] = "happening"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return ()


@dataclass(frozen=True, slots=True)
class LawStep(Record):
    """An instance of a law, or that a state persists."""

    law: str
    """Id of a law that ships with the package, or `persistence`, `scale`, `relation`, `kind`."""
    part: Literal["before", "after", "usually_before", "usually_after", "then", "usually_then"]
    claim: Formula
    weight: float | None = None
    """Log-odds in nats if it is soft; None if it has no exceptions."""
    happening: str = ""
    """Id of the event that it is about; empty if it holds at any moment."""
    reason: str = ""
    kind: Literal["law"] = "law"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return ()


@dataclass(frozen=True, slots=True)
class Side(Record):
    """The weight of soft statements that must be given up so that a goal, or its negation, holds."""

    cost: float | None
    """Least total weight, in nats; None if it is impossible whatever is given up."""
    model: tuple[str, ...] = ()
    """The true atoms of a world of that cost."""
    broken: tuple[int, ...] = ()
    """The soft statements that are false in it."""
    cores: tuple[tuple[int, ...], ...] = ()
    """Sets of statements that cannot all hold on this side. Giving up a soft member of each costs at least
    `cost`; a core without soft members shows that the side is impossible."""


@dataclass(frozen=True, slots=True)
class WeighingStep(Record):
    """A goal against its negation: the side that gives up less holds in all best worlds."""

    engine: str
    theory: tuple[int, ...]
    """The steps whose claims are asserted: those without a weight are hard, the others soft."""
    goal: Formula
    verdict: Verdict
    pro: Side | None = None
    """The worlds in which the goal holds; None if time ran out."""
    contra: Side | None = None
    """The worlds in which it does not hold."""
    without: int = 0
    """For a flip: the soft statement that is left out; 0 for none."""
    kind: Literal["weighing"] = "weighing"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        sides = [side for side in (self.pro, self.contra) if side is not None]
        named = (n for side in sides for group in (side.broken, *side.cores) for n in group)
        return (*self.theory, *named, *([self.without] if self.without else []))


@dataclass(frozen=True, slots=True)
class HoldsStep(Record):
    """A claim that follows from a few earlier steps: one link of the chain to the conclusion."""

    claim: Formula
    uses: tuple[int, ...]
    kind: Literal["holds"] = "holds"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return self.uses


@dataclass(frozen=True, slots=True)
class Edit(Record):
    """Happenings that would have to be otherwise, and a world in which they are, and the goal holds."""

    changed: tuple[int, ...]
    model: tuple[str, ...]
    """The true atoms of that world; the changed happenings are false in it."""


@dataclass(frozen=True, slots=True)
class EditStep(Record):
    """The smallest edits of a story for which a goal holds: fewest events, then fewest stated states."""

    engine: str
    theory: tuple[int, ...]
    """The laws in force: all but the soft ones that the story itself violates."""
    facts: tuple[int, ...]
    """The happenings that may be changed."""
    goal: Formula
    edits: tuple[Edit, ...]
    """All smallest edits; empty if the goal is impossible."""
    cores: tuple[tuple[int, ...], ...] = ()
    """Sets of laws and happenings that cannot all hold with the goal; any smaller edit leaves one intact."""
    kind: Literal["edit"] = "edit"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        changed = (n for edit in self.edits for n in edit.changed)
        return (*self.theory, *self.facts, *changed, *(n for core in self.cores for n in core))


StoryStep: TypeAlias = CastStep | AskStep | HappeningStep | LawStep | WeighingStep | HoldsStep | EditStep
