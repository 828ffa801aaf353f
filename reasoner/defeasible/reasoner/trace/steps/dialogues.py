"""Steps of dialogue traces: facts, the rules between them, conflicts, chains of causes, cues for a slot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from defeasible.reasoner.forms import Constraint, Contraries, DialogueFact, Exclusion
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Span


@dataclass(frozen=True, slots=True)
class FactStep(Record):
    """A fact of the dialogue; its span quotes the turn that says it."""

    fact: DialogueFact
    kind: Literal["fact"] = "fact"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return ()


@dataclass(frozen=True, slots=True)
class ConstraintStep(Record):
    """A rule between facts, and where it stands."""

    rule: Constraint | Contraries | Exclusion
    origin: Literal["ontology", "commonsense", "given"]
    """A data file of the package, or what the caller knows besides."""
    kind: Literal["constraint"] = "constraint"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return ()


@dataclass(frozen=True, slots=True)
class ConflictStep(Record):
    """Facts that cannot all hold by some rules, though without any one of them the others can."""

    facts: tuple[int, ...]
    by: tuple[int, ...]
    """The constraint steps; none where one fact denies the other outright."""
    kind: Literal["conflict"] = "conflict"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return (*self.facts, *self.by)


@dataclass(frozen=True, slots=True)
class ConsistencyStep(Record):
    """Facts that can all hold, by every rule of the ontology and of commonsense."""

    facts: tuple[int, ...]
    kind: Literal["consistency"] = "consistency"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return self.facts


@dataclass(frozen=True, slots=True)
class ReplacementStep(Record):
    """What is left of the conflicts when a phrase is taken out, with all facts that need it."""

    phrase: str
    """The words taken out."""
    without: tuple[int, ...]
    """The fact steps that need them."""
    left: tuple[int, ...]
    """A conflict step that remains; none where the rest can hold."""
    kind: Literal["replacement"] = "replacement"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return (*self.without, *self.left)


@dataclass(frozen=True, slots=True)
class ChainStep(Record):
    """One event leads to another, along facts of which each starts where the last ended."""

    cause: str
    """Id of a phrase."""
    effect: str
    along: tuple[int, ...]
    kind: Literal["chain"] = "chain"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return self.along


@dataclass(frozen=True, slots=True)
class ReachStep(Record):
    """All that an event leads to by some facts: what is not here is not led to."""

    cause: str
    """Id of a phrase."""
    effect: str
    """Id of the phrase that is asked about and not reached."""
    reached: tuple[str, ...]
    """Ids of all phrases that it leads to, itself among them."""
    facts: tuple[int, ...]
    kind: Literal["reach"] = "reach"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return self.facts


@dataclass(frozen=True, slots=True)
class CueStep(Record):
    """Something in or around two phrases that speaks for a slot between them."""

    cue: str
    """Id of the cue in the data file."""
    slot: str
    weight: float
    """Log-odds in nats."""
    words: str
    """What was found, as `plain_words`."""
    where: Literal["subject", "value", "pair", "turn"]
    span: Span | None = None
    """For `turn`: where the words stand."""
    status: Literal["accepted", "overruled", "tied"] = "accepted"
    by: tuple[int, ...] = ()
    """For an overruled or tied cue: those that speak for the slot that wins or draws."""
    kind: Literal["cue"] = "cue"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return self.by


@dataclass(frozen=True, slots=True)
class SlotOption(Record):
    """An option of a question after a slot or a domain, and the slots that it leaves possible."""

    text: str
    slots: tuple[str, ...]
    weight: float = 0.0
    """What speaks for the best of its slots, in nats."""


@dataclass(frozen=True, slots=True)
class BalanceStep(Record):
    """The options weighed: an option weighs as much as the cues for the best of its slots together."""

    subject: str
    """The first phrase."""
    value: str
    """The second phrase."""
    options: tuple[SlotOption, ...]
    best: tuple[str, ...]
    """The options that weigh most; several where they are tied."""
    cues: tuple[int, ...]
    """The cue steps that count."""
    flipped: bool = False
    """Whether some cues are left out, to see what hinges on them."""
    kind: Literal["balance"] = "balance"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
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
