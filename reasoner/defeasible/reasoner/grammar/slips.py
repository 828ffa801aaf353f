"""Slips of the pen: when a word is no other word but one misspelt."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from defeasible.reasoner.grammar.morphology import stem
from defeasible.reasoner.grammar.verbs import BASE_FORMS

_SHORTEST_TYPO = 6
_SHORTEST_DOUBLE_TYPO = 8
_LONGEST_JUNK = 4
_SHORTEST_SLIP = 4


def is_typo(one: str, other: str, *, lenient: bool = False) -> bool:
    """Return whether two different stems look like one long word with a slip of the pen.

    >>> is_typo("chlorophyl", "chlorophyll"), is_typo("increase", "decrease"), is_typo("red", "bed")
    (True, False, False)
    """
    if one[0] != other[0] or not (one.isalpha() and other.isalpha()) or {one, other} <= BASE_FORMS:
        return False
    if {one, other} <= _lookalikes():
        return False
    short, long = sorted((one, other), key=len)
    if len(short) < _SHORTEST_TYPO or len(long) - len(short) > _LONGEST_JUNK:
        return False
    prefix = next((n for n, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), len(short))
    suffix = next(
        (n for n, (x, y) in enumerate(zip(short[::-1], long[::-1], strict=False)) if x != y), len(short)
    )
    if len(short) >= _SHORTEST_DOUBLE_TYPO and suffix >= 2 and prefix + suffix >= len(short):
        return True
    allowed = 2 if len(short) >= _SHORTEST_DOUBLE_TYPO - lenient else 1
    if len(long) - len(short) > allowed:
        return False
    # An ending more or less makes another word (`successful`), unless it only doubles the last letter.
    return (prefix < len(short) or long == short + short[-1]) and _edits_within(short, long, allowed)


def _edits_within(short: str, long: str, allowed: int) -> bool:
    if short == long:
        return True
    if allowed == 0:
        return False
    n = next(
        (n for n, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), min(len(short), len(long))
    )
    a, b = short[n:], long[n:]
    swapped = len(a) > 1 and len(b) > 1 and a[0] == b[1] and a[1] == b[0]
    return (
        (swapped and _edits_within(a[2:], b[2:], allowed - 1))
        or _edits_within(a[1:], b[1:], allowed - 1)
        or _edits_within(a, b[1:], allowed - 1)
        or (len(a) > 0 and _edits_within(a[1:], b, allowed - 1))
    )


def is_slip(one: str, other: str) -> bool:
    """Return whether two different stems look like one word, perhaps a short one, with one slip of the pen.

    The slip is one letter dropped, doubled or added, or two letters swapped, and makes no other word.

    >>> is_slip("coffe", "cofe"), is_slip("form", "from"), is_slip("horse", "house")
    (True, False, False)
    """
    if one[0] != other[0] or not (one.isalpha() and other.isalpha()) or {one, other} <= BASE_FORMS:
        return False
    if min(len(one), len(other)) < _SHORTEST_SLIP or {one, other} <= _lookalikes():
        return False
    # The stem of a known verb keeps its last `e`, that of its slip does not.
    return _one_slip(one, other) or (
        one.endswith("e") != other.endswith("e") and _one_slip(one.removesuffix("e"), other.removesuffix("e"))
    )


def _one_slip(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    first = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) == len(long):
        swapped = short[:first] + short[first : first + 2][::-1] + short[first + 2 :]
        return short != long and swapped == long
    # An ending more makes another word (`plan`, `plant`), unless it only doubles the last letter.
    ending = first == len(short) and long[-1] != short[-1]
    return len(long) == len(short) + 1 and not ending and short[first:] == long[first + 1 :]


@cache
def _lookalikes() -> frozenset[str]:
    """Return the stems of words that are one slip away from another word."""
    text = files("defeasible.reasoner.grammar").joinpath("lookalikes.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return frozenset(stem(word) for line in lines for word in line.split())
