"""Bases that settle by MaxSAT or by Dalal's operator; the checker, which looks at every world, agrees."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from builders import random_formula, weighing
from checking import complaints

from defeasible.reasoner import no_roles
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.change import DALAL, MAXSAT, Operator
from defeasible.reasoner.forms import LAYERS
from defeasible.reasoner.logic import Atom, FormulaNode, Implies, Not, atoms
from defeasible.reasoner.verdict import Verdict

P, Q, R = Atom("p"), Atom("q"), Atom("r")
OPERATORS = [MAXSAT, DALAL]


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("operator", OPERATORS, ids=["maxsat", "dalal"])
def test_answers_after_random_histories(operator: Operator, seed: int) -> None:
    random = Random(seed)
    roles = weighing(requirement=1.0, alternative=2.0) if seed % 3 == 0 else no_roles
    kb = BeliefBase(roles=roles, operator=operator)
    names = ["p", "q", "r", "s"]
    for _ in range(10):
        formula: FormulaNode = random_formula(random, names, random.choice([0, 1, 2]))
        if random.random() < 0.3:
            formula = Not(formula)
        if not atoms(formula):
            continue
        match random.randrange(8):
            case 0:
                kb.revise(formula)
            case 1:
                report = kb.retract(formula)
                assert report.outcome != "done" or kb.ask(formula).verdict is not Verdict.ENTAILED
            case 2 if kb.history:
                kb.undo()
            case _:
                layer = random.choice(list(LAYERS))
                kb.tell(formula, layer=layer, weight=random.choice([1.0, 2.0]), certain=random.random() < 0.1)
        goal = random_formula(random, names, 2)
        if not atoms(goal):
            continue
        decision = kb.ask(goal)
        assert decision.trace.verdict == decision.verdict
        report_ = complaints(decision.trace, kb.snapshot())
        assert not report_, (report_, str(decision.trace))


def test_one_optimum_is_never_enough(tmp_path: Path) -> None:
    kb = BeliefBase(roles=no_roles, operator=MAXSAT)
    for formula in (P, Implies(P, Q), Not(Q)):
        kb.tell(formula)
    assert kb.ask(P).verdict is Verdict.UNKNOWN
    assert [(loss.what.id, loss.always) for loss in kb.disbeliefs()] == [
        ("t1", False),
        ("t2", False),
        ("t3", False),
    ]
    kb.tell(R)
    assert kb.ask(R).verdict is Verdict.ENTAILED
    kb.save(tmp_path / "kb.json")
    loaded = BeliefBase.load(tmp_path / "kb.json", roles=no_roles)
    assert repr(loaded) == repr(kb) == "<BeliefBase: 4 statements, 3 not believed, 4 changes, maxsat>"


@pytest.mark.parametrize("operator", OPERATORS, ids=["maxsat", "dalal"])
def test_what_cannot_be_enumerated_is_not_passed_as_verified(operator: Operator) -> None:
    kb = BeliefBase(roles=no_roles, operator=operator)
    for i in range(14):
        kb.tell(Implies(Atom(f"x{i}"), Atom(f"x{i + 1}")))
    kb.tell(Atom("x0"))
    assert not complaints(kb.ask(Atom("x14")).trace, kb.snapshot()), "nothing is given up"
    kb.tell(Not(Atom("x14")))
    assert "too large to verify" in complaints(kb.ask(Atom("x3")).trace)
