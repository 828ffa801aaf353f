"""Repairs of a parse leave a tree, whatever they move."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defeasible.reasoner.english.analysis import shared
from defeasible.reasoner.english.parsed import Word, linked

SIZE = 6
moves = st.lists(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), max_size=20)


def _tree(heads: list[int]) -> list[Word]:
    return linked(("x", "x", "x", "x", head) for head in heads)


def _ends(word: Word) -> bool:
    """Return whether the heads above a word end at a root."""
    for _ in range(SIZE):
        word = word.head
    return word.is_root


@given(st.lists(st.integers(0, SIZE - 1), min_size=SIZE, max_size=SIZE), moves, moves)
def test_moves_make_no_cycle(
    above: list[int], moved: list[tuple[int, int]], hung: list[tuple[int, int]]
) -> None:
    heads = [min(head, n) for n, head in enumerate(above)]  # each under a word before it, or a root
    tree = _tree(heads)
    for n, head in moved:
        tree[n].move("dep", tree[head])
    for n, head in hung:
        tree[head].adopt(tree[n])
    assert all(map(_ends, tree))


def test_a_cycle_is_not_made() -> None:
    tree = _tree([0, 0, 1])
    tree[0].move("advmod", tree[2])
    assert [word.head.n for word in tree] == [0, 0, 1]


@pytest.mark.parametrize(
    "text",
    ["At most one of the two brothers is at home.", "At least one of the three locks on the gate is rusty."],
)
def test_at_most_one_of_two_is_analysed(text: str) -> None:
    analysis = shared().analyse(text)
    assert [clause.lemma for clause in analysis.clauses] == ["be"]
    assert analysis.clauses[0].subject is not None
