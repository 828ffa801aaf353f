"""Minimal pairs: of each two questions on one text, one follows, and the other differs by one word."""

import pytest

from defeasible.reasoner import Reasoner

PAIRS = """
Kim has lived in Oslo. | Kim lived in Oslo. | entailed
Kim has lived in Oslo. | Kim lives in Oslo. | unknown
Kim has lived in Oslo for years. | Kim lives in Oslo. | entailed
Kim has been ill. | Kim was ill. | entailed
Kim has been ill. | Kim is ill. | unknown
Kim has been ill since Monday. | Kim is ill. | entailed
Kim has left. | Kim leaves. | unknown
Kim has owned a boat. | Kim owns a boat. | unknown
Kim has got a boat. | Kim has a boat. | entailed
The letter has been read by Bob. | Bob has read the letter. | entailed
The letter has been read by Bob. | Bob reads the letter. | unknown
The letter had been read by Bob. | Bob had read the letter. | entailed
The letter is being read by Bob. | Bob is reading the letter. | entailed
The letter was being read by Bob. | Bob was reading the letter. | entailed
The letter was being read by Bob. | Bob read the letter. | unknown
The letter hasn't been read by Bob. | Bob has read the letter. | refuted
Bob was singing. | Bob sang. | entailed
Bob was building a house. | Bob built a house. | unknown
Bob was walking in the park. | Bob walked in the park. | entailed
Bob was walking to the mill. | Bob walked to the mill. | unknown
Bob was crossing the road when the bus hit him. | Bob crossed the road. | unknown
Kim sang on Mondays. | Kim sang on Monday. | entailed
Kim sang on Monday. | Kim sang on Mondays. | unknown
It was in Oslo that Kim met Bob. | Kim met Bob in Oslo. | entailed
It was in Oslo that Kim met Bob. | Kim met Bob in Bergen. | refuted
It was yesterday that Kim left. | Kim left yesterday. | entailed
It was not yesterday that Kim left. | Kim left yesterday. | refuted
It was Kim and Bob who won. | Bob won. | entailed
It was Kim and Bob who won. | Ann won. | refuted
It was Kim or Bob who won. | Bob won. | unknown
It was Kim or Bob who won. Kim did not win. | Bob won. | entailed
It was only Kim who won. | Bob won. | refuted
Sean paints the door. | The door is painted by Sean. | entailed
Melissa left. | Melissa is here. | unknown
The shop was closed by Bob. | Bob closed the shop. | entailed
The shop was closed by noon. | The shop was closed. | entailed
Kim stopped smoking last year. | Kim smokes. | refuted
Kim stopped smoking in bed. | Kim smokes. | unknown
Kim no longer sings. | Kim sings. | refuted
Kim's brother sings. | Kim has a brother. | entailed
If Kim sings, Bob's dog barks. Kim sings. | Bob's dog barks. | entailed
Everyone who hunts is happy. Kim hunts. | Kim is happy. | entailed
Kim was camping. | Kim camped. | entailed
Kim is good at chess. | Kim is good. | unknown
Kim is ill in bed. | Kim is ill. | entailed
Kim is free of pain. | Kim is free. | unknown
Kim is free on Monday. | Kim is free. | entailed
Kim is tired of Bob. | Kim is tired. | unknown
Kim is angry with Bob. | Kim is angry. | entailed
Every dog barked, but Rex was quiet. Rex is a dog. Pip is a dog. | Pip barked. | entailed
Every dog barked, but Rex was quiet. Rex is a dog. Pip is a dog. | Rex barked. | refuted
Everyone left, but Kim didn't. Bob is a guest. | Bob left. | entailed
Everyone left, but Kim didn't. Bob is a guest. | Kim left. | refuted
All birds fly, but penguins don't. Pip is a penguin. | Pip flies. | refuted
All birds fly, but penguins don't. Pip is a robin. | Pip flies. | entailed
Every pupil sang, but no pupil danced. Ann is a pupil. | Ann sang. | entailed
Only Ann drinks tea. | Bob drinks tea. | refuted
Ann sings, so Bob dances. | Bob dances. | entailed
Ann sings so that Bob dances. | Bob dances. | unknown
It rained, so that the match was cancelled. | The match was cancelled. | entailed
Ann was quick to agree. | Ann agreed. | entailed
Ann was likely to agree. | Ann agreed. | unknown
Ann is unlikely to leave. | Ann will leave. | unknown
If Ann is likely to leave, Bob stays. Ann is likely to leave. | Bob stays. | entailed
If Ann is likely to leave, Bob stays. Ann is unlikely to leave. | Bob stays. | unknown
Of the six kettles, none works. | One of the six kettles works. | refuted
Of the six lamps, only one is broken. | Two of the lamps are broken. | refuted
Each of the four tables has a jug. | At least two of the tables have a jug. | entailed
Each of the four tables has a jug. | At least five of the tables have a jug. | refuted
Each of the four tables has a jug. | At least five tables have a jug. | unknown
There were at most five people at the meeting. | Seven people were at the meeting. | refuted
Each of the four tables has a jug on it. | There is a jug on at least two of the tables. | entailed
Bob opened the shop instead of Kim. | Kim opened the shop. | refuted
Kim fed the dog instead of Rex. | Rex fed the dog. | unknown
Kim slept instead of singing. | Kim sang. | refuted
Bob was in the kitchen. Kim wasn't there. | Kim was in the kitchen. | refuted
Bob lives in Rome and Cy lives in Oslo. Kim lives there. | Kim lives in Oslo. | unknown
Bob is in the kitchen. There is tea. | There is tea in the kitchen. | unknown
Kim washed and dried the cups. | Kim washed the cups. | entailed
Kim didn't wash or dry the cups. | Kim washed the cups. | refuted
Kim sat and dried the cups. | Kim sat the cups. | unknown
Kim ate after swimming. | Kim swam. | entailed
Kim swam before eating. | Kim ate. | unknown
Kim ate after swimming. | Kim swam before she ate. | entailed
Kim ate after the swimming. | Kim swam. | unknown
Tom is a dead man. | Tom is dead. | entailed
Tom is an unmarried man. | Tom is married. | refuted
Ann is a rich widow. | Ann is poor. | refuted
Rex is a small elephant. | Rex is big. | unknown
The shirt is sleeveless. | The shirt has sleeves. | refuted
The shirt is priceless. | The shirt has a price. | unknown
Everyone but Tim passed. | Tim passed. | refuted
Everyone laughed but Tim cried. | Tim cried. | entailed
Kim saw nobody but Sam. | Kim saw Sam. | entailed
Kim saw nobody but Sam. | Kim saw Bob. | refuted
Kim ate nothing but toast. | Kim ate toast. | entailed
Kim ate nothing but toast. | Kim ate an egg. | refuted
Kim said nothing but smiled. | Kim smiled. | entailed
Kim has no friends except Sam. | Kim has a friend. | unknown
Kim talks to nobody but Sam. | Kim talks to Bob. | unknown
Nobody sang, but Kim did. | Kim sang. | entailed
Nobody sang, but Kim did. | Bob sang. | refuted
Nobody except doctors entered. Kim is not a doctor. | Kim entered. | refuted
Nobody except doctors entered. Kim entered. | Kim is a doctor. | entailed
Nobody except doctors entered. Kim is a doctor. | Kim entered. | unknown
No one but a fool believes it. Kim believes it. | Kim is a fool. | entailed
No one but a fool believes it. Kim is a fool. | Kim believes it. | unknown
Everyone except the children left. Kim is a child. | Kim left. | unknown
Everyone except the children left. Kim is not a child. | Kim left. | entailed
Kim was awake, so she read. | Kim read. | entailed
Kim was tired, but she went on, so she won. | Kim won. | entailed
Kim was tired, but she went on, so she won. | Kim went on. | entailed
The phone is disconnected. | The phone is connected. | refuted
Kim is no cook. | Kim is a good cook. | refuted
Kim is a good cook. | Kim is a cook. | entailed
"""


@pytest.fixture(scope="module")
def reasoner() -> Reasoner:
    return Reasoner()


@pytest.mark.parametrize("line", PAIRS.strip().splitlines())
def test_what_follows(reasoner: Reasoner, line: str) -> None:
    text, query, verdict = (part.strip() for part in line.split("|"))
    premises = [f"{premise}." for premise in text.removesuffix(".").split(". ")]
    assert reasoner.entails(premises, query).verdict == verdict
