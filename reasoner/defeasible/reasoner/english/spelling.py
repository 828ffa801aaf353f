"""Misspellings by one or two letters, and British and American spellings of one word."""

from __future__ import annotations

import re
from collections.abc import Iterable
from string import ascii_lowercase

_SHORTEST_SLIP = 4
_SHORTEST_TYPO = 6
_SHORTEST_DOUBLE_TYPO = 7
_LONGEST_JUNK = 4
_LONGEST_WORD = 45
"""`pneumonoultramicroscopicsilicovolcanoconiosis`: a longer string is no misspelt word."""
_BRITISH = [
    (re.compile(british), american)
    for british, american in (
        (r"(?<=\w{3})our(?!$)|(?<=\w{2}[^f])our$", "or"),  # `favourite`, `labour`, not `flour`
        (r"(?<=\w{4})(?<!es|as)is(?=e?$|ation$|er$)", "iz"),  # not `hypothesis`
        (r"ys(?=e?$)", "yz"),
        (r"([btv])re?$", r"\1er"),
        (r"gramme?$", "gram"),
        (r"ogu?e?$", "og"),
        (r"enc(?=e?$)", "ens"),
        (r"ae(?=\w{3})|(?<=\w)oe(?=\w{3})", "e"),
    )
]


def edits(word: str) -> set[str]:
    """Return a word and all strings one edit away (deletion, insertion, replacement, swap of neighbours).

    For a string longer than any word, return only that string.
    """
    if len(word) > _LONGEST_WORD:
        return {word}
    splits = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    out = {a + b[1:] for a, b in splits if b}
    out |= {a + b[1] + b[0] + b[2:] for a, b in splits if len(b) > 1}
    out |= {a + c + b[1:] for a, b in splits if b for c in ascii_lowercase}
    out |= {a + c + b for a, b in splits for c in ascii_lowercase}
    return out


def distance(a: str, b: str, limit: int) -> int:
    """Return the edit distance of two words, with swaps of neighbours, or `limit + 1` if it is greater.

    Takes time exponential in `limit`, which is meant to be 1 or 2.

    >>> distance("kitchen", "kitchn", 2), distance("form", "from", 2), distance("house", "cat", 2)
    (1, 1, 3)
    """
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    n = _common(a, b)
    a, b = a[n:], b[n:]
    if not a or not b:
        return max(len(a), len(b))
    if limit == 0:
        return 1
    fewer = [distance(x, y, limit - 1) for x, y in ((a[1:], b[1:]), (a, b[1:]), (a[1:], b))]
    if a[:2] == b[1::-1]:
        fewer.append(distance(a[2:], b[2:], limit - 1))
    return 1 + min(fewer)


def _common(a: str, b: str) -> int:
    """Return the length of the common prefix of two words."""
    return next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def nearest(word: str, options: Iterable[str], limit: int) -> str:
    """Return the one option with the fewest edits from a word, at most `limit`; empty if none or several."""
    off = {one: distance(word, one, limit) for one in options if one[0] in word[:2]}
    fewest = min(off.values(), default=limit)
    least = [one for one, edits in off.items() if edits == fewest <= limit]
    return least[0] if len(least) == 1 else ""


def is_typo(one: str, other: str) -> bool:
    """Return whether two different stems look like one word with a typo. One of them is no English word.

    In a short word the typo is one letter dropped, doubled or added, or two letters swapped; in a long one, a
    letter may also be replaced.

    >>> is_typo("chlorophyl", "chlorophyll"), is_typo("cofe", "coffe"), is_typo("house", "horse")
    (True, True, False)
    """
    if one[0] != other[0] or not (one.isalpha() and other.isalpha()):
        return False
    # the stem of a known verb keeps its final `e`, that of a typo does not
    short, long = sorted((one.removesuffix("e"), other.removesuffix("e")), key=len)
    if min(len(one), len(other)) < _SHORTEST_SLIP or len(long) - len(short) > _LONGEST_JUNK:
        return False
    prefix, suffix = _common(short, long), _common(short[::-1], long[::-1])
    if len(short) >= _SHORTEST_DOUBLE_TYPO and suffix >= 2 and prefix + suffix >= len(short):
        return True
    if len(short) < _SHORTEST_TYPO and len(short) == len(long) and sorted(short) != sorted(long):
        return False
    allowed = 2 if len(short) >= _SHORTEST_DOUBLE_TYPO else 1
    # One ending more or less makes another word (`successful`), unless it only doubles the last letter.
    ending = prefix == len(short) and long != short + short[-1]
    return not ending and distance(short, long, allowed) <= allowed


def is_variant(one: str, other: str) -> bool:
    """Return whether two different stems are the British and the American spelling of one word.

    >>> is_variant("colour", "color"), is_variant("organis", "organize"), is_variant("hour", "four")
    (True, True, False)
    """
    one, other = one.removesuffix("e"), other.removesuffix("e")  # which only known verbs keep
    return one != other and _american(one) == _american(other)


def _american(word: str) -> str:
    for british, american in _BRITISH:
        word = british.sub(american, word)
    return word
