"""Cores of many members over few atoms: no member can be left out; and the moment at which a search ends."""

from random import Random

import pytest
from builders import brute_force, random_formula

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.logic import TRUE, And, Atom, FormulaNode, Iff, Not, Or
from defeasible.reasoner.sat import Session
from defeasible.reasoner.sat.deadline import Deadline, OutOfTimeError
from defeasible.reasoner.verdict import Verdict

NAMES = ["p", "q", "r", "s"]


def contradictory(formulas: list[FormulaNode]) -> bool:
    return brute_force(formulas, TRUE) is Verdict.INCONSISTENT


def clause(random: Random) -> FormulaNode:
    picked = [Atom(name) for name in random.sample(NAMES, random.randint(1, 3))]
    return Or(tuple(atom if random.random() < 0.5 else Not(atom) for atom in picked))


def mixed(random: Random) -> FormulaNode:
    match random.randrange(4):
        case 0:
            return random_formula(random, NAMES)
        case 1:
            return And((clause(random), clause(random)))
        case 2:
            return Iff(clause(random), clause(random))
        case _:
            return clause(random)


@pytest.mark.parametrize("make", [clause, mixed], ids=["clauses", "mixed"])
@pytest.mark.parametrize("seed", range(4))
def test_no_member_of_a_core_can_be_left_out(make: object, seed: int) -> None:
    assert callable(make)
    random, cores = Random(seed), 0
    for _ in range(40):
        with Session() as session:
            handles = [session.add(make(random)) for _ in range(random.randint(8, 24))]
            handles = list(dict.fromkeys(handles))
            random.shuffle(handles)
            outcome = session.check(handles)
            if outcome.satisfiable:
                continue
            core = [session.formula(handle) for handle in outcome.core]
            assert contradictory(core)
            for left_out in range(len(core)):
                assert not contradictory([*core[:left_out], *core[left_out + 1 :]])
            cores += 1
    assert cores > 10


def test_a_solver_of_its_own_knows_no_strange_handles() -> None:
    with Session() as session:
        handle = session.add(Atom("p"))
        session.isolate([handle]).close()
        with pytest.raises(UsageError):
            session.isolate([handle + 7])


def test_a_deadline_is_put_off_by_what_others_took() -> None:
    now = 100.0
    deadline = Deadline(2.0, clock=lambda: now)
    assert (deadline.left, deadline.passed) == (2.0, False)
    now = 102.0
    assert deadline.passed
    with pytest.raises(OutOfTimeError):
        deadline.heed()
    deadline.extend(0.5)
    assert (deadline.left, deadline.passed) == (0.5, False)
    deadline.heed()


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan")])
def test_a_time_that_is_none_is_refused(seconds: float) -> None:
    with pytest.raises(UsageError, match="timeout must be a positive number, got"):
        Deadline(seconds)
