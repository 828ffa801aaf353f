"""Documents that no program of ours wrote: the checker reports, it never raises and never hangs."""

import json
import time
from copy import deepcopy
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from builders import P, Q, R, pigeons, random_comparison, random_formula, sizes, theory, usually, weighing
from checking import complaints

from defeasible.reasoner import belief, size
from defeasible.reasoner.forms import METRE, Comparison
from defeasible.reasoner.logic import MAX_DEPTH, FormulaNode, Implies, Not
from defeasible.reasoner.trace import ConclusionStep, PremiseStep, Trace
from defeasible.reasoner.trace.codec import seal
from defeasible.reasoner.verdict import Verdict

ODD: list[Any] = [
    None, True, False, 0, -1, 1, 2, 3, 10**30, -0.5, 1.5, 1e309, float("nan"), "", "1", "a1", "@metre", "c1",
    "o1", "\ud800", "1e999999999", "1/0", "-1", "0", "entailed", "requirement", "before", [], {}, [[]], ["&"],
    ["~"], ["|"], ["~", "a9"], [1], [0], [-1], [99], [True], {"kind": "rule"},
    {"left": "o1", "right": "o1", "relation": ">"},
    {"left": "o2", "right": "o1", "relation": ">", "factor": "2"},
]  # fmt: skip


def documents() -> list[str]:
    random = Random(1)
    traces = []
    for _ in range(6):
        names = ["a1", "a2", "a3"]
        formulas = [Implies(random_formula(random, names, 1), Q) for _ in range(3)]
        form = theory(*formulas, random_formula(random, names, 1), query=random_formula(random, names, 1))
        weights = {"requirement": 1.0, "alternative": random.choice([0.5, 1.0, 2.0])}
        traces.append(
            belief.decide(
                form, form.queries[0].formula, new=frozenset({"c3"}), roles=weighing(**weights)
            ).trace
        )
        context = sizes(*(random_comparison(random, factors=random.random() < 0.5) for _ in range(3)))
        priors = usually(("o1", "o2", 2.0), ("o2", "o3", 1.0), ("o3", "o1", 1.0))
        traces.append(size.decide(context, sizes=lambda _, priors=priors: priors).trace)
    metres = sizes(Comparison("o1", "=", METRE, Fraction(3)), Comparison("o2", "=", METRE, Fraction(2)))
    return [t.to_json() for t in (*traces, size.decide(metres).trace)]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value, as container and key."""
    items = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    return [
        place
        for key, part in items
        for place in ((value, key), *(places(part) if isinstance(part, dict | list) else ()))
    ]


def damaged(random: Random, document: Any) -> Any:
    """Change, drop, double or swap things at one to four random places."""
    document = deepcopy(document)
    for _ in range(random.randint(1, 4)):
        spots = places(document)
        where, key = random.choice(spots)
        match random.randrange(6):
            case 0:
                del where[key]
            case 1 if isinstance(where, list):
                where.insert(random.randrange(len(where) + 1), deepcopy(where[key]))
            case 2:
                other, its = random.choice(spots)
                where[key] = deepcopy(other[its])
            case 3 if isinstance(where[key], int):
                where[key] += random.choice([-2, -1, 1, 2])
            case 4 if isinstance(where, list):
                random.shuffle(where)
            case _:
                where[key] = deepcopy(random.choice(ODD))
    return document


def test_damaged_documents_are_reported() -> None:
    random, originals = Random(2), [json.loads(d) for d in documents()]
    refused = 0
    for _ in range(6000):
        document = damaged(random, random.choice(originals))
        if isinstance(document, dict) and random.random() < 0.9:
            document["seal"] = seal(document)
        written = json.dumps(document)
        report = complaints(written)
        refused += bool(report)
        if not report:  # what is accepted can be printed, drawn and written again
            trace = Trace.from_json(written)
            assert not complaints(trace.to_json())
            assert str(trace)
            assert trace.to_dot()
    assert 3000 < refused < 6000


@pytest.mark.parametrize(
    "document",
    [
        "[" * 100_000,
        '{"schema":"defeasible.trace/1","steps":' + "[" * 5000 + "]" * 5000 + "}",
        '{"schema":"defeasible.trace/1","task":"belief","sources":[],"steps":[{"kind":"premise","statement":"c1",'
        f'"claim":{"[" * 900}"a1"{"]" * 900}}}]}}',
        b"\xff\xfe",
        '{"schema":"defeasible.trace/1","n":1' + "0" * 5000 + "}",
    ],
    ids=["brackets", "deep", "deep formula", "not UTF-8", "5,000 digits"],
)
def test_hostile_documents_are_reported(document: str | bytes) -> None:
    assert complaints(document)


def nested(depth: int) -> FormulaNode:
    formula: FormulaNode = P
    for _ in range(depth):
        formula = Not(formula)
    return formula


def test_a_formula_may_be_nested_as_deep_as_documented_and_no_deeper() -> None:
    form = theory(nested(MAX_DEPTH - 2), Implies(P, Q), query=Q)
    trace = belief.decide(form, Q).trace
    assert not complaints(trace.to_json(), form)
    assert str(trace)
    step = trace.steps[0]
    assert isinstance(step, PremiseStep)
    document = json.loads(trace.to_json())
    for _ in range(3):
        document["steps"][0]["claim"] = ["~", document["steps"][0]["claim"]]
    assert f"nested more than {MAX_DEPTH} deep" in complaints(json.dumps(document))
    deep = Trace("belief", (), (ConclusionStep(Verdict.UNKNOWN, (), nested(5000)),))
    assert "nested too deeply" in complaints(deep)


@pytest.mark.parametrize(
    ("formulas", "ok"),
    [
        ([P, *(Implies(a, b) for a, b in ((P, Q), (Q, R)))], True),
        (pigeons(5), True),
        (pigeons(8), False),
    ],
    ids=["short", "5 pigeons", "8 pigeons"],
)
def test_a_core_is_verified_or_named_as_too_large(formulas: list[FormulaNode], ok: bool) -> None:
    form = theory(*formulas, query=R)
    trace = belief.decide(form, R, timeout=60).trace
    start = time.process_time()
    report = complaints(trace, form)
    assert time.process_time() - start < 20
    assert bool(report) is not ok
    assert ok or "too large to verify" in report
