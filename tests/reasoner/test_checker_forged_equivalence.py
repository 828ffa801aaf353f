"""Forged equivalences: readings made to look alike, or apart, by what a trace says of their symbols."""

from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
from builders import P, Q, R, edited, sizes, theory
from census import take_census
from checking import complaints
from dialogues import facts
from tales import event, state, story

from defeasible.reasoner.equivalence import equivalent
from defeasible.reasoner.forms import (
    METRE,
    AtomDecl,
    Comparison,
    Conditional,
    Form,
    Mood,
    Premises,
    Query,
    Rank,
    Role,
    SizeContext,
    SizeObject,
)
from defeasible.reasoner.logic import And, Atom, Iff, Implies
from defeasible.reasoner.text import Source, Span
from defeasible.reasoner.trace import (
    ArrangementStep,
    ConclusionStep,
    CycleStep,
    PathStep,
    PremiseStep,
    SizeStep,
    SolverStep,
    Trace,
)
from defeasible.reasoner.verdict import Change, Verdict

E, U, X = Verdict.ENTAILED, Verdict.UNKNOWN, Verdict.REFUTED
RAIN = replace(theory(P), atoms=(AtomDecl("a1", "it rains"),))
POUR = replace(theory(P), atoms=(AtomDecl("a1", "it pours"),))


def taken_for_one(atom: AtomDecl, form: Premises = RAIN) -> Trace:
    """A proof that `it rains` and `it pours` say the same, since one atom stands for both."""
    goal = Iff(And((Atom(atom.id),)), And((Atom(atom.id),)))
    span = form.statements[0].span
    return Trace(
        "equivalence",
        form.sources,
        (
            PremiseStep("1.f1", Atom(atom.id), span),
            PremiseStep("2.f1", Atom(atom.id), span),
            SolverStep("z3", (), goal, E, (), ((),)),
            ConclusionStep(E, (3,), goal),
        ),
        (atom,),
    )


@pytest.mark.parametrize(
    "atom", [AtomDecl("it pours", "it rains"), AtomDecl("it rains", "it pours"), AtomDecl("a1", "it rains")]
)
def test_an_atom_does_not_stand_for_the_words_of_two(atom: AtomDecl) -> None:
    forged = taken_for_one(atom)
    assert not complaints(forged)
    assert "do not stand, each for one" in complaints(forged, (RAIN, POUR))


def test_two_atoms_do_not_stand_for_the_same_words() -> None:
    trace = equivalent(RAIN, RAIN).trace
    forged = replace(trace, atoms=(*trace.atoms, AtomDecl("a2", "it rains")))
    assert not complaints(trace, (RAIN, RAIN))
    assert complaints(forged, (RAIN, RAIN))


def test_an_object_does_not_stand_for_the_words_of_two_nor_for_the_metre() -> None:
    def context(left: str, right: str) -> SizeContext:
        objects = (SizeObject("o1", left), SizeObject("o2", right))
        form = sizes(Comparison("o1", ">", "o2"))
        return SizeContext(form.sources, objects, form.statements, ("o1", "o2"))

    for one, other, declared in (
        (
            context("box", "ball"),
            context("box", "cup"),
            (SizeObject("box", "box"), SizeObject("cup", "ball")),
        ),
        (
            context("box", "@metre"),
            context("box", "cup"),
            (SizeObject("box", "box"), SizeObject("cup", "cup")),
        ),
    ):
        right = "cup" if declared[1].name == "ball" else METRE
        bigger = Comparison("box", ">", right)
        said = one.statements[0]
        steps = tuple(SizeStep(f"{side}.c1", bigger, said.span, said.frame, said.reason) for side in (1, 2))
        paths = (PathStep("box", right, True, (2,)), PathStep("box", right, True, (1,)))
        forged = Trace(
            "equivalence", one.sources, (*steps, *paths, ConclusionStep(E, (3, 4))), objects=declared
        )
        assert not complaints(forged)
        assert complaints(forged, (one, other))


def test_readings_of_formulas_are_not_compared_as_sizes() -> None:
    honest = equivalent(RAIN, POUR).trace
    assert honest.verdict is U
    stated = honest.steps[:2]
    forged = Trace(
        "equivalence",
        honest.sources,
        (*stated, ConclusionStep(E, ())),
        honest.atoms,
        (SizeObject("o1", "nothing"),),
    )
    assert "no part of comparing sizes" in complaints(forged)
    assert complaints(forged, (RAIN, POUR))


def test_steps_that_nobody_verifies_have_no_place() -> None:
    context = sizes(Comparison("o1", ">", "o2"))
    trace = equivalent(context, context).trace
    idle = SolverStep("z3", (), Iff(P, Q), E, (), ((),))
    steps = (*trace.steps[:-1], idle, trace.steps[-1])
    forged = replace(trace, steps=steps, atoms=(AtomDecl("a1", "p"), AtomDecl("a2", "q")))
    assert "no part of comparing sizes" in complaints(forged)
    formulas = equivalent(RAIN, RAIN).trace
    cycle = CycleStep((1,), "o1")
    forged = replace(formulas, steps=(*formulas.steps[:2], cycle, *formulas.steps[2:]))
    assert "no part of comparing formulas" in complaints(forged)


def test_a_contradiction_is_not_kept_silent() -> None:
    wrong = sizes(Comparison("o1", ">", "o2"), Comparison("o2", ">", "o1"))
    right = sizes(Comparison("o1", ">", "o2"))
    both = equivalent(wrong, wrong).trace
    assert (both.verdict, not complaints(both, (wrong, wrong))) == (E, True)
    cycle = next(n for n, s in enumerate(both.steps, 1) if isinstance(s, CycleStep))
    one = replace(
        both, steps=(*both.steps[:cycle], ConclusionStep(X, (cycle,), reason="one contradicts itself"))
    )
    assert "just the contradictions that there are" in complaints(one)
    apart = equivalent(right, sizes(Comparison("o1", ">", "o2"), Comparison("o3", ">", "o1"))).trace
    assert apart.verdict is U
    said = (SizeStep("1.c3", Comparison("o1", ">", "o2")), SizeStep("1.c4", Comparison("o2", ">", "o1")))
    end = apart.conclusion
    moved = [replace(s, theory=(1,)) if isinstance(s, ArrangementStep) else s for s in apart.steps[1:-1]]
    assert not complaints(apart)
    assert complaints(replace(apart, steps=(apart.steps[0], *moved, *said, end)))


def test_the_words_are_those_of_the_forms() -> None:
    other = replace(POUR, sources=(Source("s1", "it pours"),))
    trace = equivalent(RAIN, other).trace
    assert not complaints(trace, (RAIN, other))
    for sources in (
        (Source("1.s1", "no text"), trace.sources[1]),
        (*trace.sources, Source("1.s2", "more")),
        trace.sources[::-1][:1],
    ):
        assert complaints(replace(trace, sources=sources), (RAIN, other))
    first = trace.steps[0]
    assert isinstance(first, PremiseStep)
    assert first.span is not None
    swapped = edited(trace, s1=replace(first, span=replace(first.span, source="2.s1")))
    assert "statement `f1` of form 1" in complaints(swapped, (RAIN, other))


def test_forms_that_cannot_be_compared_have_no_proof() -> None:
    trace = equivalent(RAIN, RAIN).trace
    asked = replace(RAIN, queries=(Query(P),))
    for pair in ((RAIN, asked), (asked, RAIN), (asked, replace(RAIN, queries=(Query(P, open=True),)))):
        assert "do not ask the same" in complaints(trace, pair)
    empty = Premises((), (), ())
    context = SizeContext((), (), ())
    unread = Trace("equivalence", (), (ConclusionStep(Verdict.UNPARSED, (), reason="not a sentence"),))
    assert not complaints(unread)
    assert "could not be read" in complaints(unread, (empty, empty))
    assert "different families" in complaints(equivalent(empty, empty).trace, (empty, context))


def test_two_readings_have_no_verdict_before() -> None:
    trace = equivalent(RAIN, RAIN).trace
    for changed in (replace(trace.conclusion, before=U), replace(trace.conclusion, change=Change.NEW)):
        forged = replace(trace, steps=(*trace.steps[:-1], changed))
        assert "no verdict before" in complaints(forged, (RAIN, RAIN))


def test_a_reading_has_no_ranks_and_nothing_new() -> None:
    form = theory(Implies(P, Q), R)
    trace = equivalent(form, form).trace
    step = trace.steps[0]
    assert isinstance(step, PremiseStep)
    for changed in (replace(step, new=True), replace(step, rank=Rank(1, 2.0, 3))):
        assert "held more firmly" in complaints(edited(trace, s1=changed), (form, form))


ABOVE, TWICE = Comparison("o1", ">", "o2"), Comparison("o1", ">=", "o2", Fraction(2))
GIVES = event(1, "give", agent="p1", theme="p3", recipient="p2")
ROLE = theory(Implies(P, Q), Implies(R, Q), query=Q)
STATED = Conditional("c2", R, Q, Span("s2", 0, 4), role=Role.REQUIREMENT, of="c1")
REQUIRED = replace(ROLE, statements=(ROLE.statements[0], STATED))
PAIRS: dict[str, tuple[Form, Form]] = {
    "facts": (facts(("soup", "is", "hot"), turns=True), facts(("soup", "is", "hot", False), turns=True)),
    "stories": (
        story([GIVES], [state(0, "p2", "has", other="p3")]),
        story([GIVES, state(1, "p4", "is", "open", mood=Mood.HABITUAL)], [state(0, "p2", "has", other="p3")]),
    ),
    "formulas": (theory(Implies(P, Q), P, query=Q), theory(P, Implies(P, Q), query=Q)),
    "other formulas": (theory(Implies(P, Q), P), theory(Implies(Q, P), P)),
    "apart": (RAIN, POUR),
    "a role": (REQUIRED, ROLE),
    "sizes": (
        sizes(ABOVE, Comparison("o2", "=", "o3")),
        sizes(Comparison("o1", ">", "o3"), Comparison("o3", "=", "o2")),
    ),
    "a ratio": (sizes(TWICE), sizes(ABOVE)),
    "contradictions": (sizes(ABOVE, Comparison("o2", ">", "o1")), sizes(ABOVE, Comparison("o2", "=", "o1"))),
    "one contradiction": (sizes(ABOVE, Comparison("o2", ">", "o1")), sizes(ABOVE)),
    "other questions": (sizes(ABOVE), replace(sizes(ABOVE), question=("o2", "o1"))),
}


def test_small_forgeries_are_refused_for_their_reasons() -> None:
    take_census(
        "equivalence",
        [(name, equivalent(*pair).trace, partial(complaints, form=pair)) for name, pair in PAIRS.items()],
    )
