"""Words that stand for one another where a later conditional repeats a consequence."""

from __future__ import annotations

from functools import cache

from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import read_toml, word_set


def are_synonyms(one: str, other: str) -> bool:
    """Return whether two stems are in one group of `synonyms.toml`.

    >>> are_synonyms("get", "receive"), are_synonyms("get", "give")
    (True, False)
    """
    return not _groups().get(one, frozenset()).isdisjoint(_groups().get(other, frozenset()))


def journey(core: tuple[str, ...]) -> tuple[str, ...]:
    """Return `takes the bus to work` as `goes to work by bus`; other cores unchanged.

    >>> journey(("ann", "take", "bus", "to", "work"))
    ('ann', 'go', 'to', 'work', 'by', 'bus')
    """
    for n in range(len(core) - 1):
        if core[n] in _BOARDING and core[n + 1] in _VEHICLES:
            return (*core[:n], "go", *core[n + 2 :], "by", core[n + 1])
    return core


_BOARDING = frozenset({"take", "catch", "ride"})
_VEHICLES = word_set("bus train taxi cab subway metro tram plane ferry boat coach tube bike bicycle")


@cache
def _groups() -> dict[str, frozenset[int]]:
    lines = read_toml("defeasible.reasoner.grammar.belief", "synonyms.toml")["words"].strip().splitlines()
    groups: dict[str, frozenset[int]] = {}
    for number, line in enumerate(lines):
        for word in line.split():
            groups[stem(word)] = groups.get(stem(word), frozenset()) | {number}
    return groups
