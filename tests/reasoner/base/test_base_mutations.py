"""Every falsified trace of a belief base is refused: by its logic alone, or with the base at hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from builders import weighing
from census import take_census
from checking import complaints
from mutations import mutants

from defeasible.reasoner import Role, no_roles
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.change import DALAL, MAXSAT, Operator
from defeasible.reasoner.evidence import Evidence
from defeasible.reasoner.forms import Snapshot
from defeasible.reasoner.logic import And, Atom, FormulaNode, Iff, Implies, Not, Or
from defeasible.reasoner.trace import EvidenceStep, Trace
from defeasible.reasoner.trace.codec import seal

P, Q, R, S = (Atom(name) for name in "pqrs")
Document = dict[str, Any]
Proof = tuple[Trace, Snapshot]


def proof(goal: FormulaNode, *told: FormulaNode, certain: int = 0, **roles: float) -> Proof:
    """The trace of a goal, and the base; the first `certain` statements are."""
    kb = BeliefBase(roles=weighing(**roles) if roles else no_roles)
    for number, formula in enumerate(told):
        kb.tell(formula, certain=number < certain)
    kb.tell(Implies(Atom("x"), Atom("y")))
    return kb.ask(goal).trace, kb.snapshot()


def stated(role: Role) -> Proof:
    """A proof in which a role is stated."""
    kb = BeliefBase(roles=no_roles)
    kb.tell(Implies(P, Q))
    kb.tell(Implies(R, Q), role=role, of="t1")
    kb.tell(And((P, R)))
    return kb.ask(Q).trace, kb.snapshot()


def changed() -> Proof:
    """A proof about a world that changed."""
    kb = BeliefBase(roles=no_roles)
    kb.tell(Implies(P, Q), certain=True)
    kb.tell(Iff(Q, S))
    kb.tell(Not(P))
    kb.update(P)
    return kb.ask(Q).trace, kb.snapshot()


def settled_by(operator: Operator, goal: FormulaNode, *told: FormulaNode) -> Proof:
    """A proof under another operator."""
    kb = BeliefBase(roles=no_roles, operator=operator)
    for formula in told:
        kb.tell(formula)
    return kb.ask(goal).trace, kb.snapshot()


def words() -> Proof:
    """A proof with words."""
    kb = BeliefBase()
    for text in ("If it rains then the match is off.", "It rains.", "Usually, the match is not off."):
        kb.tell(text)
    return kb.ask("The match is off.").trace, kb.snapshot()


PROOFS: dict[str, Proof] = {
    "entailed": proof(Q, Implies(P, Q), P, S),
    "refuted": proof(Q, Implies(P, Not(Q)), P),
    "unknown": proof(Q, Implies(P, Q), Or((P, R))),
    "conflict": proof(Q, P, Not(Q), Implies(P, Q)),
    "two conflicts": proof(S, P, Not(P), Q, Implies(Q, S), Not(S)),
    "inconsistent": proof(R, P, Not(P), Implies(R, P), certain=2),
    "requirement": proof(Q, Implies(P, Q), P, Implies(R, Q), requirement=2.0, alternative=1.0),
    "tied": proof(Q, Implies(P, Q), P, Implies(R, Q), requirement=1.0, alternative=1.0),
    "role and conflict": proof(Q, Not(Q), Implies(P, Q), P, Implies(R, Q), R, requirement=2.0),
    "stated requirement": stated(Role.REQUIREMENT),
    "stated alternative": stated(Role.ALTERNATIVE),
    "update": changed(),
    "maxsat open": settled_by(MAXSAT, P, P, Implies(P, Q), Not(Q)),
    "maxsat entailed": settled_by(MAXSAT, Or((P, Q)), P, Not(P), And((P, Q)), Or((Q, P))),
    "dalal": settled_by(DALAL, P, P, Implies(P, Q), Not(Q)),
    "maxsat without conflict": settled_by(MAXSAT, Q, P, Implies(P, Q)),
    "words": words(),
}


def evidence_of(trace: Trace) -> list[Evidence]:
    """The evidence that a trace states."""
    steps = [step for step in trace.steps if isinstance(step, EvidenceStep)]
    return [Evidence(s.claim, s.weight, s.source, s.reason) for s in steps]


def forgeries(original: Document) -> Iterator[tuple[str, Document]]:
    """Falsify what only traces of belief bases have."""
    for i, step in enumerate(original["steps"]):

        def edit(name: str, i: int = i, **fields: object) -> tuple[str, Document]:
            mutant = deepcopy(original)
            mutant["steps"][i].update(fields)
            return f"{name} (step {i + 1})", mutant

        match step["kind"]:
            case "base":
                yield edit("one more linked", linked=step["linked"] + 1)
                yield edit("fewer statements than linked", statements=0)
                yield edit("another base", digest="0" * 64)
                yield edit("more statements", statements=step["statements"] + 1)
                yield edit(
                    "operator changed", operator="linear" if step["operator"] != "linear" else "maxsat"
                )
            case "premise":
                rank = step["rank"]
                yield edit("heavier", rank=rank | {"weight": 7.5})
                yield edit(
                    "certain" if rank["weight"] else "uncertain",
                    rank=rank | {"weight": None if rank["weight"] else 1.0},
                )
                yield edit("higher", rank=rank | {"layer": rank["layer"] + 1})
                yield edit("later", rank=rank | {"seq": rank["seq"] + 100})
                yield edit("without a rank", rank=None)
                yield edit("another cue", cue="because I say so")
            case "settlement":
                believed, dropped = step["believed"], step.get("dropped", [])
                yield edit("believe less", believed=believed[1:])
                yield edit("turn the order", believed=believed[::-1] if len(believed) > 1 else [])
                yield edit(
                    "another world",
                    model=[a["id"] for a in original["atoms"] if a["id"] not in step["model"]],
                )
                for drop in dropped:
                    rest = [other for other in dropped if other is not drop]
                    yield edit("believe what is dropped", believed=[*believed, drop["step"]], dropped=rest)
                    yield edit("hide what is dropped", dropped=rest)
                    yield edit(
                        "shorten a conflict", dropped=[*rest, drop | {"conflict": drop["conflict"][1:]}]
                    )
                    yield edit(
                        "tie what is not",
                        dropped=[*rest, drop | {"tied": [] if drop.get("tied") else drop["conflict"]}],
                    )
                for n, m in pairwise(believed):
                    yield edit(
                        "drop for no reason",
                        believed=[b for b in believed if b != n],
                        dropped=[*dropped, {"step": n, "conflict": [m]}],
                    )
            case "outcome":
                believed, dropped = step["believed"], step["dropped"]
                for verdict in {"entailed", "refuted", "unknown"} - {step["verdict"]}:
                    yield edit(f"forge outcome {verdict}", verdict=verdict)
                for n in dropped:
                    fewer = [d for d in dropped if d != n]
                    yield edit("believe what is dropped", believed=[*believed, n], dropped=fewer)
                for n in believed:
                    fewer = [b for b in believed if b != n]
                    yield edit("drop for no reason", believed=fewer, dropped=[*dropped, n])
                yield edit("another operator", operator="dalal" if step["operator"] == "maxsat" else "maxsat")
                yield edit("invert the goal", goal=["~", step["goal"]])
                yield edit("repeat no model", models=[])
                everything = [a["id"] for a in original["atoms"]]
                inverted = [[a for a in everything if a not in model] for model in step["models"]]
                yield edit("invert the models", models=inverted)
            case _:
                pass


@pytest.mark.parametrize(("trace", "snapshot"), PROOFS.values(), ids=PROOFS)
def test_the_unchanged_trace_is_verified(trace: Trace, snapshot: Snapshot) -> None:
    assert not complaints(trace)
    assert not complaints(trace, snapshot, evidence_of(trace))
    assert not complaints(trace.to_json(), snapshot)
    assert str(Trace.from_json(trace.to_json())) == str(trace)


@pytest.mark.parametrize(("trace", "snapshot"), PROOFS.values(), ids=PROOFS)
def test_every_mutant_is_refused(trace: Trace, snapshot: Snapshot) -> None:
    evidence, original = evidence_of(trace), json.loads(trace.to_json())
    forged = [(name, m | {"seal": seal(m)}) for name, m in forgeries(original)]
    survivors = [
        name
        for name, mutant in [*mutants(trace.to_json()), *forged]
        if {**mutant, "seal": ""} != {**original, "seal": ""}
        and not complaints(json.dumps(mutant), snapshot, evidence)
    ]
    assert survivors == []


LOGICAL = (
    "believe", "hide", "shorten", "drop for", "another world", "without a rank", "one more", "turn the order",
    "forge", "conclude", "invert", "repeat",
)  # fmt: skip


@pytest.mark.parametrize(("trace", "snapshot"), PROOFS.values(), ids=PROOFS)
def test_false_logic_is_refused_without_the_base(trace: Trace, snapshot: Snapshot) -> None:
    original = json.loads(trace.to_json())
    forged = [(name, m | {"seal": seal(m)}) for name, m in forgeries(original)]
    survivors = [
        name
        for name, mutant in [*mutants(trace.to_json()), *forged]
        if name.startswith(LOGICAL)
        and {**mutant, "seal": ""} != {**original, "seal": ""}
        and not complaints(json.dumps(mutant))
    ]
    assert survivors == []


def test_a_proof_of_yesterday_is_not_one_of_today() -> None:
    kb = BeliefBase(roles=no_roles)
    kb.tell(P)
    trace, before = kb.ask(P).trace, kb.snapshot()
    kb.tell(Q)
    assert not complaints(trace, before)
    assert "the base was another one" in complaints(trace, kb.snapshot())


def test_a_statement_that_is_left_out_is_missed() -> None:
    """A forger who leaves out what has a say makes a sound proof of another base."""
    kb, smaller = BeliefBase(roles=no_roles), BeliefBase(roles=no_roles)
    for base in (kb, smaller):
        base.tell(P)
    kb.tell(Or((R, S)))
    kb.tell(Not(P))
    trace = smaller.ask(P).trace
    document = json.loads(trace.to_json())
    document["steps"][0] |= {"statements": len(kb), "digest": kb.snapshot().digest}
    forged = json.dumps(document | {"seal": seal(document)})
    assert not complaints(forged), "alone, it is a sound proof of what it shows"
    assert "2 statements are linked to the goal, it states 1" in complaints(forged, kb.snapshot())


def test_a_second_name_for_what_an_atom_of_the_base_stands_for_is_refused() -> None:
    kb = BeliefBase(roles=no_roles)
    kb.tell("Ann sings.")
    trace = kb.ask("Bob plays.").trace
    assert not complaints(trace, kb.snapshot())
    document = json.loads(trace.to_json())
    (asked,) = [atom for atom in document["atoms"] if "plays" in atom["gloss"]]
    asked["gloss"] = next(iter(kb.snapshot().atoms.values())).gloss
    forged = json.dumps(document | {"seal": seal(document)})
    assert "stands for what an atom of the base does" in complaints(forged, kb.snapshot())


def test_small_forgeries_are_refused_for_their_reasons() -> None:
    take_census(
        "bases",
        [
            (name, trace, partial(complaints, form=snapshot, evidence=evidence_of(trace)))
            for name, (trace, snapshot) in PROOFS.items()
        ],
    )
