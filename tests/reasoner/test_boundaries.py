"""Boundaries, timeouts and confidences of belief and size decisions, and of their checkers."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from math import exp
from typing import Any

import pytest
from builders import P, Q, R, S, edited, sizes, theory, usually, weighing
from checking import complaints

from defeasible.reasoner import belief, size
from defeasible.reasoner.belief import engine, roles
from defeasible.reasoner.belief.engine import Answer
from defeasible.reasoner.checker.verdicts import changed
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import Evidence, RoleSource
from defeasible.reasoner.forms import METRE, Comparison, Conditional, Premises
from defeasible.reasoner.logic import And, Implies, Not
from defeasible.reasoner.size.metric import MetricTheory
from defeasible.reasoner.size.theory import SolverTimeoutError
from defeasible.reasoner.trace import (
    ArrangementStep,
    EvidenceStep,
    PremiseStep,
    RetractionStep,
    RuleStep,
    SolverStep,
)
from defeasible.reasoner.verdict import Change, Verdict

E, X, U, T = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.TIMEOUT
belief_decide = import_module("defeasible.reasoner.belief.decide")  # the package exports its function
TIED = weighing(requirement=1.0, alternative=1.0)
SUPPRESSED = theory(Implies(P, Q), P, Implies(R, Q))
PLAIN = theory(Implies(P, Q), P)


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    belief_decide.clear_plans()
    engine.clear_memo()
    yield
    belief_decide.clear_plans()
    engine.clear_memo()


def late(which: Callable[[int], bool]) -> Any:
    """A solver that runs out of time in some of its calls, counted from 1."""
    real, calls = engine._ask_z3, iter(range(1, 100))

    def ask(*question: Any) -> Answer:
        return Answer(T) if which(next(calls)) else real(*question)

    return ask


# --- time -----------------------------------------------------------------------------------------------


def test_what_ran_out_of_time_is_decided_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as slow:
        slow.setattr(engine, "_ask_z3", late(lambda _: True))
        decision = belief.decide(PLAIN, Q)
        assert (decision.verdict, decision.confidence) == (T, 0.0)
        assert "ran out of time" in decision.reason
        assert not complaints(decision.trace, PLAIN)
    assert belief.decide(PLAIN, Q).verdict is E


def test_a_plan_in_which_only_a_flip_ran_out_of_time_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    roles = weighing(requirement=2.0)
    with monkeypatch.context() as slow:
        slow.setattr(engine, "_ask_z3", late(lambda call: call == 2))
        decision = belief.decide(SUPPRESSED, Q, roles=roles)
        assert decision.verdict is U
        assert [flip.verdict for flip in decision.trace.conclusion.flips] == [T]
    again = belief.decide(SUPPRESSED, Q, roles=roles)
    assert [flip.verdict for flip in again.trace.conclusion.flips] == [E]


@pytest.mark.parametrize("call", [1, 2])
def test_tied_readings_of_which_one_ran_out_of_time_agree_on_nothing(
    monkeypatch: pytest.MonkeyPatch, call: int
) -> None:
    monkeypatch.setattr(engine, "_ask_z3", late(lambda n: n == call))
    decision = belief.decide(SUPPRESSED, Q, roles=TIED)
    assert (decision.verdict, decision.confidence) == (T, 0.0)
    assert not complaints(decision.trace, SUPPRESSED), complaints(decision.trace, SUPPRESSED)
    last = decision.trace.conclusion
    hidden = edited(decision.trace, **{f"s{len(decision.trace.steps)}": replace(last, verdict=U)})
    assert complaints(hidden, SUPPRESSED)


def test_nothing_changes_from_or_to_a_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    for call in (1, 2):
        engine.clear_memo()
        with monkeypatch.context() as slow:
            slow.setattr(engine, "_ask_z3", late(lambda n, call=call: n == call))  # type: ignore[misc]
            decision = belief.decide(PLAIN, Q, new=frozenset({"f2"}))
            assert decision.change is None
            assert not complaints(decision.trace, PLAIN)
            last = replace(decision.trace.conclusion, change=Change.NEW)
            assert complaints(edited(decision.trace, **{f"s{len(decision.trace.steps)}": last}), PLAIN)


def test_a_size_decision_that_runs_out_of_time_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> bool:
        raise SolverTimeoutError

    context = sizes(Comparison("o1", "=", METRE), Comparison("o2", ">", "o1"))
    monkeypatch.setattr(MetricTheory, "_satisfiable", never)
    decision = size.decide(context)
    assert (decision.verdict, decision.confidence, decision.answer) == (T, 0.0, None)
    assert decision.reason
    assert not complaints(decision.trace, context)
    silent = replace(decision.trace.conclusion, reason="")
    assert complaints(edited(decision.trace, **{f"s{len(decision.trace.steps)}": silent}), context)


# --- ties and weights -----------------------------------------------------------------------------------


def test_tied_readings_that_differ_are_worth_a_coin() -> None:
    decision = belief.decide(SUPPRESSED, Q, roles=TIED)
    assert (decision.verdict, decision.confidence) == (U, 0.5)
    alike = belief.decide(theory(Implies(P, Q), And((P, R)), Implies(R, Q)), Q, roles=TIED)
    assert (alike.verdict, alike.confidence) == (E, 1.0)


def ties_for(*later: str) -> RoleSource:
    def source(form: Premises, one: Conditional, other: Conditional) -> tuple[Evidence, ...]:
        return TIED(form, one, other) if f"{one.id}-{other.id}" in later else ()

    return source


PAIRS = ("c1-c2", "c1-c3", "c1-c4", "c2-c3", "c2-c4")


def test_four_ties_are_read_in_every_way_and_five_are_refused() -> None:
    form = theory(*(Implies(atom, S) for atom in (P, Q, R, Not(P))), query=S)
    decision = belief.decide(form, S, roles=ties_for(*PAIRS[:4]))
    assert sum(isinstance(step, SolverStep) for step in decision.trace.steps) == 16
    assert not complaints(decision.trace, form)
    with pytest.raises(UsageError, match="5 pairs of conditionals have tied evidence"):
        belief.decide(form, S, roles=ties_for(*PAIRS))


@pytest.mark.parametrize(("more", "tied"), [(0.0, True), (0.5e-9, True), (2e-9, False), (-2e-9, False)])
def test_weights_a_billionth_of_a_nat_apart_are_equal(more: float, *, tied: bool) -> None:
    decision = belief.decide(SUPPRESSED, Q, roles=weighing(requirement=1.0 + more, alternative=1.0))
    statuses = {step.status for step in decision.trace.steps if isinstance(step, EvidenceStep)}
    assert ("tied" in statuses) is tied
    assert not complaints(decision.trace, SUPPRESSED)
    assert decision.verdict is (E if more < -1e-9 else U)


def test_as_many_plans_are_kept_as_the_limit_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(belief_decide, "PLANS_LIMIT", 2)
    kept = []
    for form in (theory(P), theory(P, Q), theory(P, Q, R)):
        assert belief.decide(form, P).verdict is E
        kept.append(len(belief_decide._PLANS))
    assert kept == [1, 2, 1]


def test_plans_are_kept_of_forms_up_to_a_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(belief_decide, "PLANNED_LENGTH", 2)
    for form in (theory(P, Q), theory(P, Q, R)):
        assert belief.decide(form, P).verdict is E
        assert len(belief_decide._PLANS) == 1


def test_the_margin_is_the_log_odds_of_being_right() -> None:
    decision = belief.decide(SUPPRESSED, Q, roles=weighing(requirement=1.5, alternative=0.25, irrelevant=0.5))
    assert decision.confidence == pytest.approx(1 / (1 + exp(-1.0)))


def test_as_many_roles_are_weighed_as_the_limit_says(monkeypatch: pytest.MonkeyPatch) -> None:
    form = theory(*(Implies(atom, S) for atom in (P, Q, R)), query=S)
    monkeypatch.setattr(roles, "MAX_WEIGHED", 3)
    assert belief.decide(form, S, roles=weighing(requirement=1.0)).verdict is U
    monkeypatch.setattr(roles, "MAX_WEIGHED", 2)
    with pytest.raises(UsageError, match="more than 2 pairs"):
        belief.decide(form, S, roles=weighing(requirement=1.0))
    monkeypatch.setattr(roles, "MAX_PAIRS", 3)
    assert belief.decide(form, S).verdict is U
    monkeypatch.setattr(roles, "MAX_PAIRS", 2)
    with pytest.raises(UsageError, match="more than 2 pairs"):
        belief.decide(form, S)


@pytest.mark.parametrize("weight", [0.0, -1.0, 1e6 + 1, float("inf"), float("nan")])
def test_a_role_has_a_weight_in_its_bounds(weight: float) -> None:
    trace = belief.decide(SUPPRESSED, Q, roles=weighing(requirement=1.0)).trace
    at = next(n for n, step in enumerate(trace.steps, 1) if isinstance(step, EvidenceStep))
    step = trace[at]
    assert isinstance(step, EvidenceStep)
    assert not complaints(edited(trace, **{f"s{at}": replace(step, weight=1e6)}))
    assert complaints(edited(trace, **{f"s{at}": replace(step, weight=weight)}))


# --- the checker of beliefs -----------------------------------------------------------------------------


def test_each_change_has_its_name() -> None:
    order = (E, X, U, Verdict.INCONSISTENT)
    assert {(a, b): changed(a, b) for a in order for b in order} == {
        (a, b): Change.between(a, b) for a in order for b in order
    }


def numbered(trace: Any, kind: type) -> tuple[int, Any]:
    return next((n, step) for n, step in enumerate(trace.steps, 1) if isinstance(step, kind))


def test_a_weakening_is_of_two_conditionals_with_one_consequent_and_of_all_reasons() -> None:
    trace = belief.decide(SUPPRESSED, Q, roles=weighing(requirement=1.0, alternative=0.5)).trace
    at, rule = numbered(trace, RuleStep)
    assert not complaints(trace)
    for uses in (rule.uses[1:], rule.uses[:1], rule.uses[:-1], (*rule.uses, 2)):
        assert complaints(edited(trace, **{f"s{at}": replace(rule, uses=uses)}))
    for claim in (
        Implies(P, Q),
        Implies(And((P, R)), P),
        Implies(And((R, P)), Q),
        Implies(And((P, R)), Not(Q)),
    ):
        assert complaints(edited(trace, **{f"s{at}": replace(rule, claim=claim)}))


def test_what_is_retracted_is_what_was_weakened_and_for_its_reasons() -> None:
    trace = belief.decide(SUPPRESSED, Q, roles=weighing(requirement=1.0, alternative=0.5)).trace
    at, retraction = numbered(trace, RetractionStep)
    for wrong in (
        replace(retraction, target=2),
        replace(retraction, replaced_by=None),
        replace(retraction, because=()),
        replace(retraction, because=(1,)),
    ):
        assert complaints(edited(trace, **{f"s{at}": wrong}))


def test_evidence_is_of_a_later_conditional_beside_an_earlier_one() -> None:
    trace = belief.decide(SUPPRESSED, Q, roles=weighing(requirement=1.0)).trace
    at, step = numbered(trace, EvidenceStep)
    turned = replace(step, claim=replace(step.claim, of="c3", conditional="c1"))
    assert complaints(edited(trace, **{f"s{at}": turned}))
    same = replace(step, claim=replace(step.claim, of="c1", conditional="c1"))
    assert complaints(edited(trace, **{f"s{at}": same}))


def test_only_a_premise_that_arrived_makes_a_before() -> None:
    trace = belief.decide(PLAIN, Q, new=frozenset({"f2"})).trace
    at = next(n for n, s in enumerate(trace.steps, 1) if isinstance(s, PremiseStep) and s.new)
    premise = trace[at]
    assert isinstance(premise, PremiseStep)
    assert complaints(edited(trace, **{f"s{at}": replace(premise, new=False)}))
    last = replace(trace.conclusion, before=E)
    assert complaints(edited(trace, **{f"s{len(trace.steps)}": last}))


# --- sizes ----------------------------------------------------------------------------------------------


def test_the_confidence_of_a_size_is_that_of_the_priors_it_rests_on() -> None:
    one = usually(("o1", "o3", 2.0), ("o3", "o2", 1.0))
    decision = size.decide(sizes(), sizes=lambda _: one)
    assert decision.verdict is E
    assert decision.confidence == pytest.approx(1 / (1 + exp(-2.0)) / (1 + exp(-1.0)))
    refuted = size.decide(sizes(), sizes=lambda _: usually(("o2", "o1", 0.5)))
    assert (refuted.verdict, refuted.answer) == (X, "thing 2")
    assert refuted.confidence == pytest.approx(1 / (1 + exp(-0.5)))
    open_ = size.decide(sizes(), sizes=lambda _: usually(("o3", "o4", 0.5)))
    assert (open_.verdict, open_.confidence) == (U, 1.0)


def test_sizes_that_nothing_rests_on_are_not_shown() -> None:
    trace = size.decide(sizes(Comparison("o1", ">", "o2"))).trace
    world = next(step for step in trace.steps if isinstance(step, ArrangementStep))
    last = replace(trace.conclusion, uses=tuple(n + 1 for n in trace.conclusion.uses))
    more = replace(trace, steps=(trace.steps[0], world, *trace.steps[1:-1], last))
    assert "nothing rests on its sizes" in complaints(more)


@pytest.mark.parametrize("relation", [">", ">=", "="])
def test_equal_sizes_satisfy_what_they_may(relation: Any) -> None:
    context = sizes(Comparison("o3", relation, "o4"))
    trace = size.decide(context).trace
    at, world = numbered(trace, ArrangementStep)
    level = tuple((name, "3" if name == "o1" else "2") for name, _ in world.sizes)
    fits = edited(trace, **{f"s{at}": replace(world, sizes=level)})
    assert bool(complaints(fits, context)) is (relation == ">")


@pytest.mark.parametrize("value", ["0", "-1", "1.5", "1/0", "1e3", "", "2 "])
def test_a_size_is_an_exact_positive_number(value: str) -> None:
    context = sizes()
    trace = size.decide(context).trace
    at, world = numbered(trace, ArrangementStep)
    forged = tuple((name, value if name == "o3" else number) for name, number in world.sizes)
    assert complaints(edited(trace, **{f"s{at}": replace(world, sizes=forged)}), context)


def test_lighter_evidence_is_weighed_later() -> None:
    evidence = usually(("o1", "o3", 1.0), ("o4", "o2", 2.0))
    trace = size.decide(sizes(), sizes=lambda _: evidence).trace
    first, second = (n for n, s in enumerate(trace.steps, 1) if isinstance(s, EvidenceStep))
    swapped = edited(trace, **{f"s{first}": trace[second], f"s{second}": trace[first]})
    assert "weighed before heavier evidence" in complaints(swapped)
