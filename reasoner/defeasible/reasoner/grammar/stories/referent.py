"""`Referent`: a participant during reading."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from defeasible.reasoner.grammar.stories.lexicon import Kind
from defeasible.reasoner.text import Span

Ids: TypeAlias = tuple[str, ...]
Gender: TypeAlias = Literal["male", "female", ""]

SUBJECT = 0.5
"""Extra salience of a subject over an object, for the next pronoun."""
BESIDE = -0.1
"""Salience of a prepositional object relative to an object."""
OWNER = -0.3
"""Salience of a possessor, or of the wax of `a blob of wax`, relative to an object."""
ASIDE = -0.6
"""Salience of a mention in a subordinate clause relative to the main clause."""


@dataclass(slots=True)
class Referent:
    """A participant during reading."""

    id: str
    name: str
    head: str
    kind: Kind
    span: Span
    heads: set[str]
    """Its head and every other noun for it."""
    named: bool = False
    plural: bool = False
    part: bool = False
    """Whether it is some of many only."""
    gender: Gender = ""
    owner: Ids = ()
    adjectives: set[str] = field(default_factory=set)
    seen: float = 0.0
    """Recency of its last mention: the line, and more for a subject."""
    order: int = 0
    count: int = 0
    central: bool = False
    """Whether it was ever a subject or an object."""
    whole: str = ""
    """The id of its whole: the jar of `the lid`."""
    either: Ids = ()
    """Those of whom it is one: for `he`, of `Tom and Ben`."""
    stuff: tuple[str, ...] = ()
    """Nouns before its head: `book` in `book bag`."""

    def animate(self) -> bool:
        """Return whether `he`, `she` or `they` can refer to it."""
        return self.kind in ("person", "animal", "group")
