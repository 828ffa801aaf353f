"""The order of hours, days, months and years, in stories that tell events in the order of time."""

from __future__ import annotations

from collections.abc import Set
from math import inf

from defeasible.reasoner.english.numbers import read_number
from defeasible.reasoner.grammar.stories import lexicon as lx

_LENGTHS = {"year": 12.0, "week": 7.0, "day": 24.0}
"""Cycles from the longest on, with the length of each in its own units: months, days, hours."""
_HOURS = 12
_YEARS = range(1000, 3000)
_AGES = 9.0
"""Stands for the length of a cycle of years, which do not come again."""


def ahead(earlier: Set[str], later: Set[str]) -> tuple[float, float] | None:
    """Return how far one time is ahead of another, round the cycle of both, and the length of that cycle.

    Args:
        earlier: The words of a time: `monday`, `morning`; the longest cycle of which one speaks counts.
        later: The words of another.

    Returns:
        None if the two are not of one cycle: `monday`, `noon`. `six` may be in the morning or in the evening.
        A year that is not later than another is infinitely far ahead of it.
    """
    old, new = ({year for word in words if (year := year_of(word))} for words in (earlier, later))
    if old and new:
        gap = max(new) - min(old)
        return (float(gap) if gap > 0 else inf), _AGES
    for cycle, length in _LENGTHS.items():
        starts, ends = _places(earlier, cycle), _places(later, cycle)
        if starts and ends and not (old or new):
            return min((end - start) % length or length for start in starts for end in ends), length
    return None


def _places(words: Set[str], cycle: str) -> set[float]:
    """Return where in a cycle a time may be."""
    found = {float(place) for word in words if (place := lx.ORDER[cycle].get(word)) is not None}
    numbers = (read_number(word) for word in words) if cycle == "day" else ()
    hours = {float(n) for n in numbers if n is not None and 0 < n <= _HOURS}
    return found | hours | {hour + _HOURS for hour in hours}


def year_of(word: str) -> int:
    """Return the year that a word names, 0 for other words."""
    return int(word) if word.isdecimal() and int(word) in _YEARS else 0
