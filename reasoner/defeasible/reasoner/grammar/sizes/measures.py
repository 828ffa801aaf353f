"""Comparatives and measures as word patterns: `three times bigger than`, `half the size of`, `4 cm long`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.chunks import Compare

MOST_ADVERBS = 6
"""Words like `much` before a comparative."""
_WEIGHING = frozenset({"weigh", "weighs", "weighed", "weighing", "measure", "measures", "measured"})
_LONGEST_NUMBER = 12
"""Digits: a longer number is no measure of a thing."""


def read_number(word: str) -> Fraction | None:
    """Return the value of a number word or of digits (`1,000`, `1.5`, `3/4`)."""
    if word in w.NUMBERS:
        return Fraction(w.NUMBERS[word])
    if not word[:1].isdigit() or not word.isascii() or len(word) > _LONGEST_NUMBER:
        return None
    try:
        value = Fraction(word.replace(",", ""))
    except (ValueError, ZeroDivisionError):
        return None
    return value if value > 0 else None


def read_length(low: Sequence[str], i: int, stop: int) -> tuple[int, Fraction] | None:
    """Read `4 cm long`, `30-foot`: return the position behind it and the length in metres."""
    first = low[i] if i < stop else ""
    parts = first.split("-")
    if len(parts) > 1:  # three-foot-long
        value, unit = read_number(parts[0]), w.UNITS.get(singular(parts[1]))
        return (i + 1, value * unit) if value is not None and unit is not None else None
    value = read_number(first)
    j = i + 1
    if value is None or j >= stop:
        return None
    if low[j] == "-":
        j += 1
    words = (low[j] if j < stop else "").split("-")
    unit = w.UNITS.get(words[0]) or w.UNITS.get(singular(words[0]))
    dimension = j + 1 < stop and low[j + 1] in w.DIMENSIONS
    if unit is None or (words[0] == "in" and not dimension) or (first in w.ARTICLES and not dimension):
        return None
    j += 1
    if j + 1 < stop and low[j] == "-":
        j += 1
    while j < stop and (
        low[j] in w.DIMENSIONS or (low[j] == "in" and j + 1 < stop and low[j + 1] in w.DIMENSIONS)
    ):
        j += 1
    return j, value * unit


def read_comparison(low: Sequence[str], i: int, stop: int) -> tuple[int, Compare] | None:  # noqa: C901, PLR0912
    """Read a comparison up to and with `than`, `as` or `of`: return the position behind it."""

    def at(k: int) -> str:
        return low[k] if k < stop else ""

    factor, j, at_least = Fraction(1), i, False
    if at(j) == "at" and at(j + 1) == "least":
        at_least, j = True, j + 2
    while j < i + MOST_ADVERBS and at(j) in {
        "much",
        "far",
        "slightly",
        "even",
        "about",
        "nearly",
        "almost",
        "roughly",
        "exactly",
        "just",
        "still",
    }:
        j += 1
    if at(j) in w.ARTICLES and at(j + 1) in {"lot", "bit", "little"} and at(j + 2) in w.MORE:
        j += 2
    times = False
    if at(j) in {"twice", "double"}:
        factor, j, times = Fraction(2), j + 1, True
    elif at(j) == "half":
        factor, j, times = Fraction(1, 2), j + 1, True
    elif at(j) == "thrice":
        factor, j, times = Fraction(3), j + 1, True
    else:
        value = read_number(at(j))
        if value is not None and at(j + 1) == "times":
            factor, j, times = value, j + 2, True
    word = at(j)
    if word == "as" and at(j + 1) in w.BIG | w.SMALL and at(j + 2) == "as":
        small = at(j + 1) in w.SMALL
        return j + 3, Compare(
            0, 1 / factor if small else factor, at_least=at_least and not small, small=small
        )
    if times and word in {"that", "those"} and at(j + 1) == "of":
        return j + 2, Compare(0, factor)
    if word in {"the", "its"} or word == "same":
        k = j + (word == "the")
        same = at(k) == "same"
        k += same
        if at(k) in {"size", "length", "height", "width"} and at(k + 1) in {"of", "as"}:
            return k + 2, Compare(0, factor, at_least=at_least)
        if times and at(k) in {"size", "length", "height"}:
            return k + 1, Compare(0, factor)
        return None
    if word == "equal" and at(j + 1) == "in" and at(j + 2) in w.DIMENSIONS and at(j + 3) == "to":
        return j + 4, Compare(0)
    if word in {"more", "less"} and at(j + 1) == "than" and i and low[i - 1] in _WEIGHING:
        return j + 2, Compare(1 if word == "more" else -1, factor, times=times)
    direction: Literal[1, -1]
    inside = 2 if at(j + 1) in {"in", "by"} and at(j + 2) in w.DIMENSIONS | {"far"} else 0
    if word in w.MORE and at(j + 1 + inside) == "than":
        direction, j = (1 if w.MORE[word] > 0 else -1), j + 2 + inside
    elif word in {"more", "less"} and at(j + 1) in w.BIG | w.SMALL and at(j + 2) == "than":
        direction, j = (1 if (word == "more") == (at(j + 1) in w.BIG) else -1), j + 3
    else:
        return None
    return j, Compare(direction, factor, times=times)
