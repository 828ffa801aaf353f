"""Validation and formatting of numbers."""

from __future__ import annotations

import sys

MOST_DIGITS = 12
"""Most digits of a printed probability."""


def positive(value: object, most: float = sys.float_info.max) -> bool:
    """Return whether a value of any type is a number above zero and at most `most`."""
    return isinstance(value, (int, float)) and 0 < value <= most


def in_short(probability: float) -> str:
    """Return a probability with two digits, or with more if two would round it to 1.

    >>> in_short(0.9744), in_short(0.99988), in_short(1.0)
    ('0.97', '0.9999', '1.00')
    """
    if 0.01 < probability < 0.99:
        return f"{probability:.2f}"
    digits = 2
    while digits < MOST_DIGITS and probability != round(probability) == round(probability, digits):
        digits += 1
    return f"{probability:.{digits}f}"
