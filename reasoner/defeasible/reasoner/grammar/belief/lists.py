"""Synonyms, and word lists of `links.toml` by their names in capitals: `WEAKENING` is its key `weakening`."""

from __future__ import annotations

from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import read_toml, word_set

LINKS = read_toml("defeasible.reasoner.grammar.belief", "links.toml")
_FIRST: dict[tuple[str, ...], tuple[str, ...]] = {}
for _line in read_toml("defeasible.reasoner.grammar.belief", "synonyms.toml")["words"].strip().splitlines():
    _group = [tuple(stem(part) for part in word.split("_")) for word in _line.split()]
    _FIRST |= dict.fromkeys(_group, _group[0])
DAYS_OF: dict[str, tuple[str, ...]] = {
    stem(part): tuple(days.split()) for part, days in LINKS["days"].items()
}
"""Stem of a part of a week to its days in order: `weekend` to `saturday`, `sunday`."""
WEEK = (*DAYS_OF["weekday"], *DAYS_OF["weekend"])
"""The days in order, from Monday."""


def __getattr__(name: str) -> frozenset[str]:
    found = LINKS.get(name.lower())
    if not isinstance(found, str):
        raise AttributeError(f"`links.toml` has no list `{name.lower()}`")
    return word_set(found)


def plain(stems: tuple[str, ...]) -> tuple[str, ...]:
    """Return the first of the synonyms of a word: `buy` for `purchase`, `delay` for `put off`.

    >>> plain(("purchas",)), plain(("put", "off")), plain(("give",))
    (('buy',), ('delay',), ('give',))
    """
    return _FIRST.get(stems, stems)


def verbs(words: str) -> frozenset[tuple[str, ...]]:
    """Return words as stems, each as its first synonym."""
    return frozenset(plain((stem(word),)) for word in words.split())


def stems(words: str) -> frozenset[str]:
    """Return the last stem of each word's first synonym."""
    return frozenset(own[-1] for own in verbs(words))
