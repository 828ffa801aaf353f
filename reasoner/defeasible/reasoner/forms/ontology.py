"""The parts of a dialogue ontology: domains, slots, and constraints on facts about slots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from defeasible.reasoner.errors import FormError
from defeasible.reasoner.forms.dialogue import PhraseKind
from defeasible.reasoner.record import Record

Dimension: TypeAlias = Literal["entity", "event", "social"]
"""The subject of a slot: a thing, something that happens, or how people deal with each other."""

ValueKind: TypeAlias = Literal[
    "attribute",
    "entity",
    "action",
    "place",
    "event",
    "emotion",
    "motive",
    "time",
    "duration",
    "frequency",
    "circumstance",
    "trait",
]
"""The kind of value that fills a slot."""

PHRASES: dict[ValueKind, tuple[PhraseKind, ...]] = {
    "attribute": ("value", "entity"),
    "entity": ("entity", "value"),
    "action": ("event", "value", "entity"),
    "place": ("entity", "value"),
    "event": ("event",),
    "emotion": ("event", "value"),
    "motive": ("event", "value"),
    "time": ("value", "entity"),
    "duration": ("value", "entity"),
    "frequency": ("value", "entity"),
    "circumstance": ("event", "value", "entity"),
    "trait": ("value", "entity", "event"),
}
"""The kinds of phrase that can express each kind of value. Only clauses and names are distinguished strictly:
no conflict depends on whether `the evening` is a thing or a plain value."""


@dataclass(frozen=True, slots=True)
class Domain(Record):
    """A group of slots."""

    id: str
    dimension: Dimension
    en: str
    zh: str
    aliases: tuple[str, ...] = ()
    """Other names, in either language."""
    definition_en: str = ""
    definition_zh: str = ""


@dataclass(frozen=True, slots=True)
class Slot(Record):
    """A relation between a phrase and the value that fills it."""

    id: str
    domain: str
    """Id of its domain."""
    en: str
    zh: str
    subject: PhraseKind
    value: ValueKind
    definition_en: str
    definition_zh: str
    example_en: tuple[str, str]
    """A subject and a value."""
    example_zh: tuple[str, str]
    cues_en: tuple[str, ...]
    """Words that signal it."""
    cues_zh: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    """Other names, in either language."""


ConstraintKind: TypeAlias = Literal[
    "inverse",
    "symmetric",
    "transitive",
    "implies",
    "acyclic",
    "irreflexive",
    "exclusive",
    "functional",
    "contrary",
    "order",
    "lasting",
]


@dataclass(frozen=True, slots=True)
class Constraint(Record):
    """A constraint on facts that holds in every dialogue.

    The first four kinds derive facts from facts; the others forbid facts.

    - `inverse` a b: a(x) = y iff b(y) = x.
    - `symmetric` a: a(x) = y iff a(y) = x.
    - `transitive` a: a(x) = y and a(y) = z imply a(x) = z.
    - `implies` a b: a(x) = y implies b(x) = y.
    - `acyclic` a ...: no chain of facts of these slots, from subject to value, returns to its start.
    - `irreflexive` a: never a(x) = x.
    - `exclusive` a b: never a(x) = y and b(x) = y.
    - `functional` a: a(x) has one value; values that say the same or overlap count as one.
    - `contrary` a ...: a(x) has no two values that contradict each other.
    - `order` a b: the time a(x) is not after the time b(x).
    - `lasting` a b c: c(x) is the duration from a(x) to b(x).

    A fact and its denial exclude each other without a constraint.
    """

    id: str
    kind: ConstraintKind
    slots: tuple[str, ...]
    note_en: str = ""
    note_zh: str = ""


@dataclass(frozen=True, slots=True)
class Contraries(Record):
    """Sides of words; words of different sides contradict each other if nothing else differs."""

    id: str
    sides: tuple[tuple[str, ...], ...]
    """Such as `open` against `closed` and `shut`. If one side has the empty word, the words of the other side
    are negators."""


@dataclass(frozen=True, slots=True)
class Pattern(Record):
    """A pattern of facts: the slot, and words that subject and value contain."""

    slot: str
    subject: tuple[str, ...] = ()
    """The subject contains at least one of these words; no condition if empty."""
    value: tuple[str, ...] = ()
    """The value contains at least one of these words; no condition if empty."""


@dataclass(frozen=True, slots=True)
class Exclusion(Record):
    """Facts about one subject that cannot all hold, by commonsense: one fact for each pattern.

    Raises:
        FormError: On construction, if there are no patterns.
    """

    id: str
    patterns: tuple[Pattern, ...]
    note_en: str
    note_zh: str

    def __post_init__(self) -> None:
        if not self.patterns:
            raise FormError(f"exclusion `{self.id}` has no patterns", hint="one for each fact it is about")
