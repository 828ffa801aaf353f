"""What a noun says that somebody does, and what it says a thing is like or what happened to it."""

import pytest

from defeasible.reasoner import Reasoner

_SAME = """
Ann is a good singer. | Ann sings well.
Ann is a careful driver. | Ann drives carefully.
Ann is a fast runner. | Ann runs quickly.
Ann is a maths teacher. | Ann teaches maths.
Ann is a stamp collector. | Ann collects stamps.
Ann is a heavy smoker. | Ann smokes a lot.
Ann is a smoker. | Ann smokes.
Ann has blue eyes. | Ann's eyes are blue.
The colour of the car is red. | The car is red.
The director's dismissal took place on Monday. | The director was dismissed on Monday.
The price of the book is 8 euros. | The book costs 8 euros.
Ann hardly ever smokes. | Ann rarely smokes.
Ann is forbidden to smoke. | Ann must not smoke.
"""
_ONE_WAY = """
Ann is a teacher. | Ann teaches. | entailed
Ann has a job as a nurse. | Ann is a nurse. | entailed
Ann works as a nurse. | Ann is a nurse. | entailed
Ann does not work. | Ann is a student. | unknown
Ann hardly works. | Ann is a hard worker. | unknown
Ann is a bad loser. | Ann loses. | unknown
The robot is a computer. | The robot computes. | unknown
Ann has a lot of friends. | Ann has friends. | entailed
Ann smokes a lot. | Ann smokes. | entailed
Ann helped Tom open the door. | Tom opened the door. | entailed
Ann is half as old as Tom. | Ann is older than Tom. | refuted
Ann is twice as old as Tom. | Tom is younger than Ann. | entailed
The destruction of the bridge delayed us. | The bridge was destroyed. | entailed
Ann does not smoke. | Ann is a smoker. | refuted
Ann has blue eyes. | Ann's eyes are brown. | refuted
The director's dismissal did not take place. | The director was dismissed. | refuted
Ann is not twice as old as Tom. | Ann is older than Tom. | unknown
Ann sang well. | Ann is a good singer. | unknown
Ann is a winner. | Ann wins. | unknown
Ann is an old friend. | Ann is old. | unknown
Ann sings. | Ann is a good singer. | unknown
The closure of the shop was prevented. | The shop was closed. | unknown
Ann lives alone. | Ann lives with Tom. | refuted
Bread is sold in the shop. | The shop sells bread. | entailed
The cat is under the table. | The table is over the cat. | entailed
Ann lives near Tom. | Tom lives near Ann. | entailed
Ann works with Tom. | Tom works with Ann. | entailed
Ann lives in a flat in Oslo. | Ann lives in Oslo. | entailed
Ann drove to work. | Ann went to work by car. | entailed
It was foggy. | There was fog. | entailed
It is Monday. | Tomorrow is Tuesday. | entailed
Today is Monday. | It is Tuesday today. | refuted
Yesterday was Monday. | Today is Tuesday. | entailed
It was Monday. | Today is Monday. | unknown
Ann cycled to work. | Ann went to work by car. | unknown
Ann drank a glass of wine. | Ann drank wine. | entailed
Ann cannot play the piano. | Ann plays the piano. | refuted
Ann cannot sing and dance. | Ann can dance. | unknown
Ann cannot whistle or juggle. | Ann can juggle. | refuted
Ann cannot whistle and juggle. | Ann juggles. | unknown
The report is old. | The report is unmanly. | unknown
The lamp is on the table. | There is a lamp on the table. | entailed
The bus was empty. | There was nobody on the bus. | entailed
Despite the rain, the match took place. | It rained. | entailed
Ann was the only one who did not laugh. | Ann laughed. | refuted
"""


def _rows(text: str) -> list[list[str]]:
    return [[part.strip() for part in line.split("|")] for line in text.strip().splitlines()]


@pytest.mark.parametrize(("one", "other"), _rows(_SAME))
def test_two_sentences_say_the_same(one: str, other: str) -> None:
    reasoner = Reasoner()
    assert reasoner.entails([one], other).verdict == "entailed"
    assert reasoner.entails([other], one).verdict == "entailed"


@pytest.mark.parametrize(("told", "asked", "verdict"), _rows(_ONE_WAY))
def test_what_follows_one_way(told: str, asked: str, verdict: str) -> None:
    assert Reasoner().entails([told], asked).verdict == verdict
