"""`Draw`: seeded choices, with a split of words between training and test."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")

ONE_IN = 5
"""One word in this many is reserved for the test."""


class Draw:
    """Choices from a seed.

    Args:
        seed: Determines all choices.
        test: Whether words come from the part of each list that is reserved for the test, or from the rest.
    """

    def __init__(self, seed: int | str, *, test: bool) -> None:
        self.random = Random(f"{seed} {test}")  # noqa: S311 - nothing secret
        self.test = test

    def chance(self, share: float) -> bool:
        """Return True with the given probability."""
        return self.random.random() < share

    def one(self, options: Sequence[T]) -> T:
        """Return one of some options that training and test share: frames, moods, connectives."""
        return self.random.choice(options)

    def word(self, options: Sequence[str]) -> str:
        """Return one of some words, on this side of the split if there is any."""
        return self.random.choice([word for word in options if kept(word) is self.test] or options)


def kept(word: str) -> bool:
    """Tell whether a word is reserved for the test."""
    return crc32(word.encode()) % ONE_IN == 0
