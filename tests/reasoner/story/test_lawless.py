"""Events of which no law says what becomes of their theme end the persistence of its states."""

from __future__ import annotations

import pytest

from defeasible.reasoner import Reasoner, State, Verdict, check_decision
from defeasible.reasoner.question import StateQuestion


@pytest.mark.parametrize(
    ("state", "event"),
    [
        ("The bin was full.", "Tom emptied the bin."),
        ("The bin was full.", "The bin was emptied by Tom."),
        ("Ann was asleep.", "Tom roused Ann."),
        ("Tom was hungry.", "Ann vexed Tom."),
        ("The phone was on the table.", "Tom zorbed the phone."),
        ("Ann was rich.", "Tom robbed Ann."),
        ("Ann had a ring.", "Tom robbed Ann."),
        ("Tom had a book.", "Tom returned the book."),
        ("The chair was broken.", "Tom mended the chair."),
    ],
)
def test_no_state_persists_past_an_event_of_which_no_law_says_what_becomes_of_its_theme(
    state: str, event: str
) -> None:
    question = StateQuestion((state, event), state)
    decision = Reasoner().decide(question)
    assert decision.verdict in (Verdict.UNKNOWN, Verdict.REFUTED)
    assert check_decision(question, decision).state is State.VERIFIED


@pytest.mark.parametrize(
    ("state", "event"),
    [
        ("The vase was broken.", "Tom saw the vase."),
        ("The bin was full.", "Tom photographed the bin."),
        ("Tom was hungry.", "Tom zorbed the phone."),
        ("Ann had a dog.", "Tom greeted Ann."),
        ("The bin was full.", "Tom closed the door."),
    ],
)
def test_a_state_persists_past_what_leaves_its_subject_as_it_is(state: str, event: str) -> None:
    question = StateQuestion((state, event), state)
    decision = Reasoner().decide(question)
    assert decision.verdict is Verdict.ENTAILED
    assert decision.confidence < 1
    assert check_decision(question, decision).state is State.VERIFIED
