"""Stories rewritten and states named by rule: an answer is read again, and proved or not given."""

from __future__ import annotations

from dataclasses import replace

import pytest

from defeasible.reasoner import Reasoner, State, check_decision
from defeasible.reasoner.basis import Basis, shipped
from defeasible.reasoner.question import StateChangeQuestion, StateQuestion, StoryRevisionQuestion
from defeasible.reasoner.story import negated
from defeasible.reasoner.verdict import Branch, Verdict

R = Reasoner()
RING = ("Tom bought a ring.", "He gave the ring to Ann.", "Ann smiled.")
SAD = (*RING[:2], "Ann cried.")


def test_a_story_is_rewritten_until_the_counterfactual_follows() -> None:
    question = StoryRevisionQuestion(RING, "Tom had the ring.")
    found = R.decide(question)
    assert found.answer == "Tom bought a ring.\nHe did not give the ring to Ann.\nAnn smiled."
    assert found.verdict is Verdict.ENTAILED
    proved = StateQuestion(tuple(found.answer.split("\n")), "Tom had the ring.")
    assert {s.text for s in found.trace.sources} == {s.text for s in proved.sources}
    report = check_decision(question, found)
    assert report.state is State.VERIFIED
    assert any("in all but the counterfactual" in given for given in report.given)


def test_a_story_that_supports_it_already_stays_as_it_is() -> None:
    found = R.decide(StoryRevisionQuestion(RING, "Ann had the ring."))
    assert found.answer == "\n".join(RING)


@pytest.mark.parametrize(
    ("wanted", "verdict"),
    [
        ("Ann yawned.", Verdict.UNPROVED),
        ("Ann was happy and sad.", Verdict.REFUTED),
        ("Of the.", Verdict.UNPARSED),
    ],
    ids=["an event", "impossible", "not understood"],
)
def test_where_no_rule_helps_there_is_no_answer(wanted: str, verdict: Verdict) -> None:
    question = StoryRevisionQuestion(RING, wanted)
    found = R.decide(question)
    assert found.answer is None
    assert found.reason
    assert found.verdict is verdict
    assert check_decision(question, found).state is State.UNPROVED


def test_states_of_a_change_hold_each_in_its_own_version_alone() -> None:
    question = StateChangeQuestion(RING, SAD)
    found = R.decide(question)
    assert found.answer == "Ann feels happy.\nAnn feels sad."
    first, second = found.answer.split("\n")
    verdicts = [R.infer_state(lines, state).verdict for lines in (RING, SAD) for state in (first, second)]
    assert verdicts[0] is verdicts[3] is Verdict.ENTAILED
    assert Verdict.ENTAILED not in verdicts[1:3]
    report = check_decision(question, found)
    assert report.state is State.VERIFIED
    assert any("second state" in given for given in report.given)


def test_versions_that_do_not_differ_have_no_answer() -> None:
    question = StateChangeQuestion(RING, RING)
    found = R.decide(question)
    assert (found.verdict, found.answer) == (Verdict.UNPROVED, None)
    assert "no pair of states" in found.reason
    assert check_decision(question, found).state is State.UNPROVED
    said = replace(found, answer="Ann feels happy.\nAnn feels sad.")
    assert check_decision(question, said).state is State.FAILED
    assert check_decision(question, replace(found, branch=Branch.NEURAL)).state is State.FAILED


def test_the_proof_of_one_text_is_not_that_of_another() -> None:
    question = StoryRevisionQuestion(RING, "Tom had the ring.")
    found = R.decide(question)
    for answer in ("\n".join(RING), None, f"{found.answer}\nThe end."):
        assert check_decision(question, replace(found, answer=answer)).state is State.FAILED
    other = StoryRevisionQuestion(RING, "Ann had the ring.")
    assert check_decision(other, found).state is State.FAILED
    as_it_is = R.decide(StateQuestion(RING, "Tom had the ring."))
    claimed = replace(as_it_is, answer="\n".join(RING))
    assert check_decision(question, claimed).state is State.FAILED


def test_a_model_may_choose_among_pairs_that_hold_up_but_not_rewrite_by_proof() -> None:
    both = replace(shipped(), others=True)
    change = StateChangeQuestion(RING, SAD)
    chosen = replace(R.decide(change), branch=Branch.ARBITRATION)
    assert check_decision(change, chosen, both).state is State.VERIFIED
    assert check_decision(change, chosen).state is State.FAILED
    revision = StoryRevisionQuestion(RING, "Tom had the ring.")
    written = replace(R.decide(revision), branch=Branch.ARBITRATION)
    assert check_decision(revision, written, both).state is State.FAILED


def test_without_a_parser_the_reading_of_the_new_story_is_given() -> None:
    question = StoryRevisionQuestion(RING, "Tom had the ring.")
    report = check_decision(question, R.decide(question), Basis())
    assert report.state is State.VERIFIED
    assert any(given.startswith("the reading") for given in report.given)


@pytest.mark.parametrize(
    ("said", "otherwise"),
    [
        ("Tom likes the dog.", "Tom does not like the dog."),
        ("Tom doesn't like the dog.", "Tom likes the dog."),
        ("The road was wet.", "The road was not wet."),
        ("Nobody came.", "It is not so that Nobody came."),
    ],
)
def test_states_are_negated_by_rule(said: str, otherwise: str) -> None:
    assert negated(said) == otherwise
