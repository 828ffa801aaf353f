"""The order of two events, in all the ways to say it, and chains of them."""

import pytest

from defeasible.reasoner import Reasoner

_TOLD = """
Nadia fed the fish before she locked the lab.
Nadia fed the fish before locking the lab.
Nadia locked the lab after she fed the fish.
After feeding the fish, Nadia locked the lab.
Having fed the fish, Nadia locked the lab.
When Nadia locked the lab, she had already fed the fish.
By the time Nadia locked the lab, she had fed the fish.
Nadia did not lock the lab until she had fed the fish.
As soon as Nadia had fed the fish, she locked the lab.
Nadia fed the fish and then locked the lab.
"""
_ASKED = """
Nadia locked the lab after she fed the fish. | entailed
Nadia fed the fish before locking the lab. | entailed
The lab was locked after the fish had been fed. | entailed
Nadia locked the lab before feeding the fish. | refuted
Nadia fed the fish after she locked the lab. | refuted
Tom fed the fish before Nadia locked the lab. | unknown
"""


@pytest.mark.parametrize("told", _TOLD.strip().splitlines())
@pytest.mark.parametrize("asked", _ASKED.strip().splitlines())
def test_an_order_is_the_same_in_all_words(told: str, asked: str) -> None:
    query, verdict = asked.split(" | ")
    assert Reasoner().entails([told], query).verdict == verdict


@pytest.mark.parametrize(
    ("told", "asked", "verdict"),
    [
        (
            ["Ann left before Tom came.", "Tom came before Kim called."],
            "Kim called after Ann left.",
            "entailed",
        ),
        (
            ["Ann left before Tom came.", "Tom came before Kim called."],
            "Kim called before Ann left.",
            "refuted",
        ),
        (
            ["Ann left before Tom came.", "Kim called before Tom came."],
            "Kim called before Ann left.",
            "unknown",
        ),
        (["Ann left.", "Tom came."], "Ann left before Tom came.", "unknown"),
        (["Ann did not leave before Tom came."], "Ann left before Tom came.", "refuted"),
        (["Ann left before she finished her tea."], "Ann finished her tea.", "unknown"),
        (["Ann waited until Tom came."], "Tom came before Ann waited.", "unknown"),
        (["If Ann left before Tom came, Kim is sad.", "Tom came after Ann left."], "Kim is sad.", "entailed"),
    ],
)
def test_chains_of_events(told: list[str], asked: str, verdict: str) -> None:
    assert Reasoner().entails(told, asked).verdict == verdict
