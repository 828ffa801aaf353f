"""Sleep, life and death, health, hunger: how they come about, and what only nearly does."""

from __future__ import annotations

import pytest
from tales import asked

from defeasible.reasoner import Reasoner, State, Verdict, check_decision

ENTAILED, REFUTED, UNKNOWN = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN

ASLEEP = {
    "Rita sang Omar to sleep.": ENTAILED,
    "Omar sank into a deep sleep.": ENTAILED,
    "Omar was still out cold.": ENTAILED,
    "Omar lost consciousness.": ENTAILED,
    "Omar was asleep. Rita couldn't wake him.": ENTAILED,
    "Omar was asleep. Rita shook him awake.": REFUTED,
    "Omar dozed off. He sat bolt upright.": REFUTED,
    "Omar was almost asleep.": REFUTED,
    "Omar was still up.": REFUTED,
    "Omar didn't get a wink of sleep.": REFUTED,
    "Rita tucked Omar in.": UNKNOWN,
    "Omar closed his eyes.": UNKNOWN,
}
DEAD = {
    "Omar was found dead.": ENTAILED,
    "Omar lost his life in the fire.": ENTAILED,
    "Omar fell to his death.": ENTAILED,
    "Omar did not survive the crash.": ENTAILED,
    "Rita went to Omar's funeral.": ENTAILED,
    "Omar was thought dead. He walked in on Sunday.": REFUTED,
    "Omar nearly drowned.": REFUTED,
    "Rita saved Omar's life.": REFUTED,
    "Omar was drowning.": UNKNOWN,
    "Omar fell off a cliff.": UNKNOWN,
    "Rita wanted to kill Omar.": UNKNOWN,
}


@pytest.mark.parametrize(
    ("story", "state", "verdict"),
    [
        (story, state, verdict)
        for state, ways in {"Omar is asleep.": ASLEEP, "Omar is dead.": DEAD}.items()
        for story, verdict in ways.items()
    ],
)
def test_what_becomes_of_a_body(story: str, state: str, verdict: Verdict) -> None:
    question = asked(story, state)
    decision = Reasoner().decide(question)
    assert decision.verdict is verdict
    assert check_decision(question, decision).state is State.VERIFIED
