"""The closed-class words of `lexicon.toml`, as patterns that find the longest word first."""

from __future__ import annotations

import re
from functools import cache

from defeasible.reasoner.english.wordlists import read_toml

PACKAGE = "defeasible.reasoner.grammar.chinese"


@cache
def words(table: str, name: str) -> tuple[str, ...]:
    """Return the words of a list, longest first, so that a pattern of them prefers the longest.

    Raises:
        KeyError: If `lexicon.toml` has no such list.
    """
    listed: str = read_toml(PACKAGE, "lexicon.toml")[table][name]
    return tuple(sorted(set(listed.split()), key=lambda word: (-len(word), word)))


def any_of(*lists: tuple[str, str]) -> str:
    """Return a pattern of one word of the lists, longest first."""
    found = {word for table, name in lists for word in words(table, name)}
    return "(?:" + "|".join(map(re.escape, sorted(found, key=lambda word: (-len(word), word)))) + ")"


@cache
def member(table: str, name: str) -> frozenset[str]:
    """Return the words of a list as a set."""
    return frozenset(words(table, name))


@cache
def finder(*lists: tuple[str, str]) -> re.Pattern[str]:
    """Return a compiled pattern that finds a word of the lists anywhere."""
    return re.compile(any_of(*lists))
