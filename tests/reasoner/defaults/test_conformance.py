"""The outside suite `datalog-conformance`: its cases of rational and lexicographic closure, told to a base.

The other defeasible cases are not run here. Those of `ambiguity`, `basic` and `superiority` are of defeasible
logic, where rules block each other or have a stated superiority, and specificity does not count. Those of
`strict_only` are strict Datalog with variables, which nothing here grounds. Relevant closure is not built.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from defeasible.reasoner import State, check_decision, no_roles
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.change import LINEAR, RATIONAL, Linear
from defeasible.reasoner.logic import Atom, FormulaNode, Implies, Not, conjoin
from defeasible.reasoner.verdict import Verdict

CLOSURES: dict[str, Linear] = {"rational_closure": RATIONAL, "lexicographic_closure": LINEAR}


def cases() -> list[dict[str, Any]]:
    suite = pytest.importorskip("datalog_conformance", reason="needs datalog-conformance")
    yaml = pytest.importorskip("yaml", reason="needs PyYAML")
    folder = Path(suite.__file__).parent / "_tests" / "defeasible"
    found = []
    for path in sorted(folder.rglob("*.yaml")):
        if path.parent.name in {"closure", "klm"}:
            found += yaml.safe_load(path.read_text("utf-8")).get("tests", [])
    return [test for test in found if CLOSURES.keys() & test.get("expect_per_policy", {}).keys()]


def literal(said: str) -> FormulaNode:
    return Not(Atom(said[1:])) if said.startswith("~") else Atom(said)


def told(theory: dict[str, Any], operator: Linear) -> BeliefBase:
    kb = BeliefBase(operator=operator, roles=no_roles)
    for kind in ("strict_rules", "defeasible_rules"):
        for rule in theory[kind]:
            body, head = conjoin(*map(literal, rule["body"])), literal(rule["head"])
            said = Implies(body, head) if rule["body"] else head
            kb.tell(said, default=kind == "defeasible_rules", certain=kind == "strict_rules")
    for fact in theory["facts"]:
        kb.tell(literal(fact), certain=True)
    return kb


def test_both_closures_answer_as_the_suite_expects() -> None:
    asked = 0
    for case in cases():
        assert not any(theory_part(case, part) for part in ("defeaters", "superiority", "conflicts"))
        for policy, expected in case["expect_per_policy"].items():
            if policy not in CLOSURES:
                continue
            kb = told(case["theory"], CLOSURES[policy])
            for verdicts in ("definitely", "defeasibly", "not_defeasibly"):
                for said in expected.get(verdicts, {}):
                    goal = literal(said)
                    question, decision = kb.question(goal), kb.ask(goal)
                    follows = decision.verdict is Verdict.ENTAILED
                    assert follows is (verdicts != "not_defeasibly"), (case["name"], policy, said)
                    assert check_decision(question, decision).state is State.VERIFIED
                    asked += 1
    assert asked > 20


def theory_part(case: dict[str, Any], part: str) -> object:
    return case["theory"].get(part)
