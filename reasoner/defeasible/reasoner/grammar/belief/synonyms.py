"""Synonyms: clauses that differ only in synonyms are one proposition in other words."""

from __future__ import annotations

from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import read_toml


def plain(stems: tuple[str, ...]) -> tuple[str, ...]:
    """Return the first of the synonyms of a word: `buy` for `purchase`, `delay` for `put off`.

    >>> plain(("purchas",)), plain(("put", "off")), plain(("give",))
    (('buy',), ('delay',), ('give',))
    """
    return _FIRST.get(stems, stems)


_FIRST: dict[tuple[str, ...], tuple[str, ...]] = {}
for _line in read_toml("defeasible.reasoner.grammar.belief", "synonyms.toml")["words"].strip().splitlines():
    _group = [tuple(stem(part) for part in word.split("_")) for word in _line.split()]
    _FIRST |= dict.fromkeys(_group, _group[0])
