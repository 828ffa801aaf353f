"""What a base says of a statement that says the same as one before."""

from __future__ import annotations

import pytest

from defeasible.reasoner import no_roles
from defeasible.reasoner.base import BeliefBase


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("The dog chased the cat.", "The cat was chased by the dog.", True),
        ("Ann sings.", "She sings.", True),
        ("Ann sings.", "She sang.", False),
        ("The door is open.", "The door is not closed.", True),
        ("If it rains then the match is off.", "If the match is not off then it does not rain.", True),
        ("Ann sings.", "Ann does not sing.", False),
        ("If it rains then the match is off.", "It rains.", False),
        ("The car is big.", "The car is red.", False),
    ],
)
def test_what_is_told_again_in_other_words_is_named(first: str, second: str, same: bool) -> None:
    kb = BeliefBase(roles=no_roles)
    assert kb.tell(first).again == ()
    report = kb.tell(second)
    assert [quote.id for quote in report.again] == (["t1"] if same else [])
    assert ("says the same as t1" in str(report)) is same
    kb.undo(1)
    assert kb.tell(first).again == ((kb.quote("t2"),) if same else ())
