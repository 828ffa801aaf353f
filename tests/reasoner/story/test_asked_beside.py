"""What a query asks beside its statement: a reason, a manner, a condition, another thing."""

import pytest
from tales import asked, rows, verified

from defeasible.reasoner import Reasoner, State, check_decision

CIRCUMSTANCES = """
Dora was hungry. She ate the cake. | Dora ate the cake because she was hungry. | entailed
Dora was full. She ate the cake. | Dora ate the cake because she was hungry. | refuted
Dora ate the cake. | Dora ate the cake because she was hungry. | unknown
Dora ate the cake. | Because she was hungry, Dora ate the cake. | unknown
Dora ate the cake. | Dora ate the cake since she was hungry. | unknown
Dora ate the cake. | Dora ate the cake although she was full. | unknown
Dora ate the cake. | Dora ate the cake so that Tom would not get it. | unknown
Dora ate the cake. | Dora ate the cake by mistake. | unknown
Dora ate the cake. | Dora ate the cake in secret. | unknown
Dora ate the cake. | Dora ate the cake alone. | unknown
Dora ate the cake. | Dora ate the cake by herself. | unknown
Dora ate the cake. | Dora ate the cake despite the warning. | unknown
Dora ate the cake despite the warning. | Dora ate the cake despite the warning. | entailed
Dora ate the cake. | Dora ate the cake without a spoon. | unknown
Dora ate the cake. | Dora ate the cake except the icing. | unknown
Dora ate the cake. | Dora ate the cake instead of the apple. | unknown
Dora ate the cake. | Dora ate the cake and not the apple. | unknown
Dora did not eat the cake. | Dora ate the cake by mistake. | refuted
Dora stayed at home. | Dora stayed at home because of the rain. | unknown
Dora stayed at home. | Dora stayed at home if it rained. | unknown
Dora stayed at home. | Dora stayed at home unless it rained. | unknown
Dora was never late for work. | Dora was on time. | entailed
Dora lives on her own. | Dora lives alone. | entailed
"""
APART = """
Dora applied for two jobs. The bank turned her down. | Dora got the other job. | unknown
Dora ate an apple. | Dora ate another apple. | unknown
Dora walked to the zoo. Then she went home. | The home of Dora is near the zoo. | unknown
The cup is near the plate. | The cup is next to the plate. | entailed
The boat was painted by Dora. | The boat was painted by Dora. | entailed
"""
BEFORE = """
Dora went to the park. Then she swam in the waves. | Dora has been in the sea. | unknown
Dora walked to the park. Then she went home. | Dora has been at the park. | entailed
"""
BOTHERED = """
Dora did not bother cleaning the room. | Dora cleaned the room. | refuted
Dora did not bother to clean the room. | Dora cleaned the room. | refuted
Dora had no trouble opening the jar. | Dora opened the jar. | entailed
Dora had trouble opening the jar. | Dora opened the jar. | unknown
"""


@pytest.mark.parametrize(("told", "query", "verdict"), rows(CIRCUMSTANCES + APART + BEFORE + BOTHERED))
def test_what_is_asked_beside(told: str, query: str, verdict: str) -> None:
    assert str(verified(told, query)) == verdict


@pytest.mark.parametrize("told", ["Dora was told that Tom was ill.", "Dora heard that Tom was ill."])
def test_what_is_only_reported_has_half_the_confidence(told: str) -> None:
    question = asked(told, "Tom was ill.")
    decision = Reasoner().decide(question)
    assert (str(decision.verdict), decision.confidence) == ("entailed", 0.5)
    assert decision.reason == "line 1 only says that somebody said so"
    assert check_decision(question, decision).state is State.VERIFIED


def test_what_is_told_as_well_as_reported_has_all() -> None:
    decision = Reasoner().infer_state(["Dora was told that Tom was ill.", "Tom was ill."], "Tom was ill.")
    assert decision.confidence == 1.0
