"""The items that loaders yield: questions, with ids computed from their content."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Modus: TypeAlias = Literal["ponens", "tollens"]
Effect: TypeAlias = Literal["event", "mental-state"]
Cell: TypeAlias = Literal["ordinary", "counter"]
Level: TypeAlias = Literal["easy", "hard"]

ID_LENGTH = 16
"""Hexadecimal digits of SHA-256 in an id: 64 bits, so collisions are unlikely among a few million items."""


@dataclass(frozen=True, slots=True)
class BeliefRow:
    """A question about what follows from a conditional and a fact, perhaps after one more premise."""

    premises: tuple[str, ...]
    """The two premises known from the start, in order."""
    new: str | None
    """The premise that arrives at time t+1; None at time t."""
    question: str
    options: tuple[str, ...]
    """Texts of the three options, without their letters."""
    letters: tuple[str, ...]
    """Letters of the options, in the same order: `("a", "b", "c")`."""
    gold: str
    """Letter of the right option."""
    modus: Modus
    """The inference rule, for a breakdown of scores; not shown to a system."""
    effect: Effect
    """Whether the consequent is an event or a mental state, for a breakdown of scores."""
    group: str
    """Cluster for statistics and splits: questions made from the same source event share it."""


@dataclass(frozen=True, slots=True)
class BeliefItem(BeliefRow):
    """A row of Belief-R with an id that is unique in its file."""

    id: str
    """Hash of the content shown to a system. Repeated questions get the suffix `-2`, `-3`, ..."""


@dataclass(frozen=True, slots=True)
class SizeRow:
    """A question which of two objects is bigger, in a context, or in general if `context` is empty."""

    context: str
    """The sentence that implies the sizes; empty for questions without context."""
    object1: str
    object2: str
    gold: Literal[1, 2]
    """Which object is bigger."""


@dataclass(frozen=True, slots=True)
class SizeItem(SizeRow):
    """A row of CConS with its cell and level, and an id that is unique among all rows."""

    cell: Cell
    """Whether the context agrees with common sense (`ordinary`) or reverses it (`counter`)."""
    level: Level
    """`easy` if the context has the preposition "in" or "into", else `hard`."""
    group: str
    """Cluster for statistics: the context with both objects blanked out."""
    id: str
    """Hash of the content shown to a system. Repeated questions get the suffix `-2`, `-3`, ..."""


def content_ids(contents: Sequence[Sequence[object]], rests: Sequence[Sequence[object]]) -> list[str]:
    """Hash each item's content, and number repeats so that ids are unique whatever the order of rows.

    Args:
        contents: For each item, the content that is shown to a system. JSON values only.
        rests: For each item, its other fields. Only their sort order matters: repeats of a content are
            numbered by it, so that shuffled rows keep their ids even if their gold labels differ.

    Returns:
        One id per item, in the order given.
    """
    ids = [""] * len(contents)
    seen: Counter[str] = Counter()
    for index in sorted(range(len(contents)), key=lambda i: [str(value) for value in rests[i]]):
        canonical = json.dumps(contents[index], ensure_ascii=False, separators=(",", ":"))
        digest = hashlib.sha256(canonical.encode()).hexdigest()[:ID_LENGTH]
        seen[digest] += 1
        ids[index] = digest if seen[digest] == 1 else f"{digest}-{seen[digest]}"
    return ids
