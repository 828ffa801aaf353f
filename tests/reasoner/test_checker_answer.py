"""Answer traces: what a model says by itself is said to be just that, and no more."""

from __future__ import annotations

from dataclasses import replace

import pytest
from census import take_census
from checking import complaints

from defeasible.reasoner import Decision
from defeasible.reasoner.checker import State, check_decision
from defeasible.reasoner.checker.answer import answered, check_answer
from defeasible.reasoner.forms import AtomDecl
from defeasible.reasoner.logic import Atom
from defeasible.reasoner.question import ChoiceQuestion
from defeasible.reasoner.text import Source, Span
from defeasible.reasoner.trace import ConclusionStep, PremiseStep, Trace
from defeasible.reasoner.trace.steps import AnswerStep, Ranked, RankingStep, spoken
from defeasible.reasoner.verdict import Branch, Verdict

SAID = AnswerStep("gguf:m", "score", (0.25, 0.75), "q2")
LAST = ConclusionStep(Verdict.UNPROVED, (1,))
TRACE = Trace(
    "answer",
    (Source("s1", "A cat sat in a cup."), Source("q1", "cat"), Source("q2", "cup")),
    (SAID, LAST),
)
FAILED = AnswerStep("gguf:m", "generate", failure="the reply was cut off after 4 tokens")


def changed(said: AnswerStep | None = None, last: ConclusionStep | None = None) -> Trace:
    return replace(TRACE, steps=(said or SAID, last or LAST))


@pytest.mark.parametrize(
    "trace",
    [
        TRACE,
        changed(FAILED, replace(LAST, reason=FAILED.failure)),
        changed(replace(SAID, shares=(0.5, 0.5), option=None), replace(LAST, reason="as likely")),
        changed(replace(SAID, way="generate", words="cup"), replace(LAST, reason="not understood")),
        changed(replace(SAID, option="no", options=("yes", "no"))),
        changed(replace(SAID, shares=(), option=None, words="A cup stands there.")),
    ],
    ids=["scored", "failed", "as likely", "fallback", "yes or no", "text"],
)
def test_what_a_model_says_is_no_more_than_that(trace: Trace) -> None:
    report = complaints(trace.to_json())
    assert not report, report
    assert not trace.verdict.decided
    assert "therefore  UNPROVED" in str(trace)


def test_it_is_printed_with_what_it_thought_of_each_option() -> None:
    assert str(TRACE).splitlines()[:3] == [
        '1  model gguf:m scored  "cup"',
        '     0.25  "cat"',
        '     0.75  "cup"',
    ]


def test_an_answer_beyond_the_sources_is_printed_in_its_words() -> None:
    chosen = replace(SAID, option="no", options=("yes", "no"))
    assert str(changed(chosen)).splitlines()[:2] == ['1  model gguf:m scored  "no"', '     0.25  "yes"']
    text = replace(SAID, way="generate", shares=(), option=None, words="A cup stands there.")
    assert str(changed(text)).splitlines()[0] == '1  model gguf:m wrote  "A cup stands there."'


@pytest.mark.parametrize(
    ("trace", "problem"),
    [
        (changed(replace(SAID, option="q1")), "the largest share is that of q2"),
        (changed(replace(SAID, option=None), replace(LAST, reason="why")), "that of q2"),
        (changed(replace(SAID, shares=(0.5, 0.5))), "the largest share is that of q1 and q2"),
        (changed(replace(SAID, shares=(0.25, 0.8))), "its shares sum to 1.05"),
        (changed(replace(SAID, shares=(-0.5, 1.5))), "is no probability"),
        (changed(replace(SAID, shares=(1.0,), option="q1")), "1 shares of 2 options"),
        (changed(replace(SAID, model="")), "which model"),
        (changed(replace(SAID, option="yes", options=("yes", "no"))), "the largest share is that of no"),
        (changed(replace(SAID, option="q2", options=("yes", "no"))), "the largest share is that of no"),
        (changed(replace(SAID, option="no", options=("yes", "no", "maybe"))), "2 shares of 3 options"),
        (changed(replace(SAID, option="no", options=("no", "no"))), "two options are the same"),
        (changed(replace(SAID, shares=(), option="q1", words="so")), "no shares, but chose an option"),
        (changed(replace(SAID, failure="none")), "either shares or a reason"),
        (changed(replace(SAID, shares=(), option=None)), "either shares or a reason"),
        (changed(replace(FAILED, option="q1"), replace(LAST, reason="cut")), "but chose an option"),
        (changed(FAILED), "a reason must say why"),
        (changed(last=replace(LAST, verdict=Verdict.ENTAILED)), "nobody proves is unproved"),
        (changed(last=replace(LAST, before=Verdict.ENTAILED)), "shows nothing else"),
        (changed(last=replace(LAST, uses=())), "shows nothing else"),
        (changed(last=replace(LAST, goal=Atom("a"))), "shows nothing else"),
        (replace(TRACE, steps=(replace(LAST, uses=()),)), "one answer of a model"),
        (replace(TRACE, steps=(SAID, SAID, LAST)), "one answer of a model"),
        (replace(TRACE, atoms=(AtomDecl("a", "a cat"),)), "trace: it declares symbols"),
        (replace(TRACE, steps=(SAID, PremiseStep("f1", Atom("a")), LAST)), "does not belong in a answer"),
        (replace(TRACE, task="belief"), "does not belong in a belief trace"),
    ],
)
def test_what_it_claims_beyond_that_is_refused(trace: Trace, problem: str) -> None:
    report = complaints(trace)
    assert report
    assert problem in report


CAT, CUP = (
    Ranked("A cat", (Span("s1", 0, 5),), 0.6, ("+1.00 first",)),
    Ranked("a cup", (Span("s1", 13, 18),), 0.3),
)
RANKING = RankingStep("hand", (CAT, CUP))
FINDS = AnswerStep("gguf:m", "score", (0.1, 0.9), "a cup", options=("A cat", "a cup"))


def ranked(*said: RankingStep | AnswerStep) -> Trace:
    uses = tuple(range(1, len(said) + 1))
    return replace(TRACE, steps=(*said, ConclusionStep(Verdict.UNPROVED, uses)))


@pytest.mark.parametrize(
    ("trace", "answer"),
    [(ranked(RANKING), "A cat"), (ranked(RANKING, FINDS), "a cup")],
    ids=["alone", "both"],
)
def test_what_is_ranked_first_is_said_and_quoted(trace: Trace, answer: str) -> None:
    assert not complaints(trace.to_json())
    assert spoken(trace.steps, trace.sources) == answer
    assert answered(trace) == answer
    assert str(trace).splitlines()[:4] == [
        '1  ranked first (hand)  0.60  "A cat"',
        '     from "A cat" (s1)',
        "     because +1.00 first",
        '     0.30  "a cup"',
    ]


@pytest.mark.parametrize(
    ("trace", "problem"),
    [
        (ranked(replace(RANKING, by="")), "whose weights"),
        (ranked(replace(RANKING, ranked=())), "ranks nothing"),
        (ranked(replace(RANKING, ranked=(CAT, replace(CUP, text="A cat")))), "one text twice"),
        (ranked(replace(RANKING, ranked=(CUP, CAT))), "the best does not stand first"),
        (ranked(replace(RANKING, ranked=(CAT, replace(CUP, share=0.5)))), "no parts of a whole"),
        (ranked(replace(RANKING, ranked=(replace(CAT, share=float("nan")),))), "no parts of a whole"),
        (ranked(replace(RANKING, ranked=(replace(CAT, spans=()),))), "of no words"),
        (ranked(replace(RANKING, ranked=(replace(CAT, spans=(Span("s1", 0, 99),)),))), "do not have"),
        (ranked(replace(RANKING, ranked=(replace(CAT, spans=(Span("s9", 0, 1),)),))), "do not have"),
        (ranked(RANKING, replace(FINDS, options=("a cup", "A cat"))), "the largest share"),
        (ranked(RANKING, replace(FINDS, options=("a dog", "a cup"))), "each of what was ranked"),
        (ranked(FINDS, RANKING), "one answer of a model, or one ranking"),
    ],
)
def test_a_ranking_that_is_none_is_refused(trace: Trace, problem: str) -> None:
    assert problem in complaints(trace)


@pytest.mark.parametrize(
    ("said", "branch", "answer"),
    [((RANKING,), Branch.SYMBOLIC, "A cat"), ((RANKING, FINDS), Branch.ARBITRATION, "a cup")],
    ids=["alone", "both"],
)
def test_a_ranking_is_no_proof_and_of_its_own_branch(
    said: tuple[RankingStep | AnswerStep, ...], branch: Branch, answer: str
) -> None:
    question = ChoiceQuestion((TRACE.sources[0].text,), ("cat", "cup"))
    decision = Decision(Verdict.UNPROVED, ranked(*said), answer, 0.0, branch=branch)
    report = check_decision(question, decision)
    assert (report.state, report.unproved) == (State.UNPROVED, ("a ranking of words of the text by weights",))
    for lie, fields in {
        "answer": {"answer": "nothing"},
        "confidence": {"confidence": 0.5},
        f"which is branch {branch}": {"branch": Branch.NEURAL},
    }.items():
        assert lie in str(check_decision(question, replace(decision, **fields)))  # type: ignore[arg-type]


def test_a_ranking_that_settles_nothing_has_no_answer() -> None:
    """Tied options and the reason why: the first of them is no answer."""
    source = Source("t1", "A: tea or coffee")
    spans = (Span("t1", 3, 6),)
    ranked = (Ranked("tea", spans, 0.5), Ranked("coffee", spans, 0.5))
    for reason, answer in (("two are left", None), ("", "tea")):
        last = ConclusionStep(Verdict.UNPROVED, (1,), reason=reason)
        trace = Trace("answer", (source,), (RankingStep("facts", ranked), last))
        assert not [*check_answer(trace)]
        assert answered(trace) == answer


def test_small_forgeries_are_refused_for_their_reasons() -> None:
    failed = changed(FAILED, replace(LAST, reason=FAILED.failure))
    traces = {"scored": TRACE, "failed": failed, "ranked": ranked(RANKING), "both": ranked(RANKING, FINDS)}
    take_census("answers", [(name, trace, complaints) for name, trace in traces.items()])
