"""Words that deny each other, from `opposites.toml`: verbs, and qualities of things or events."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import TypeAlias

from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.grammar.belief.lists import plain

Stems: TypeAlias = tuple[str, ...]
_DATA = read_toml("defeasible.reasoner.grammar.belief", "opposites.toml")
_ALWAYS = ("settled", "complementary")
_NEVER_BOTH = {"verbs": ("settled", "outcome"), "qualities": ("complementary", "contrary", "exclusive")}
"""Classes whose two members cannot both be stated of one event or one thing."""

LINKING = frozenset(stem(verb) for verb in _DATA["linking"]["verbs"].split())
"""Copular verbs; which of them a clause has matters little to an opposite."""
SCALED = frozenset(stem(noun) for noun in _DATA["scaled"]["nouns"].split())
"""Nouns of which one has only one kind at a time: `a good grade`."""
POSITIVE: Mapping[str, str] = {
    prefix + word: word for prefix, words in _DATA["prefixed"].items() for word in words.split()
} | _DATA["denying"]
"""Adjectives with those that they deny: `unhappy` with `happy`."""
DENIED: Mapping[str, Stems] = {stem(word): ("not", stem(of)) for word, of in POSITIVE.items()}
"""The stem of each with the stems of what it says."""
MORE: Mapping[str, str] = _DATA["fewer"]
"""Quantifiers with those that they deny: `few` with `many`."""


def _stems(phrase: str) -> Stems:
    return plain(tuple(stem(word) for word in phrase.split("_")))


def _tables() -> dict[str, dict[Stems, dict[Stems, frozenset[str]]]]:
    """Return verbs and qualities, each with the words that deny it and the classes that list the pair."""
    tables: dict[str, dict[Stems, dict[Stems, frozenset[str]]]] = {"verbs": {}, "qualities": {}}
    lines = [
        (kind, name, line)
        for kind in ("settled", "complementary", "outcome", "contrary")
        for name, text in _DATA[kind].items()
        for line in text.strip().splitlines()
    ]
    for pair, verbs in _DATA["particles"].items():
        one, other = pair.split()
        lines += [("contrary", "verbs", f"{verb}_{one} / {verb}_{other}") for verb in verbs.split()]
    graded = ((word, prefix + word) for prefix, words in _DATA["graded"].items() for word in words.split())
    full = ((f"{word}ful", f"{word}less") for word in _DATA["full"]["less"].split())
    lines += [("contrary", "qualities", f"{one} / {other}") for one, other in (*graded, *full)]
    lines += [
        ("exclusive", name, " / ".join(pair))
        for name, text in _DATA["exclusive"].items()
        for line in text.strip().splitlines()
        for pair in combinations(line.split(), 2)
    ]
    for kind, name, line in lines:
        left, right = (list(map(_stems, side.split())) for side in line.split(" / "))
        for a, b in [(a, b) for one in left for other in right for a, b in ((one, other), (other, one))]:
            found = tables[name].setdefault(a, {})
            found[b] = found.get(b, frozenset()) | {kind}
    return tables


_TABLES = _tables()
_OPPOSED = {
    kind: {
        one: frozenset(other for other, classes in found.items() if not classes.isdisjoint(_NEVER_BOTH[kind]))
        for one, found in table.items()
    }
    for kind, table in _TABLES.items()
}


def opposite(kind: str, one: Stems, other: Stems) -> bool | None:
    """Return whether one of two opposites always holds; None where they are no opposites.

    Args:
        kind: `verbs` or `qualities`.
        one: Stems.
        other: Stems.

    >>> opposite("qualities", ("wet",), ("dry",)), opposite("qualities", ("hot",), ("cold",))
    (True, False)
    """
    classes = _TABLES[kind].get(one, {}).get(other)
    return None if classes is None else not classes.isdisjoint(_ALWAYS)


def opposed(kind: str, one: Stems) -> frozenset[Stems]:
    """Return the verbs or qualities that two facts cannot say of one event, or of one thing, beside one."""
    return _OPPOSED[kind].get(one, frozenset())
