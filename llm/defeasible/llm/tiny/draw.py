"""`Draw`: seeded choices, with a split of pairs of words between training and test."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")

ONE_IN = 5
"""One pair of words in this many is held out."""


def held_out(first: str, second: str) -> bool:
    """Tell whether a pair of words is held out: it occurs in test texts only, other pairs in others only."""
    return crc32("|".join(sorted((first, second))).encode()) % ONE_IN == 0


class Draw:
    """Choices from a seed. Every pair that it returns is on its side of the split.

    Args:
        seed: Determines all choices.
        test: Whether to return only held-out pairs, or only the others.
    """

    def __init__(self, seed: int | str, *, test: bool) -> None:
        self.random = Random(f"{seed} {test}")  # noqa: S311 - nothing secret
        self.test = test
        self.pairs: list[tuple[str, str]] = []
        """All pairs returned so far."""

    def chance(self, share: float) -> bool:
        """Return True with the given probability."""
        return self.random.random() < share

    def one(self, options: Sequence[T]) -> T:
        """Return one of some options."""
        return self.random.choice(options)

    def able(self, firsts: Sequence[str], seconds: Sequence[str]) -> list[str]:
        """Return the words that form a pair with one of the others, on this side of the split."""
        return [a for a in firsts if any(a != b and held_out(a, b) is self.test for b in seconds)]

    def beside(self, first: str, options: Sequence[str]) -> str:
        """Return an option that forms a pair with a word, on this side of the split; there must be one."""
        second = self.one(self.able(options, [first]))
        self.pairs.append((first, second))
        return second

    def pair(self, firsts: Sequence[str], seconds: Sequence[str]) -> tuple[str, str]:
        """Return one word of each list, on this side of the split; there must be such a pair."""
        first = self.one(self.able(firsts, seconds))
        return first, self.beside(first, seconds)
