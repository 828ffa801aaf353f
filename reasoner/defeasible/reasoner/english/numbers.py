"""Numbers, in words and in digits."""

from __future__ import annotations

import re
from fractions import Fraction

from defeasible.reasoner.english.closed import NUMBERS

_DIGITS = re.compile("[0-9][0-9,]*(?:[.][0-9]+|/[0-9]+)?", re.ASCII)
YEAR = re.compile(r"[12]\d{3}")
"""A year in digits."""
_TENS = range(20, 100, 10)
_LONGEST = 12
"""Most characters of a number; longer strings are not numbers in everyday text."""


def read_number(word: str) -> Fraction | None:
    """Return the value of a number word or of digits (`1,000`, `1.5`, `3/4`); None for another word."""
    if word in NUMBERS:
        return Fraction(NUMBERS[word])
    if word.isalpha():
        return None
    tens, _, ones = word.partition("-")
    if ones and NUMBERS.get(tens, 0) in _TENS and 0 < NUMBERS.get(ones, 0) < _TENS[0] // 2:
        return Fraction(NUMBERS[tens] + NUMBERS[ones])  # `thirty-four`
    if len(word) > _LONGEST or not _DIGITS.fullmatch(word):
        return None
    try:
        return Fraction(word.replace(",", ""))
    except ZeroDivisionError:
        return None


def read_count(word: str) -> int | None:
    """Return the value of a whole number, in words or in digits; None for another word."""
    value = read_number(word)
    return int(value) if value is not None and value.denominator == 1 else None
