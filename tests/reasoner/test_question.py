"""Questions are values: each is written and read back, and one path leads from it to its decision."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from defeasible.reasoner import Opinion, Reasoner, Verdict
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.forms import Premises, SizeContext, Story
from defeasible.reasoner.logic import Atom
from defeasible.reasoner.question import (
    CauseQuestion,
    ChoiceQuestion,
    ConflictPhraseQuestion,
    ConsistencyQuestion,
    ContextQuestion,
    EntailmentQuestion,
    EquivalenceQuestion,
    EvidenceQuestion,
    PremisesQuestion,
    RevisionQuestion,
    SizeQuestion,
    SlotQuestion,
    StateChangeQuestion,
    StateQuestion,
    StoryQuestion,
    StoryRevisionQuestion,
    WeighingQuestion,
    asked_by,
    codec,
)
from defeasible.reasoner.question.codec import Written

R = Reasoner()
RAIN = ("If it rains, the match is off.", "It rains.")
OFF, OPEN = "The match is off.", "The match may or may not be off."
FLOOD = "If the pitch floods then the match is off."
BULB = "There is a house inside a light bulb."
TALK = ("A: 你怎么没来？", "B: 因为我发烧了，所以没来。")
MIA = ("Mia opened the window.", "Then she closed it.")


def read_premises() -> Premises:
    form = R.parser.premises(RAIN, [OFF])
    assert isinstance(form, Premises)
    return form


def read_context() -> SizeContext:
    form = R.parser.sizes(BULB, ("house", "light bulb"))
    assert isinstance(form, SizeContext)
    return form


def read_story() -> Story:
    form = R.parser.story(MIA, ["The window is open."])
    assert isinstance(form, Story)
    return form


QUESTIONS: dict[str, tuple[Written, Verdict]] = {
    "entailment": (EntailmentQuestion(RAIN, OFF), Verdict.ENTAILED),
    "revision": (RevisionQuestion(RAIN, FLOOD), Verdict.ENTAILED),
    "choice": (ChoiceQuestion(RAIN, ("The match is on.", OFF, OPEN), FLOOD), Verdict.REFUTED),
    "evidence": (EvidenceQuestion(RAIN[:1], (Opinion("It rains.", 2.0),), OFF), Verdict.ENTAILED),
    "size": (SizeQuestion(BULB, "house", "light bulb"), Verdict.REFUTED),
    "state": (StateQuestion(MIA, "The window is open.", (1,), context=False), Verdict.ENTAILED),
    "consistency": (ConsistencyQuestion(TALK), Verdict.ENTAILED),
    "conflict phrase": (ConflictPhraseQuestion(TALK, ("发烧",)), Verdict.UNKNOWN),
    "cause": (CauseQuestion(TALK, "发烧", "没来"), Verdict.ENTAILED),
    "slot": (SlotQuestion(TALK, "发烧", "没来", ("原因", "后续事件")), Verdict.ENTAILED),
    "premises": (PremisesQuestion(read_premises(), Atom("a1"), ("s1",)), Verdict.ENTAILED),
    "weighing": (WeighingQuestion(read_premises(), ()), Verdict.ENTAILED),
    "context": (ContextQuestion(read_context()), Verdict.REFUTED),
    "story": (StoryQuestion(read_story(), when="ever"), Verdict.ENTAILED),
    "story revision": (StoryRevisionQuestion(MIA[:1], "The window is closed."), Verdict.ENTAILED),
    "state change": (StateChangeQuestion(MIA[:1], MIA), Verdict.ENTAILED),
    "equivalence": (EquivalenceQuestion(RAIN, RAIN[::-1]), Verdict.ENTAILED),
    "equivalence of forms": (EquivalenceQuestion(read_story(), read_story()), Verdict.ENTAILED),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_is_written_and_read_back(name: str) -> None:
    question, _ = QUESTIONS[name]
    document = json.loads(json.dumps(codec.to_document(question), ensure_ascii=False))
    assert codec.from_document(document) == question


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_leads_to_a_decision_about_its_own_texts(name: str) -> None:
    question, verdict = QUESTIONS[name]
    decision = R.decide(question)
    assert (decision.verdict, decision.trace.task) == (verdict, question.task)
    if isinstance(question, StoryRevisionQuestion | StateChangeQuestion):
        asked = question.of(decision.answer)
        assert asked is not None
        assert set(decision.trace.sources) == set(asked.sources)
    else:
        assert set(decision.trace.sources) == set(question.sources)


def test_a_verb_and_its_question_give_the_same_decision() -> None:
    assert R.revise(RAIN, FLOOD) == R.decide(RevisionQuestion(RAIN, FLOOD))
    assert R.compare_size(BULB, "house", "light bulb") == R.decide(QUESTIONS["size"][0])


def test_a_form_asks_its_own_question() -> None:
    form = read_premises()
    assert asked_by(form) == PremisesQuestion(form)
    assert R.decide(form) == R.decide(PremisesQuestion(form))


def test_what_asks_nothing_is_refused() -> None:
    nothing = Premises((), (), ())
    with pytest.raises(UsageError, match="the premises ask nothing"):
        asked_by(nothing)
    with pytest.raises(UsageError, match="the context asks no question"):
        ContextQuestion(SizeContext((), (), ()))
    with pytest.raises(UsageError, match="no options"):
        ChoiceQuestion(RAIN, ())
    with pytest.raises(UsageError, match="unknown value 'now' of `when`"):
        StateQuestion(MIA, "The window is open.", when="now")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="None is neither a question nor a form"):
        R.decide(None)  # type: ignore[arg-type]


def test_options_that_are_all_open_are_unparsed() -> None:
    decision = R.decide(ChoiceQuestion(RAIN, (OPEN, "It is unclear whether the match is off.")))
    assert (decision.verdict, decision.answer) == (Verdict.UNPARSED, None)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (None, "of schema 'NoneType'"),
        ({"schema": "defeasible.form/1"}, "of schema 'defeasible.form/1'"),
        ({"schema": codec.SCHEMA, "kind": "riddle"}, "malformed question at the top"),
        ({"schema": codec.SCHEMA, "kind": "entailment", "query": OFF}, "at entailment.premises"),
        (
            {"schema": codec.SCHEMA, "kind": "entailment", "premises": [], "query": "\ud800"},
            "malformed question at",
        ),
        ({"schema": codec.SCHEMA, "kind": "choice", "premises": [], "options": []}, "no options"),
        ({"schema": codec.SCHEMA, "kind": "size", "context": "", "a": "x", "b": "y", "c": 1}, "at size.c"),
    ],
)
def test_a_malformed_question_says_where(document: object, message: str) -> None:
    with pytest.raises(FormError, match=message):
        codec.from_document(document)


def test_questions_load_no_decider() -> None:
    code = "import sys, defeasible.reasoner.question; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    deciders = {
        "api",
        "base",
        "belief",
        "dialogue",
        "equivalence",
        "grammar",
        "sat",
        "size",
        "story",
        "weigh",
    }
    assert {f"defeasible.reasoner.{name}" for name in deciders} & set(loaded.split()) == set()
