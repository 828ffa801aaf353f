"""What is in a thing, in all the ways to say so: `contains`, `has in it`, `there is`, `is empty`."""

import pytest

from defeasible.reasoner import Reasoner

_FULL = [
    "There is a ring in the box.",
    "The box contains a ring.",
    "The box has a ring in it.",
    "A ring is in the box.",
]
_EMPTY = [
    "The box is empty.",
    "There is nothing in the box.",
    "The box has nothing in it.",
    "Nothing is in the box.",
]


@pytest.mark.parametrize("told", [*_FULL, *_EMPTY])
@pytest.mark.parametrize("asked", [*_FULL, *_EMPTY, "The box contains nothing."])
def test_ways_to_say_what_is_in_a_box(told: str, asked: str) -> None:
    verdict = "entailed" if (told in _FULL) == (asked in _FULL) else "refuted"
    assert Reasoner().entails([told], asked).verdict == verdict


@pytest.mark.parametrize(
    ("told", "asked", "verdict"),
    [
        ("The box is not empty.", "There is something in the box.", "entailed"),
        ("The ring is in the box.", "The box is empty.", "refuted"),
        ("The box is full of rings.", "There is nothing in the box.", "refuted"),
        ("There is no ring in the box.", "The box is empty.", "unknown"),
        ("The box was empty.", "The box contains a ring.", "unknown"),
        ("Ann is in the hall.", "There is nobody in the hall.", "refuted"),
        ("The piano is in the hall.", "There is nobody in the hall.", "unknown"),
        ("The lamp fell over.", "Somebody fell over.", "unknown"),
        ("The lamp fell over.", "Something fell over.", "entailed"),
    ],
)
def test_what_is_in_it_and_who(told: str, asked: str, verdict: str) -> None:
    assert Reasoner().entails([told], asked).verdict == verdict
