"""`Referent`: a participant while the story is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from defeasible.reasoner.text import Span

Ids: TypeAlias = tuple[str, ...]
Gender: TypeAlias = Literal["male", "female", ""]


@dataclass(slots=True)
class Referent:
    """A participant while the story is read."""

    id: str
    name: str
    head: str
    kind: Literal["person", "group", "animal", "thing", "place", "abstract"]
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
