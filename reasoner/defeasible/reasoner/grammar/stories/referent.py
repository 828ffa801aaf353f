"""`Referent`: a participant while the story is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from defeasible.reasoner.grammar.stories.lexicon import Kind
from defeasible.reasoner.text import Span

Ids: TypeAlias = tuple[str, ...]
Gender: TypeAlias = Literal["male", "female", ""]


SUBJECT = 0.5
"""How much more a subject counts than an object, for the next pronoun."""
BESIDE = -0.1
"""How much what stands behind a preposition counts beside an object."""
ASIDE = -0.4
"""How much what a clause aside speaks of counts beside what the main clause does."""
KIN = 0.6
"""How much less somebody's kin counts than who is named: in `Her mum waved. She ran`, it is she who runs."""
LIKELY = 1.6
"""How much more a noun counts that is of the kind that a verb is about."""
CLOSE = 0.55
"""Within how much of the likeliest an `it` may mean another thing as well."""
TOPIC = 0.2
"""How much more a referent counts for each time that it was spoken of before, up to three."""


@dataclass(slots=True)
class Referent:
    """A participant while the story is read."""

    id: str
    name: str
    head: str
    kind: Kind
    span: Span
    heads: set[str]
    """Head and every other noun that names it."""
    named: bool = False
    plural: bool = False
    gender: Gender = ""
    owner: Ids = ()
    adjectives: set[str] = field(default_factory=set)
    seen: float = 0.0
    """When it was last spoken of: line, and more for a subject."""
    order: int = 0
    count: int = 0
    central: bool = False
    """Whether it was ever spoken of as a subject or an object."""
    whole: str = ""
    """What it is a part of, by id: the jar of `the lid`."""
    stuff: tuple[str, ...] = ()
    """Nouns before its head: `book` in `book bag`."""

    def animate(self) -> bool:
        """Whether `he`, `she` or `they` can stand for it."""
        return self.kind in ("person", "animal", "group")
