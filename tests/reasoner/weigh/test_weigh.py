"""Weighted evidence: verdicts against all worlds, traces verified, forged ones refused."""

import json
import math
import re
from functools import partial
from itertools import product
from random import Random

import pytest
from builders import P, Q, R, pigeons, random_formula, theory
from census import take_census
from checking import complaints
from mutations import mutants

from defeasible.reasoner import Reasoner, weigh
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.evidence import Evidence, FormulaClaim, Opinion, RoleClaim
from defeasible.reasoner.forms import Premises, Role
from defeasible.reasoner.logic import And, Atom, FormulaNode, Implies, Not, Or, atoms, evaluate
from defeasible.reasoner.trace import EvidenceStep, Trace
from defeasible.reasoner.trace.codec import seal
from defeasible.reasoner.trace.steps import OptimumStep
from defeasible.reasoner.trace.steps.optima import MAX_TURNED
from defeasible.reasoner.verdict import Verdict


def says(formula: FormulaNode, weight: float, source: str = "model") -> Evidence:
    return Evidence(FormulaClaim(formula), weight, source)


def by_all_worlds(form: Premises, evidence: list[Evidence], goal: FormulaNode) -> Verdict:
    names = [atom.id for atom in form.atoms]
    worlds = [dict(zip(names, bits, strict=True)) for bits in product([False, True], repeat=len(names))]
    possible = [w for w in worlds if all(evaluate(s.formula, w) for s in form.statements)]
    if not possible:
        return Verdict.INCONSISTENT

    def cost(world: dict[str, bool]) -> int:
        claims = [(e.claim, e.weight) for e in evidence]
        return sum(
            round(weight * 1e9)
            for claim, weight in claims
            if isinstance(claim, FormulaClaim) and not evaluate(claim.formula, world)
        )

    least = min(map(cost, possible))
    values = {evaluate(goal, world) for world in possible if cost(world) == least}
    if len(values) == 2:
        return Verdict.UNKNOWN
    return Verdict.ENTAILED if values == {True} else Verdict.REFUTED


CLASH = theory(Implies(P, Q), Implies(R, Not(Q)), query=And((P, Q, R)))
PROOFS: dict[str, tuple[list[Evidence], FormulaNode, Premises]] = {
    "overruled": ([says(P, 1.0), says(R, 2.0), says(Q, 0.5)], Q, CLASH),
    "tied": ([says(P, 1.0), says(R, 1.0)], Q, CLASH),
    "tied beside": ([says(P, 1.0), says(R, 1.0), says(Or((P, R)), 0.5)], Or((P, R)), CLASH),
    "open": ([], Q, CLASH),
    "hard": ([says(Not(Q), 3.0)], Q, theory(Implies(P, Q), P, query=Q)),
    "rivals": (
        [says(And((P, Not(Q))), 1.0), says(And((Q, Not(P))), 0.8), says(Not(Or((P, Q))), 0.9)],
        P,
        CLASH,
    ),
    "inconsistent": ([says(P, 1.0)], Q, theory(P, Not(P), query=Q)),
}


@pytest.mark.parametrize(("evidence", "goal", "form"), PROOFS.values(), ids=PROOFS)
def test_the_unchanged_trace_is_verified(evidence: list[Evidence], goal: FormulaNode, form: Premises) -> None:
    decision = weigh.decide(form, evidence, goal)
    assert decision.verdict is by_all_worlds(form, evidence, goal)
    assert not complaints(decision.trace, form, evidence)
    assert not complaints(decision.trace.to_json(), form, evidence)
    assert weigh.decide(form, evidence, goal).trace.to_json() == decision.trace.to_json()


@pytest.mark.parametrize(("evidence", "goal", "form"), PROOFS.values(), ids=PROOFS)
def test_mutants_are_refused(evidence: list[Evidence], goal: FormulaNode, form: Premises) -> None:
    trace = weigh.decide(form, evidence, goal).trace
    count = 0
    for name, document in [*mutants(trace.to_json()), *forged(trace)]:
        assert complaints(json.dumps(document), form, evidence), f"not caught: {name}"
        count += 1
    assert count >= 8


@pytest.mark.parametrize(("evidence", "goal", "form"), PROOFS.values(), ids=PROOFS)
def test_what_logic_alone_lets_through_is_a_proof_of_another_problem(
    evidence: list[Evidence], goal: FormulaNode, form: Premises
) -> None:
    trace = weigh.decide(form, evidence, goal).trace
    documents = [*mutants(trace.to_json()), *forged(trace)]
    passed = [name for name, document in documents if not complaints(json.dumps(document))]
    problem = ("drop premise", "drop evidence", "flip the literal", "turn the weight")
    assert all(name.startswith(problem) for name in passed), passed


def forged(trace: Trace) -> list[tuple[str, dict[str, object]]]:
    """Traces with one field of an optimum falsified, sealed anew."""
    found = []
    document = json.loads(trace.to_json())
    for i, step in enumerate(document["steps"]):
        if step["kind"] != "optimum":
            continue
        changes: list[tuple[str, dict[str, object]]] = [("cost", {"cost": step.get("cost", 0.0) + 0.5})]
        for field in ("cores", "against", "models"):
            if step.get(field):
                changes.append((f"no {field}", {field: []}))
                changes.append((f"shorter {field}", {field: [step[field][0][1:], *step[field][1:]]}))
        if step.get("models"):
            inverted = [[a["id"] for a in document["atoms"] if a["id"] not in m] for m in step["models"]]
            changes.append(("inverted models", {"models": inverted}))
        if step["soft"]:
            changes.append(("soft", {"soft": step["soft"][1:]}))
        changes.append(("hard", {"hard": step["hard"][1:]}))
        verdicts = {"entailed", "refuted", "unknown", "inconsistent", "timeout"} - {step["verdict"]}
        changes += [(f"verdict {verdict}", {"verdict": verdict}) for verdict in sorted(verdicts)]
        for name, fields in changes:
            mutant = json.loads(trace.to_json())
            mutant["steps"][i].update(fields)
            if mutant["steps"][i] != step:
                found.append((f"forge {name} (step {i + 1})", mutant | {"seal": seal(mutant)}))
    return found


def test_no_spoilt_document_breaks_the_checker() -> None:
    """Numbers, names and words of a proof put in each other's places: a report, and never a crash."""
    random, refused = Random(8), 0
    for evidence, goal, form in PROOFS.values():
        document = weigh.decide(form, evidence, goal).trace.to_json()
        pieces = sorted(set(re.findall(r'[:,\[]("[^"]*"|[0-9.]+|\[\])(?=[,\]}])', document)))
        for _ in range(60):
            spots = list(re.finditer(r'(?<=[:,\[])("[^"]*"|[0-9.]+|\[\])(?=[,\]}])', document))
            spot = random.choice(spots)
            spoilt = document[: spot.start()] + random.choice(pieces) + document[spot.end() :]
            refused += bool(complaints(spoilt, form, evidence))
            # Sealed anew, the logic itself must cope.
            value = json.loads(spoilt)
            complaints(json.dumps(value | {"seal": seal(value)}), form, evidence)
    assert refused > 300


def test_random_decisions_agree_with_all_worlds_and_are_verified() -> None:
    random, seen = Random(5), set()
    for _ in range(250):
        names = ["a1", "a2", "a3"]
        form = theory(
            *(random_formula(random, names, 2) for _ in range(random.randint(0, 3))), query=And((P, Q, R))
        )
        evidence = [
            says(random_formula(random, names, 2), random.choice([0.1, 0.2, 0.3, 1.0]), f"s{i}")
            for i in range(random.randint(0, 5))
        ]
        goal = random_formula(random, names, 2)
        decision = weigh.decide(form, evidence, goal)
        assert decision.verdict is by_all_worlds(form, evidence, goal)
        report = complaints(decision.trace, form, evidence)
        assert not report, f"{decision.trace}\n{report}"
        for flip in decision.trace.conclusion.flips:
            (number,) = flip.evidence
            piece = decision.trace[number]
            assert isinstance(piece, EvidenceStep)
            assert isinstance(piece.claim, FormulaClaim)
            turned = Not(piece.claim.formula) if piece.status == "accepted" else piece.claim.formula
            other = theory(*(s.formula for s in form.statements), turned, query=And((P, Q, R)))
            left = list(evidence)
            left.remove(Evidence(piece.claim, piece.weight, piece.source, piece.reason))
            assert flip.verdict is by_all_worlds(other, left, goal) is not decision.verdict
        seen.add(decision.verdict)
    assert len(seen) == 4


def test_the_trace_says_what_was_overruled_and_by_what() -> None:
    decision = weigh.decide(CLASH, [says(P, 1.0, "a"), says(R, 2.0, "b")], Q)
    statuses = {s.source: (s.status, s.by) for s in decision.trace.steps if isinstance(s, EvidenceStep)}
    assert statuses == {"b": ("accepted", ()), "a": ("overruled", (1, 2, 3))}
    assert "overruled by 1, 2, 3" in str(decision.trace)
    assert decision.verdict is Verdict.REFUTED
    assert decision.confidence == pytest.approx(1 / (1 + math.exp(-1.0)))


def test_a_thousand_pieces_are_weighed_with_a_proof() -> None:
    """Rivals in pairs, of which the heavier wins, and every tenth pair is tied."""
    pairs = [Atom(f"x{i}") for i in range(500)]
    form = theory(query=And(tuple(pairs)))
    evidence = [
        says(claim, 2.0 if claim == atom or i % 10 == 0 else 1.0, f"{i}")
        for i, atom in enumerate(pairs)
        for claim in (atom, Not(atom))
    ]
    decision = weigh.decide(form, evidence, And((Atom("x1"), Atom("x499"))))
    assert decision.verdict is Verdict.ENTAILED
    statuses = [step.status for step in decision.trace.steps if isinstance(step, EvidenceStep)]
    assert [statuses.count(word) for word in ("accepted", "tied", "overruled")] == [450, 100, 450]
    assert not complaints(decision.trace, form, evidence)


def test_what_follows_without_evidence_is_certain() -> None:
    evidence, goal, form = PROOFS["hard"]
    assert weigh.decide(form, evidence, goal).confidence == 1.0


def test_ties_are_named() -> None:
    decision = weigh.decide(CLASH, [says(P, 0.3), says(R, 0.1), says(R, 0.2)], Q)
    assert decision.verdict is Verdict.UNKNOWN
    assert "tied" in decision.reason
    assert {s.status for s in decision.trace.steps if isinstance(s, EvidenceStep)} == {"tied"}
    assert decision.confidence == 0.5


def test_much_evidence_is_weighed_without_turning_each_piece() -> None:
    evidence = [says(P, 1.0 + i) for i in range(MAX_TURNED + 1)]
    decision = weigh.decide(CLASH, evidence, Q)
    assert decision.verdict is Verdict.ENTAILED
    assert "is not sought" in decision.reason
    assert sum(isinstance(step, OptimumStep) for step in decision.trace.steps) == 1
    assert not complaints(decision.trace, CLASH, evidence)


def test_a_weighing_that_takes_too_long_is_a_timeout() -> None:
    hard = pigeons(11)
    names = {name for formula in hard for name in atoms(formula)}
    form = theory(*hard, query=And(tuple(Atom(name) for name in sorted(names))))
    decision = weigh.decide(form, [says(Atom("x0_0"), 1.0)], Atom("x0_0"), timeout=0.05)
    assert decision.verdict is Verdict.TIMEOUT
    assert decision.reason == "the solver ran out of time"
    assert not complaints(decision.trace)


def test_misuse_is_refused() -> None:
    with pytest.raises(FormError, match="evidence 1 uses atom `a9`"):
        weigh.decide(CLASH, [says(Atom("a9"), 1.0)], Q)
    with pytest.raises(FormError, match="the goal uses atom `a9`"):
        weigh.decide(CLASH, [], Atom("a9"))
    with pytest.raises(UsageError, match="evidence 1 of `x` is a RoleClaim"):
        weigh.decide(CLASH, [Evidence(RoleClaim("c2", "c1", Role.REQUIREMENT), 1.0, "x")], Q)


def test_sentences_are_weighed() -> None:
    rules = ["If the road is icy then Ann takes the train", "If Ann takes the train then Ann is not late"]
    evidence = [Opinion("The road is icy", 1.5, "sensor"), Opinion("Ann is late", 0.6, "model")]
    decision = Reasoner().weigh(rules, evidence, "Ann is late")
    assert decision.verdict is Verdict.REFUTED
    assert not complaints(decision.trace)
    assert len(decision.trace.conclusion.flips) == 2
    assert Reasoner().weigh(rules, evidence, "Ann takes the train").answer == "Ann takes the train"
    unread = Reasoner().weigh(["Xyzzy qux"], [], "Ann is late")
    assert unread.verdict is Verdict.UNPARSED
    assert not complaints(unread.trace)
    with pytest.raises(UsageError, match="leaves the matter open"):
        Reasoner().weigh(rules, [Opinion("Ann may or may not be late", 1.0)], "Ann is late")
    with pytest.raises(UsageError, match="weigh the opposite sentence"):
        Reasoner().weigh(rules, [Opinion("Ann is late", -1.0)], "Ann is late")


def test_small_forgeries_are_refused_for_their_reasons() -> None:
    take_census(
        "evidence",
        [
            (
                name,
                weigh.decide(form, evidence, goal).trace,
                partial(complaints, form=form, evidence=evidence),
            )
            for name, (evidence, goal, form) in PROOFS.items()
        ],
    )
