"""The words of a dialogue ontology: domains, slots, and the constraints that facts about slots must meet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from defeasible.reasoner.errors import FormError
from defeasible.reasoner.forms.dialogue import PhraseKind
from defeasible.reasoner.record import Record

Dimension: TypeAlias = Literal["entity", "event", "social"]
"""What a slot speaks about: a thing, something that happens, or how people deal with each other."""

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
"""What fills a slot."""

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
"""The kinds of phrase that may stand for each kind of value. Only clauses and names are told apart strictly:
whether `the evening` is a thing or a plain value is nothing that a conflict hangs on."""


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
    """A relation between a phrase and what fills it."""

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
    """Words that announce it."""
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
    """What must hold between facts, whatever the dialogue.

    The first four kinds derive facts from facts, the others forbid some.

    - `inverse` a b: a(x) = y just when b(y) = x.
    - `symmetric` a: a(x) = y just when a(y) = x.
    - `transitive` a: a(x) = y and a(y) = z make a(x) = z.
    - `implies` a b: a(x) = y makes b(x) = y.
    - `acyclic` a ...: no chain of facts of these slots, read from subject to value, comes back to its start.
    - `irreflexive` a: never a(x) = x.
    - `exclusive` a b: never a(x) = y and b(x) = y.
    - `functional` a: a(x) has one value; values that say the same or overlap are one.
    - `contrary` a ...: a(x) has no two values of which one denies the other.
    - `order` a b: the time a(x) is not after the time b(x).
    - `lasting` a b c: c(x) is how long it is from a(x) to b(x).

    That a fact and its denial exclude each other needs no constraint.
    """

    id: str
    kind: ConstraintKind
    slots: tuple[str, ...]
    note_en: str = ""
    note_zh: str = ""


@dataclass(frozen=True, slots=True)
class Contraries(Record):
    """Words of which those on one side deny those on every other, where nothing else differs."""

    id: str
    sides: tuple[tuple[str, ...], ...]
    """Such as `open` against `closed` and `shut`. An empty word stands for nothing at all: then the words of
    the other side are negators."""


@dataclass(frozen=True, slots=True)
class Pattern(Record):
    """What a fact looks like: its slot, and words that its subject and its value contain."""

    slot: str
    subject: tuple[str, ...] = ()
    """At least one of these stands in the subject's words; no demand when empty."""
    value: tuple[str, ...] = ()
    """At least one of these stands in the value's words; no demand when empty."""


@dataclass(frozen=True, slots=True)
class Exclusion(Record):
    """Facts about one subject that commonsense does not let stand together: one fact for each pattern.

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
