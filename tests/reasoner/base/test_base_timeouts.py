"""What a belief base says when its time runs out: on a clock of the test's own, so that no load matters."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from builders import weighing

from defeasible.reasoner import no_roles
from defeasible.reasoner.base import BeliefBase, Listing
from defeasible.reasoner.base.report import OUT_OF_TIME
from defeasible.reasoner.change import DALAL, LINEAR, MAXSAT, Linear, Operator, Ranked, Status
from defeasible.reasoner.checker.base import check_base
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.logic import Atom, FormulaNode, Implies, Not, Or
from defeasible.reasoner.sat import Deadline, OutOfTimeError, Session, correction_sets, shortest_conflicts
from defeasible.reasoner.verdict import Verdict

P, Q, R, S = (Atom(name) for name in "pqrs")
TOLD = (P, Implies(P, Q), R, Implies(R, Q), Not(S), Or((S, Not(P))))
"""Two ways to `q`, and a conflict."""


class Clock:
    """Stands still, until each look at it takes some seconds.

    After `patience` looks the rest of time passes at once.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self.step = 0.0
        self.patience: int | None = None
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        self.now += self.step
        if self.patience is not None:
            self.patience -= 1
            if self.patience < 0:
                self.now += 1_000.0
        return self.now


def base(
    *told: FormulaNode, operator: Operator = LINEAR, timeout: float = 10.0, **roles: float
) -> tuple[BeliefBase, Clock]:
    """A base of formulas and its clock, which stands still."""
    clock = Clock()
    source = weighing(**roles) if roles else no_roles
    kb = BeliefBase(roles=source, operator=operator, timeout=timeout, clock=clock)
    for formula in told:
        kb.tell(formula)
    return kb, clock


@pytest.mark.parametrize("operator", [LINEAR, MAXSAT, DALAL], ids=lambda o: o.name)
def test_a_question_out_of_time_is_a_timeout_and_nothing_else(operator: Operator) -> None:
    kb, clock = base(*TOLD, operator=operator)
    clock.step = 100.0
    decision = kb.ask(Q)
    assert (decision.verdict, decision.confidence, decision.reason) == (Verdict.TIMEOUT, 0.0, OUT_OF_TIME)
    assert kb.explain(Q).verdict is Verdict.TIMEOUT
    assert not kb.explain(Q).complete
    assert "complete=False" in repr(kb.explain(Q))
    clock.step = 0.0
    assert kb.ask(Q).verdict is Verdict.ENTAILED
    assert kb.explain(Q).complete


@pytest.mark.parametrize("operator", [LINEAR, MAXSAT, DALAL], ids=lambda o: o.name)
def test_what_is_told_out_of_time_stays_and_is_open(operator: Operator) -> None:
    kb, clock = base(P, operator=operator)
    clock.step = 100.0
    report = kb.tell(Not(P))
    assert (report.outcome, len(kb)) == ("timeout", 2)
    assert OUT_OF_TIME in report.reason
    assert kb.beliefs() == Listing((), complete=False)
    assert kb.disbeliefs() == Listing((), complete=False)
    assert not kb.conflicts().complete
    assert "complete=False" in repr(kb.conflicts())
    assert "perhaps more: timed out" in str(kb.conflicts())
    assert "2 open: timed out" in repr(kb)
    clock.step = 0.0
    assert kb.beliefs().complete
    assert "timed out" not in repr(kb)
    assert kb.conflicts().complete
    assert len(kb.conflicts()) == 1


@pytest.mark.parametrize("operator", [LINEAR, MAXSAT, DALAL], ids=lambda o: o.name)
@pytest.mark.parametrize("verb", ["revise", "retract", "update"])
def test_a_change_out_of_time_changes_nothing(operator: Operator, verb: str) -> None:
    kb, clock = base(*TOLD, operator=operator)
    before = kb.snapshot().digest, kb.history
    clock.step = 100.0
    change: Callable[[FormulaNode], object] = getattr(kb, verb)
    report = change(Q if verb == "retract" else Not(Q))
    assert getattr(report, "outcome") == "timeout"  # noqa: B009 - of three verbs
    assert (kb.snapshot().digest, kb.history) == before
    clock.step = 0.0
    assert kb.ask(Q).verdict is Verdict.ENTAILED


def test_whenever_the_time_runs_out_a_retraction_is_whole_or_not_done() -> None:
    seen = set()
    more = [part for i in range(4) for part in (Atom(f"x{i}"), Implies(Atom(f"x{i}"), Q))]
    for timeout in range(1, 240):
        kb, clock = base(*TOLD, *more, timeout=timeout)
        before = kb.snapshot().digest
        clock.step = 1.0
        report = kb.retract(Q, alternatives=50)
        clock.step = 0.0
        seen.add((report.outcome, report.complete))
        if report.outcome == "timeout":
            assert kb.snapshot().digest == before
            assert kb.ask(Q).verdict is Verdict.ENTAILED
        else:
            assert kb.ask(Q).verdict is Verdict.UNKNOWN
            assert report.complete or "there may be other sets to give up" in str(report)
    assert seen == {("timeout", True), ("done", False), ("done", True)}


def test_whenever_the_time_runs_out_conflicts_and_explanations_say_so() -> None:
    conflicts, explanations = set(), set()
    for patience in range(120):
        kb, clock = base(*TOLD)
        clock.patience = patience
        found = kb.conflicts()
        conflicts.add((len(found), found.complete))
        kb, clock = base(*TOLD)
        clock.patience = patience
        why = kb.explain(Q)
        explanations.add((why.verdict, why.complete))
        assert why.complete or "timed out" in str(why) or why.verdict is Verdict.TIMEOUT
    # What is known from settling is named even where the search for the shortest did not end.
    assert conflicts == {(1, False), (1, True)}
    assert explanations == {
        (Verdict.TIMEOUT, False),
        (Verdict.ENTAILED, False),
        (Verdict.ENTAILED, True),
    }


def test_roles_that_could_not_be_decided_again_in_time_count_as_hinges() -> None:
    reasons, sure = set(), set()
    for patience in range(60):
        kb, clock = base(P, Implies(P, Q), Implies(R, Q), Q, requirement=2.0, alternative=1.0)
        assert kb.ask(Q).confidence == 1.0
        clock.patience = patience
        decision = kb.ask(Q)
        reasons.add(decision.reason)
        sure.add(round(decision.confidence, 2))
        assert decision.confidence < 1 or decision.reason == ""
    late = "the role of t3 beside t2 is weighed: 0.73; the time ran out before all of this was decided again"
    assert reasons == {OUT_OF_TIME, late, ""}
    assert sure == {0.0, 0.73, 1.0}


@pytest.mark.parametrize("operator", [LINEAR, MAXSAT, DALAL], ids=lambda o: o.name)
def test_one_deadline_bounds_all_searches_of_a_call(operator: Operator) -> None:
    rivals = [Atom(f"r{i}") for i in range(6)]
    told = [Implies(rival, Q) for rival in rivals]
    kb, clock = base(*told, Or(tuple(rivals)), Not(Q), operator=operator, timeout=4.0, requirement=2.0)
    clock.step = 1.0
    for call in (kb.ask, kb.explain, kb.retract, kb.revise, kb.update):
        before = clock.looks
        call(rivals[0])
        # Each look takes a second: the four of the call, and one or two for each search that sees it is late.
        assert clock.looks - before < 60, call
    before = clock.looks
    kb.conflicts()
    assert clock.looks - before < 60


def test_time_that_parsers_and_sources_of_roles_take_is_not_counted() -> None:
    clock = Clock()

    def slow(*args: object) -> tuple[()]:
        del args
        clock.now += 1_000.0
        return ()

    kb = BeliefBase(roles=slow, clock=clock)
    kb.tell(Implies(P, Q))
    assert kb.tell(Implies(R, Q)).outcome == "done"
    assert kb.ask(Implies(P, Q)).verdict is Verdict.ENTAILED


def test_a_proof_that_runs_out_of_time_says_so() -> None:
    kb = BeliefBase(roles=no_roles, timeout=1e-9)
    kb.tell(P)
    trace = kb.ask(P).trace
    assert trace.verdict is Verdict.TIMEOUT
    assert list(check_base(trace)) == []


def test_searches_keep_to_a_deadline_that_has_passed() -> None:
    clock = Clock()
    late = Deadline(1.0, clock)
    clock.now = 1.0
    assert late.passed
    assert late.left == 0.0
    with pytest.raises(OutOfTimeError):
        late.heed()
    late.extend(0.5)
    late.heed()
    clock.now = 2.0
    with Session() as session:
        p, not_p = session.add(P), session.add(Not(P))
        assert session.check([p], deadline=late).satisfiable is None
        for sets in (
            shortest_conflicts(session, [p, not_p], deadline=late),
            correction_sets(session, [p, not_p], deadline=late),
        ):
            assert (sets.found, sets.complete) == ((), False)
    for operator in (LINEAR, MAXSAT, DALAL):
        settled = operator.settle([Ranked("k", P)], late)
        assert settled.status is Status.TIMEOUT
        assert operator.settle([Ranked("k", P)]).ask(P, deadline=late).verdict is Verdict.TIMEOUT
    for seconds in (0, -1, float("nan")):
        with pytest.raises(UsageError, match="must be a positive number, got"):
            Deadline(seconds)
        with pytest.raises(UsageError, match="must be a positive number, got"):
            BeliefBase(timeout=seconds)
    assert Linear(timeout=1e-9).settle([Ranked("k", P)]).status is Status.TIMEOUT
