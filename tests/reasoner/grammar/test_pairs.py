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
"""


@pytest.fixture(scope="module")
def reasoner() -> Reasoner:
    return Reasoner()


@pytest.mark.parametrize("line", PAIRS.strip().splitlines())
def test_what_follows(reasoner: Reasoner, line: str) -> None:
    text, query, verdict = (part.strip() for part in line.split("|"))
    premises = [f"{premise}." for premise in text.removesuffix(".").split(". ")]
    assert reasoner.entails(premises, query).verdict == verdict
