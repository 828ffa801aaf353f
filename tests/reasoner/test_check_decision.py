"""Decisions are held against their questions: forgeries, sealed anew, with the honest question at hand.

Each forgery starts from what a reasoner really decided, and would pass by the steps of its trace alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from census import take_census

from defeasible.reasoner import Decision, Opinion, Reasoner, Trace, no_roles
from defeasible.reasoner.basis import Basis
from defeasible.reasoner.checker import Failure, Report, State, check_decision, check_steps
from defeasible.reasoner.decision import unparsed
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import Evidence, SizeClaim
from defeasible.reasoner.forms import Comparison, Exclusion, Pattern, SizeContext, Unparsed
from defeasible.reasoner.question import (
    CauseQuestion,
    ChoiceQuestion,
    ConflictPhraseQuestion,
    ConsistencyQuestion,
    EntailmentQuestion,
    EquivalenceQuestion,
    EvidenceQuestion,
    PremisesQuestion,
    Question,
    RevisionQuestion,
    SizeQuestion,
    SlotQuestion,
    StateChangeQuestion,
    StateQuestion,
    StoryRevisionQuestion,
)
from defeasible.reasoner.size import Comparisons
from defeasible.reasoner.trace import ConclusionStep, ConstraintStep, SolverStep, Task
from defeasible.reasoner.trace.steps import AnswerStep
from defeasible.reasoner.verdict import Branch, Change, Verdict

R = Reasoner()
RAIN = ("If it rains, the match is off.", "It rains.")
OFF, ON = "The match is off.", "The match is not off."
OPEN = "The match may or may not be off."
SHE = ("If she has an essay to finish, then she will study late.", "She has an essay to finish.")
LIBRARY = "If the library stays open, then she will study late."
MIA = ("Mia opened the window.", "Then she closed it.")
TALK = ("A: 你怎么没来？", "B: 因为我发烧了，所以没来。")
OPTIONS = ("She will study late.", "She will not study late.", "She may or may not study late.")

HONEST: dict[str, Question] = {
    "entailment": EntailmentQuestion(RAIN, OFF),
    "refuted": EntailmentQuestion(RAIN, ON),
    "opaque": EntailmentQuestion(("Several guests sang.",), "Several guests did not sing."),
    "revision": RevisionQuestion(SHE, LIBRARY),
    "revision with a query": RevisionQuestion(SHE, LIBRARY, "She will study late."),
    "choice": ChoiceQuestion(SHE, OPTIONS, LIBRARY),
    "evidence": EvidenceQuestion(RAIN[:1], (Opinion("It rains.", 2.0),), OFF),
    "tied evidence": EvidenceQuestion(
        (), (Opinion("It rains.", 2.0), Opinion("It does not rain.", 2.0)), RAIN[1]
    ),
    "size": SizeQuestion("There is a house inside a light bulb.", "house", "light bulb"),
    "typical size": SizeQuestion("", "mouse", "house"),
    "contradictory size": SizeQuestion(
        "The mouse is bigger than the cup. The cup is bigger than the mouse.", "mouse", "cup"
    ),
    "state": StateQuestion(MIA, "The window is open."),
    "supported state": StateQuestion(MIA, "The window is open.", (1,), context=False),
    "story revision": StoryRevisionQuestion(MIA[:1], "The window is closed."),
    "state change": StateChangeQuestion(MIA[:1], MIA),
    "equivalence": EquivalenceQuestion(RAIN, RAIN[::-1]),
    "consistency": ConsistencyQuestion(TALK),
    "conflict phrase": ConflictPhraseQuestion(TALK, ("发烧",)),
    "cause": CauseQuestion(TALK, "发烧", "没来"),
    "slot": SlotQuestion(TALK, "发烧", "没来", ("原因", "后续事件")),
}


def failing(question: Question, decision: Decision, basis: Basis | None = None) -> str:
    """Return the failures of a forged decision whose steps hold by themselves."""
    assert check_steps(decision.trace) == ()
    sealed = Trace.from_json(replace(decision.trace, seal="").to_json())
    report = check_decision(question, replace(decision, proof=sealed), basis)
    assert report.state is State.FAILED, report
    return str(report)


@pytest.mark.parametrize("question", HONEST.values(), ids=HONEST)
def test_an_honest_decision_is_verified(question: Question) -> None:
    report = check_decision(question, R.decide(question))
    assert report.state is State.VERIFIED, report
    assert all((report.verified, report.given))
    assert check_decision(question, R.decide(question), R.basis) == report


@pytest.mark.parametrize("question", HONEST.values(), ids=HONEST)
def test_no_field_of_a_decision_may_lie(question: Question) -> None:
    decision = R.decide(question)
    lies: dict[str, object] = {
        "verdict": Verdict.UNKNOWN if decision.verdict is not Verdict.UNKNOWN else Verdict.ENTAILED,
        "answer": "something else",
        "confidence": 0.123,
        "before": Verdict.REFUTED,
        "change": Change.NEW,
    }
    for name, lie in lies.items():
        fields: dict[str, Any] = {name: lie}
        assert name in failing(question, replace(decision, **fields))
    for branch, wrong in (
        (Branch.NEURAL, "logic answers, not branch neural"),
        (Branch.FALLBACK, "logic answers, not branch fallback"),
        (Branch.ARBITRATION, "it is said to hinge on a model, but no evidence is a model's"),
    ):
        assert f"trace: {wrong}" in failing(question, replace(decision, branch=branch))
    assert "confidence" in failing(question, replace(decision, confidence=float("nan")))


OTHER_QUESTION: dict[str, tuple[Question, Question, str]] = {
    "another query": (HONEST["entailment"], EntailmentQuestion(RAIN, "It rains."), "not the texts"),
    "the opposite goal": (HONEST["entailment"], HONEST["refuted"], "not the texts"),
    "other premises": (HONEST["entailment"], EntailmentQuestion(RAIN[::-1], OFF), "not the texts"),
    "nothing new": (
        HONEST["revision with a query"],
        EntailmentQuestion((*SHE, LIBRARY), OPTIONS[0]),
        "arrive last",
    ),
    "options turned": (HONEST["choice"], ChoiceQuestion(SHE, OPTIONS[::-1], LIBRARY), "not the texts"),
    "the pair turned": (HONEST["typical size"], SizeQuestion("", "house", "mouse"), "not the texts"),
    "another text": (HONEST["size"], SizeQuestion("", "house", "light bulb"), "not the texts"),
    "no support": (HONEST["supported state"], HONEST["state"], "support"),
    "support, in context": (
        HONEST["supported state"],
        StateQuestion(MIA, "The window is open.", (1,)),
        "context",
    ),
    "at any moment": (HONEST["state"], StateQuestion(MIA, "The window is open.", when="ever"), "when"),
    "the cause turned": (HONEST["cause"], CauseQuestion(TALK, "没来", "发烧"), "names another phrase"),
    "a cause for consistency": (HONEST["cause"], HONEST["consistency"], "another question"),
    "consistency for a cause": (HONEST["consistency"], HONEST["cause"], "another question"),
    "other candidates": (
        HONEST["slot"],
        SlotQuestion(TALK, "没来", "发烧", ("原因", "后续事件")),
        "another question",
    ),
    "other slots": (HONEST["slot"], SlotQuestion(TALK, "发烧", "没来", ("原因",)), "another question"),
    "another decider": (HONEST["typical size"], HONEST["state"], "size trace"),
    "another reading": (HONEST["equivalence"], EquivalenceQuestion(RAIN, RAIN[:1]), "not the texts"),
    "other opinions": (
        HONEST["evidence"],
        EvidenceQuestion(RAIN[:1], (Opinion("It rains.", 5.0),), OFF),
        "nobody gave this evidence",
    ),
}


@pytest.mark.parametrize(("asked", "other", "message"), OTHER_QUESTION.values(), ids=OTHER_QUESTION)
def test_a_proof_of_another_question_fails(asked: Question, other: Question, message: str) -> None:
    assert message in failing(other, R.decide(asked))


@pytest.mark.parametrize("name", ["nothing new", "no support", "support, in context", "at any moment"])
def test_a_proof_of_another_question_fails_without_a_parser(name: str) -> None:
    asked, other, message = OTHER_QUESTION[name]
    decision = replace(R.decide(asked), proof=replace(R.decide(asked).trace, sources=other.sources))
    assert message in failing(other, decision, Basis())
    assert check_decision(asked, R.decide(asked), Basis()).state is State.VERIFIED


def relabelled(decision: Decision, question: Question) -> Decision:
    """Give a decision the texts of another question, spans and all: a forger's first step."""
    return replace(decision, proof=replace(decision.trace, sources=question.sources))


def test_a_proof_whose_texts_were_exchanged_fails_when_they_are_read() -> None:
    said = EntailmentQuestion(("If it rains, the match is off.", "It rains."), "The match is off.")
    other = EntailmentQuestion(("If it snows, the match is out.", "It snows."), "The match is out.")
    forged = replace(relabelled(R.decide(said), other), answer=other.query)
    assert "stand for" in failing(other, forged)


def test_evidence_that_was_left_out_fails() -> None:
    """The whole decision of a reasoner without roles: another verdict, proved step by step."""
    question = RevisionQuestion(SHE, LIBRARY)
    forged = Reasoner(roles=no_roles).decide(question)
    assert (forged.verdict, R.decide(question).verdict) == (Verdict.ENTAILED, Verdict.UNKNOWN)
    assert "evidence of `lexicon:" in failing(question, forged)
    own = check_decision(question, forged, Reasoner(roles=no_roles).basis)
    assert own.state is State.VERIFIED


def test_a_goal_that_was_not_the_belief_in_question_fails() -> None:
    question = RevisionQuestion(SHE, LIBRARY)
    form = question.read(R.parser)
    assert not isinstance(form, Unparsed)
    arrived = tuple(s.id for s in form.statements if s.span and s.span.source == question.arriving)
    stated = next(s.formula for s in form.statements if s.id not in arrived and str(s.formula) == "a1")
    forged = R.decide(PremisesQuestion(form, stated, arrived))
    assert "not about a literal that followed" in failing(question, forged)


def test_a_bare_unparsed_trace_replaces_no_answer() -> None:
    for name in ("entailment", "choice", "size", "state", "evidence", "equivalence", "consistency"):
        question = HONEST[name]
        bare = unparsed(Unparsed("nobody could read that", question.sources), question.task)
        assert "it is read" in failing(question, bare)
        blind = check_decision(question, bare, Basis())
        assert (blind.state, blind.given) == (State.UNPROVED, ("that the text cannot be read",))
    strange = EntailmentQuestion(("Colourless.",), OFF)
    report = check_decision(strange, R.decide(strange))
    assert report.state is State.UNPROVED
    assert "not understood" in str(report)


def timed_out(decision: Decision) -> Decision:
    """Replace all that a solver showed by the claim that its time ran out."""
    steps = tuple(
        replace(s, verdict=Verdict.TIMEOUT, core=(), models=()) if isinstance(s, SolverStep) else s
        for s in decision.trace.steps[:-1]
    )
    last = replace(
        decision.trace.conclusion,
        verdict=Verdict.TIMEOUT,
        change=None,
        before=None if decision.before is None else Verdict.TIMEOUT,
        flips=(),
        reason="the solver ran out of time",
    )
    trace = replace(decision.trace, steps=(*steps, last))
    return Decision(Verdict.TIMEOUT, trace, before=last.before, reason=last.reason)


@pytest.mark.parametrize("name", ["entailment", "refuted", "equivalence"])
def test_a_timeout_is_unproved_and_never_verified(name: str) -> None:
    report = check_decision(HONEST[name], timed_out(R.decide(HONEST[name])))
    assert (report.state, report.unproved) == (State.UNPROVED, ("the time ran out",))


def test_a_timeout_of_a_flip_hides_nothing() -> None:
    """What the verdict hinges on is left out, with the solver's time as an excuse: no longer verified."""
    question = HONEST["revision"]
    decision = R.decide(question)
    steps = list(decision.trace.steps)
    at = next(n for n, s in enumerate(steps) if isinstance(s, SolverStep) and s.phase == "flipped")
    flip = steps[at]
    assert isinstance(flip, SolverStep)
    steps[at] = replace(flip, verdict=Verdict.TIMEOUT, core=(), models=())
    hiding = replace(decision.trace, steps=tuple(steps))
    last = hiding.conclusion
    flips = tuple(replace(f, verdict=Verdict.TIMEOUT) for f in last.flips)
    hiding = replace(hiding, steps=(*hiding.steps[:-1], replace(last, flips=flips)))
    assert check_steps(hiding) == ()
    report = check_decision(question, replace(decision, proof=hiding))
    assert report.state is State.UNPROVED
    assert report.unproved == (f"the time ran out for step {at + 1}",)


FEVER = Exclusion(
    "nobody stays away with a fever",
    (Pattern("subsequent_event", ("发烧",), ()),),
    "nobody stays away with a fever",
    "发烧的人都来",
)


def test_an_invented_rule_makes_no_dialogue_inconsistent() -> None:
    honest = ConsistencyQuestion(TALK)
    forged = R.decide(ConsistencyQuestion(TALK, (FEVER,)))
    assert (forged.verdict, R.decide(honest).verdict) == (Verdict.INCONSISTENT, Verdict.ENTAILED)
    assert "nobody gave the rule" in failing(honest, forged)
    (invented,) = (f.step for f in check_decision(honest, forged).failures if "nobody gave" in f.reason)
    assert isinstance(forged.trace[invented], ConstraintStep)
    assert check_decision(ConsistencyQuestion(TALK, (FEVER,)), forged).state is State.VERIFIED
    assert "cannot all hold" in failing(ConsistencyQuestion(TALK, (FEVER,)), R.decide(honest))


def test_what_the_latest_word_leaves_is_no_answer_to_whether_all_facts_hold() -> None:
    latest = ConsistencyQuestion(TALK, (FEVER,), "latest-wins")
    decision = R.decide(latest)
    assert decision.verdict is Verdict.ENTAILED
    assert check_decision(latest, decision).state is State.VERIFIED
    assert "another question" in failing(ConsistencyQuestion(TALK, (FEVER,)), decision)


def word(question: Question, task: Task = "answer") -> Decision:
    """What a model says by itself, for the first option."""
    said = AnswerStep("tiny", "score", (0.9, 0.05, 0.05), "q1")
    last = ConclusionStep(Verdict.UNPROVED, (1,))
    trace = Trace(task, question.sources, (said, last))
    return Decision(Verdict.UNPROVED, trace, OPTIONS[0], 0.9, branch=Branch.NEURAL)


def test_a_models_word_is_unproved_and_stands_in_no_place_of_a_proof() -> None:
    question = HONEST["choice"]
    report = check_decision(question, word(question))
    assert (report.state, report.unproved) == (State.UNPROVED, ("a language model's word",))
    assert "the decision says `She will not" in failing(question, replace(word(question), answer=OPTIONS[1]))
    assert "confidence" in failing(question, replace(word(question), confidence=1.0))
    (wrong,) = check_decision(question, replace(word(question), branch=Branch.SYMBOLIC)).failures
    assert wrong == Failure(2, "a model answers alone, which is no branch symbolic")
    assert "is understood" in failing(question, replace(word(question), branch=Branch.FALLBACK))
    logic_alone = replace(R.basis, branches=frozenset({Branch.SYMBOLIC}))
    assert "trace: branch neural answers, which may" in failing(question, word(question), logic_alone)
    assert "not the texts" in failing(ChoiceQuestion(SHE, OPTIONS[::-1], LIBRARY), word(question))


def test_without_a_parser_the_reading_is_taken_as_given_and_said_so() -> None:
    question = HONEST["choice"]
    decision = R.decide(question)
    report = check_decision(question, decision, Basis())
    assert report.state is State.VERIFIED
    assert any("the reading" in what for what in report.given)
    assert any("the evidence" in what for what in report.given)
    assert any("the answer" in what for what in report.given)
    lies: dict[str, Any] = {"verdict": Verdict.ENTAILED, "confidence": 0.1, "before": None}
    for name, lie in lies.items():
        assert name in failing(question, replace(decision, **{name: lie}), Basis())
    unmarked = ChoiceQuestion((*SHE, LIBRARY), OPTIONS)
    assert "the one that arrived last" in failing(unmarked, decision, Basis())


def test_an_option_that_the_trace_does_not_decide_leaves_the_answer_unproved() -> None:
    question = ChoiceQuestion((*RAIN, "Ann sings."), (OFF, "Ann does not sing."))
    decision = R.decide(question)
    assert decision.answer == OFF
    report = check_decision(question, decision)
    assert report.state is State.UNPROVED
    assert "nothing of some options" in str(report)
    assert "answer" in failing(question, replace(decision, answer="Ann does not sing."))


def test_the_evidence_of_others_is_given_only_where_others_may_speak() -> None:
    question = SizeQuestion("", "mouse", "house")

    def sizes(form: SizeContext, /) -> tuple[Evidence, ...]:
        assert form.question is not None
        bigger, smaller = form.question
        said = Evidence(SizeClaim(Comparison(bigger, ">", smaller)), 50.0, "oracle", "it said so")
        return (*R.sizes(form), said)

    forged = Reasoner(sizes=sizes).decide(question)
    assert (forged.verdict, R.decide(question).verdict) == (Verdict.ENTAILED, Verdict.REFUTED)
    assert "nobody gave this evidence" in failing(question, forged)
    others = check_decision(question, forged, replace(R.basis, others=True))
    assert others.state is State.VERIFIED
    assert any("of others" in what for what in others.given)


def test_a_base_answers_only_its_own_question() -> None:
    kb = R.base()
    for said in (*SHE, LIBRARY):
        kb.tell(said)
    question = kb.question("She will study late.")
    decision = kb.ask("She will study late.")
    assert check_decision(question, decision).state is State.VERIFIED
    again = kb.question("She will study late.")
    assert again.before is Verdict.UNKNOWN
    assert "before" in failing(again, decision)
    assert check_decision(again, kb.ask("She will study late.")).state is State.VERIFIED
    other = kb.question("She has an essay to finish.")
    assert "which was asked" in failing(replace(other, words=question.words), decision)
    kb.tell("It rains.")
    assert "another one" in failing(kb.question("She will study late."), decision)


def test_a_ledger_answers_only_its_own_pair() -> None:
    sizes = Comparisons()
    sizes.add("house", ">", "car")
    sizes.add("car", ">=", "sofa")
    question = sizes.question("house", "sofa")
    decision = sizes.compare("house", "sofa")
    assert check_decision(question, decision).state is State.VERIFIED
    assert "another question" in failing(sizes.question("house", "car"), decision)
    assert "answer" in failing(question, replace(decision, answer="sofa"))
    sizes.add("sofa", ">", "cat")
    assert "another ledger" in failing(sizes.question("house", "sofa"), decision)


def test_a_report_and_what_is_no_decision() -> None:
    with pytest.raises(TypeError, match="not a bool"):
        bool(Report())
    junk: Any = None
    calls: list[Callable[[], object]] = [
        lambda: check_decision(HONEST["size"], junk),
        lambda: check_decision(junk, R.decide(HONEST["size"])),
    ]
    for call in calls:
        with pytest.raises(UsageError, match="None is not a"):
            call()


def test_small_forgeries_are_refused_for_their_reasons() -> None:
    def complaints(question: Question, decision: Decision, forged: Trace) -> str:
        return "\n".join(map(str, check_decision(question, replace(decision, proof=forged)).failures))

    decided = [(name, question, R.decide(question)) for name, question in HONEST.items()]
    take_census("questions", [(n, d.trace, partial(complaints, q, d)) for n, q, d in decided])
