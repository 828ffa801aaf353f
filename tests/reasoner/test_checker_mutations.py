"""Mutation testing of the checker: every falsified trace must be refused, and the failing step named.

Three layers are tested apart. The logic alone, with the seal made anew and without the inputs, refuses what
cannot be a sound proof; what it lets through must still be one, of another problem. With the inputs at hand
(form and evidence) that is refused too. The seal refuses any alteration of a document.
"""

import json
import re
from functools import partial
from random import Random

import pytest
from builders import P, Q, R, random_comparison, random_formula, sizes, theory, weighing
from census import take_census
from checking import complaints
from mutations import mutants

from defeasible.reasoner import belief, size
from defeasible.reasoner.evidence import Evidence, SizeClaim
from defeasible.reasoner.forms import METRE, Comparison, Premises, SizeContext
from defeasible.reasoner.logic import And, Implies, Not
from defeasible.reasoner.trace import EvidenceStep, Trace


def prior(_: SizeContext) -> tuple[Evidence, ...]:
    return (Evidence(SizeClaim(Comparison("o1", ">", "o2")), 2.0, "test", "usually"),)


def belief_proof(form: Premises, roles: dict[str, float], new: str | None = "c3") -> tuple[Trace, Premises]:
    arrived = frozenset({new} if new else ())
    return belief.decide(form, form.queries[0].formula, new=arrived, roles=weighing(**roles)).trace, form


def size_proof(context: SizeContext, *, priors: bool = False) -> tuple[Trace, SizeContext]:
    return size.decide(context, sizes=prior if priors else None).trace, context


PONENS = theory(Implies(P, Q), P, Implies(R, Q), query=Q)
TOLLENS = theory(Implies(P, Q), Not(Q), Implies(R, Q), query=P)
PROOFS: dict[str, tuple[Trace, Premises | SizeContext]] = {
    "requirement": belief_proof(PONENS, {"requirement": 1.2, "alternative": 0.5}),
    "alternative": belief_proof(PONENS, {"requirement": 0.5, "alternative": 1.2}),
    "irrelevant": belief_proof(PONENS, {"irrelevant": 1.0}),
    "tollens": belief_proof(TOLLENS, {"requirement": 1.2, "alternative": 0.5}),
    "tied": belief_proof(PONENS, {"requirement": 1.0, "alternative": 1.0}),
    "plain": belief_proof(theory(Implies(P, Q), P, query=Q), {}, None),
    "inconsistent": belief_proof(theory(Implies(P, Q), P, Not(Q), query=R), {}, "f3"),
    "three": belief_proof(
        theory(Implies(P, Q), And((P, R)), Implies(R, Q), Implies(Not(P), Q), query=Q), {"requirement": 1.0}
    ),
    "path": size_proof(sizes(Comparison("o1", ">", "o3"), Comparison("o3", ">=", "o2"))),
    "reverse path": size_proof(sizes(Comparison("o2", ">=", "o3"), Comparison("o3", ">=", "o1"))),
    "open": size_proof(sizes(Comparison("o1", ">", "o3"))),
    "cycle": size_proof(sizes(Comparison("o1", ">", "o2"), Comparison("o2", ">=", "o1"))),
    "prior": size_proof(sizes(), priors=True),
    "prior overruled": size_proof(
        sizes(Comparison("o2", ">", "o3"), Comparison("o3", ">", "o1")), priors=True
    ),
    "metres": size_proof(sizes(Comparison("o1", "=", METRE, 3), Comparison("o2", "=", METRE, 2))),  # type: ignore[arg-type]
}


def evidence_of(trace: Trace) -> list[Evidence]:
    steps = [step for step in trace.steps if isinstance(step, EvidenceStep)]
    return [Evidence(s.claim, s.weight, s.source, s.reason) for s in steps]


@pytest.mark.parametrize(("trace", "form"), PROOFS.values(), ids=PROOFS)
def test_the_unchanged_trace_is_verified(trace: Trace, form: Premises | SizeContext) -> None:
    assert not complaints(trace, form, evidence_of(trace))
    assert not complaints(trace.to_json(), form, evidence_of(trace))


@pytest.mark.parametrize(("trace", "form"), PROOFS.values(), ids=PROOFS)
def test_every_mutant_is_refused_given_the_inputs(trace: Trace, form: Premises | SizeContext) -> None:
    count = 0
    for name, document in mutants(trace.to_json()):
        report = complaints(json.dumps(document), form, evidence_of(trace))
        assert report, f"not caught: {name}\n{json.dumps(document)}"
        steps = [int(n) for n in re.findall(r"^step (\d+): ", report, re.MULTILINE)]
        assert all(0 < n <= len(trace.steps) for n in steps)
        count += 1
    assert count >= 10


@pytest.mark.parametrize(("trace", "form"), PROOFS.values(), ids=PROOFS)
def test_every_mutant_is_refused_by_its_seal(trace: Trace, form: Premises | SizeContext) -> None:
    sealed = trace.to_json()
    original = json.loads(sealed)
    for name, document in mutants(sealed):
        document["seal"] = original["seal"]
        assert complaints(json.dumps(document)), f"not caught: {name}"


@pytest.mark.parametrize(("trace", "form"), PROOFS.values(), ids=PROOFS)
def test_what_logic_alone_lets_through_is_a_sound_proof_of_another_problem(
    trace: Trace, form: Premises | SizeContext
) -> None:
    """With a new seal and without inputs only changes of the problem may pass."""
    problem = (
        "drop premise",
        "drop size",
        "drop evidence",
        "flip the literal",
        "toggle whether",
        "turn a comparison",
        "turn the weight",
        "turn the question",
    )
    passed = [name for name, d in mutants(trace.to_json()) if not complaints(json.dumps(d))]
    assert all(name.startswith(problem) for name in passed), passed


@pytest.mark.parametrize(
    ("mutation", "step", "reason"),
    [
        ("shorten the core (step 4)", 4, "does not contradict the opposite of the goal"),
        ("invert the models (step 10)", 10, "its model makes"),
        ("strengthen the rule's claim (step 7)", 7, "not the conjunction of their conditions"),
        ("forge conclusion entailed (step 12)", 12, "says entailed, the steps it rests on say unknown"),
        ("mark evidence accepted (step 6)", 6, "is marked accepted, by its weight it is overruled"),
    ],
)
def test_the_failing_step_is_named(mutation: str, step: int, reason: str) -> None:
    trace, form = PROOFS["requirement"]
    document = dict(mutants(trace.to_json()))[mutation]
    report = complaints(json.dumps(document), form)
    assert re.search(rf"^step {step}: .*{re.escape(reason)}", report, re.MULTILINE), report


def test_a_cut_path_names_the_path() -> None:
    trace, form = PROOFS["path"]
    document = dict(mutants(trace.to_json()))["cut edge 1 out of the path (step 4)"]
    assert "does not start at `o1`" in complaints(json.dumps(document), form)


def test_no_mutant_of_a_random_proof_gets_a_false_conclusion_through() -> None:
    """An accepted mutant may hold another valid certificate, but given the inputs it concludes the same."""
    random = Random(12)
    refused = 0
    for _ in range(60):
        names = ["a1", "a2", "a3"]
        formulas = [Implies(random_formula(random, names, 1), Q) for _ in range(random.randint(1, 2))]
        form = theory(*formulas, random_formula(random, names, 1), query=random_formula(random, names, 1))
        new = form.statements[-1].id if random.random() < 0.5 else None
        weights = {"requirement": 1.0, "alternative": random.choice([0.5, 1.0, 2.0])}
        context = sizes(*(random_comparison(random) for _ in range(random.randint(1, 4))))
        proofs: list[tuple[Trace, Premises | SizeContext]] = [
            belief_proof(form, weights, new),
            size_proof(context, priors=random.random() < 0.5),
        ]
        for trace, about in proofs:
            for name, document in mutants(trace.to_json()):
                report = complaints(json.dumps(document), about, evidence_of(trace))
                if not report:
                    conclusion = Trace.from_json(json.dumps(document)).conclusion
                    assert conclusion.verdict is trace.verdict, f"not caught: {name}\n{trace}"
                    assert conclusion.change is trace.conclusion.change, f"not caught: {name}\n{trace}"
                else:
                    refused += 1
    assert refused > 2000


@pytest.mark.parametrize(
    "document",
    [
        "",
        "[]",
        "{",
        '{"schema": "defeasible.trace/1"}',
        '{"schema":"defeasible.trace/1","task":"belief","sources":[],"steps":[]}',
    ],
)
def test_garbage_is_a_report_not_a_crash(document: str) -> None:
    assert complaints(document)


def test_small_forgeries_are_refused_for_their_reasons() -> None:
    take_census(
        "premises and sizes",
        [
            (name, trace, partial(complaints, form=form, evidence=evidence_of(trace)))
            for name, (trace, form) in PROOFS.items()
        ],
    )
