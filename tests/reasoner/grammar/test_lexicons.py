"""The word lists shipped as data hold together: no line is void, and none contradicts another."""

import itertools
from collections.abc import Iterator

from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.grammar.belief.lists import plain
from defeasible.reasoner.grammar.belief.opposites import POSITIVE

ANTONYMS = read_toml("defeasible.reasoner.grammar.belief", "opposites.toml")


def _lines() -> Iterator[tuple[str, str, list[str], list[str]]]:
    for kind in ("complementary", "contrary"):
        for place, lines in ANTONYMS[kind].items():
            for line in lines.strip().splitlines():
                left, right = line.split(" / ")
                yield kind, place, left.split(), right.split()


def _pairs() -> Iterator[tuple[str, str, str, str]]:
    for kind, place, left, right in _lines():
        for one, other in itertools.product(left, right):
            yield kind, place, one, other


def test_the_table_is_broad() -> None:
    assert len(list(_pairs())) > 300


def test_no_pair_is_both_complementary_and_contrary() -> None:
    kinds: dict[tuple[str, frozenset[str]], set[str]] = {}
    for kind, place, one, other in _pairs():
        kinds.setdefault((place, frozenset((one, other))), set()).add(kind)
    assert [pair for pair, found in kinds.items() if len(found) > 1] == []


def test_no_word_denies_itself() -> None:
    assert [one for _, _, one, other in _pairs() if one == other] == []


def test_what_is_read_as_a_denial_anyway_is_not_listed_again() -> None:
    listed = {word for _, place, *pair in _pairs() if place == "qualities" for word in pair}
    assert listed.isdisjoint(POSITIVE)


def _stems(word: str) -> tuple[str, ...]:
    return tuple(stem(part) for part in word.split("_"))


def test_a_word_is_in_one_group_of_synonyms() -> None:
    words = read_toml("defeasible.reasoner.grammar.belief", "synonyms.toml")["words"].split()
    assert len(words) == len(set(words))


def test_no_antonyms_are_synonyms() -> None:
    assert [(one, other) for _, _, one, other in _pairs() if plain(_stems(one)) == plain(_stems(other))] == []
