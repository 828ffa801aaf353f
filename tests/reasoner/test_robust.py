"""Threads, processes, interrupts, time limits and sizes beyond reason: always a named outcome, and soon."""

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import pairwise

import pytest
from builders import R, pigeons, sizes, theory, weighing
from checking import complaints
from interrupts import interrupted

from defeasible.reasoner import Reasoner, belief, size
from defeasible.reasoner.belief.engine import clear_memo
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.forms import METRE, Comparison, Conditional, Premises, Role, SizeContext, SizeObject
from defeasible.reasoner.logic import MAX_DEPTH, Atom, FormulaNode, Implies, Not
from defeasible.reasoner.smt import milliseconds
from defeasible.reasoner.verdict import Verdict

BELIEFS = [
    (["If it rains then the street is wet", "It rains"], "The street is wet"),
    (["If Ann sings then Bob hears Ann", "Bob does not hear Ann", "If Bob is up then Bob hears Ann"],
     "Ann sings"),
    (["Either Tom is in or Tom is out", "Tom is not in"], "Tom is out"),
]  # fmt: skip
SIZES = [
    ("There is a house inside a light bulb.", "house", "light bulb"),
    ("The box is 30 cm long. The ball is 1 m wide.", "box", "ball"),
    ("The box is twice as big as the ball. The ball is bigger than the cup.", "cup", "box"),
    ("", "house", "light bulb"),
]


def answers(_: int = 0) -> list[str]:
    """The traces of some questions, from this thread's solver."""
    reasoner = Reasoner()
    clear_memo()
    decisions = [reasoner.entails(premises, query) for premises, query in BELIEFS]
    decisions += [reasoner.compare_size(*question) for question in SIZES]
    return [decision.trace.to_json() for decision in decisions]


def test_four_threads_give_the_answers_of_one() -> None:
    alone = answers()
    with ThreadPoolExecutor(4) as pool:
        assert all(together == alone for together in pool.map(answers, range(12)))


def test_two_processes_give_the_answers_of_one() -> None:
    code = "import test_robust; print('\\n'.join(test_robust.answers()))"
    path = os.pathsep.join([*sys.path, os.path.dirname(__file__)])  # noqa: PTH120
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code], env={"PYTHONPATH": path}, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    printed = [process.communicate()[0].splitlines() for process in processes]
    assert printed == [answers()] * 2


def ratios(count: int) -> SizeContext:
    steps = range(1, count)
    return sizes(*(Comparison(f"o{i}", ">", f"o{i + 1}", Fraction(3, 2)) for i in steps), objects=count)


def test_beliefs_and_sizes_that_take_too_long_end_in_a_timeout_that_can_be_checked() -> None:
    clear_memo()
    hard = theory(*pigeons(10), query=R)
    for trace, form in (
        (belief.decide(hard, R, timeout=0.01).trace, hard),
        (size.decide(ratios(400), timeout=0.001).trace, ratios(400)),
    ):
        assert trace.verdict is Verdict.TIMEOUT
        assert trace.conclusion.reason == "the solver ran out of time"
        assert not complaints(trace, form, [])


@pytest.mark.parametrize("timeout", [1e-9, 1e9, float("inf")])
def test_any_positive_timeout_is_one_that_z3_takes(timeout: float) -> None:
    assert 1 <= milliseconds(timeout) < 2**32 - 1


@pytest.mark.parametrize("delay", [0.2, 0.5])
def test_an_interrupt_in_the_solver_is_not_swallowed(delay: float) -> None:
    clear_memo()
    form = theory(*pigeons(12), query=R)
    with interrupted(delay):
        belief.decide(form, R, timeout=2)
    assert belief.decide(theory(R, query=R), R).verdict is Verdict.ENTAILED  # the solver is still of use


def chain(length: int) -> Premises:
    atoms = [Atom(f"a{i}") for i in range(1, length + 1)]
    links = [Implies(a, b) for a, b in pairwise(atoms)]
    return theory(atoms[0], *links, query=atoms[-1])


def test_two_thousand_statements_are_decided_and_checked() -> None:
    form = chain(2000)
    decision = belief.decide(form, form.queries[0].formula)
    assert decision.verdict is Verdict.ENTAILED
    assert not complaints(decision.trace, form)
    context = sizes(*(Comparison(f"o{i}", ">", f"o{i + 1}") for i in range(2, 2000)), objects=2000)
    trace = size.decide(context).trace
    assert trace.verdict is Verdict.UNKNOWN
    assert not complaints(trace, context)


def test_too_many_pairs_of_conditionals_are_refused() -> None:
    many = theory(*(Implies(Atom(f"a{i}"), R) for i in range(60)), query=R)
    assert belief.decide(many, R).verdict is Verdict.UNKNOWN
    with pytest.raises(UsageError, match="evidence on more than 500 pairs"):
        belief.decide(many, R, roles=weighing(requirement=1.0))
    with pytest.raises(UsageError, match="more than 20000 pairs"):
        belief.decide(theory(*(Implies(Atom(f"b{i}"), R) for i in range(2000)), query=R), R)


def test_formulas_nested_beyond_the_limit_are_refused() -> None:
    deep: FormulaNode = R
    for _ in range(5000):
        deep = Not(deep)
    form = theory(R)
    with pytest.raises(FormError, match=f"`f1` is nested more than {MAX_DEPTH} deep"):
        Premises(form.sources, form.atoms, (type(form.statements[0])("f1", deep),))  # type: ignore[call-arg]
    with pytest.raises(FormError, match="the goal is nested"):
        belief.decide(form, deep)


def test_a_goal_and_new_premises_are_of_the_form() -> None:
    form = theory(R)
    with pytest.raises(FormError, match="the goal uses atom `a9`"):
        belief.decide(form, Atom("a9"))
    with pytest.raises(UsageError, match="c7"):
        belief.decide(form, R, new=frozenset({"c7"}))


def test_a_role_is_beside_a_conditional_with_the_same_consequent() -> None:
    p, q, s = (Atom(f"a{i}") for i in range(1, 4))
    form = theory(Implies(p, q), Implies(p, s))
    first = form.statements[0]
    for later in (
        Conditional("c2", p, s, role=Role.REQUIREMENT, of="c1"),
        Conditional("c2", p, q, role=Role.REQUIREMENT, of="c1"),
    ):
        with pytest.raises(FormError, match="`c2` can have no role beside `c1`"):
            Premises(form.sources, form.atoms, (first, later))


def test_the_metre_is_no_object_and_nothing_is_compared_with_itself() -> None:
    with pytest.raises(FormError, match="@metre"):
        SizeContext((), (SizeObject(METRE, "metre"),), ())
    with pytest.raises(FormError, match="with itself"):
        SizeContext((), (SizeObject("o1", "box"),), (), ("o1", "o1"))


def test_half_a_surrogate_pair_is_a_usage_error() -> None:
    reasoner = Reasoner()
    calls: list[Callable[[], object]] = [
        lambda: reasoner.entails(["It rains", "\ud800"], "It rains"),
        lambda: reasoner.revise(["It rains"], "\ud800"),
        lambda: reasoner.answer(["It rains"], ["It rains"], new="\ud800"),
        lambda: reasoner.compare_size("\ud800", "house", "bulb"),
    ]
    for call in calls:
        with pytest.raises(UsageError, match="not Unicode text"):
            call()
