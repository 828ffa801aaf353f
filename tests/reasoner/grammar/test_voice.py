"""Who did it, and to whom: a passive is not the active of the same words, nor an owner a fellow."""

from __future__ import annotations

import pytest

from defeasible.reasoner import Reasoner, Verdict

ENTAILED, UNKNOWN = Verdict.ENTAILED, Verdict.UNKNOWN


@pytest.fixture(scope="module")
def reasoner() -> Reasoner:
    return Reasoner()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann was given a book.", "Ann gave a book."),
        ("Ann was promised a job.", "Ann promised a job."),
        ("Ann was taught French.", "Ann taught French."),
        ("Ann was left a house.", "Ann left a house."),
        ("Ann was asked to sing.", "Ann asked to sing."),
        ("Ann was hit.", "Ann hit."),
        ("Ann was eaten.", "Ann was eating."),
        ("Ann has to be paid.", "Ann has to pay."),
        ("Ann is to be paid.", "Ann is to pay."),
        ("Ann wants to be seen.", "Ann wants to see."),
        ("Ann is like Bob.", "Ann likes Bob."),
        ("Omar and Priya are doctors.", "Omar is Priya's doctor."),
        ("The star is Bob's.", "The star is Bob."),
        ("The old man's young wife sang.", "The old wife sang."),
        ("The red door of the old car fell off.", "The old door fell off."),
        ("Ann bought Bob's sister's house.", "Ann bought Bob's house."),
        ("Ann saw the tall man's dog.", "Ann saw a tall dog."),
        ("Because Ann sang, Bob left.", "Because Bob left, Ann sang."),
        ("Since Ann is ill, Bob is sad.", "Since Bob is sad, Ann is ill."),
        ("On Monday, Ann saw the dog.", "On Monday, the dog saw Ann."),
        ("Ann, Bob's wife, sings.", "Bob, Ann's wife, sings."),
    ],
)
def test_neither_entails_the_other(reasoner: Reasoner, one: str, other: str) -> None:
    assert reasoner.entails([one], other).verdict is UNKNOWN
    assert reasoner.entails([other], one).verdict is UNKNOWN


@pytest.mark.parametrize(
    ("premises", "query"),
    [
        (["Ann was given a book by Bob."], "Bob gave Ann a book."),
        (["Bob turned the water off."], "The water was turned off by Bob."),
        (["Bob hit Ann."], "Ann was hit."),
        (
            ["If Bob sees a leak, he turns the water off.", "Bob saw a leak."],
            "The water was turned off by Bob.",
        ),
        (
            [
                "Every pupil caught in the yard was sent home.",
                "Bob is a pupil.",
                "Bob was caught in the yard.",
            ],
            "Bob was sent home.",
        ),
    ],
)
def test_a_passive_with_its_agent_says_what_the_active_says(
    reasoner: Reasoner, premises: list[str], query: str
) -> None:
    assert reasoner.entails(premises, query).verdict is ENTAILED
