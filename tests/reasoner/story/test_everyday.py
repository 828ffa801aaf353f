"""What everyday events bring about, class of events by class, for each of those who take part."""

from __future__ import annotations

import re

import pytest

from defeasible.reasoner import Reasoner, State, Verdict, check_decision
from defeasible.reasoner.question import StateQuestion

ENTAILED, REFUTED, UNKNOWN = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("story", "state", "verdict"),
    [
        # Who takes part: all of several, and who experiences a thing.
        ("Rita and Omar tied the knot in May.", "Omar is married.", ENTAILED),
        ("Rita washed the bowl and the jug.", "The jug is clean.", ENTAILED),
        ("Rita regretted the joke.", "Rita is sorry.", ENTAILED),
        ("Rita was at home. She set off for the coast.", "Rita is at the coast.", UNKNOWN),
    ],
)
def test_what_is_so_after_an_event(story: str, state: str, verdict: Verdict) -> None:
    lines = tuple(re.split(r"(?<=\.) ", story))
    question = StateQuestion(lines, state)
    decision = Reasoner().decide(question)
    assert decision.verdict is verdict
    assert check_decision(question, decision).state is State.VERIFIED
