"""The size decider against brute force, and each of its outcomes by hand."""

from fractions import Fraction
from itertools import product
from random import Random
from typing import Literal

import pytest
from builders import random_comparison, sizes, usually
from checking import complaints

from defeasible.reasoner import Reasoner
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.evidence import SizeClaim
from defeasible.reasoner.forms import METRE, Comparison, SizeContext
from defeasible.reasoner.size import decide
from defeasible.reasoner.trace import CycleStep, EvidenceStep, PathStep
from defeasible.reasoner.verdict import Verdict


def holds(comparison: Comparison, values: dict[str, Fraction]) -> bool:
    left, right = values[comparison.left], comparison.factor * values[comparison.right]
    return {">": left > right, ">=": left >= right, "=": left == right}[comparison.relation]


def brute_force(context: SizeContext) -> Verdict:
    """Try every weak order of the objects: enough for comparisons without factors."""
    names = [o.id for o in context.objects]
    outcomes = set()
    for ranks in product(range(1, len(names) + 1), repeat=len(names)):
        values = dict(zip(names, map(Fraction, ranks), strict=True))
        if all(holds(s.comparison, values) for s in context.statements):
            outcomes.add(values["o1"] > values["o2"])
    if not outcomes:
        return Verdict.INCONSISTENT
    if len(outcomes) == 2:
        return Verdict.UNKNOWN
    return Verdict.ENTAILED if outcomes.pop() else Verdict.REFUTED


def test_orders_agree_with_brute_force_and_are_verified() -> None:
    random = Random(5)
    seen = set()
    for _ in range(400):
        context = sizes(*(random_comparison(random) for _ in range(random.randint(0, 6))))
        decision = decide(context)
        assert decision.verdict is brute_force(context)
        assert not complaints(decision.trace, context), str(decision.trace)
        seen.add(decision.verdict)
    assert seen == {Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.INCONSISTENT}


def test_the_solver_agrees_with_the_graph() -> None:
    """The same comparisons decided as arithmetic: a harmless ratio elsewhere switches to Z3."""
    random = Random(6)
    for _ in range(60):
        comparisons = [random_comparison(random) for _ in range(random.randint(0, 5))]
        ratio = Comparison("o5", "=", METRE, Fraction(1, 2))
        decision = decide(sizes(*comparisons, ratio, objects=5))
        assert decision.verdict is decide(sizes(*comparisons, objects=5)).verdict


def test_ratios_are_verified() -> None:
    random = Random(8)
    seen = set()
    for _ in range(150):
        comparisons = [random_comparison(random, factors=True) for _ in range(random.randint(1, 5))]
        context = sizes(*comparisons)
        decision = decide(context)
        assert not complaints(decision.trace, context), str(decision.trace)
        seen.add(decision.verdict)
    assert seen == {Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.INCONSISTENT}


def test_a_path_is_the_proof() -> None:
    decision = decide(sizes(Comparison("o1", ">", "o3"), Comparison("o3", ">=", "o2")))
    assert decision.answer == "thing 1"
    (path,) = (s for s in decision.trace.steps if isinstance(s, PathStep))
    assert path.edges == (1, 2)


def test_absolute_sizes() -> None:
    context = sizes(
        Comparison("o1", "=", METRE, Fraction(3, 10)), Comparison("o2", "=", METRE, Fraction(1, 2))
    )
    decision = decide(context)
    assert decision.answer == "thing 2"
    assert decision.trace.conclusion.verdict is Verdict.REFUTED


def test_a_contradiction_is_named_from_both_sides() -> None:
    decision = decide(
        sizes(Comparison("o1", ">", "o3"), Comparison("o3", ">", "o2"), Comparison("o2", ">=", "o1"))
    )
    assert decision.verdict is Verdict.INCONSISTENT
    sides = [(s.greater, s.lesser, s.strict) for s in decision.trace.steps if isinstance(s, PathStep)]
    assert sides == [("o1", "o2", True), ("o2", "o1", False)]
    assert any(isinstance(s, CycleStep) for s in decision.trace.steps)


def test_a_contradiction_is_gone_round_once() -> None:
    decision = decide(sizes(Comparison("o3", ">", "o4"), Comparison("o4", "=", "o3")))
    (cycle,) = (s for s in decision.trace.steps if isinstance(s, CycleStep))
    assert cycle.edges == (1, 2)


@pytest.mark.parametrize("ratio", [Fraction(10**31), Fraction(1, 10**31), Fraction(0), Fraction(-1)])
def test_a_ratio_is_positive_and_within_the_world(ratio: Fraction) -> None:
    with pytest.raises(FormError, match="factor"):
        Comparison("o1", ">", "o2", ratio)


@pytest.mark.parametrize(("relation", "factor"), [("=", 1), (">=", 1), (">", 2)])
def test_typical_sizes_say_no_more_than_bigger(relation: Literal[">", ">=", "="], factor: int) -> None:
    with pytest.raises(FormError, match="typical size cannot claim"):
        SizeClaim(Comparison("o1", relation, "o2", Fraction(factor)))


def test_a_size_source_must_keep_to_the_objects() -> None:
    with pytest.raises(UsageError, match="asked for sizes of"):
        decide(sizes(), sizes=lambda _: usually(("o1", "o9", 1.0)))


def test_equal_objects_have_no_bigger_one() -> None:
    decision = decide(sizes(Comparison("o1", "=", "o2")))
    assert (decision.verdict, decision.answer) == (Verdict.REFUTED, None)


def test_a_prior_decides_where_the_text_is_silent_and_says_so() -> None:
    context = sizes()
    decision = decide(context, sizes=lambda _: usually(("o1", "o2", 2.0)))
    assert (decision.verdict, decision.answer) == (Verdict.ENTAILED, "thing 1")
    assert [flip.verdict for flip in decision.trace.conclusion.flips] == [Verdict.UNKNOWN]
    assert decision.confidence == pytest.approx(0.8808, abs=1e-4)
    assert not complaints(decision.trace, context)


def test_context_overrides_a_prior_and_cites_the_path() -> None:
    context = sizes(Comparison("o2", ">", "o3"), Comparison("o3", ">", "o1"))
    decision = decide(context, sizes=lambda _: usually(("o1", "o2", 9.0)))
    assert decision.answer == "thing 2"
    assert decision.confidence == 1.0
    (prior,) = (s for s in decision.trace.steps if isinstance(s, EvidenceStep))
    blocking = decision.trace[prior.by[0]]
    assert prior.status == "overruled"
    assert isinstance(blocking, PathStep)
    assert blocking.edges == (1, 2)
    assert not complaints(decision.trace, context)


def test_priors_of_equal_weight_that_contradict_each_other_are_tied() -> None:
    context = sizes()
    decision = decide(context, sizes=lambda _: usually(("o1", "o2", 1.0), ("o2", "o1", 1.0)))
    assert decision.verdict is Verdict.UNKNOWN
    assert [s.status for s in decision.trace.steps if isinstance(s, EvidenceStep)] == ["tied", "tied"]
    assert not complaints(decision.trace, context)


def test_the_heavier_prior_wins() -> None:
    context = sizes()
    priors = usually(("o1", "o3", 3.0), ("o3", "o2", 2.0), ("o2", "o1", 1.0))
    decision = decide(context, sizes=lambda _: priors)
    assert decision.answer == "thing 1"
    assert [s.status for s in decision.trace.steps if isinstance(s, EvidenceStep)] == [
        "accepted",
        "accepted",
        "overruled",
    ]
    assert len(decision.trace.conclusion.flips) == 2
    assert not complaints(decision.trace, context)


def test_a_context_without_a_question_is_refused() -> None:
    context = SizeContext((), sizes().objects, ())
    with pytest.raises(UsageError, match="asks no question"):
        decide(context)


@pytest.mark.parametrize("words", ["bit", "washed", "locked", "pushed", "has", "got"])
def test_usual_sizes_outweigh_what_one_may_do_to_a_thing_of_any_size(words: str) -> None:
    decision = Reasoner().compare_size(f"The mouse {words} the elephant.", "mouse", "elephant")
    assert decision.answer == "elephant"
    assert decision.confidence < 1
