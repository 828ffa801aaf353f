"""What counts as a number where one is given from outside."""

from __future__ import annotations

import sys


def positive(value: object, most: float = sys.float_info.max) -> bool:
    """Return whether a value, of whatever type, is a number above zero and at most `most`."""
    return isinstance(value, (int, float)) and 0 < value <= most
