"""The belief decider: the suppression table, evidence and ties, flips, and agreement with the checker."""

import os
import subprocess
import sys
from math import exp
from random import Random

import pytest
from builders import P, Q, R, S, random_formula, theory, weighing
from checking import complaints

from defeasible.reasoner.belief import clear_plans, decide
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import Evidence, RoleClaim, SizeClaim, no_roles
from defeasible.reasoner.forms import Comparison, Conditional, Premises, Role
from defeasible.reasoner.logic import And, Atom, FormulaNode, Implies, Not, rename
from defeasible.reasoner.trace import EvidenceStep, RetractionStep, RuleStep
from defeasible.reasoner.verdict import Change, Verdict

E, N, U = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN

# role, what is told beside the two conditionals, the goal, the verdict (facts: Byrne 1989; all with r open)
SUPPRESSION = [
    ("alternative", P, Q, E),
    ("alternative", Not(Q), P, N),
    ("requirement", P, Q, U),
    ("requirement", Not(Q), P, U),
    ("requirement", And((P, R)), Q, E),
    ("requirement", R, Q, U),
    ("alternative", R, Q, E),
    ("irrelevant", P, Q, E),
    ("irrelevant", Not(Q), P, N),
    ("alternative", Q, P, U),
    ("requirement", Q, P, U),
]


@pytest.mark.parametrize(("role", "fact", "goal", "verdict"), SUPPRESSION)
def test_suppression_by_evidence(role: str, fact: FormulaNode, goal: FormulaNode, verdict: Verdict) -> None:
    form = theory(Implies(P, Q), fact, Implies(R, Q))
    decision = decide(form, goal, new=frozenset({"c3"}), roles=weighing(**{role: 1.0}))
    assert decision.verdict is verdict
    assert not complaints(decision.trace, form), complaints(decision.trace, form)


@pytest.mark.parametrize(("role", "fact", "goal", "verdict"), SUPPRESSION)
def test_suppression_by_stated_role(
    role: str, fact: FormulaNode, goal: FormulaNode, verdict: Verdict
) -> None:
    plain = theory(Implies(P, Q), fact, Implies(R, Q))
    later = Conditional("c3", R, Q, plain.statements[2].span, role=Role(role), of="c1")
    form = Premises(plain.sources, plain.atoms, (*plain.statements[:2], later))
    decision = decide(form, goal, new=frozenset({"c3"}), roles=weighing(requirement=5.0))
    assert decision.verdict is verdict
    assert decision.confidence == 1.0
    assert not any(isinstance(step, EvidenceStep) for step in decision.trace.steps)
    assert not complaints(decision.trace, form), complaints(decision.trace, form)


def test_retraction_says_what_why_and_what_would_flip_it() -> None:
    form = theory(Implies(P, Q), P, Implies(R, Q))
    decision = decide(form, Q, new=frozenset({"c3"}), roles=weighing(requirement=1.2, alternative=0.5))
    assert (decision.before, decision.verdict, decision.change) == (E, U, Change.RETRACTED)
    rule = next(s for s in decision.trace.steps if isinstance(s, RuleStep))
    assert rule.claim == Implies(And((P, R)), Q)
    retracted = [s for s in decision.trace.steps if isinstance(s, RetractionStep)]
    assert [s.target for s in retracted] == [1, 3]
    (flip,) = decision.trace.conclusion.flips
    assert flip.verdict is E
    assert decision.confidence == pytest.approx(0.668, abs=0.001)


def test_maintained_verdict_hinges_on_the_alternative() -> None:
    form = theory(Implies(P, Q), P, Implies(R, Q))
    decision = decide(form, Q, new=frozenset({"c3"}), roles=weighing(requirement=0.5, alternative=1.2))
    assert (decision.before, decision.verdict, decision.change) == (E, E, Change.MAINTAINED)
    assert [flip.verdict for flip in decision.trace.conclusion.flips] == [U]


def test_a_tie_is_named_and_not_broken() -> None:
    form = theory(Implies(P, Q), P, Implies(R, Q))
    decision = decide(form, Q, new=frozenset({"c3"}), roles=weighing(requirement=1.0, alternative=1.0))
    assert decision.verdict is U
    assert "tied on the role of c3 beside c1" in decision.reason
    assert not complaints(decision.trace, form), complaints(decision.trace, form)


def test_a_tie_that_changes_nothing_does_not_matter() -> None:
    form = theory(Implies(P, Q), And((P, R)), Implies(R, Q))
    decision = decide(form, Q, roles=weighing(requirement=1.0, alternative=1.0))
    assert decision.verdict is E
    assert not complaints(decision.trace, form), complaints(decision.trace, form)


def test_a_tie_elsewhere_does_not_make_the_rest_certain() -> None:
    """c4 is tied beside c1 and c3 and of no matter; that c3 is an alternative beside c1 matters."""
    form = theory(Implies(P, Q), And((P, S)), Implies(R, Q), Implies(S, Q))

    def roles(_: Premises, earlier: Conditional, later: Conditional) -> tuple[Evidence, ...]:
        weights = {"alternative": 1.0} if later.id == "c3" else {"alternative": 1.0, "requirement": 1.0}
        return weighing(**weights)(form, earlier, later)

    decision = decide(form, P, roles=roles)
    assert decision.verdict is E
    assert decision.confidence == pytest.approx(1 / (1 + exp(-1)))


def test_what_held_before_is_what_all_tied_readings_agreed_on() -> None:
    """A new premise that has nothing to do with an old tie retracts nothing."""
    form = theory(Implies(P, Q), P, Implies(R, Q), S)
    decision = decide(form, Q, new=frozenset({"f4"}), roles=weighing(requirement=1.0, alternative=1.0))
    assert (decision.before, decision.verdict, decision.change) == (U, U, Change.MAINTAINED)
    assert not complaints(decision.trace, form), complaints(decision.trace, form)


@pytest.mark.parametrize(
    "claim", [RoleClaim("c1", "c3", Role.REQUIREMENT), SizeClaim(Comparison("a", ">", "b"))]
)
def test_a_role_source_must_keep_to_the_question(claim: RoleClaim | SizeClaim) -> None:
    form = theory(Implies(P, Q), P, Implies(R, Q))
    with pytest.raises(UsageError, match="asked for the role of `c3` beside `c1`"):
        decide(form, Q, roles=lambda *_: (Evidence(claim, 1.0, "test"),))


def test_too_many_ties_are_refused_with_a_hint() -> None:
    form = theory(*(Implies(atom, S) for atom in (P, Q, R, Not(P))), query=S)
    with pytest.raises(UsageError, match="6 pairs of conditionals have tied evidence"):
        decide(form, S, roles=weighing(requirement=1.0, alternative=1.0))


def test_three_conditionals_that_all_require_each_other() -> None:
    form = theory(Implies(P, S), Implies(Q, S), Implies(R, S), And((P, Q)), query=S)
    decision = decide(form, S, roles=weighing(requirement=1.0))
    assert decision.verdict is U
    claims = [s.claim for s in decision.trace.steps if isinstance(s, RuleStep)]
    assert claims[0] == Implies(And((P, Q, R)), S)
    assert not complaints(decision.trace, form), complaints(decision.trace, form)


def test_without_evidence_conditionals_stand_as_stated() -> None:
    form = theory(Implies(P, Q), P, Implies(R, Q))
    decision = decide(form, Q, new=frozenset({"c3"}), roles=no_roles)
    assert decision.verdict is E
    assert "nothing tells how 3 bears on 1" in str(decision.trace)
    assert not complaints(decision.trace, form)


def test_inconsistent_premises_conclude_nothing() -> None:
    form = theory(Implies(P, Q), P, Not(Q), query=R)
    decision = decide(form, R, new=frozenset({"f3"}))
    assert (decision.before, decision.verdict, decision.change) == (U, Verdict.INCONSISTENT, Change.REVISED)
    assert not complaints(decision.trace, form), complaints(decision.trace, form)


def test_a_new_fact_can_close_an_open_question() -> None:
    form = theory(Implies(P, Q), P)
    decision = decide(form, Q, new=frozenset({"f2"}))
    assert (decision.before, decision.verdict, decision.change) == (U, E, Change.NEW)


def test_every_decision_on_random_theories_is_verified() -> None:
    random = Random(3)
    outcomes = set()
    for _ in range(400):
        names = ["a1", "a2", "a3"]
        formulas: list[FormulaNode] = []
        for _ in range(random.randint(1, 5)):
            if random.random() < 0.6:
                formulas.append(Implies(random_formula(random, names, 1), Q))
            else:
                formulas.append(random_formula(random, names, 2))
        goal = random_formula(random, names, 1)
        form = theory(*formulas, query=goal)
        new = frozenset({form.statements[-1].id}) if random.random() < 0.5 else frozenset()
        weights = {
            role: random.choice([0.5, 1.0, 2.0]) for role in random.sample(list(Role), random.randint(1, 3))
        }
        try:
            decision = decide(form, goal, new=new, roles=weighing(**weights))
        except UsageError:
            continue
        report = complaints(decision.trace, form)
        assert not report, f"{decision.trace}\n{report}"
        assert decision.trace.from_json(decision.trace.to_json()).steps == decision.trace.steps
        outcomes.add((decision.verdict, decision.change))
    assert len(outcomes) >= 8


def test_equal_inputs_give_equal_bytes_in_another_process() -> None:
    """Nothing may depend on the order of a set of strings, which differs from process to process."""
    code = (
        "from builders import *; from defeasible.reasoner.belief import decide;"
        "f = theory(Implies(P, S), Implies(Q, S), Implies(R, S), And((P, Q)), query=S);"
        "print(decide(f, S, new=frozenset({'c3'}), roles=weighing(requirement=1.0)).trace.to_json())"
    )
    documents = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(documents) == 1


@pytest.mark.parametrize("seed", range(4))
def test_a_plan_made_for_one_theory_serves_all_of_its_shape(seed: int) -> None:
    """The same decisions, traces included, from plans made for others as from plans of their own."""
    random, shared = Random(seed), 0
    for _ in range(60):
        names = ["a1", "a2", "a3", "a4"]
        formulas = [
            Implies(Atom(random.choice(names)), Atom("a2"))
            if random.random() < 0.6
            else Atom(random.choice(names))
            for _ in range(random.randrange(2, 4))
        ]
        swap = dict(zip(names, random.sample(names, 4), strict=True))
        weights = {role: random.choice([0.5, 1.0]) for role in ("requirement", "alternative")}
        first, second = (
            theory(*formulas, query=Q),
            theory(*(rename(f, swap) for f in formulas), query=rename(Q, swap)),
        )
        new = frozenset({first.statements[-1].id}) if random.random() < 0.5 else frozenset()
        clear_plans()
        cold = decide(second, second.queries[0].formula, new=new, roles=weighing(**weights))
        clear_plans()
        decide(first, Q, new=new, roles=weighing(**weights))
        warm = decide(second, second.queries[0].formula, new=new, roles=weighing(**weights))
        assert warm == cold
        assert not complaints(warm.trace, second, new=new)
        shared += second != first
    assert shared > 20
