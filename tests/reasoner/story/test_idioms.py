"""Turns of everyday speech that bring a state about or end it, and what only sounds like one."""

from __future__ import annotations

import pytest
from tales import verified

from defeasible.reasoner import Verdict

ENTAILED, REFUTED, UNKNOWN = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("story", "state", "verdict"),
    [
        # Riches, work and debts.
        ("Rita struck it rich.", "Rita is poor.", REFUTED),
        ("Rita inherited a fortune. She gambled it all away.", "Rita is rich.", REFUTED),
        ("Omar worked in a bank. He handed in his notice.", "Omar is unemployed.", ENTAILED),
        ("Rita borrowed fifty pounds from Omar. She settled the debt.", "Rita owes Omar money.", REFUTED),
        ("Omar owned a red kayak. A nurse bought the kayak.", "Omar owns the kayak.", UNKNOWN),
        ("Rita bought two lamps. She gave one lamp to Omar.", "Rita has both lamps.", UNKNOWN),
        # The body.
        ("The two girls fell ill.", "The two girls are well.", REFUTED),
        ("Rita went without food for two days.", "Rita is hungry.", ENTAILED),
        ("Rita was six months pregnant.", "Rita is pregnant.", ENTAILED),
        ("Rita was pregnant. She had the baby in May.", "Rita is pregnant.", REFUTED),
        # What one knows, likes and wants.
        ("The news came as a surprise to the two girls.", "The two girls are surprised.", ENTAILED),
        ("Omar was awarded a medal.", "Omar is proud.", ENTAILED),
        ("Omar took to the dog at once.", "Omar likes the dog.", ENTAILED),
        ("Omar looked forward to going to Spain.", "Omar wants to go to Spain.", ENTAILED),
        ("Rita forgot the password.", "Rita can remember the password.", REFUTED),
        ("Rita shook hands with Omar.", "Rita likes Omar.", UNKNOWN),
        ("Rita thanked Omar.", "Omar is disappointed.", UNKNOWN),
        (
            "Omar was afraid of geese. By the end of the summer geese did not scare him.",
            "Omar is afraid of geese.",
            REFUTED,
        ),
        # What is long past, and what may be over.
        ("The bell rang. It stopped ringing.", "The bell is ringing.", REFUTED),
        ("Rita had flu last winter.", "Rita is ill.", UNKNOWN),
        ("Rita won the lottery. She went bankrupt.", "Rita is rich.", REFUTED),
        ("I went down with a fever. I was back on my feet in a week.", "I am ill.", REFUTED),
        ("Omar broke a leg. After six weeks his injury had healed.", "Omar is injured.", REFUTED),
        ("Omar was married. The divorce came through.", "Omar is married.", REFUTED),
        ("Omar jumped over the puddle.", "Omar is wet.", UNKNOWN),
        ("Rita had the flu as a child.", "Rita is ill.", UNKNOWN),
        ("Rita fell asleep. She came down to the kitchen.", "Rita is asleep.", REFUTED),
        ("Omar was furious. He got over it.", "Omar is angry.", UNKNOWN),
        ("A fox ate the hen.", "The hen is alive.", REFUTED),
        ("Rita sent the dog into the garden.", "Rita is in the garden.", UNKNOWN),
        # Early and late; friends.
        ("Rita arrived late for work.", "Rita was on time.", REFUTED),
        ("Rita was never late for work.", "Rita was on time.", ENTAILED),
        ("Omar became friends with Rita.", "Omar and Rita are friends.", ENTAILED),
        ("My aunt and Rita were friends. They became enemies.", "My aunt is friends with Rita.", REFUTED),
        # Things, and what is done to them.
        ("The gate was open. It swung shut.", "The gate is closed.", ENTAILED),
        ("Rita opened the window. Later she pulled it shut.", "The window is open.", REFUTED),
        ("Rita broke the camera. She had it repaired.", "The camera is broken.", REFUTED),
        ("The car was clean. A lorry splashed mud all over it.", "The car is clean.", REFUTED),
        ("Rita dropped a jam sandwich on the carpet.", "The carpet is dirty.", ENTAILED),
        ("The soup was hot. It went cold.", "The soup is hot.", REFUTED),
        ("The soup was cold. Rita warmed it up.", "The soup is hot.", UNKNOWN),
        ("Rita was in Leeds. She went on to York.", "Rita is in Leeds.", REFUTED),
    ],
)
def test_turns(story: str, state: str, verdict: Verdict) -> None:
    assert verified(story, state) is verdict
