"""What only a few traces say, each said wrongly once: the checker names the step and the fault."""

from dataclasses import replace

import pytest
from builders import P, Q, R, edited, sizes, theory
from checking import complaints
from dialogues import facts

from defeasible.reasoner import Decision, belief, size, weigh
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.checker import check_decision, check_document
from defeasible.reasoner.decision import unparsed
from defeasible.reasoner.dialogue import consistency, identify
from defeasible.reasoner.equivalence import equivalent
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import MAX_WEIGHT, Evidence, FormulaClaim
from defeasible.reasoner.forms import Comparison, DialogueFacts, Unparsed
from defeasible.reasoner.logic import Implies, Not
from defeasible.reasoner.question import EntailmentQuestion, LedgerQuestion, StateQuestion
from defeasible.reasoner.size import Comparisons
from defeasible.reasoner.text import Span
from defeasible.reasoner.trace import (
    AssumptionStep,
    BalanceStep,
    ConclusionStep,
    EvidenceStep,
    FactStep,
    Flip,
    PathStep,
    PremiseStep,
    SizeStep,
    SlotOption,
    Step,
    Trace,
)
from defeasible.reasoner.trace.steps import OptimumStep
from defeasible.reasoner.verdict import Verdict

ABOVE = Comparison("o1", ">", "o2")
PAIR = sizes(ABOVE)
CALM = facts(("soup", "is", "hot"), turns=True)
OTHER = replace(PAIR, question=("o2", "o1"))
NOBODY = DialogueFacts((), (), ())
PARTS: tuple[list[str], str, str, list[str]] = ([], "wheel", "car", ["Is part of", "Has"])
BOTH = theory(P, Not(P), query=Q)


def ending(trace: Trace, **fields: object) -> Trace:
    return replace(trace, steps=(*trace.steps[:-1], replace(trace.conclusion, **fields)))  # type: ignore[arg-type]


def before_the_end(trace: Trace, *steps: Step) -> Trace:
    return replace(trace, steps=(*trace.steps[:-1], *steps, trace.conclusion))


def flipped(**fields: object) -> Trace:
    """An identification whose last balance, without a cue, is another one."""
    trace = identify(*PARTS).trace
    number, step = [(n, s) for n, s in enumerate(trace.steps, 1) if isinstance(s, BalanceStep)][-1]
    assert step.flipped
    return edited(trace, **{f"s{number}": replace(step, **fields)})  # type: ignore[arg-type]


def turned() -> Trace:
    trace = identify(*PARTS).trace
    flips = tuple(replace(flip, verdict=Verdict.INCONSISTENT) for flip in trace.conclusion.flips)
    return ending(trace, flips=flips)


def ratio() -> Trace:
    twice = Comparison("o1", "=", "o2", 2)  # type: ignore[arg-type]
    trace = size.decide(sizes(twice)).trace
    number = next(n for n, s in enumerate(trace.steps, 1) if isinstance(s, PathStep))
    path = trace.steps[number - 1]
    assert isinstance(path, PathStep)
    return edited(trace, **{f"s{number}": replace(path, factor=path.factor * 2)})


PLAIN = belief.decide(theory(Implies(P, Q), P, query=Q), Q).trace
READ = equivalent(theory(P), theory(P)).trace
SIZES, APART = equivalent(PAIR, PAIR).trace, equivalent(PAIR, OTHER).trace
CONTRADICTION = weigh.decide(BOTH, (), Q).trace
IDLE = EvidenceStep(FormulaClaim(P), 1.0, "model", "", "accepted")
UNTOLD = AssumptionStep("the moon is made of cheese")

FORGED: dict[str, tuple[Trace, str]] = {
    "two conclusions": (
        before_the_end(PLAIN, PLAIN.conclusion),
        "conclusion stands before the end",
    ),
    "no reading": (edited(READ, s1=PremiseStep("3.f1", P)), "trace: a statement belongs to neither reading"),
    "a size among readings": (edited(READ, s1=SizeStep("1.f1", ABOVE)), "no part of comparing sizes"),
    "a timeout without a reason": (ending(SIZES, verdict=Verdict.TIMEOUT, uses=()), "nothing shows that two"),
    "an assumption on readings": (before_the_end(READ, UNTOLD), "assumes something else than that a part"),
    "sizes about a formula": (ending(SIZES, goal=P), "it is about no single formula or comparison"),
    "sizes about a comparison": (ending(SIZES, comparison=ABOVE), "it is about no single formula"),
    "sizes with hinges": (
        ending(SIZES, flips=(Flip((1,), Verdict.UNKNOWN, 1),)),
        "it is about no single formula or comparison",
    ),
    "questions that make sizes differ": (ending(APART, verdict=Verdict.REFUTED), "other questions make two"),
    "questions without a reason": (ending(APART, reason=""), "other questions make two readings differ"),
    "evidence beside a contradiction": (
        replace(CONTRADICTION, steps=(*CONTRADICTION.steps[:2], IDLE, *CONTRADICTION.steps[2:])),
        "it cannot have been weighed, since step 4 has no optimum",
    ),
    "an assumption on sizes": (before_the_end(size.decide(PAIR).trace, UNTOLD), "assumes something else"),
    "a ratio": (ratio(), "its path does not show the comparison that it claims"),
    "an assumption among cues": (
        before_the_end(identify(*PARTS).trace, UNTOLD),
        "there is more, or less, than cues and what they weigh",
    ),
    "other phrases": (flipped(subject="fleet"), "weighs other phrases than the first"),
    "other options": (
        flipped(options=(SlotOption("Has", ("has",)),)),
        "weighs other options than the first",
    ),
    "another best without a cue": (flipped(flipped=False), "it does not show what would be without the cue"),
    "another verdict without a cue": (turned(), "without the cue it would be otherwise"),
}


@pytest.mark.parametrize(("trace", "message"), FORGED.values(), ids=FORGED)
def test_a_step_that_few_traces_have_is_checked(trace: Trace, message: str) -> None:
    assert message in complaints(trace)


def test_a_timeout_shows_nothing_and_needs_nothing() -> None:
    late = ending(SIZES, verdict=Verdict.TIMEOUT, uses=(), reason="the time ran out")
    assert not complaints(late)
    assert "does not rest on" in complaints(ending(late, uses=(1,)))


@pytest.mark.parametrize(("weight", "fits"), [(MAX_WEIGHT, True), (MAX_WEIGHT * 2, False)])
def test_evidence_has_at_most_the_largest_weight(weight: float, fits: bool) -> None:
    said = Evidence(FormulaClaim(P), MAX_WEIGHT, "model")
    trace = weigh.decide(theory(Implies(P, Q), query=Q), (said,), Q).trace
    heavy = tuple(replace(s, weight=weight) if isinstance(s, EvidenceStep) else s for s in trace.steps)
    assert bool(complaints(replace(trace, steps=heavy))) is not fits


def test_the_words_and_symbols_of_a_question_to_a_base_are_its_own() -> None:
    kb = BeliefBase()
    kb.tell("It rains.")
    question, decision = kb.question("Ann sings."), kb.ask("Ann sings.")
    assert not check_decision(question, decision).failures
    assert question.words is not None
    words = replace(question, words=replace(question.words, text="Bob sings."))
    assert "the words of the question are not among" in str(check_decision(words, decision))
    glosses = replace(question, atoms=tuple(replace(a, gloss="Bob sings") for a in question.atoms))
    assert "not what the question says" in str(check_decision(glosses, decision))


def test_a_new_object_has_no_name_of_the_ledger() -> None:
    comparisons = Comparisons()
    comparisons.add("a", ">", "b")
    trace, ledger = comparisons.compare("c", "b").trace, comparisons.ledger()
    assert not complaints(trace, ledger)
    forged = replace(
        trace, objects=tuple(replace(o, name="a") if o.name == "c" else o for o in trace.objects)
    )
    assert "declared as new that the ledger names" in complaints(forged, ledger)


def test_a_proof_of_another_pair_of_a_ledger_is_refused() -> None:
    comparisons = Comparisons()
    comparisons.add_many([("a", ">", "b"), ("b", ">", "c")])
    question, decision = LedgerQuestion(comparisons.ledger(), "a", "b"), comparisons.compare("a", "b")
    assert not check_decision(question, decision).failures
    other = check_decision(replace(question, b="c"), decision)
    assert str(other) == f"step {len(decision.trace.steps)}: it answers another question"


def test_a_fact_quotes_a_turn_that_there_is() -> None:
    trace = consistency(CALM).trace
    (number, step), *_ = ((n, s) for n, s in enumerate(trace.steps, 1) if isinstance(s, FactStep))
    for span in (Span("t9", 0, 0), Span("t9", 0, 1)):
        forged = edited(trace, **{f"s{number}": replace(step, fact=replace(step.fact, span=span))})
        assert f"step {number}: its span lies outside its source" in complaints(forged)


def test_what_is_open_has_nothing_against_it() -> None:
    form = theory(Implies(P, Q), Implies(R, Not(Q)), query=Q)
    said = tuple(Evidence(FormulaClaim(f), 1.0, "model") for f in (P, R))
    trace = weigh.decide(form, said, Q).trace
    assert trace.verdict is Verdict.UNKNOWN
    number, step = next((n, s) for n, s in enumerate(trace.steps, 1) if isinstance(s, OptimumStep))
    second = next(
        n for n, s in enumerate(trace.steps, 1) if isinstance(s, EvidenceStep) and s.claim == said[1].claim
    )
    forged = edited(trace, **{f"s{number}": replace(step, against=((2, second),))})
    assert f"step {number}: an open goal has no contradictions against it" in complaints(forged)


def test_a_ledger_is_said_to_contradict_itself_just_where_it_does() -> None:
    comparisons = Comparisons()
    comparisons.add_many([("a", ">", "b"), ("b", ">", "a")])
    bad, contradictory = comparisons.compare("a", "b").trace, comparisons.ledger()
    assert not complaints(bad, contradictory)
    honest = Comparisons()
    honest.add("a", ">", "b")
    sound = honest.compare("a", "b").trace
    relabelled = replace(sound, steps=(bad.steps[0], *sound.steps[1:]))
    assert "the facts of the ledger are not consistent" in complaints(relabelled, contradictory)


RAIN = EntailmentQuestion(("It rains.",), "It rains.")
MIA = StateQuestion(("Mia opened the window.",), "Mia is rich.")


def test_what_was_not_read_is_said_in_the_terms_of_its_question() -> None:
    bare = unparsed(Unparsed("nobody could read that", RAIN.sources), "size")
    assert "it is a size trace, the question is one of belief" in str(check_decision(RAIN, bare))


def test_a_formula_too_deep_to_verify_is_named() -> None:
    formula: object = P
    for _ in range(5000):
        formula = Not(formula)  # type: ignore[arg-type]
    deep = Trace("belief", RAIN.sources, (ConclusionStep(Verdict.UNKNOWN, (), formula),))  # type: ignore[arg-type]
    assert "nested too deeply" in str(check_decision(RAIN, Decision(Verdict.UNKNOWN, deep)))
    with pytest.raises(UsageError, match="is not a document"):
        check_document(5)  # type: ignore[arg-type]
