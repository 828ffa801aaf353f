"""Random histories of a belief base against brute force over all worlds, and settling from scratch."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from builders import random_formula
from checking import complaints

from defeasible.reasoner import no_roles
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.change import Ranked, by_rank
from defeasible.reasoner.forms import LAYERS, Held
from defeasible.reasoner.logic import And, Atom, FormulaNode, Implies, Not, Or, atoms, evaluate
from defeasible.reasoner.verdict import Verdict

World = dict[str, bool]
NAMES = ["p", "q", "r", "s", "u"]


def worlds(names: list[str]) -> list[World]:
    """All worlds over some atoms."""
    return [dict(zip(names, bits, strict=True)) for bits in product([False, True], repeat=len(names))]


def island(held: tuple[Held, ...], goal: FormulaNode) -> list[Held]:
    """The statements that shared atoms link to a goal."""
    reached, found = set(atoms(goal)), list[Held]()
    while new := [h for h in held if h not in found and reached.intersection(atoms(h.statement.formula))]:
        found += new
        reached.update(name for h in new for name in atoms(h.statement.formula))
    return found


def oracle(held: tuple[Held, ...], goal: FormulaNode) -> Verdict:
    """Linear base revision of what is linked to a goal, by trying every world."""
    near = island(held, goal)
    names = sorted({*atoms(goal), *(n for h in near for n in atoms(h.statement.formula))})
    left = worlds(names)
    ranked = [
        Ranked(h.id, h.statement.formula, h.rank.weight or float("inf"), h.rank.layer, h.rank.seq)
        for h in near
    ]
    for statement in by_rank(ranked):
        fits = [w for w in left if evaluate(statement.formula, w)]
        if fits:
            left = fits
        elif statement.hard:
            return Verdict.INCONSISTENT
    values = {evaluate(goal, w) for w in left}
    if len(values) == 2:
        return Verdict.UNKNOWN
    return Verdict.ENTAILED if values.pop() else Verdict.REFUTED


def step(kb: BeliefBase, random: Random, names: list[str]) -> None:
    """One random change."""
    depth = random.choice([1, 1, 2, 3])
    formula = random_formula(random, names, depth)
    if not atoms(formula):
        return
    match random.randrange(10):
        case 0:
            kb.revise(formula, certain=random.random() < 0.1)
        case 1:
            kb.retract(formula)
        case 2:
            kb.update(formula if random.random() < 0.5 else Atom(random.choice(names)))
        case 3:
            if kb.history:
                kb.undo()
        case _:
            certain = random.random() < 0.1
            weight = random.choice([0.5, 1.0, 2.0])
            kb.tell(formula, layer=random.choice(list(LAYERS)), weight=weight, certain=certain)


@pytest.mark.parametrize("seed", range(60))
def test_answers_after_random_histories(seed: int) -> None:
    random = Random(seed)
    kb = BeliefBase(roles=no_roles)
    names = NAMES[: random.choice([2, 3, 4, 5])]
    for _ in range(14):
        step(kb, random, names)
        for _ in range(2):
            goal = random_formula(random, names, 2)
            if len({n for h in kb.statements for n in atoms(h.statement.formula)} | set(atoms(goal))) > 11:
                continue
            decision = kb.ask(goal) if atoms(goal) else None
            if decision is not None:
                assert decision.verdict == oracle(kb.statements, goal)
                assert decision.trace.verdict == decision.verdict
                report = complaints(decision.trace, kb.snapshot())
                assert not report, (report, str(decision.trace))


@pytest.mark.parametrize("seed", range(200))
def test_settling_as_it_comes_is_settling_from_scratch(seed: int) -> None:
    """Islands join, split and are settled again; a new base with the same statements believes the same."""
    random = Random(1000 + seed)
    kb = BeliefBase(roles=no_roles)
    names = [f"x{i}" for i in range(random.choice([4, 8, 16]))]
    for _ in range(25):
        near = random.sample(names, min(2, len(names)))
        a, b = (Atom(n) if random.random() < 0.5 else Not(Atom(n)) for n in near)
        formula: FormulaNode = random.choice([a, a, Implies(a, b), Or((a, b)), And((a, b))])
        match random.randrange(8):
            case 0 if kb.history:
                kb.undo()
            case 1:
                kb.retract(formula)
            case 2:
                kb.revise(formula)
            case _:
                kb.tell(formula, weight=random.choice([1.0, 2.0]), certain=random.random() < 0.05)
        if random.random() < 0.5:
            kb.ask(And((Atom(random.choice(names)), Atom(random.choice(names)))))
    fresh = BeliefBase(roles=no_roles)
    fresh._take_over(kb._document())
    assert [h.id for h in fresh.beliefs()] == [h.id for h in kb.beliefs()]
    assert [loss.what for loss in fresh.disbeliefs()] == [loss.what for loss in kb.disbeliefs()]


def models(kb: BeliefBase, names: list[str]) -> list[World]:
    """The worlds over some atoms that what is believed leaves open."""
    believed = [h.statement.formula for h in kb.beliefs()]
    everything = sorted({*names, *(n for f in believed for n in atoms(f))})
    found = []
    for world in worlds(everything):
        if all(evaluate(f, world) for f in believed):
            shown = {n: world[n] for n in names}
            if shown not in found:
                found.append(shown)
    return sorted(found, key=lambda w: [w[n] for n in names])


@pytest.mark.parametrize("seed", range(120))
def test_updates_change_each_world_by_itself(seed: int) -> None:
    """Winslett's update, by its definition over worlds, twice in a row."""
    random = Random(2000 + seed)
    names = NAMES[:3]
    kb = BeliefBase(roles=no_roles)
    for _ in range(random.randrange(1, 4)):
        formula = random_formula(random, names, 2)
        if atoms(formula):
            kb.tell(formula)
    for _ in range(2):
        change = random_formula(random, names, 2)
        targets = [w for w in worlds(names) if evaluate(change, w)]
        if not atoms(change) or not targets:
            continue
        before = models(kb, names)
        wanted = []
        for world in before:
            moves = [({n for n in names if w[n] != world[n]}, w) for w in targets]
            wanted += [w for moved, w in moves if not any(other < moved for other, _ in moves)]
        assert kb.update(change).outcome == "done"
        unique = [w for i, w in enumerate(wanted) if w not in wanted[:i]]
        assert models(kb, names) == sorted(unique, key=lambda w: [w[n] for n in names])


@pytest.mark.parametrize("seed", range(120))
def test_retracting_takes_away_and_adds_nothing(seed: int) -> None:
    random = Random(3000 + seed)
    kb = BeliefBase(roles=no_roles)
    for _ in range(8):
        formula = random_formula(random, NAMES[:3], 2)
        if atoms(formula):
            kb.tell(formula, weight=random.choice([1.0, 2.0]), certain=random.random() < 0.1)
    goal = random_formula(random, NAMES[:3], 2)
    if not atoms(goal):
        return
    before, believed = kb.ask(goal).verdict, {h.id for h in kb.beliefs()}
    whole = kb.snapshot().digest
    report = kb.retract(goal)
    after = kb.ask(goal).verdict
    if report.outcome == "impossible":
        assert after == before
        assert before in (Verdict.ENTAILED, Verdict.INCONSISTENT)
        assert kb.snapshot().digest == whole
    else:
        assert after is not Verdict.ENTAILED
        assert {h.id for h in kb.beliefs()} <= believed
        if before is not Verdict.ENTAILED:
            assert kb.snapshot().digest == whole
            return
        kb.undo()
        assert kb.snapshot().digest == whole
        assert kb.ask(goal).verdict == before
        assert {h.id for h in kb.beliefs()} == believed
