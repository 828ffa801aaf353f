"""A question that names a time asks of what was so then, not of the end of the story."""

import pytest
from tales import rows, verified

from defeasible.reasoner import Reasoner

DATED = """
On Monday Ann lost her key. On Tuesday she found it. | Did Ann have her key on Monday? | refuted
On Monday Ann lost her key. On Tuesday she found it. | Did Ann have her key on Tuesday? | entailed
On Monday Tom opened the gate. On Friday he closed it. | Was the gate open on Monday? | entailed
On Monday Tom opened the gate. On Friday he closed it. | Was the gate open on Friday? | refuted
On Monday Tom opened the gate. On Friday he closed it. | Was the gate open on Wednesday? | entailed
At dawn Tom lit the stove. At dusk he put it out. | Was the stove lit at dawn? | entailed
Tom put a cake in the fridge in May. He took it out in June. | Was the cake in the fridge in May? | entailed
The lane was flooded on Monday. By Thursday it was dry. | Was the lane dry on Thursday? | entailed
The lane was flooded on Monday. By Thursday it was dry. | Was the lane dry on Monday? | refuted
On Monday Tom opened the gate. On Friday he closed it. | Was the gate open before Friday? | entailed
Adam walked to the office at eight. At noon he went back home. | Was Adam at the office at eight? | entailed
Adam walked to the office at eight. At noon he went back home. | Was Adam at the office at ten? | entailed
On Monday Tom opened the gate. On Friday he closed it. | Was the gate open on Saturday? | refuted
On Monday Tom opened the gate. On Friday he closed it. | Was the gate open at noon? | unknown
On Monday Tom opened the gate. By Friday it was shut. | Was the gate open on Thursday? | unknown
On Monday Tom opened a gate. Later he shut it. On Friday he slept. | Was it open on Wednesday? | unknown
In May Tom lent Ann a bike. In July she gave it back. | Did Ann have the bike in June? | entailed
In 2015 Ann moved to York. In 2020 she moved to Leeds. | Did Ann live in York in 2018? | entailed
The baby slept from one to three. At four it cried. | Was the baby asleep at two? | unknown
Ann closed the window in May. | Was the window open in December? | unknown
At six Ann locked the shed. Nobody opened it until morning. | Was the shed locked at midnight? | entailed
Ann slept until noon. She got up and left the house. | Was Ann asleep at noon? | unknown
On Monday Tom opened the gate. Later he closed it. | Was the gate open on Monday? | entailed
On Monday Tom opened the gate. On Monday he shut it. | Was the gate open on Monday? | refuted
On Monday Tom opened it. On Friday he left. On Monday he came back. | Was he away on Monday? | unknown
Tom opened the gate. He closed it. | Was the gate open today? | refuted
On Monday Tom opened the gate. On Friday he slept. | Did Tom open the gate on Monday? | entailed
On Monday Tom opened the gate. On Friday he slept. | Did Tom open the gate on Friday? | unknown
Tom did not open the gate. | Did Tom open the gate on Friday? | refuted
Ann fell asleep at ten and woke up at six. | Was Ann asleep at ten? | entailed
Ann fell asleep at ten and woke up at six. | Was Ann asleep at six? | refuted
Ann arrived at noon. Bob arrived at one. | Was Bob there at noon? | unknown
Tom was in the garden all morning. At noon he left. | Was Tom in the garden in the morning? | entailed
Tom was in the garden in the morning. | Was Tom in the garden all morning? | unknown
Yesterday Ann was ill. Today she is well. | Was Ann ill yesterday? | entailed
Yesterday Ann was ill. Today she is well. | Is Ann ill today? | refuted
She slid the map into her bag. | Was the map in her bag at the end? | entailed
Tom fell asleep. | Was Tom asleep for two hours? | unknown
"""

EVER = """
Ann put a ball in the box. Tom took the ball out. | Had the ball been in the box? | entailed
Ann put a ball in the box. Tom took the ball out. | Had the ball ever been in the box? | entailed
Ann put a ball in the box. Tom took the ball out. | Is the ball in the box? | refuted
Ann lit a candle. Bob blew it out. | Was the candle burning at some point? | entailed
Olga painted the fence blue. Her son painted it green. | Was the fence once blue? | entailed
Ann went to Rome. She flew home. | Was Ann ever in Rome? | entailed
Tom fell asleep. The phone woke him. | Did Tom sleep? | entailed
Tom fell asleep. The phone woke him. | Was Tom sleeping? | refuted
Ann put on a hat. She took it off. | Did Ann wear a hat? | entailed
The lamp was on. Bob switched it off. | The lamp was not on once Bob switched it off. | entailed
"""

ASKED = """
Ann left her bag on the bus. | Isn't the bag on the bus? | entailed
Ann left her bag on the bus. | Doesn't Ann have her bag? | refuted
Ann broke a cup. | Was it Ann who broke the cup? | entailed
It was Ann who broke the cup. | Did Ann break the cup? | entailed
Fiona bought a ticket. | Did Fiona have the winning ticket? | unknown
Fiona bought a red ticket. | Did Fiona have the red ticket? | entailed
Fiona bought a ticket. | Did Fiona have the old ticket? | entailed
Tom broke both cups. | Are both cups broken? | entailed
All the lamps went out. | Is any lamp on? | refuted
Ann closed every window. | Is any window open? | refuted
Tom opened the gate. Ann came in. | Did Tom open the gate before Ann came in? | entailed
Tom opened the gate. Ann came in. | Did Ann come in after Tom opened the gate? | entailed
Tom opened the gate. | Did Tom open the gate twice? | unknown
Tom opened the gate twice. | Did Tom open the gate twice? | entailed
Fiona found a key. | Did Fiona have the key to the shed? | unknown
Hana ate the last plum. | Are there any plums left? | refuted
Hana ate the last of the cake. | Is there any cake? | refuted
Hana ate a plum. | Are there any plums left? | unknown
The vet did all she could for the cat, but he died. | Is the cat alive? | refuted
"""


@pytest.mark.parametrize(("told", "query", "verdict"), rows(DATED))
def test_a_time_is_one_of_the_story_or_the_question_is_open(told: str, query: str, verdict: str) -> None:
    assert str(verified(told, query)) == verdict


@pytest.mark.parametrize(("told", "query", "verdict"), rows(EVER))
def test_what_was_ever_so_need_not_be_so_at_the_end(told: str, query: str, verdict: str) -> None:
    assert str(verified(told, query)) == verdict


@pytest.mark.parametrize(("told", "query", "verdict"), rows(ASKED))
def test_what_a_question_is_about(told: str, query: str, verdict: str) -> None:
    assert str(verified(told, query)) == verdict


def test_a_time_that_is_not_told_is_named_in_the_reason() -> None:
    decision = Reasoner().infer_state(["Tom opened the gate on Monday."], "Was the gate open on Friday?")
    assert "asks for more than is read" in decision.reason
