"""What a belief base says, believes and proves stays true: evidence, questions, changes, copies."""

from __future__ import annotations

import copy
import pickle

import pytest
from builders import weighing

from defeasible.reasoner import Role, no_roles
from defeasible.reasoner.base import BeliefBase, Listing
from defeasible.reasoner.change import DALAL, LINEAR, MAXSAT, Operator
from defeasible.reasoner.checker.base import check_base
from defeasible.reasoner.checker.snapshot import check_snapshot
from defeasible.reasoner.checker.structure import check_structure
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.evidence import Evidence, RoleClaim
from defeasible.reasoner.forms import Conditional, Premises, Snapshot
from defeasible.reasoner.logic import And, Atom, FormulaNode, Iff, Implies, Not, Or
from defeasible.reasoner.trace import Trace
from defeasible.reasoner.trace.steps.base import NOT_TURNED
from defeasible.reasoner.verdict import Verdict

P, Q, R, S, T = (Atom(name) for name in "pqrst")
LIBRARY = (
    "If she has an essay to finish, then she will study late in the library.",
    "She has an essay to finish.",
    "If the library stays open, then she will study late in the library.",
)


def base(*told: FormulaNode, operator: Operator = LINEAR, certain: int = 0) -> BeliefBase:
    """A base of formulas, the first of which are certain."""
    kb = BeliefBase(roles=no_roles, operator=operator)
    for number, formula in enumerate(told):
        kb.tell(formula, certain=number < certain)
    return kb


def failures(trace: Trace, snapshot: Snapshot, goal: FormulaNode | None = None) -> list[str]:
    """What a checker with the base and the goal at hand has against a trace."""
    broken = list(check_structure(trace))
    found = broken or [*check_base(trace), *check_snapshot(trace, snapshot, goal)]
    return [str(failure) for failure in found]


def believed(kb: BeliefBase) -> list[str]:
    """The ids of what is believed."""
    listing = kb.beliefs()
    assert listing.complete
    return [held.id for held in listing]


# --- evidence and goal are bound --------------------------------------------------------------------


def test_a_base_without_the_evidence_proves_nothing_about_a_base_with_it() -> None:
    honest, forged = BeliefBase(), BeliefBase(roles=no_roles)
    for text in LIBRARY:
        honest.tell(text)
        forged.tell(text)
    ours, theirs = (
        honest.ask("She will study late in the library."),
        forged.ask("She will study late in the library."),
    )
    assert (ours.verdict, theirs.verdict) == (Verdict.UNKNOWN, Verdict.ENTAILED)
    assert honest.snapshot().digest != forged.snapshot().digest
    assert failures(ours.trace, honest.snapshot()) == []
    assert any("another one when it was asked" in f for f in failures(theirs.trace, honest.snapshot()))
    assert any("another one when it was asked" in f for f in failures(ours.trace, forged.snapshot()))


def test_each_part_of_the_evidence_is_in_the_digest() -> None:
    claim = RoleClaim("t2", "t1", Role.REQUIREMENT)
    first = Evidence(claim, 1.0, "test:s", "why")
    digests = {Snapshot((), {}, {}, evidence=evidence).digest for evidence in (
        (),
        (first,),
        (first, first),
        (Evidence(claim, 2.0, "test:s", "why"),),
        (Evidence(claim, 1.0, "test:other", "why"),),
        (Evidence(claim, 1.0, "test:s", "how"),),
        (Evidence(RoleClaim("t3", "t1", Role.REQUIREMENT), 1.0, "test:s", "why"),),
        (Evidence(RoleClaim("t2", "t1", Role.ALTERNATIVE), 1.0, "test:s", "why"),),
    )}  # fmt: skip
    assert len(digests) == 8
    second = Evidence(claim, 2.0, "test:s")
    either = [Snapshot((), {}, {}, evidence=order).digest for order in ((first, second), (second, first))]
    assert either[0] == either[1]


def test_a_proof_of_another_goal_is_refused_when_the_goal_is_known() -> None:
    kb = base(Implies(P, Q), P)
    assert failures(kb.ask(Q).trace, kb.snapshot(), Q) == []
    assert failures(kb.ask(P).trace, kb.snapshot()) == []
    assert any("which was asked" in f for f in failures(kb.ask(P).trace, kb.snapshot(), Q))
    assert any("which was asked" in f for f in failures(kb.ask(Not(Q)).trace, kb.snapshot(), Q))


def test_evidence_that_was_weighed_is_kept_in_a_file_and_not_asked_for_again(tmp_path: object) -> None:
    asked: list[str] = []

    def source(premises: Premises, earlier: Conditional, later: Conditional) -> tuple[Evidence, ...]:
        asked.append(later.id)
        return weighing(requirement=2.0, alternative=1.0)(premises, earlier, later)

    kb = BeliefBase(roles=source)
    for formula in (Implies(P, Q), P, Implies(R, Q)):
        kb.tell(formula)
    path = f"{tmp_path}/kb.json"
    kb.save(path)
    loaded = BeliefBase.load(path, roles=source)
    assert loaded.snapshot().digest == kb.snapshot().digest
    assert loaded.ask(Q).verdict is kb.ask(Q).verdict is Verdict.UNKNOWN
    assert asked == ["t3"]


def test_what_was_weighed_of_a_statement_that_was_never_told_is_forgotten() -> None:
    seen: list[FormulaNode] = []

    def source(premises: Premises, earlier: Conditional, later: Conditional) -> tuple[Evidence, ...]:
        seen.append(later.if_)
        role = "requirement" if later.if_ == R else "alternative"
        return weighing(**{role: 2.0})(premises, earlier, later)

    kb = BeliefBase(roles=source)
    kb.tell(Implies(P, Q), certain=True)
    kb.tell(P, certain=True)
    kb.tell(And((R, Not(Q))), certain=True)
    assert kb.revise(Implies(R, Q)).outcome == "impossible"
    report = kb.tell(Implies(S, Q))
    assert report.added[0].id == "t4"
    assert seen == [R, S]
    assert {item.claim for item in kb.snapshot().evidence} == {RoleClaim("t4", "t1", Role.ALTERNATIVE)}


# --- asking changes nothing -------------------------------------------------------------------------


def test_asking_a_disjunction_changes_no_belief() -> None:
    kb = base(P, Not(P), certain=2)
    kb.tell(R)
    assert believed(kb) == ["t3"]
    assert kb.ask(Or((P, R))).verdict is Verdict.INCONSISTENT
    assert believed(kb) == ["t3"]
    assert kb.ask(R).verdict is Verdict.ENTAILED
    assert kb.tell(Implies(R, S)).outcome == "done"
    assert failures(kb.ask(Or((P, R))).trace, kb.snapshot(), Or((P, R))) == []


@pytest.mark.parametrize("operator", [LINEAR, MAXSAT, DALAL], ids=lambda o: o.name)
def test_a_goal_about_several_islands_is_answered_as_if_they_were_one(operator: Operator) -> None:
    kb = base(And((P, Q)), And((Not(P), Q)), R, operator=operator)
    assert kb.ask(Q).verdict is Verdict.ENTAILED
    both = kb.ask(And((Q, R)))
    assert both.verdict is Verdict.ENTAILED
    assert failures(both.trace, kb.snapshot(), And((Q, R))) == []
    assert kb.ask(Q).verdict is Verdict.ENTAILED
    assert kb.ask(And((P, R))).verdict is (Verdict.UNKNOWN if operator is MAXSAT else Verdict.REFUTED)
    kb.tell(Not(R))
    assert kb.ask(And((Q, R))).verdict is not Verdict.ENTAILED


def test_what_a_link_infected_is_believed_again_without_it_and_without_being_asked() -> None:
    kb = base(P, Not(P), Implies(P, R), certain=3)
    kb.tell(R)
    assert believed(kb) == []
    kb.undo()
    kb.undo()
    kb.tell(R)
    assert believed(kb) == ["t5"]


# --- updates ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("certain", [True, False])
def test_an_update_does_not_prove_what_a_requirement_suppresses(certain: bool) -> None:
    kb = base(Implies(P, Q), certain=1)
    kb.tell(Implies(R, Q), role=Role.REQUIREMENT, of="t1", certain=certain)
    kb.tell(P)
    assert kb.ask(Q).verdict is Verdict.UNKNOWN
    assert kb.update(Not(R)).outcome == "done"
    assert kb.ask(P).verdict is Verdict.ENTAILED
    assert kb.ask(Q).verdict is Verdict.UNKNOWN
    assert kb.update(And((P, R))).outcome == "done"
    decision = kb.ask(Q)
    assert decision.verdict is Verdict.ENTAILED
    assert failures(decision.trace, kb.snapshot(), Q) == []
    kb.undo()
    kb.undo()
    assert kb.ask(Q).verdict is Verdict.UNKNOWN
    assert [held.id for held in kb.statements] == ["t1", "t2", "t3"]


def test_an_update_keeps_the_evidence_on_the_roles_of_laws() -> None:
    kb = BeliefBase(roles=weighing(requirement=3.0, alternative=1.0))
    kb.tell(Implies(P, Q), certain=True)
    kb.tell(Implies(R, Q), certain=True)
    kb.tell(P)
    kb.update(Not(R))
    assert kb.ask(Q).verdict is Verdict.UNKNOWN
    claims = {item.claim for item in kb.snapshot().evidence if item.weight == 3.0}
    assert claims == {RoleClaim("t2", "t1", Role.REQUIREMENT), RoleClaim("t2@1", "t1@1", Role.REQUIREMENT)}
    assert failures(kb.ask(Q).trace, kb.snapshot(), Q) == []


# --- conflicts and explanations ---------------------------------------------------------------------


def test_equal_statements_are_in_conflicts_of_their_own() -> None:
    kb = base(P, P, Not(P))
    sets = kb.conflicts()
    assert isinstance(sets, Listing)
    assert sets.complete
    assert [[quote.id for quote in quotes] for quotes in sets] == [["t1", "t3"], ["t2", "t3"]]
    assert len(kb.conflicts(1)) == 1
    assert base(P, Implies(P, Q)).conflicts() == Listing(())


def test_equal_statements_are_in_proofs_of_their_own_and_go_together() -> None:
    kb = base(P, P, Implies(P, Q))
    found = kb.explain(Q)
    assert [[quote.id for quote in proof] for proof in found.proofs] == [["t1", "t3"], ["t2", "t3"]]
    assert [[quote.id for quote in flip] for flip in found.flips] == [["t3"], ["t1", "t2"]]
    assert found.complete


# --- confidence -------------------------------------------------------------------------------------


def nixon(**kwargs: float) -> BeliefBase:
    """Two statements that are equally firm and contradict each other in what follows from them."""
    kb = BeliefBase(roles=no_roles)
    kb.tell(And((P, R)), certain=True)
    kb.tell(Implies(P, Q), weight=kwargs.get("first", 1.0))
    kb.tell(Implies(R, Not(Q)))
    return kb


def test_what_only_arrival_decides_is_an_even_chance_and_says_so() -> None:
    kb = nixon()
    decision = kb.ask(Q)
    assert decision.verdict is Verdict.REFUTED
    assert decision.confidence == 0.5
    assert decision.reason == "arrival alone decides that t2 is not believed"
    assert "confidence 0.50; arrival alone" in str(decision)
    (flip,) = decision.trace.conclusion.flips
    assert flip.verdict is Verdict.ENTAILED
    assert "had arrived last: believed" in str(decision.trace)
    assert failures(decision.trace, kb.snapshot(), Q) == []


def test_what_does_not_hinge_on_arrival_is_certain_beside_a_tie() -> None:
    kb = nixon()
    kb.tell(Implies(Or((Q, Not(Q))), S))
    kb.tell(Iff(S, Or((P, Q))))
    decision = kb.ask(S)
    assert (decision.verdict, decision.confidence, decision.reason) == (Verdict.ENTAILED, 1.0, "")
    assert decision.trace.conclusion.flips == ()
    assert failures(decision.trace, kb.snapshot(), S) == []


def test_what_is_outweighed_or_revised_does_not_hinge_on_arrival() -> None:
    assert nixon(first=2.0).ask(Q).confidence == 1.0
    assert nixon(first=2.0).ask(Q).verdict is Verdict.ENTAILED
    kb = base(P)
    kb.revise(Not(P))
    assert (kb.ask(P).verdict, kb.ask(P).confidence) == (Verdict.REFUTED, 1.0)
    kb = base(P)
    kb.tell(Not(P), certain=True)
    assert kb.ask(P).confidence == 1.0
    kb = base(Not(P))
    kb.tell(P, default=True)
    assert kb.ask(P).confidence == 1.0


def test_several_ties_count_once_and_each_is_decided_again() -> None:
    kb = base(P, Q, Implies(P, Not(S)), Implies(Q, Not(S)), Not(P), Not(Q), S)
    decision = kb.ask(And((P, Q)))
    assert decision.verdict is Verdict.REFUTED
    assert decision.confidence == 1.0
    decision = kb.ask(Or((P, Q)))
    assert decision.verdict is Verdict.REFUTED
    assert decision.confidence == 0.5
    assert len(decision.trace.conclusion.flips) == 2
    assert failures(decision.trace, kb.snapshot(), Or((P, Q))) == []


@pytest.mark.parametrize(("ties", "turned"), [(8, True), (9, False)])
def test_with_too_many_ties_any_may_matter(ties: int, turned: bool) -> None:
    rivals = [Atom(f"r{i}") for i in range(ties)]
    kb = base(Iff(S, Or((*rivals, Not(S)))), *rivals, certain=1)
    for rival in rivals:
        kb.tell(Not(rival))
    decision = kb.ask(And(tuple(rivals)))
    assert decision.verdict is Verdict.REFUTED
    assert failures(decision.trace, kb.snapshot()) == []
    if turned:
        assert (decision.confidence, decision.reason) == (1.0, "")
        assert "too many" not in str(decision.trace)
    else:
        assert (decision.confidence, decision.reason) == (0.5, NOT_TURNED)
        assert NOT_TURNED in str(decision.trace)


def test_under_dalal_arrival_counts_and_under_weighted_maxsat_it_does_not() -> None:
    kb = base(P, Not(P), operator=DALAL)
    decision = kb.ask(P)
    assert (decision.verdict, decision.confidence) == (Verdict.REFUTED, 0.5)
    assert failures(decision.trace, kb.snapshot(), P) == []
    kb = base(P, Not(P), operator=MAXSAT)
    decision = kb.ask(P)
    assert (decision.verdict, decision.confidence) == (Verdict.UNKNOWN, 1.0)
    assert failures(decision.trace, kb.snapshot(), P) == []


def test_a_weighed_role_that_a_verdict_hinges_on_is_in_the_reason() -> None:
    kb = BeliefBase(roles=weighing(requirement=2.0, alternative=1.0))
    for formula in (Implies(P, Q), P, Implies(R, Q)):
        kb.tell(formula)
    decision = kb.ask(Q)
    assert decision.verdict is Verdict.UNKNOWN
    assert decision.confidence == pytest.approx(0.7311, abs=1e-4)
    assert decision.reason == "the role of t3 beside t1 is weighed: 0.73"


# --- copies -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda kb: pickle.loads(pickle.dumps(kb))],
    ids=["copy", "deepcopy", "pickle"],
)
@pytest.mark.parametrize("operator", [LINEAR, MAXSAT, DALAL], ids=lambda o: o.name)
def test_copies_answer_as_the_base_does_and_change_by_themselves(copied: object, operator: Operator) -> None:
    kb = BeliefBase(operator=operator, timeout=7.0)
    for text in (*LIBRARY, "It rains.", "It does not rain.", "Usually, the match is off."):
        kb.tell(text)
    kb.tell(Implies(P, Q), certain=True)
    kb.update(P)
    before: Decision = kb.ask("She will study late in the library.")
    assert callable(copied)
    other: BeliefBase = copied(kb)
    assert other.snapshot().digest == kb.snapshot().digest
    assert other.history == kb.history
    assert repr(other) == repr(kb)
    assert [other.beliefs(), other.disbeliefs()] == [kb.beliefs(), kb.disbeliefs()]
    again = other.ask("She will study late in the library.")
    assert (again.verdict, again.confidence, again.before) == (
        before.verdict,
        before.confidence,
        before.verdict,
    )
    assert failures(again.trace, kb.snapshot()) == []
    assert other.tell("The library stays open.").outcome == "done"
    assert other.ask("She will study late in the library.").verdict is Verdict.ENTAILED
    assert len(kb) == len(other) - 1
    assert kb.ask("She will study late in the library.").verdict is Verdict.UNKNOWN
    assert other.undo().text == "The library stays open."
    assert other.undo().verb == kb.undo().verb == "update"
    assert other.snapshot().digest == kb.snapshot().digest
