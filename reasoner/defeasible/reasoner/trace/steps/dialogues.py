"""Steps of dialogue traces: facts, the rules between them, conflicts, chains of causes, cues for a slot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from defeasible.reasoner.forms import Constraint, Contraries, DialogueFact, Exclusion
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Span


@dataclass(frozen=True, slots=True)
class FactStep(Record):
    """A fact of the dialogue; its span quotes the turn that states it."""

    fact: DialogueFact
    kind: Literal["fact"] = "fact"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return ()


@dataclass(frozen=True, slots=True)
class ConstraintStep(Record):
    """A rule between facts, and its origin."""

    rule: Constraint | Contraries | Exclusion
    origin: Literal["ontology", "commonsense", "given"]
    """A data file of the package, or the caller."""
    kind: Literal["constraint"] = "constraint"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return ()


@dataclass(frozen=True, slots=True)
class ConflictStep(Record):
    """Facts that cannot all hold by some rules, although without any one of them the others can."""

    facts: tuple[int, ...]
    by: tuple[int, ...]
    """The constraint steps; empty if one fact denies the other."""
    kind: Literal["conflict"] = "conflict"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return (*self.facts, *self.by)


@dataclass(frozen=True, slots=True)
class ConsistencyStep(Record):
    """Facts that can all hold, by every rule of the ontology and of commonsense."""

    facts: tuple[int, ...]
    kind: Literal["consistency"] = "consistency"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return self.facts


@dataclass(frozen=True, slots=True)
class ReplacementStep(Record):
    """The conflicts that remain without a phrase and all facts that need it."""

    phrase: str
    """The removed words."""
    without: tuple[int, ...]
    """The fact steps that need these words."""
    left: tuple[int, ...]
    """A conflict step that remains; empty if the other facts can all hold."""
    kind: Literal["replacement"] = "replacement"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return (*self.without, *self.left)


@dataclass(frozen=True, slots=True)
class ChainStep(Record):
    """One event leads to another by a chain of facts, each of which starts where the last one ends."""

    cause: str
    """Id of a phrase."""
    effect: str
    along: tuple[int, ...]
    kind: Literal["chain"] = "chain"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return self.along


@dataclass(frozen=True, slots=True)
class ReachStep(Record):
    """All events that an event leads to by some facts; it leads to no others."""

    cause: str
    """Id of a phrase."""
    effect: str
    """Id of the phrase that is asked about and not reached."""
    reached: tuple[str, ...]
    """Ids of all phrases that it leads to, including its own."""
    facts: tuple[int, ...]
    kind: Literal["reach"] = "reach"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return self.facts


@dataclass(frozen=True, slots=True)
class CueStep(Record):
    """Something in or around two phrases that indicates the slot between them."""

    cue: str
    """Id of the cue in the data file."""
    slot: str
    weight: float
    """Log-odds in nats."""
    words: str
    """The words that were found, as `plain_words`."""
    where: Literal["subject", "value", "pair", "turn"]
    span: Span | None = None
    """For `turn`: the position of the words."""
    status: Literal["accepted", "overruled", "tied"] = "accepted"
    by: tuple[int, ...] = ()
    """For an overruled or tied cue: the cues for the slot that wins or ties."""
    kind: Literal["cue"] = "cue"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return self.by


@dataclass(frozen=True, slots=True)
class SlotOption(Record):
    """An option of a question about a slot or domain, and the slots that it leaves possible."""

    text: str
    slots: tuple[str, ...]
    weight: float = 0.0
    """The weight of its best slot, in nats."""


@dataclass(frozen=True, slots=True)
class BalanceStep(Record):
    """The weighed options; the weight of an option is the sum of the cues for its best slot."""

    subject: str
    """The first phrase."""
    value: str
    """The second phrase."""
    options: tuple[SlotOption, ...]
    best: tuple[str, ...]
    """The options of the highest weight; several if they are tied."""
    cues: tuple[int, ...]
    """The cue steps that count."""
    flipped: bool = False
    """Whether some cues are left out, to find what hinges on them."""
    kind: Literal["balance"] = "balance"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return self.cues


DialogueSteps: TypeAlias = (
    FactStep
    | ConstraintStep
    | ConflictStep
    | ConsistencyStep
    | ReplacementStep
    | ChainStep
    | ReachStep
    | CueStep
    | BalanceStep
)
