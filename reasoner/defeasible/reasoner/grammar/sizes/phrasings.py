"""Phrasings about sizes that parsers get wrong, and their replacements, from `phrasings.toml`."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from defeasible.reasoner.english.wordlists import read_toml

_FIRST = 0xE000
"""The first of the characters that represent a group."""
_OPAQUE = re.compile(r"\[[^]]*\][?*+]?|\\.[?*+]?|[\w' ][?*]|\{[^}]*\}")
"""Parts of a pattern that contain no fixed word: classes, escapes, an optional character."""
_GROUP = re.compile(r"\((?P<kind>\?(?:<?[=!]|:))?(?P<inner>[^()]*)\)(?P<often>[?*]?)")
_RUN = re.compile(r"[a-z' ]{2,}")


class Phrasing(NamedTuple):
    """A pattern of words."""

    words: str
    by: tuple[str, ...]
    """The replacement of each of its groups."""
    telling: frozenset[str]
    """Lower-case strings, one of which every matching text contains; empty if none are known."""


@cache
def phrasings() -> tuple[Phrasing, ...]:
    """Return all phrasings, in the order in which they are tried."""
    data = read_toml("defeasible.reasoner.grammar.sizes", "phrasings.toml")
    lists = {f"<{name}>": f"(?:{words})" for name, words in data["words"].items()}
    named = re.compile("|".join(lists))
    rows = [
        (named.sub(lambda m: lists[m[0]], r["words"].replace("\n", "")), r["by"]) for r in data["phrasing"]
    ]
    return tuple(Phrasing(words, tuple(by), telling(words)) for words, by in rows)


@cache
def telling_words() -> frozenset[str]:
    """Return the strings that indicate any phrasing."""
    return frozenset[str]().union(*(phrasing.telling for phrasing in phrasings()))


@cache
def compiled(words: str) -> re.Pattern[str]:
    """Return the compiled pattern of a phrasing; few texts need any."""
    return re.compile(words, re.IGNORECASE)


def telling(pattern: str) -> frozenset[str]:
    """Return strings, one of which every text that matches a pattern contains; empty if none are known.

    >>> sorted(telling("(?:is|was) (?:half|twice)(?: again)? as big"))
    [' as big']
    """
    groups: list[frozenset[str]] = []

    def best(alternative: str) -> frozenset[str]:
        found = [frozenset({run}) for run in _RUN.findall(alternative.lower())]
        found += [groups[ord(char) - _FIRST] for char in alternative if ord(char) >= _FIRST]
        return max(found, key=_worth, default=frozenset())

    def any_of(alternatives: str) -> frozenset[str]:
        options = [best(one) for one in alternatives.split("|")]
        return frozenset[str]().union(*options) if all(options) else frozenset()

    def stand_in(group: re.Match[str]) -> str:
        needed = not group["often"] and "!" not in (group["kind"] or "")
        groups.append(any_of(group["inner"]) if needed else frozenset())
        return chr(_FIRST + len(groups) - 1)

    pattern = _OPAQUE.sub("\0", pattern)
    while (read := _GROUP.sub(stand_in, pattern)) != pattern:
        pattern = read
    return any_of(pattern)


def _worth(words: frozenset[str]) -> float:
    """Rank strings that occur in few texts first: few and long ones."""
    return min(map(len, words)) / len(words) if words else 0.0
