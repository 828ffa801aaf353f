"""The items that loaders yield: what a question holds, and an id made from its content alone."""

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
"""Hexadecimal digits of SHA-256 kept in an id: 64 bits, no collision to fear among a few million items."""


@dataclass(frozen=True, slots=True)
class BeliefRow:
    """One question about what follows from a conditional and a fact, perhaps after one more premise."""

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
    """For breaking scores down by inference; not shown to a system."""
    effect: Effect
    """What the consequent is about, an event or a mental state. For breaking scores down."""
    group: str
    """Cluster for statistics and splits: questions made from one source event share it."""


@dataclass(frozen=True, slots=True)
class BeliefItem(BeliefRow):
    """A row of Belief-R that has an id among the rows of its file."""

    id: str
    """Content hash of what a system is shown; a repeated question gets the suffix `-2`, `-3`, ..."""


@dataclass(frozen=True, slots=True)
class SizeRow:
    """One question which of two objects is bigger, in a context or (context `""`) in general."""

    context: str
    """The sentence that implies the sizes; empty for questions without context."""
    object1: str
    object2: str
    gold: Literal[1, 2]
    """Which object is bigger."""


@dataclass(frozen=True, slots=True)
class SizeItem(SizeRow):
    """A row of CConS with what the other files say of it, and an id among all rows."""

    cell: Cell
    """Whether the context agrees with common sense (`ordinary`) or turns it round (`counter`)."""
    level: Level
    """`easy` where the context has the preposition "in" or "into", else `hard`."""
    group: str
    """Cluster for statistics: the context with both objects blanked out."""
    id: str
    """Content hash of what a system is shown; a repeated question gets the suffix `-2`, `-3`, ..."""


def content_ids(contents: Sequence[Sequence[object]], rests: Sequence[Sequence[object]]) -> list[str]:
    """Hash each item's content; number repeats so that ids are distinct whatever the order of rows.

    Args:
        contents: Per item, what a system is shown and thus can change its answer. JSON values only.
        rests: Per item, its other fields. Only their order counts: repeats of one content are numbered
            by it, so that shuffled rows keep their ids even where their gold labels differ.

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
