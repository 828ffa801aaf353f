"""Kinds: a beagle is a dog, a mammal and an animal."""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import cache

from defeasible.reasoner.english.people import PERSONS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import read_toml


def transitive(*tables: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Map each noun to all its kinds, in order, given tables from kinds to the nouns just below them.

    >>> transitive({"dog": "beagle", "animal": "dog"})
    {'beagle': ('animal', 'dog'), 'dog': ('animal',)}
    """
    above: dict[str, set[str]] = {}
    for table in tables:
        for kind, nouns in table.items():
            for noun in nouns.split():
                above.setdefault(noun, set()).add(kind)

    def all_above(noun: str, seen: frozenset[str]) -> set[str]:
        direct = above.get(noun, set()) - seen
        return direct.union(*(all_above(kind, seen | direct | {noun}) for kind in direct))

    return {noun: tuple(sorted(all_above(noun, frozenset({noun})))) for noun in above}


def kinds_of_nouns() -> Mapping[str, str]:
    """Return the table of `kinds.toml`: kinds, each with the nouns below it."""
    return read_toml("defeasible.reasoner.english", "kinds.toml")


def kinds_of(stems: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the kinds of a noun or compound, in stems; none if it is unknown.

    >>> kinds_of(("beagl",))
    (('animal',), ('dog',), ('mammal',))
    """
    return _stemmed().get(stems, ())


def nouns_below(kind: str) -> Set[str]:
    """Return the nouns of one word for what is of a kind, in stems; none if it is no kind.

    >>> "beagl" in nouns_below("dog")
    True
    """
    return _below().get(kind, frozenset())


@cache
def _below() -> dict[str, set[str]]:
    below: dict[str, set[str]] = {}
    for (noun, *rest), above in _stemmed().items():
        for kind, *more in above:
            if not (rest or more):
                below.setdefault(kind, set()).add(noun)
    return below


@cache
def _stemmed() -> dict[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    def parts(phrase: str) -> tuple[str, ...]:
        return tuple(stem(word) for word in phrase.split("_"))

    return {parts(noun): tuple(map(parts, above)) for noun, above in transitive(kinds_of_nouns()).items()}


def is_alive(noun: str) -> bool:
    """Return whether a noun is of a person or an animal."""
    return noun in PERSONS or ("animal",) in kinds_of((stem(noun),))
