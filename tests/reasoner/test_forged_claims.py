"""Forged traces of every family, sealed anew: each would prove something false, and each is refused."""

from dataclasses import replace
from fractions import Fraction
from math import inf, nextafter

import pytest
from builders import P, Q, R, sizes, theory, usually
from checking import complaints
from dialogues import facts
from tales import event, state, story

from defeasible.reasoner import equivalence, size, weigh
from defeasible.reasoner.commonsense import TypicalSizes
from defeasible.reasoner.dialogue import consistency
from defeasible.reasoner.evidence import Evidence, FormulaClaim, RoleClaim, SizeClaim
from defeasible.reasoner.forms import (
    METRE,
    Comparison,
    Conditional,
    Constraint,
    Role,
    SizeContext,
    SizeObject,
)
from defeasible.reasoner.logic import Implies, Not
from defeasible.reasoner.story import infer_state
from defeasible.reasoner.trace import (
    ArrangementStep,
    AssumptionStep,
    ConclusionStep,
    ConflictStep,
    ConstraintStep,
    CycleStep,
    EvidenceStep,
    FactStep,
    Flip,
    PathStep,
    PremiseStep,
    SizeStep,
    Step,
    Trace,
)
from defeasible.reasoner.trace.steps import HappeningStep, LawStep, OptimumStep
from defeasible.reasoner.verdict import Verdict

E, X, U, N = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.INCONSISTENT


def things(*names: str) -> SizeContext:
    objects = tuple(SizeObject(f"o{n}", name) for n, name in enumerate(names, 1))
    return SizeContext((), objects, (), ("o1", "o2"))


def with_steps(trace: Trace, *steps: Step) -> Trace:
    return replace(trace, steps=steps)


def verified(trace: Trace, *inputs: object) -> bool:
    """Whether a trace passes as a sealed document, beside its honest inputs."""
    return not complaints(trace.to_json(), *inputs)  # type: ignore[arg-type]


# --- sizes ------------------------------------------------------------------------------------------------

SMALL = things("mouse", "house")
ASKED = Comparison("o1", ">", "o2")


def decided_by(evidence: tuple[Evidence, ...], context: SizeContext = SMALL) -> Trace:
    return size.decide(context, sizes=lambda _: evidence).trace


def test_the_lexicon_does_not_say_that_a_mouse_is_bigger_than_a_house() -> None:
    (honest,) = TypicalSizes()(SMALL)
    assert verified(decided_by((honest,)), SMALL)
    claim = SizeClaim(ASKED)
    for forged in (
        replace(honest, claim=claim),
        replace(honest, claim=claim, reason="mouse is about 900 m, house about 12 m"),
        replace(honest, claim=claim, reason=""),
    ):
        trace = decided_by((forged,))
        assert trace.verdict is E
        assert not verified(trace, SMALL)


@pytest.mark.parametrize("weight", [0.1, 1e6])
def test_the_lexicon_is_as_sure_as_its_data_make_it(weight: float) -> None:
    """A lighter prior of somebody else decides, once the lexicon's is made lighter still."""
    (honest,) = TypicalSizes()(SMALL)
    rival = Evidence(SizeClaim(ASKED), 0.2, "somebody")
    assert decided_by((honest, rival)).verdict is X
    assert verified(decided_by((honest, rival)), SMALL)
    trace = decided_by((replace(honest, weight=weight), rival))
    assert trace.verdict is (E if weight < 1 else X)
    assert not verified(trace, SMALL)


def test_the_lexicon_says_all_it_has_to_say() -> None:
    """What it says of the pair is left out, and what it says of a third thing decides otherwise."""
    context = replace(
        things("cat", "dog", "horse"),
        statements=sizes(Comparison("o1", ">", "o3")).statements[:1],
        sources=sizes().sources,
    )
    said = TypicalSizes()(context)
    assert len(said) == 3
    assert verified(decided_by(said, context), context)
    for n in range(3):
        assert not verified(decided_by(said[:n] + said[n + 1 :], context), context)
    assert not verified(decided_by((*said, said[0]), context), context)


def test_the_lexicon_knows_no_other_noun_than_the_one_that_is_named() -> None:
    planet, house = things("planet", "house"), things("mouse", "house")
    trace = size.decide(planet, sizes=TypicalSizes()).trace
    assert trace.verdict is E
    assert verified(trace, planet)
    assert not verified(replace(trace, objects=house.objects), house)


def test_nothing_is_assumed_of_sizes() -> None:
    trace = decided_by(usually(("o1", "o2", 1.0)))
    slipped = with_steps(trace, AssumptionStep("houses are tiny"), *trace.steps)
    assert "assumes something else" in complaints(slipped.to_json())


@pytest.mark.parametrize("relations", [(">=", ">="), ("=", "="), (">=", "=")])
def test_what_is_as_big_as_the_other_is_no_contradiction(relations: tuple[str, str]) -> None:
    context = sizes(Comparison("o1", relations[0], "o2"), Comparison("o2", relations[1], "o1"))  # type: ignore[arg-type]
    stated = [SizeStep(s.id, s.comparison, s.span, s.frame, s.reason) for s in context.statements]
    forged = Trace(
        "size",
        context.sources,
        (
            *stated,
            PathStep("o1", "o2", False, (1,)),
            PathStep("o2", "o1", False, (2,)),
            CycleStep((1, 2), "o1"),
            ConclusionStep(N, (3, 4, 5), comparison=ASKED),
        ),
        objects=context.objects,
    )
    assert "its cycle makes nothing bigger than itself" in complaints(forged.to_json(), context)


@pytest.mark.parametrize(("factor", "holds"), [(Fraction(1), True), (Fraction(10**9 - 1, 10**9), False)])
def test_a_factor_just_below_one_shows_nothing(factor: Fraction, *, holds: bool) -> None:
    context = sizes(Comparison("o1", ">", "o3", factor), Comparison("o3", ">=", "o2"))
    stated = [SizeStep(s.id, s.comparison, s.span, s.frame, s.reason) for s in context.statements]
    world = (("o1", "4"), ("o2", "2"), ("o3", "3"), ("o4", "1"))
    forged = Trace(
        "size",
        context.sources,
        (
            *stated,
            ArrangementStep((1, 2), world),
            PathStep("o1", "o2", True, (1, 2)),
            ConclusionStep(E, (3, 4), comparison=ASKED),
        ),
        objects=context.objects,
    )
    assert verified(forged, context) is holds
    assert size.decide(context).verdict is (E if holds else U)


def test_an_absolute_size_is_measured_by_one_metre() -> None:
    context = sizes(
        Comparison("o1", "=", METRE, Fraction(1, 2)), Comparison("o2", "=", METRE, Fraction(1, 3))
    )
    trace = size.decide(context).trace
    assert trace.verdict is E
    assert verified(trace, context)
    wrong = [
        replace(s, sizes=tuple((n, str(2 * Fraction(v))) for n, v in s.sizes))
        if isinstance(s, ArrangementStep)
        else s
        for s in trace.steps
    ]
    assert "a metre is not one metre" in complaints(with_steps(trace, *wrong).to_json(), context)


def test_what_decides_without_a_prior_is_not_made_open() -> None:
    """With A > B at 3 and B > A at 2, it is refuted without the first; a forger says that it is open."""
    context, evidence = sizes(), usually(("o1", "o2", 3.0), ("o2", "o1", 2.0))
    trace = decided_by(evidence, context)
    last = trace.conclusion
    (flip,) = last.flips
    assert (flip.verdict, verified(trace, context, evidence)) == (X, True)
    for flips in ((replace(flip, verdict=U),), (), (flip, Flip((flip.evidence[0],), U, flip.step))):
        forged = with_steps(trace, *trace.steps[:-1], replace(last, flips=flips))
        assert not verified(forged, context, evidence)
    at = next(n for n, s in enumerate(trace.steps, 1) if n == flip.step)
    world = trace[at]
    assert isinstance(world, ArrangementStep)
    unheeded = [replace(world, theory=()) if n == at else s for n, s in enumerate(trace.steps, 1)]
    assert not verified(with_steps(trace, *unheeded), context, evidence)


# --- stories ----------------------------------------------------------------------------------------------

CLOSE = story([event(1, "close", agent="p1", theme="p4")], [state(0, "p4", "is", "open")])
OPEN = story([event(1, "open", agent="p1", theme="p4")], [state(0, "p4", "is", "open")])


def test_an_effect_of_a_law_is_not_turned_round() -> None:
    honest = infer_state(OPEN, 0).trace
    assert honest.verdict is E
    assert verified(honest, OPEN)
    told = next(s for s in infer_state(CLOSE, 0).trace.steps if isinstance(s, HappeningStep))
    closing = [s for s in infer_state(CLOSE, 0).trace.steps if isinstance(s, LawStep)]
    as_if = [replace(told, claim=s.claim) if isinstance(s, HappeningStep) else s for s in honest.steps]
    assert not verified(with_steps(honest, *as_if), CLOSE)
    named = {law.part: law for law in closing}
    renamed = [
        replace(s, law=named[s.part].law, reason=named[s.part].reason)
        if isinstance(s, LawStep) and s.part in named
        else s
        for s in as_if
    ]
    assert not verified(with_steps(honest, *renamed), CLOSE)


def test_a_legend_does_not_explain_an_atom_by_its_opposite() -> None:
    honest = infer_state(OPEN, 0).trace
    lied = tuple(replace(a, gloss=a.gloss.replace("is open", "is closed")) for a in honest.atoms)
    assert lied != honest.atoms
    assert "in other words than its own" in complaints(replace(honest, atoms=lied).to_json(), OPEN)


@pytest.mark.parametrize("reason", ["line 2 was not understood", "the door has no lock", ""])
def test_a_story_assumes_nothing_but_that_a_line_was_not_understood(reason: str) -> None:
    """With the closing left out as a line that was not understood, the door would still be open."""
    closed = story(
        [event(1, "open", agent="p1", theme="p4"), event(2, "close", agent="p1", theme="p4")],
        [state(0, "p4", "is", "open")],
    )
    half = replace(closed, happenings=closed.happenings[:1], unread=(2,))
    trace = infer_state(half, 0).trace
    assert trace.verdict is E
    assert verified(trace, half)
    assert not verified(trace, closed)
    steps = [AssumptionStep(reason) if isinstance(s, AssumptionStep) else s for s in trace.steps]
    assert verified(with_steps(trace, *steps), half) is (reason == "line 2 was not understood")


# --- dialogues --------------------------------------------------------------------------------------------

CALM = facts(("Ben works", "start_time", "8 pm"), ("Ben works", "end_time", "10 pm"), turns=True)


def in_conflict(rule: ConstraintStep) -> Trace:
    honest = consistency(CALM).trace
    assert honest.verdict is E
    assert verified(honest, CALM)
    stated = [s for s in honest.steps if isinstance(s, FactStep)]
    return with_steps(honest, *stated, rule, ConflictStep((1, 2), (3,)), ConclusionStep(N, (4,)))


@pytest.mark.parametrize(
    "rule",
    [
        Constraint("times-in-order", "order", ("end_time", "start_time")),
        Constraint("times-in-order", "exclusive", ("start_time", "end_time")),
        Constraint("no-times", "contrary", ("start_time", "end_time")),
    ],
)
@pytest.mark.parametrize("origin", ["ontology", "commonsense", "given"])
def test_a_rule_of_the_ontology_is_the_one_in_its_file(rule: Constraint, origin: str) -> None:
    forged = in_conflict(ConstraintStep(rule, origin))  # type: ignore[arg-type]
    assert not verified(forged, CALM)


def test_words_of_a_dialogue_are_not_exchanged() -> None:
    clash = facts(("Ben works", "start_time", "today"), ("Ben works", "end_time", "yesterday"), turns=True)
    trace = consistency(clash).trace
    assert trace.verdict is N
    assert verified(trace, clash)
    later = tuple(replace(p, text=p.text.replace("yesterday", "tomorrow")) for p in clash.phrases)
    calm = replace(clash, phrases=later)
    assert consistency(calm).verdict is E
    assert not verified(trace, calm)
    assert not verified(replace(trace, phrases=later), calm)


# --- equivalence and weighing -----------------------------------------------------------------------------


def test_a_stated_requirement_is_not_dropped_from_a_reading() -> None:
    plain = theory(Implies(P, Q), Implies(R, Q))
    first, second = plain.statements
    assert isinstance(second, Conditional)
    tied = replace(plain, statements=(first, replace(second, role=Role.REQUIREMENT, of=first.id)))
    honest = equivalence.equivalent(tied, plain).trace
    assert honest.verdict is U
    assert verified(honest, (tied, plain))
    forged = equivalence.equivalent(plain, plain).trace
    assert forged.verdict is E
    assert not verified(forged, (tied, plain))
    said = RoleClaim("1.c2", "1.c1", Role.REQUIREMENT)
    steps = [
        replace(s, role=said) if isinstance(s, PremiseStep) and s.statement == "1.c2" else s
        for s in forged.steps
    ]
    assert not verified(with_steps(forged, *steps), (tied, plain))


HEARD = (Evidence(FormulaClaim(P), 2.0, "one"), Evidence(FormulaClaim(Not(P)), 1.0, "other"))


def test_no_opinion_is_made_heavier_or_left_out() -> None:
    form = theory(Implies(P, Q), Implies(Not(P), Not(Q)))
    honest = weigh.decide(form, HEARD, Q).trace
    assert honest.verdict is E
    assert verified(honest, form, HEARD)
    for forged in (
        weigh.decide(form, (HEARD[0], replace(HEARD[1], weight=3.0)), Q).trace,
        weigh.decide(form, HEARD[1:], Q).trace,
        weigh.decide(form, (*HEARD, replace(HEARD[1], weight=1.5)), Q).trace,
    ):
        assert forged.verdict is X
        assert not verified(forged, form, HEARD)
    steps = [
        replace(s, soft=s.soft[1:]) if isinstance(s, OptimumStep) else s
        for s in weigh.decide(form, HEARD[1:], Q).trace.steps
    ]
    assert not verified(with_steps(honest, *steps), form, HEARD)


@pytest.mark.parametrize(("weight", "fits"), [(1e6, True), (nextafter(1e6, inf), False), (5e-324, True)])
def test_weights_have_bounds(weight: float, *, fits: bool) -> None:
    """Evidence itself keeps them; a forger writes the step."""
    trace = decided_by(usually(("o1", "o2", 1.0)), sizes())
    steps = [replace(s, weight=weight) if isinstance(s, EvidenceStep) else s for s in trace.steps]
    assert verified(with_steps(trace, *steps), sizes()) is fits
