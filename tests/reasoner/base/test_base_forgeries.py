"""Forged proofs of belief bases, each sealed anew, are refused with the honest base and goal at hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from builders import weighing

from defeasible.reasoner import State, check_decision, no_roles
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.checker.base import check_base
from defeasible.reasoner.checker.snapshot import check_snapshot
from defeasible.reasoner.checker.structure import check_structure
from defeasible.reasoner.evidence import RoleSource
from defeasible.reasoner.forms import Rank
from defeasible.reasoner.logic import And, Atom, FormulaNode, Implies, Not
from defeasible.reasoner.trace import (
    AssumptionStep,
    BaseStep,
    ConclusionStep,
    EvidenceStep,
    PremiseStep,
    SettlementStep,
    SolverStep,
    Step,
    Trace,
)
from defeasible.reasoner.trace.steps.base import NOT_TURNED
from defeasible.reasoner.verdict import Verdict

P, Q, R, S = (Atom(name) for name in "pqrs")
WEIGHED = weighing(requirement=2.0, alternative=1.0)
LIGHT = weighing(requirement=1.0, alternative=2.0)
MORE = weighing(requirement=2.0, alternative=1.0, irrelevant=9.0)
TOLD: tuple[FormulaNode, ...] = (Implies(P, Q), P, Implies(R, Q), S, Not(S))
"""A requirement that leaves `q` open, and a tie that arrival breaks."""


def base(told: Sequence[FormulaNode] = TOLD, roles: RoleSource = WEIGHED) -> BeliefBase:
    """A base of formulas."""
    kb = BeliefBase(roles=roles)
    for formula in told:
        kb.tell(formula)
    return kb


def proof(goal: FormulaNode, told: Sequence[FormulaNode] = TOLD, roles: RoleSource = WEIGHED) -> Trace:
    """A sound proof about another base, which claims to be about the honest one."""
    trace = base(told, roles).ask(goal).trace
    honest = base().ask(goal).trace.steps[0]
    opening = trace.steps[0]
    assert isinstance(honest, BaseStep)
    assert isinstance(opening, BaseStep)
    claimed = replace(opening, statements=honest.statements, digest=honest.digest)
    return with_steps(trace, (claimed, *trace.steps[1:]))


def with_steps(trace: Trace, steps: Sequence[Step]) -> Trace:
    """A trace with other steps, sealed."""
    return Trace.from_json(replace(trace, steps=tuple(steps), seal="").to_json())


def edited(trace: Trace, edit: Callable[[Step], Step]) -> Trace:
    """A trace with each step edited, sealed."""
    return with_steps(trace, [edit(step) for step in trace.steps])


def conclusion(trace: Trace, **changes: object) -> Trace:
    """A trace with another conclusion, sealed."""
    last = replace(trace.conclusion, **changes)  # type: ignore[arg-type]
    return with_steps(trace, (*trace.steps[:-1], last))


def without_the_tie(trace: Trace) -> list[Step]:
    """The steps of a trace but those that decide again with a tie turned."""
    turned = {n for n, s in enumerate(trace.steps, 1) if isinstance(s, SettlementStep) and s.latest}
    return [s for n, s in enumerate(trace.steps, 1) if n not in turned and n - 1 not in turned]


def newest(trace: Trace) -> Trace:
    """A proof of a base where `s` came last, with the ranks of the honest base put in."""
    ranks = {s.claim: s.rank for s in base().ask(S).trace.steps if isinstance(s, PremiseStep)}

    def rank(step: Step) -> Step:
        return replace(step, rank=ranks[step.claim]) if isinstance(step, PremiseStep) else step

    return edited(trace, rank)


def heavier(trace: Trace) -> Trace:
    """A proof in which the evidence for the alternative is made to win."""

    def weigh(step: Step) -> Step:
        return replace(step, weight=3.0 - step.weight) if isinstance(step, EvidenceStep) else step

    return edited(trace, weigh)


def firmer(trace: Trace) -> Trace:
    """A proof in which what arrival put aside is said to be firmer."""

    def firm(step: Step) -> Step:
        if isinstance(step, PremiseStep) and step.claim == S and step.rank is not None:
            return replace(step, rank=Rank(step.rank.layer, 5.0, step.rank.seq))
        return step

    return edited(trace, firm)


OTHER_ORDER = (Implies(P, Q), P, Implies(R, Q), Not(S), S)
HONEST_S = base().ask(S).trace
FORGERIES: dict[str, tuple[FormulaNode, Trace]] = {
    "no evidence was weighed": (Q, proof(Q, roles=no_roles)),
    "the evidence weighs otherwise": (Q, proof(Q, roles=LIGHT)),
    "weights are exchanged in place": (Q, heavier(proof(Q, roles=LIGHT))),
    "more evidence was invented": (Q, proof(Q, roles=MORE)),
    "the second condition is left out": (Q, proof(Q, told=(Implies(P, Q), P, S, Not(S)))),
    "a fact is invented": (Q, proof(Q, told=(*TOLD, R))),
    "a statement says something else": (Q, proof(Q, told=(Implies(P, Q), P, Implies(R, Not(Q)), S, Not(S)))),
    "another goal is proved": (Q, proof(P)),
    "the opposite goal is proved": (S, proof(Not(S))),
    "a stronger goal is proved": (P, proof(And((P, Not(S))))),
    "the order of arrival is turned": (S, proof(S, told=OTHER_ORDER)),
    "the order is turned and the ranks put in": (S, newest(proof(S, told=OTHER_ORDER))),
    "what lost is made firmer": (S, firmer(proof(S, told=OTHER_ORDER))),
    "the tie is hidden": (S, conclusion(with_steps(HONEST_S, without_the_tie(HONEST_S)), flips=())),
    "the tie is said to be too much": (
        S,
        conclusion(
            with_steps(
                HONEST_S,
                [*without_the_tie(HONEST_S)[:-1], AssumptionStep(NOT_TURNED), without_the_tie(HONEST_S)[-1]],
            ),
            flips=(),
        ),
    ),
    "the hinge is denied": (S, conclusion(HONEST_S, flips=())),
    "something else is said to have come last": (
        S,
        edited(
            HONEST_S,
            lambda s: (
                replace(s, latest=s.dropped[0].step) if isinstance(s, SettlementStep) and s.latest else s
            ),
        ),
    ),
    "the verdict of the flip is altered": (
        S,
        conclusion(
            HONEST_S,
            flips=tuple(replace(f, verdict=Verdict.UNKNOWN) for f in HONEST_S.conclusion.flips),
        ),
    ),
    "it is said that nothing was read": (
        Q,
        with_steps(HONEST_S, (ConclusionStep(Verdict.UNPARSED, (), reason="no sentence"),)),
    ),
    "believed and not believed are exchanged": (
        S,
        edited(
            HONEST_S,
            lambda s: replace(s, verdict=Verdict.ENTAILED) if isinstance(s, SolverStep) else s,
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_proof_is_refused(name: str) -> None:
    goal, trace = FORGERIES[name]
    snapshot = base().snapshot()
    broken = list(check_structure(trace))
    if trace.verdict is not Verdict.UNPARSED:
        broken += check_base(trace) if not broken else ()
    assert [*broken, *check_snapshot(trace, snapshot, goal)], name


def test_the_honest_proofs_stand() -> None:
    kb = base()
    for goal, verdict in ((Q, Verdict.UNKNOWN), (S, Verdict.REFUTED), (P, Verdict.ENTAILED)):
        decision = kb.ask(goal)
        assert decision.verdict is verdict
        found = [*check_structure(decision.trace), *check_base(decision.trace)]
        assert [*found, *check_snapshot(decision.trace, kb.snapshot(), goal)] == []


def test_a_contradiction_is_shown_by_what_is_certain_and_by_nothing_else() -> None:
    kb = BeliefBase(roles=no_roles)
    for formula, certain in ((P, True), (Not(P), True), (Implies(P, Q), False)):
        kb.tell(formula, certain=certain)
    asked = kb.question(Q)
    decision = kb.ask(Q)
    assert decision.verdict is Verdict.INCONSISTENT
    assert check_decision(asked, decision).state is State.VERIFIED
    # The same proof about a base where one of both is only believed: it gives way, so nothing is amiss.
    other = BeliefBase(roles=no_roles)
    for formula, certain in ((P, True), (Not(P), False), (Implies(P, Q), False)):
        other.tell(formula, certain=certain)
    steps = [
        replace(s, rank=held.rank) if isinstance(s, PremiseStep) and held is not None else s
        for s in decision.trace.steps
        for held in [next((h for h in other.statements if _states(s, h.statement.id)), None)]
    ]
    forged = with_steps(decision.trace, steps)
    assert [*check_structure(forged), *check_base(forged)]


def _states(step: Step, statement: str) -> bool:
    return isinstance(step, PremiseStep) and step.statement == statement
