"""Misspelt names and verbs of sizes: only a word that no dictionary has is read as another."""

import pytest

from defeasible.reasoner import Reasoner, Verdict, no_sizes


@pytest.mark.parametrize(
    ("text", "bigger", "smaller"),
    [
        ("The kitchn is bigger than the car.", "kitchen", "car"),
        ("The kitchen is bigger than the car.", "kitchn", "car"),
        ("The armour is bigger than the cell.", "armor", "cell"),
        ("The box containes the ball.", "box", "ball"),
        ("A sack of potatoes leaned on a wall.", "sack", "potato"),
    ],
)
def test_a_slip_or_another_spelling_is_the_same_word(text: str, bigger: str, smaller: str) -> None:
    assert Reasoner(sizes=no_sizes).compare_size(text, bigger, smaller).verdict is Verdict.ENTAILED


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("The house is bigger than the car.", "horse", "car"),
        ("The planet is bigger than the moon.", "plant", "moon"),
        ("The desert is bigger than the lake.", "dessert", "lake"),
        ("The man covets the car.", "man", "car"),
        ("The whale shallows the boy.", "whale", "boy"),
    ],
)
def test_one_word_is_no_slip_of_another(text: str, one: str, other: str) -> None:
    verdict = Reasoner(sizes=no_sizes).compare_size(text, one, other).verdict
    assert verdict in {Verdict.UNKNOWN, Verdict.UNPARSED}
