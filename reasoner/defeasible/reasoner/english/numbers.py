"""Numbers, in words and in digits."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from defeasible.reasoner.english.closed import NUMBERS

_DIGITS = re.compile("[0-9][0-9,]*(?:[.][0-9]+|/[0-9]+)?", re.ASCII)
YEAR = re.compile(r"[12]\d{3}")
"""A year in digits."""
_TENS, _HUNDRED = range(20, 100, 10), 100
_ONES = range(1, 10)
_SCALES = frozenset({1_000, 1_000_000})
LARGE = ("hundred", "thousand", "million")
"""Numbers that others stand before, and behind with `and`: `two hundred and ten`."""
_LONGEST = 12
"""Most characters of a number; longer strings are not numbers in everyday text."""


def read_number(word: str) -> Fraction | None:
    """Return the value of a number word or of digits (`1,000`, `1.5`, `3/4`); None for another word."""
    if word in NUMBERS:
        return Fraction(NUMBERS[word])
    if word.isalpha():
        return None
    if "-" in word and (value := _joined(NUMBERS.get(part) for part in word.split("-"))):
        return Fraction(value)
    if len(word) > _LONGEST or not _DIGITS.fullmatch(word):
        return None
    try:
        return Fraction(word.replace(",", ""))
    except ZeroDivisionError:
        return None


def _joined(parts: Iterable[int | None]) -> int | None:
    """Return the value of `thirty-four`, of `two-hundred-thousand`; None for words that are no number."""
    total = group = 0
    for value in parts:
        tens, ones = group % 100, group % 10
        if value in _SCALES and group and total % (1000 * value) == 0:
            total, group = total + group * value, 0
        elif value == _HUNDRED and 0 < group < _HUNDRED:
            group *= _HUNDRED
        elif value and value < _HUNDRED and (tens == 0 or (value in _ONES and not ones and tens in _TENS)):
            group += value
        else:
            return None
    return total + group


def read_count(word: str) -> int | None:
    """Return the value of a whole number, in words or in digits; None for another word."""
    value = read_number(word)
    return int(value) if value is not None and value.denominator == 1 else None
