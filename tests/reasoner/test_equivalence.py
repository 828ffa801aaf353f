"""Equivalence of forms, against truth tables and random orders, with traces that forgers cannot bend."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from builders import P, Q, R, brute_force, edited, random_comparison, random_formula, sizes, theory
from checking import complaints
from mutations import mutants

from defeasible.reasoner import Reasoner
from defeasible.reasoner.equivalence import cluster, equivalent, separating_world
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import (
    METRE,
    AtomDecl,
    Comparison,
    Conditional,
    DialogueFact,
    DialogueFacts,
    Participant,
    Phrase,
    Premises,
    Query,
    Role,
    SizeContext,
    State,
    Story,
)
from defeasible.reasoner.logic import And, FormulaNode, Iff, Implies, Not, evaluate, rename
from defeasible.reasoner.sat.deadline import Deadline
from defeasible.reasoner.size.metric import MetricTheory
from defeasible.reasoner.text import Source
from defeasible.reasoner.verdict import Verdict

E, U, R_ = Verdict.ENTAILED, Verdict.UNKNOWN, Verdict.REFUTED
RAIN = ["If it rains, the street gets wet.", "It rains."]


def renumbered(form: Premises, shift: int) -> Premises:
    """The same form with other atom ids and the atoms declared in another order."""
    names = {a.id: f"x{(i + shift) % 9}" for i, a in enumerate(form.atoms)}
    return Premises(
        form.sources,
        tuple(AtomDecl(names[a.id], f"The {a.gloss}!") for a in reversed(form.atoms)),
        tuple(
            Conditional(s.id, rename(s.if_, names), rename(s.then, names), s.span, s.cue)
            if isinstance(s, Conditional)
            else type(s)(s.id, rename(s.formula, names), s.span, s.cue)
            for s in form.statements
        ),
        tuple(Query(rename(q.formula, names), q.span, q.open) for q in form.queries),
    )


def conjunction(form: Premises) -> FormulaNode:
    return And(tuple(s.formula for s in form.statements))


@pytest.mark.parametrize("seed", range(6))
def test_random_theories_are_compared_as_truth_tables_do(seed: int) -> None:
    random, equal = Random(seed), 0
    for _ in range(300):
        names = ["a1", "a2", "a3"]
        first, second = (
            theory(*(random_formula(random, names, 2) for _ in range(random.randrange(1, 3))))
            for _ in range(2)
        )
        if random.random() < 0.4:
            second = renumbered(first, random.randrange(1, 9))
        decision = equivalent(first, second)
        glosses = [{a.id: a.gloss.strip("!").replace("The ", "") for a in f.atoms} for f in (first, second)]
        both = [rename(conjunction(f), g) for f, g in zip((first, second), glosses, strict=True)]
        assert decision.verdict is brute_force([], Iff(*both)), (both, decision.trace)
        report = complaints(decision.trace, (first, second))
        assert not report, report
        equal += decision.verdict is E
        assert (separating_world(decision) == "") is (decision.verdict is E)
    assert equal > 50


def test_a_separating_world_is_put_in_words() -> None:
    reasoner = Reasoner()
    decision = reasoner.equivalent(RAIN, RAIN[:1])
    assert decision.verdict is U
    world = "In the world {not: it rains; not: street gets wet}"
    assert separating_world(decision) == f"{world} reading 2 is true and reading 1 is not: s2 is false there."


def test_a_contraposition_says_the_same() -> None:
    other = ["If the street does not get wet, it does not rain.", "It rains."]
    assert Reasoner().equivalent(RAIN, other).verdict is E


def test_queries_count() -> None:
    first, second = theory(P, query=Q), theory(P, query=Not(Q))
    decision = equivalent(first, second)
    assert decision.verdict is R_
    assert "the readings of query 1 differ" in separating_world(decision)
    assert not complaints(decision.trace, (first, second))
    assert complaints(decision.trace, (first, first))


def test_a_stated_role_makes_a_difference() -> None:
    plain = theory(Implies(P, Q), Implies(R, Q))
    first, second = plain.statements
    assert isinstance(second, Conditional)
    stated = Premises(
        plain.sources,
        plain.atoms,
        (first, Conditional("c2", second.if_, second.then, second.span, "", Role.REQUIREMENT, "c1")),
    )
    decision = equivalent(plain, stated)
    assert decision.verdict is U
    assert not complaints(decision.trace, (plain, stated))
    assert complaints(decision.trace, (plain, plain))
    weakened = theory(Implies(And((P, R)), Q))
    glossed = Premises(weakened.sources, stated.atoms, weakened.statements)
    assert equivalent(stated, glossed).verdict is E


def test_two_atoms_with_one_gloss_stay_two() -> None:
    form = theory(P, Not(Q))
    same = Premises(form.sources, tuple(AtomDecl(a.id, "she is late") for a in form.atoms), form.statements)
    decision = equivalent(same, same)
    assert decision.verdict is E
    assert any(evaluate(conjunction(same), {"a1": a, "a2": not a}) for a in (True, False))


def follows(context: SizeContext, wanted: Comparison) -> bool:
    """Whether a comparison follows, by asking the arithmetic solver for a world that denies it."""
    scaled = Comparison("z", "=", wanted.right, wanted.factor)
    objects = [o.id for o in context.objects]
    stated = dict(enumerate((*(s.comparison for s in context.statements), scaled)))
    solver = MetricTheory([*objects, "z"], stated, Deadline(10))
    ways = [("z", wanted.left, wanted.relation != ">")]
    if wanted.relation == "=":
        ways.append((wanted.left, "z", True))
    return all(solver.arrangement(a, b, strict=strict) is None for a, b, strict in ways)


@pytest.mark.parametrize("factors", [False, True], ids=["plain", "ratios"])
def test_random_size_contexts_are_compared_as_arithmetic_does(factors: bool) -> None:
    random, seen = Random(7), set()
    for _ in range(60 if factors else 200):
        first, second = (
            sizes(*(random_comparison(random, 3, factors=factors) for _ in range(random.randrange(1, 4))))
            for _ in range(2)
        )
        decision = equivalent(first, second)
        wanted = all(
            follows(a, s.comparison) for a, b in ((first, second), (second, first)) for s in b.statements
        )
        assert (decision.verdict is E) is wanted, decision.trace
        report = complaints(decision.trace, (first, second))
        assert not report, report
        seen.add(decision.verdict)
        assert (separating_world(decision) == "") is wanted
    assert seen == {E, U, R_}


def test_sizes_that_tell_two_readings_apart_are_named() -> None:
    first = sizes(Comparison("o1", "=", "o2", Fraction(3)))
    decision = equivalent(first, sizes(Comparison("o1", ">", "o2")))
    assert decision.verdict is U
    assert "one reading says thing 1" in separating_world(decision)


def test_only_one_reading_may_speak_of_metres() -> None:
    plain = sizes(Comparison("o1", ">", "o2"))
    for more in ((), (plain.statements[0].comparison,)):
        absolute = sizes(Comparison("o1", ">", METRE), *more)
        for first, second in ((plain, absolute), (absolute, plain)):
            decision = equivalent(first, second)
            assert (decision.verdict, not complaints(decision.trace, (first, second))) == (U, True)


SOURCE = (Source("s1", "The lid was loose."), Source("q1", "The lid was not tight."))
LID = Participant("p1", "The lid", "lid")


def lid(value: str, polarity: bool = True, line: int = 1) -> Story:
    return Story(SOURCE, (LID,), (State("e1", line, "p1", "is", value, polarity=polarity),))


def test_stories_are_compared_by_what_happens() -> None:
    assert equivalent(lid("loose"), lid("loose")).verdict is E
    assert equivalent(lid("loose"), lid("loose", polarity=False)).verdict is R_
    decision = equivalent(lid("loose"), lid("tight"))
    assert (decision.verdict, not complaints(decision.trace, (lid("loose"), lid("tight")))) == (U, True)


def test_dialogues_are_compared_by_their_facts() -> None:
    turns = (Source("t1", "A: 我辞职了，因为太累"),)
    phrases = (Phrase("x1", "A辞职", "event"), Phrase("x2", "A太累", "event"))
    first = DialogueFacts(turns, phrases, (DialogueFact("d1", "x1", "event_cause", "x2"),))
    turned = DialogueFacts(turns, phrases, (DialogueFact("d1", "x2", "event_cause", "x1"),))
    swapped = DialogueFacts(
        turns,
        (Phrase("x2", "A辞职", "event"), Phrase("x1", "A太累", "event")),
        (DialogueFact("d9", "x2", "event_cause", "x1"),),
    )
    assert equivalent(first, swapped).verdict is E
    assert equivalent(first, turned).verdict is U
    assert "event_cause(a辞职) = a太累" in separating_world(equivalent(first, turned))


def test_readings_are_grouped_by_meaning() -> None:
    form, turned = theory(Implies(P, Q), P), theory(Implies(Not(Q), Not(P)), P)
    groups = cluster([theory(P), form, turned, form])
    assert [(g.members, g.share) for g in groups] == [((1, 2, 3), 0.75), ((0,), 0.25)]


def test_what_one_text_says_alone_is_a_proposition_of_its_own_in_the_other() -> None:
    both, one = ["Ann sings and Bob plays."], ["Bob plays."]
    decision = Reasoner().equivalent(both, one)
    assert decision.verdict is Verdict.UNKNOWN
    assert not complaints(decision.trace)
    assert [atom.gloss for atom in decision.trace.atoms] == ["ann sings", "bob plays"]
    assert Reasoner().equivalent(["Ann sings."], ["Bob plays."]).verdict is Verdict.UNKNOWN
    swapped = Reasoner().equivalent(both, ["Bob plays.", "Ann sings."])
    assert swapped.verdict is Verdict.ENTAILED
    assert not complaints(swapped.trace)


def test_only_forms_of_one_family_and_of_the_same_questions_compare() -> None:
    with pytest.raises(UsageError, match="cannot compare a form of type Premises with one of type SizeCont"):
        equivalent(theory(P), sizes())
    with pytest.raises(UsageError, match="do not ask the same questions"):
        equivalent(theory(P), theory(P, query=Q))
    with pytest.raises(UsageError, match="no readings to compare"):
        cluster([])


def test_an_unreadable_sentence_is_unparsed() -> None:
    assert Reasoner().equivalent(["It rains."], ["colourless green ideas the"]).verdict is Verdict.UNPARSED


HARMLESS = ("toggle whether it is new", "drop path", "invert the models")
"""No theory: any model will do. A path that no verdict needs may go; see the test of one that is needed."""


def test_every_comparison_must_be_shown() -> None:
    trace = equivalent(sizes(Comparison("o1", ">", "o2")), sizes(Comparison("o1", ">", "o2"))).trace
    last = replace(trace.conclusion, uses=trace.conclusion.uses[1:])
    assert "nothing shows step 1 from the other" in str(
        complaints(edited(trace, **{f"s{len(trace.steps)}": last}))
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (theory(Implies(P, Q), P), theory(Implies(Not(Q), Not(P)), P)),
        (theory(Implies(P, Q), P), theory(Implies(P, Q))),
        (
            sizes(Comparison("o1", ">", "o2")),
            sizes(Comparison("o1", ">", "o2"), Comparison("o1", ">=", "o2")),
        ),
        (sizes(Comparison("o1", ">", "o2")), sizes(Comparison("o1", ">=", "o2"))),
        (sizes(Comparison("o1", ">", "o2")), sizes(Comparison("o1", "=", "o2", Fraction(2)))),
    ],
    ids=["equivalent", "separated", "sizes", "sizes-separated", "ratio-separated"],
)
def test_forged_traces_are_refused(first: Premises | SizeContext, second: Premises | SizeContext) -> None:
    trace = equivalent(first, second).trace
    assert not complaints(trace.to_json(), (first, second))
    survivors = [
        name
        for name, mutant in mutants(trace.to_json())
        if not complaints(json.dumps(mutant), (first, second))
    ]
    assert [name for name in survivors if not name.startswith(HARMLESS)] == []


def asking(context: SizeContext, first: str, second: str) -> SizeContext:
    return replace(context, question=(first, second))


@pytest.mark.parametrize("pair", [p for p in product(["o1", "o2", "o3", METRE], repeat=2) if p[0] != p[1]])
@pytest.mark.parametrize("other", [("o1", "o2"), ("o2", METRE), (METRE, "o1")])
def test_contexts_that_ask_other_questions_differ(pair: tuple[str, str], other: tuple[str, str]) -> None:
    context = sizes(Comparison("o1", ">", "o2"))
    first, second = asking(context, *other), asking(context, *pair)
    decision = equivalent(first, second)
    assert decision.verdict is (Verdict.ENTAILED if pair == other else Verdict.UNKNOWN)
    assert not complaints(decision.trace, (first, second)), complaints(decision.trace, (first, second))
    assert separating_world(decision).startswith("one reading asks") is (pair != other)
    if pair != other:
        same = equivalent(context, context).trace
        assert complaints(same, (first, second))
        assert complaints(decision.trace, (first, first))
        assert "only beside them" in complaints(decision.trace)


def test_a_question_is_compared_with_a_question() -> None:
    context = sizes(Comparison("o1", ">", "o2"))
    with pytest.raises(UsageError, match="only one of the two contexts asks"):
        equivalent(context, replace(context, question=None))
    silent = replace(context, question=None)
    trace = equivalent(silent, silent).trace
    assert not complaints(trace, (silent, silent))
    assert complaints(trace, (context, silent))
