"""The engine against brute force: verdict, core and models over random theories, cold and from the memo."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from random import Random
from typing import Any

import pytest
import z3
from builders import P, Q, R, brute_force, random_formula

from defeasible.reasoner import smt
from defeasible.reasoner.belief.engine import Answer, Problem, clear_memo
from defeasible.reasoner.logic import And, Atom, FormulaNode, Implies, Not, evaluate, rename
from defeasible.reasoner.verdict import Verdict


def solve(theory: list[FormulaNode], goal: FormulaNode, timeout: float = 10.0) -> tuple[Answer, list[str]]:
    problem = Problem(timeout)
    coded = [problem.code(formula) for formula in theory]
    return problem.solve(coded, problem.code(goal)), list(problem.numbers)


def assert_certified(theory: list[FormulaNode], goal: FormulaNode, answer: Answer, names: list[str]) -> None:
    """The core decides by itself and each of its members is needed; the models are models."""
    if answer.verdict is not Verdict.UNKNOWN:
        core = [theory[i] for i in answer.core]
        assert brute_force(core, goal) is answer.verdict
        for i in range(len(core)):
            assert brute_force(core[:i] + core[i + 1 :], goal) is not answer.verdict
    for number, model in enumerate(answer.models):
        world = {name: i in model for i, name in enumerate(names)}
        assert all(evaluate(f, world) for f in theory)
        if answer.verdict is Verdict.UNKNOWN:
            assert evaluate(goal, world) is (number == 0)


def test_agrees_with_brute_force_cold_and_warm() -> None:
    random = Random(7)
    clear_memo()
    seen = set()
    for _ in range(1500):
        names = ["a1", "a2", "a3", "a4"][: random.randint(1, 4)]
        theory = [random_formula(random, names, 2) for _ in range(random.randint(0, 4))]
        goal = random_formula(random, names, 2)
        answer, used = solve(theory, goal)
        assert answer.verdict is brute_force(theory, goal)
        assert_certified(theory, goal, answer, used)
        seen.add(answer.verdict)
        # Another text of the same shape is answered from the memo, with its own atoms.
        other = {name: f"b{name}" for name in names}
        again, renamed = solve([rename(f, other) for f in theory], rename(goal, other))
        assert again is answer
        assert renamed == [f"b{name}" for name in used]
    assert seen == {Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.INCONSISTENT}


def test_memo_does_not_confuse_argument_boundaries() -> None:
    first, _ = solve([And((P, And((Q,)))), Not(R)], R)
    second, _ = solve([And((P,)), And((Q, Not(R)))], R)
    third, _ = solve([And((P, And((Q, Not(R)))))], R)
    assert (first.verdict, second.verdict, third.verdict) == (Verdict.REFUTED,) * 3
    assert (first.core, second.core, third.core) == ((1,), (1,), (0,))


def test_a_solver_that_runs_out_of_time_is_a_timeout_and_is_not_remembered() -> None:
    # The pigeonhole principle: 10 pigeons, 9 holes. Hard for resolution, so 1 ms is not enough.
    holes = range(9)
    somewhere = [
        Implies(And(tuple(Not(Atom(f"x{p}_{h}")) for h in holes)), And((P, Not(P)))) for p in range(10)
    ]
    apart = [
        Not(And((Atom(f"x{p}_{h}"), Atom(f"x{o}_{h}")))) for h in holes for p in range(10) for o in range(p)
    ]
    clear_memo()
    answer, _ = solve([*somewhere, *apart], Q, 0.001)
    assert answer == Answer(Verdict.TIMEOUT)
    again, _ = solve([*somewhere, *apart], Q, 0.001)
    assert again is not answer


@pytest.mark.parametrize("late", [1, 2])
def test_each_check_may_run_out_of_time(monkeypatch: pytest.MonkeyPatch, late: int) -> None:
    """The first looks for a world of the theory, the second for one where the goal is otherwise."""
    check, calls = smt.check, count(1)

    def slow(*given: Any) -> Any:
        return z3.unknown if next(calls) == late else check(*given)

    clear_memo()
    monkeypatch.setattr(smt, "check", slow)
    assert solve([P, Implies(P, Q)], Q)[0] == Answer(Verdict.TIMEOUT)
    assert solve([P, Implies(P, Q)], Q)[0].verdict is Verdict.ENTAILED


@pytest.mark.parametrize("workers", [2, 4])
def test_threads_give_the_answers_of_one_thread(workers: int) -> None:
    random = Random(11)
    tasks = []
    for _ in range(200):
        theory = [random_formula(random, ["a1", "a2", "a3"], 2) for _ in range(3)]
        tasks.append((theory, random_formula(random, ["a1", "a2", "a3"], 2)))
    alone = [solve(theory, goal)[0].verdict for theory, goal in tasks]
    clear_memo()
    with ThreadPoolExecutor(workers) as pool:
        together = list(pool.map(lambda task: solve(task[0], task[1])[0].verdict, tasks))
    assert together == alone
