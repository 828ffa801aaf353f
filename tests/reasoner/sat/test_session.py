"""The SAT session against truth tables: outcomes, models, minimal cores, limits, threads, memory."""

import gc
import os
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from pathlib import Path
from random import Random

import pytest
from builders import brute_force, pigeons, random_formula
from interrupts import interrupted

from defeasible.reasoner.belief.engine import Problem
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.logic import FALSE, TRUE, And, Atom, FormulaNode, Iff, Implies, Not, Or, evaluate
from defeasible.reasoner.sat import Session, ask
from defeasible.reasoner.sat.deadline import Deadline
from defeasible.reasoner.sat.solver import CONFLICTS, PROPAGATIONS, SLICE, search
from defeasible.reasoner.verdict import Verdict

P, Q, R = Atom("p"), Atom("q"), Atom("r")


def contradictory(formulas: list[FormulaNode]) -> bool:
    return brute_force(formulas, TRUE) is Verdict.INCONSISTENT


def random_3_sat(seed: int, count: int) -> list[FormulaNode]:
    """Random clauses at the ratio where they are hardest."""
    random = Random(seed)
    names = [Atom(f"x{i}") for i in range(count)]
    return [
        Or(tuple(a if random.random() < 0.5 else Not(a) for a in random.sample(names, 3)))
        for _ in range(int(4.26 * count))
    ]


def test_outcomes_models_and_cores_agree_with_truth_tables() -> None:
    random, cores, models = Random(1), 0, 0
    for _ in range(700):
        names = [f"a{i}" for i in range(1, random.randint(2, 6))]
        with Session() as session:
            formulas = [random_formula(random, names) for _ in range(random.randint(1, 7))]
            handles = [session.add(formula) for formula in formulas]
            handles = [h if random.random() < 0.7 else session.negation(h) for h in handles]
            meaning = {handle: session.formula(handle) for handle in handles}
            for _ in range(4):
                on = [handle for handle in handles if random.random() < 0.7]
                given = [handle for handle in handles if random.random() < 0.1]
                outcome = session.check(on, given=given)
                always = [meaning[h] for h in given]
                assert outcome.satisfiable is not contradictory([*always, *(meaning[h] for h in on)])
                if outcome.satisfiable:
                    world = {name: name in outcome.model for name in names}
                    assert all(evaluate(meaning[h], world) for h in (*on, *given))
                    models += 1
                else:
                    core = [meaning[h] for h in outcome.core]
                    assert list(outcome.core) == sorted(set(outcome.core), key=on.index)
                    assert contradictory([*always, *core])
                    for member in core:
                        assert not contradictory([*always, *(f for f in core if f is not member)])
                    cores += 1
    assert models > 1000
    assert cores > 500


def test_truth_table_pysat_and_z3_answer_alike() -> None:
    random, seen = Random(2), set()
    for _ in range(500):
        names = [f"a{i}" for i in range(1, random.randint(2, 5))]
        theory = [random_formula(random, names, 2) for _ in range(random.randint(0, 4))]
        goal = random_formula(random, names, 2)
        with Session() as session:
            answer = ask(session, [session.add(formula) for formula in theory], goal)
        problem = Problem(10.0)
        z3 = problem.solve([problem.code(formula) for formula in theory], problem.code(goal))
        assert answer.verdict is z3.verdict is brute_force(theory, goal)
        for model, wanted in zip(answer.models, [True, False], strict=False):
            world = {name: name in model for name in names}
            assert all(evaluate(formula, world) for formula in theory)
            assert answer.verdict is not Verdict.UNKNOWN or evaluate(goal, world) is wanted
        seen.add(answer.verdict)
    assert len(seen) == 4


def test_a_core_does_not_depend_on_what_was_asked_before() -> None:
    random = Random(3)
    for _ in range(60):
        formulas = [random_formula(random, ["a1", "a2", "a3", "a4"]) for _ in range(9)]
        with Session() as fresh, Session() as used:
            wanted = fresh.check([fresh.add(formula) for formula in formulas])
            for formula in reversed(formulas):
                ask(used, [used.add(formula)], random_formula(random, ["a1", "a5"]))
            handles = [used.add(formula) for formula in formulas]
            got = used.check(handles)
            assert [used.formula(h) for h in got.core] == [fresh.formula(h) for h in wanted.core]


def test_what_comes_first_explains_what_it_can() -> None:
    with Session() as session:
        short, p = session.add(Implies(P, R)), session.add(P)
        chain, last = session.add(Implies(P, Q)), session.add(Implies(Q, R))
        against = session.add(Not(R))
        assert session.check([p, short, chain, last], given=[against]).core == (p, short)
        assert session.check([p, chain, last, short], given=[against]).core == (p, chain, last)


def test_a_core_of_thousands_of_members_is_minimal_and_quick() -> None:
    links = [Implies(Atom(f"x{i}"), Atom(f"x{i + 1}")) for i in range(4000)]
    with Session() as session:
        handles = [session.add(Atom("x0")), *(session.add(formula) for formula in links)]
        answer = ask(session, handles, Atom("x4000"))
    assert answer.verdict is Verdict.ENTAILED
    assert len(answer.core) == 4001


def test_equal_formulas_have_one_handle_and_constants_work() -> None:
    with Session() as session:
        assert session.add(Implies(P, Q)) == session.add(Implies(P, Q))
        assert session.negation(session.add(P)) == session.add(Not(P))
        true, false = session.add(TRUE), session.add(FALSE)
        assert session.check([true]).satisfiable
        assert session.check([true, false]).core == (false,)
        assert session.check([session.negation(true)]).core == (session.negation(true),)
        assert session.check([]).satisfiable
        both = session.add(Iff(P, Not(P)))
        assert session.check([both, true]).core == (both,)


@pytest.mark.parametrize("hard", [pigeons(11), random_3_sat(5, 350)], ids=["pigeons", "random 3-SAT"])
def test_a_check_that_runs_out_of_time_says_so(hard: list[FormulaNode]) -> None:
    with Session(timeout=0.05) as session:
        handles = [session.add(formula) for formula in hard]
        started = time.monotonic()
        assert session.check(handles).satisfiable is None
        assert time.monotonic() - started < 2
        assert ask(session, handles, P).verdict is Verdict.TIMEOUT
        assert session.check(handles[:3]).satisfiable


def test_ctrl_c_stops_a_check_and_leaves_the_session_usable() -> None:
    with Session(timeout=60) as session:
        handles = [session.add(formula) for formula in pigeons(12)]
        with interrupted(0.2):
            session.check(handles)
        assert session.check(handles[:5]).satisfiable


def test_threads_that_share_a_session_or_have_their_own_answer_as_one_does() -> None:
    random = Random(7)
    names = ["a1", "a2", "a3", "a4"]
    problems = [
        ([random_formula(random, names) for _ in range(4)], random_formula(random, names)) for _ in range(60)
    ]
    wanted = [brute_force(theory, goal) for theory, goal in problems]
    with Session() as shared, ThreadPoolExecutor(4) as pool:

        def solve(problem: tuple[list[FormulaNode], FormulaNode]) -> tuple[Verdict, Verdict]:
            theory, goal = problem
            with Session() as own:
                alone = ask(own, [own.add(formula) for formula in theory], goal)
            return ask(shared, [shared.add(formula) for formula in theory], goal).verdict, alone.verdict

        assert list(pool.map(solve, problems)) == [(verdict, verdict) for verdict in wanted]


def test_closed_sessions_and_strange_handles_are_refused() -> None:
    session = Session()
    handle = session.add(And((P, Q)))
    with pytest.raises(UsageError, match="no formula has handle 99"):
        session.check([handle, 99])
    with pytest.raises(UsageError, match="no formula has handle -1"):
        session.negation(-handle)
    session.close()
    session.close()
    for use in (lambda: session.add(P), lambda: session.check([handle]), lambda: session.negation(handle)):
        with pytest.raises(UsageError, match="the session is closed"):
            use()
    with pytest.raises(UsageError, match="must be a positive number, got"):
        Session(timeout=0)
    deep: FormulaNode = P
    for _ in range(200):
        deep = Not(deep)
    with Session() as other, pytest.raises(FormError, match="nested more than"):
        other.add(deep)


class Endless:
    """A compiled solver of no variables that never ends, and writes down what it may spend on each slice."""

    def __init__(self) -> None:
        self.budgets: list[tuple[int, int]] = []

    def nof_vars(self) -> int:
        return 0

    def conf_budget(self, conflicts: int) -> None:
        self.conflicts = conflicts

    def prop_budget(self, propagations: int) -> None:
        self.budgets.append((self.conflicts // CONFLICTS, propagations // PROPAGATIONS))

    def solve_limited(self, *, assumptions: list[int], expect_interrupt: bool) -> None:
        assert expect_interrupt


def test_a_slice_that_was_short_doubles_the_next_unless_the_time_is_nearly_over() -> None:
    slices = (0.5, 0.5, 1.5, 20, 0.5, 1.2, 0.5, 1)
    times = iter(accumulate([0.0, 0.0, *(SLICE * taken for taken in slices)]))
    endless, deadline = Endless(), Deadline(25 * SLICE, clock=lambda: next(times))
    assert search(endless, [], deadline) is None
    assert endless.budgets == [(n, n) for n in (1, 2, 4, 4, 4, 8, 8, 8)]


def test_closing_frees_the_memory() -> None:
    def resident() -> int:
        statm = Path("/proc/self/statm").read_text(encoding="ascii")
        return int(statm.split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def build() -> None:
        with Session() as session:
            chain = [Implies(Atom(f"x{i}"), Atom(f"x{i + 1}")) for i in range(5000)]
            session.check([session.add(formula) for formula in chain])

    build()
    gc.collect()
    before = resident()
    for _ in range(12):
        build()
    gc.collect()
    assert resident() - before < 20_000_000
