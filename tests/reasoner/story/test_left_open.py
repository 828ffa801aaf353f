"""Why neither side follows: what may have ended a state, or that nothing tells it."""

from __future__ import annotations

import pytest

from defeasible.reasoner import Reasoner, State, Verdict, check_decision
from defeasible.reasoner.question import StateQuestion


@pytest.mark.parametrize(
    ("story", "query", "reason"),
    [
        (
            "The gate was shut. Tom tampered with the gate.",
            "The gate is shut.",
            'line 2 ("Tom tampered with the gate.") may have ended what line 1 says of it',
        ),
        (
            "Ann closed the gate. A storm raged.",
            "The gate is shut.",
            'line 2 ("A storm raged.") may have ended what line 1 says of it',
        ),
        (
            "The tin was full. Two years passed. Ann opened the tin.",
            "The tin is full.",
            'line 2 ("Two years passed.") may have ended what line 1 says of it',
        ),
        (
            "The gate was shut. Maybe the gate was open. Ann sang.",
            "The gate is shut.",
            'line 2 ("Maybe the gate was open.") may have ended what line 1 says of it',
        ),
        (
            "The tin was full. Ann sang. Ben danced.",
            "The tin is full.",
            "what line 1 says of it need not hold 2 lines later",
        ),
        ("Ann sang. Ben danced.", "The tin is full.", "no line settles it, nor anything that follows"),
        ("Ann sang.", "Ben ran home.", "no line settles it, nor anything that follows"),
    ],
)
def test_what_is_open_says_why(story: str, query: str, reason: str) -> None:
    lines = [f"{line}." for line in story.rstrip(".").split(". ")]
    decision = Reasoner().infer_state(lines, query)
    assert (decision.verdict, decision.reason) == (Verdict.UNKNOWN, reason)
    assert check_decision(StateQuestion(tuple(lines), query), decision).state is State.VERIFIED


def test_a_decided_state_has_no_such_reason() -> None:
    assert Reasoner().infer_state(["The gate was shut.", "Ann sang."], "The gate is shut.").reason == ""
