"""What counts as a number where one is given from outside."""

from __future__ import annotations

import sys

MOST_DIGITS = 12
"""Digits that a probability is shown with at most."""


def positive(value: object, most: float = sys.float_info.max) -> bool:
    """Return whether a value, of whatever type, is a number above zero and at most `most`."""
    return isinstance(value, (int, float)) and 0 < value <= most


def in_short(probability: float) -> str:
    """Return a probability with two digits, and with more where two would say that it is certain.

    >>> in_short(0.9744), in_short(0.99988), in_short(1.0)
    ('0.97', '0.9999', '1.00')
    """
    if 0.01 < probability < 0.99:
        return f"{probability:.2f}"
    digits = 2
    while digits < MOST_DIGITS and probability != round(probability) == round(probability, digits):
        digits += 1
    return f"{probability:.{digits}f}"
