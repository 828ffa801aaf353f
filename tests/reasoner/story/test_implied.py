"""What a story implies of an event and no words tell: a wish that is opposed, and what had to be done."""

import pytest
from tales import asked, rows, verified

from defeasible.reasoner import Reasoner, State, check_decision

IMPLIED = """
Nina wanted to buy the dress, but it was too expensive. | Nina has the dress. | refuted
Nina wanted to buy the dress. But it was too expensive. | Nina has the dress. | refuted
Nina wanted to buy the dress. She tried it on. But it was too expensive. | Nina has the dress. | unknown
Nina wanted to buy the dress, but first she tried it on. | Nina has the dress. | unknown
Nina wanted to buy the dress, but it was too dear. Her aunt bought her it. | Nina has the dress. | entailed
Nina wanted to win, but she was nervous. | Nina won. | unknown
Nina wanted to eat the cake, but Tom had eaten it. | Nina ate the cake. | refuted
Nina did not want to go, but she went. | Nina went. | entailed
Nina planned to sell the car, but nobody wanted it. | Nina has the car. | entailed
Nina promised to come, but she was late. | Nina came. | unknown
Nina asked Tom to lock the door, but he refused. | The door is locked. | refuted
Nina asked Tom to wash the car, and he did. | The car is clean. | entailed
Nina went to buy milk, but the shop was shut. | Nina has milk. | refuted
Nina went to buy milk, but met a friend. | Nina has milk. | unknown
Nina went to see the film, but it was boring. | Nina saw the film. | unknown
Nina tried to light the candle. The match was damp. | The candle is lit. | refuted
Nina tried to catch the bus. It pulled away. | Nina is on the bus. | refuted
Nina tried to force the safe. Then she heard a siren. | The safe is open. | unknown
The tree had to be felled. | The tree is standing. | refuted
The letter had to be posted by Friday. | The letter is posted. | unknown
The door had to be painted, but there was no time. | The door is painted. | unknown
"""
NARROWED = """
Vera did not fold the sheets. | The sheets are folded. | refuted
The ice did not melt. | The ice melted. | refuted
Vera did not lock the door. | The door is locked. | refuted
Vera did not lock the door with her key. | The door is locked. | unknown
Vera did not hide the money under the bed. | The money is hidden. | unknown
The car did not move an inch. | The car moved. | refuted
"""
BROUGHT_IN = """
Vera left a parcel on the doorstep. A stranger walked up the path. | The parcel is on the doorstep. | unknown
Vera left a parcel on the doorstep. She walked down the path. | The parcel is on the doorstep. | entailed
Vera hung a picture on the wall. There was an earthquake. | The picture is on the wall. | unknown
Vera painted the door blue. A stranger walked up the path. | The door is blue. | entailed
Vera sat down on the bench. A stranger came. | Vera is sitting. | entailed
"""


@pytest.mark.parametrize(("told", "query", "verdict"), rows(IMPLIED + NARROWED + BROUGHT_IN))
def test_it_is_read_and_no_more(told: str, query: str, verdict: str) -> None:
    assert str(verified(told, query)) == verdict


@pytest.mark.parametrize(
    ("told", "query"),
    [
        ("Nina wanted to leave, but the door was locked.", "Nina left."),
        ("Nina was about to sing, but the power failed.", "Nina sang."),
        ("Nina tried to open the jar, but it was too tight.", "Nina opened the jar."),
        ("The tree had to be felled.", "The tree was felled."),
    ],
)
def test_what_is_only_implied_is_not_certain(told: str, query: str) -> None:
    question = asked(told, query)
    decision = Reasoner().decide(question)
    assert decision.confidence == pytest.approx(0.8176, abs=1e-4)
    assert "asserts nothing: implied" in str(decision.trace)
    assert "implicature" in str(decision.trace)
    assert check_decision(question, decision).state is State.VERIFIED
