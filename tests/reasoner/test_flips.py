"""What a decision says it hinges on, against deciding again without it."""

from fractions import Fraction
from math import exp
from random import Random
from typing import TypeAlias

import pytest
from builders import random_comparison, sizes, theory, usually
from checking import complaints

from defeasible.reasoner import belief, size
from defeasible.reasoner.evidence import Evidence, RoleClaim, RoleSource
from defeasible.reasoner.forms import METRE, Comparison, Conditional, Premises, Role
from defeasible.reasoner.logic import And, Atom, FormulaNode, Implies, Not
from defeasible.reasoner.trace import EvidenceStep
from defeasible.reasoner.verdict import Verdict

E, R, U = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN


@pytest.mark.parametrize("factors", [False, True])
def test_the_flips_of_sizes_are_what_deciding_without_a_piece_of_evidence_gives(*, factors: bool) -> None:
    random = Random(11)
    seen = set()
    for _ in range(40 if factors else 300):
        stated = [random_comparison(random, factors=factors) for _ in range(random.randint(0, 3))]
        context = sizes(*stated)
        pairs = [random.sample(["o1", "o2", "o3", "o4"], 2) for _ in range(4)]
        evidence = usually(*((a, b, random.choice([1.0, 2.0, 3.0])) for a, b in pairs))
        decision = size.decide(context, sizes=lambda _, given=evidence: given)
        report = complaints(decision.trace, context, evidence)
        assert not report, f"{decision.trace}\n{report}"
        if decision.verdict is Verdict.INCONSISTENT:
            continue
        told = {
            step.claim: flip.verdict
            for flip in decision.trace.conclusion.flips
            if isinstance(step := decision.trace[flip.evidence[0]], EvidenceStep)
        }
        for n, item in enumerate(evidence):
            rest = evidence[:n] + evidence[n + 1 :]
            again = size.decide(context, sizes=lambda _, given=rest: given).verdict
            if evidence.count(item) == 1 and sum(e.claim == item.claim for e in evidence) == 1:
                assert told.get(item.claim, decision.verdict) is again, f"{item}\n{decision.trace}"
                seen.add((decision.verdict, again))
    assert {(E, U), (R, U), (U, E)} <= seen
    assert factors or (E, R) in seen


def test_without_the_heavier_of_two_opposed_priors_the_other_decides() -> None:
    evidence = usually(("o1", "o2", 3.0), ("o2", "o1", 2.0))
    decision = size.decide(sizes(), sizes=lambda _: evidence)
    assert decision.verdict is E
    assert [flip.verdict for flip in decision.trace.conclusion.flips] == [R]
    assert decision.confidence == pytest.approx(1 / (1 + exp(2.0 - 3.0)))
    assert not complaints(decision.trace, sizes(), evidence)


def test_an_open_verdict_hinges_on_each_of_two_tied_priors() -> None:
    evidence = usually(("o1", "o2", 2.0), ("o2", "o1", 2.0))
    decision = size.decide(sizes(), sizes=lambda _: evidence)
    assert decision.verdict is U
    assert [flip.verdict for flip in decision.trace.conclusion.flips] == [R, E]
    assert decision.confidence == 0.5
    assert not complaints(decision.trace, sizes(), evidence)


def test_what_two_priors_say_hinges_on_neither_and_is_yet_not_certain() -> None:
    evidence = usually(("o1", "o2", 3.0), ("o1", "o2", 2.0))
    decision = size.decide(sizes(), sizes=lambda _: evidence)
    assert decision.trace.conclusion.flips == ()
    assert decision.confidence < 1.0
    assert not complaints(decision.trace, sizes(), evidence)


def test_what_the_text_shows_needs_no_prior_on_a_shorter_way() -> None:
    context = sizes(Comparison("o1", ">", "o3"), Comparison("o3", ">", "o2"))
    decision = size.decide(context, sizes=lambda _: usually(("o1", "o2", 3.0)))
    assert (decision.verdict, decision.confidence) == (E, 1.0)


def test_a_proof_goes_through_no_object_twice() -> None:
    context = sizes(Comparison("o2", "=", "o1", Fraction(1, 2)), Comparison("o1", "=", METRE, Fraction(20)))
    decision = size.decide(context)
    assert decision.verdict is E
    assert not complaints(decision.trace, context)


Weights: TypeAlias = dict[tuple[str, str], list[float]]


def turned(pair: tuple[str, str], source: RoleSource) -> RoleSource:
    """A role source that says the opposite of another about one pair, and of the rest what that says."""

    def roles(premises: Premises, earlier: Conditional, later: Conditional) -> tuple[Evidence, ...]:
        found = source(premises, earlier, later)
        if (earlier.id, later.id) != pair:
            return found
        sums = dict.fromkeys(Role, 0.0)
        for item in found:
            assert isinstance(item.claim, RoleClaim)
            sums[item.claim.role] += item.weight
        required = sums[Role.REQUIREMENT] > max(sums[Role.ALTERNATIVE], sums[Role.IRRELEVANT])
        role = Role.ALTERNATIVE if required else Role.REQUIREMENT
        return (Evidence(RoleClaim(later.id, earlier.id, role), 1.0, "turned"),)

    return roles


def test_the_flips_of_beliefs_are_what_deciding_with_the_role_turned_gives() -> None:
    random = Random(12)
    goals: list[FormulaNode] = [Atom("q"), Not(Atom("q")), Atom("p0")]
    seen = set()
    for _ in range(250):
        count = random.randint(2, 3)
        rules = [Implies(Atom(f"p{i}"), Atom("q")) for i in range(count)]
        known: list[FormulaNode] = [Atom("p0"), Atom("p1"), Not(Atom("q")), And((Atom("p0"), Atom("p2")))]
        form, goal = theory(*rules, *random.sample(known, 2)), random.choice(goals)
        weights = {
            (f"c{a}", f"c{b}"): random.sample([0.5, 1.0, 1.5, 2.0], 2)
            for a in range(1, count + 1)
            for b in range(a + 1, count + 1)
        }

        def roles(
            _: Premises, earlier: Conditional, later: Conditional, given: Weights = weights
        ) -> tuple[Evidence, ...]:
            return tuple(
                Evidence(RoleClaim(later.id, earlier.id, role), weight, "test")
                for role, weight in zip(
                    (Role.REQUIREMENT, Role.ALTERNATIVE), given[earlier.id, later.id], strict=True
                )
            )

        decision = belief.decide(form, goal, roles=roles)
        assert not complaints(decision.trace, form)
        told = {}
        for flip in decision.trace.conclusion.flips:
            step = decision.trace[flip.evidence[0]]
            assert isinstance(step, EvidenceStep)
            assert isinstance(step.claim, RoleClaim)
            told[step.claim.of, step.claim.conditional] = flip.verdict
        for pair in weights:
            again = belief.decide(form, goal, roles=turned(pair, roles)).verdict
            assert told.get(pair, decision.verdict) is again
            seen.add((decision.verdict, again))

            def without(
                premises: Premises, earlier: Conditional, later: Conditional, left_out: tuple[str, str] = pair
            ) -> tuple[Evidence, ...]:
                found = sorted(roles(premises, earlier, later), key=lambda e: -e.weight)
                return tuple(found[(earlier.id, later.id) == left_out :])

            # With one claim on each side, to leave out the one that prevailed is to turn the role.
            assert belief.decide(form, goal, roles=without).verdict is again
    assert {(E, U), (U, E)} <= seen
