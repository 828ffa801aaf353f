"""Operators of belief change against brute force over random bases, and their named outcomes."""

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from builders import P, Q, R, pigeons, random_formula
from change_oracle import Worlds, linear, minimally_contradictory

from defeasible.reasoner.change import (
    LINEAR,
    OPERATORS,
    Dalal,
    Linear,
    MaxSat,
    Operator,
    Ranked,
    Settled,
    Status,
    by_rank,
)
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.logic import FALSE, TRUE, And, FormulaNode, Not, Or, evaluate, negate
from defeasible.reasoner.sat.deadline import Deadline
from defeasible.reasoner.verdict import Verdict

NAMES = ["a1", "a2", "a3", "a4"]


def random_base(random: Random, *, hard: float = 0.15, most: int = 6) -> list[Ranked]:
    names = NAMES[: random.randint(1, 4)]
    return [
        Ranked(
            f"k{i}",
            random_formula(random, names, random.choice((0, 1, 2))),
            math.inf if random.random() < hard else random.choice((1.0, 1.5, 2.0, 3.0)),
            layer=random.choice((0, 0, 1)),
            seq=i,
        )
        for i in range(random.randint(0, most))
    ]


def verdict(worlds: Worlds, models: int, goal: FormulaNode) -> Verdict:
    rows = worlds.of(goal)
    if not models & ~rows:
        return Verdict.ENTAILED
    return Verdict.UNKNOWN if models & rows else Verdict.REFUTED


def assert_models(
    answer_models: tuple[frozenset[str], ...], theory: list[FormulaNode], goal: FormulaNode, found: Verdict
) -> None:
    truths = []
    for model in answer_models:
        world = {name: name in model for name in NAMES}
        assert all(evaluate(f, world) for f in theory)
        truths.append(evaluate(goal, world))
    assert (
        truths == {Verdict.ENTAILED: [True], Verdict.REFUTED: [False], Verdict.UNKNOWN: [True, False]}[found]
    )


def test_linear_agrees_with_brute_force_and_says_why() -> None:
    random = Random(3)
    statuses, verdicts, ties = set(), set(), 0
    for _ in range(2500):
        base = random_base(random)
        goal = random_formula(random, NAMES, 2)
        worlds = Worlds([goal, *(s.formula for s in base)])
        formulas = {s.id: s.formula for s in base}
        ranks = {s.id: (s.hard, *s.rank) for s in base}
        shuffled = random.sample(base, len(base))
        settled = LINEAR.settle(shuffled)
        models, kept = linear(worlds, base)
        statuses.add(settled.status)
        if settled.status is Status.INCONSISTENT:
            assert not models
            assert minimally_contradictory(worlds, [formulas[i] for i in settled.core])
            assert all(ranks[i][0] for i in settled.core)
            assert settled.ask(goal).verdict is Verdict.INCONSISTENT
            assert settled.ask(goal).core == settled.core
            continue
        assert set(settled.kept) == kept
        assert settled.kept == tuple(s.id for s in by_rank(base) if s.id in kept)
        assert {d.id for d in settled.dropped} == formulas.keys() - kept
        for dropped in settled.dropped:
            conflict = [formulas[i] for i in dropped.conflict]
            assert minimally_contradictory(worlds, [formulas[dropped.id], *conflict])
            assert set(dropped.conflict) <= kept
            assert all(ranks[i][0] or ranks[i] > ranks[dropped.id] for i in dropped.conflict)
            assert dropped.always
            equals = [i for i in dropped.conflict if ranks[i][:3] == ranks[dropped.id][:3]]
            assert list(dropped.tied) == equals
            ties += bool(equals)
        answer = settled.ask(goal)
        verdicts.add(answer.verdict)
        assert answer.verdict is verdict(worlds, models, goal)
        assert_models(answer.models, [formulas[i] for i in kept], goal, answer.verdict)
        if answer.verdict is not Verdict.UNKNOWN:
            side = negate(goal) if answer.verdict is Verdict.ENTAILED else goal
            core = [formulas[i] for i in answer.core]
            assert set(answer.core) <= kept
            assert minimally_contradictory(worlds, [*core, side]) or not worlds.of(side)
    assert statuses == {Status.SETTLED, Status.INCONSISTENT}
    assert verdicts == {Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN}
    assert ties > 20


def test_linear_takes_what_fits_below_a_drop() -> None:
    base = [
        Ranked("rule", Or((Not(P), Q)), 3, seq=1),
        Ranked("fact", P, 2, seq=2),
        Ranked("other", Not(Q), 1, seq=3),
        Ranked("rest", R, 0.5, seq=4),
    ]
    settled = LINEAR.settle(base)
    assert settled.kept == ("rule", "fact", "rest")
    assert [(d.id, set(d.conflict), d.tied) for d in settled.dropped] == [("other", {"rule", "fact"}, ())]


def test_among_equals_the_newer_wins_and_the_tie_is_named() -> None:
    settled = LINEAR.settle([Ranked("old", P, 1, seq=1), Ranked("new", Not(P), 1, seq=2)])
    assert settled.kept == ("new",)
    assert settled.dropped[0].tied == ("new",)


@pytest.mark.parametrize("operator", OPERATORS.values(), ids=OPERATORS)
def test_a_layer_outweighs_any_weight_below_it(operator: Operator) -> None:
    settled = operator.settle(
        [Ranked("prior", P, 1000, layer=0, seq=2), Ranked("said", Not(P), 0.1, layer=1)]
    )
    assert settled.kept == ("said",)
    assert settled.dropped[0].tied == ()


@pytest.mark.parametrize("operator", OPERATORS.values(), ids=OPERATORS)
def test_a_hard_statement_wins_whatever_its_layer(operator: Operator) -> None:
    settled = operator.settle([Ranked("sure", P, math.inf, layer=0), Ranked("said", Not(P), 9, layer=5)])
    assert settled.kept == ("sure",)


@pytest.mark.parametrize("operator", OPERATORS.values(), ids=OPERATORS)
def test_statements_of_one_formula_stand_and_fall_together(operator: Operator) -> None:
    twice = [Ranked("one", P, 1, seq=1), Ranked("two", P, 2, seq=2), Ranked("not", Not(P), 4, seq=3)]
    assert {d.id: d.conflict for d in operator.settle(twice).dropped} == {"one": ("not",), "two": ("not",)}


@pytest.mark.parametrize("operator", OPERATORS.values(), ids=OPERATORS)
def test_a_statement_that_contradicts_itself_is_dropped_without_a_conflict(operator: Operator) -> None:
    settled = operator.settle([Ranked("odd", And((P, Not(P)))), Ranked("false", FALSE), Ranked("fine", Q)])
    assert settled.kept == ("fine",)
    assert {(d.id, d.conflict) for d in settled.dropped} == {("odd", ()), ("false", ())}


@pytest.mark.parametrize("operator", OPERATORS.values(), ids=OPERATORS)
def test_nothing_told_leaves_everything_open(operator: Operator) -> None:
    settled = operator.settle([])
    assert settled.status is Status.SETTLED
    assert settled.ask(P).verdict is Verdict.UNKNOWN
    assert settled.ask(TRUE).verdict is Verdict.ENTAILED
    assert settled.ask(FALSE).verdict is Verdict.REFUTED


@pytest.mark.parametrize("operator", OPERATORS.values(), ids=OPERATORS)
def test_a_repeated_id_is_refused(operator: Operator) -> None:
    with pytest.raises(UsageError, match="duplicate statement id `k`"):
        operator.settle([Ranked("k", P), Ranked("k", Q)])


@pytest.mark.parametrize("weight", [0.0, -1.0, math.nan], ids=str)
def test_a_weight_must_be_positive(weight: float) -> None:
    with pytest.raises(UsageError, match="statement `k` has weight"):
        Ranked("k", P, weight)


@pytest.mark.parametrize("formula", ["p", None, ("p", "q")], ids=str)
def test_what_is_stated_must_be_a_formula(formula: Any) -> None:
    with pytest.raises(UsageError, match=r"statement `k` is .* not a formula"):
        Ranked("k", formula)


@pytest.mark.parametrize("operator", OPERATORS.values(), ids=OPERATORS)
def test_a_formula_nested_too_deeply_is_refused(operator: Operator) -> None:
    deep: FormulaNode = P
    for _ in range(200):
        deep = Not(deep)
    with pytest.raises(FormError, match="nested more than"):
        operator.settle([Ranked("k", deep)])
    with pytest.raises(FormError, match="nested more than"):
        operator.settle([Ranked("k", P)]).ask(deep)


@pytest.mark.parametrize("operator", [Linear(0.001), MaxSat(0.001), Dalal(0.001)], ids=lambda o: o.name)
def test_running_out_of_time_is_an_outcome(operator: Operator) -> None:
    hard = [Ranked(f"k{i}", f, math.inf) for i, f in enumerate(pigeons(11))]
    settled = operator.settle(hard)
    assert settled == Settled(operator.name, Status.TIMEOUT)
    assert settled.ask(P).verdict is Verdict.TIMEOUT


@pytest.mark.parametrize("its_own", [True, False], ids=["its own time", "the time of the call"])
@pytest.mark.parametrize("operator", [Linear, MaxSat, Dalal], ids=lambda o: o.__name__)
def test_what_stands_in_a_hard_puzzle_ends_in_time(
    operator: Callable[[float], Operator], *, its_own: bool
) -> None:
    base = [Ranked(f"k{i}", f, 1 + i % 3, seq=i) for i, f in enumerate(pigeons(12))]
    started = time.monotonic()
    settled = operator(0.05).settle(base) if its_own else operator(600).settle(base, Deadline(0.05))
    assert time.monotonic() - started < 5
    assert settled == Settled(operator(1).name, Status.TIMEOUT)


class Stopping:
    """A clock that jumps to the end after it was looked at so many times."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def __call__(self) -> float:
        self.looks -= 1
        return 0.0 if self.looks >= 0 else 1e6


@pytest.mark.parametrize("operator", OPERATORS.values(), ids=OPERATORS)
def test_whenever_the_time_runs_out_there_is_the_right_outcome_or_none(operator: Operator) -> None:
    told: list[FormulaNode] = [P, Or((Not(P), Q)), Not(Q), Or((P, Q))]
    base = [Ranked(f"k{n}", formula, seq=n) for n, formula in enumerate(told)]
    whole = operator.settle(base)
    answers = {goal: whole.ask(goal) for goal in (P, Q, Or((P, Q)), And((P, Not(P))))}
    seen = set()
    for looks in range(1, 80):
        settled = operator.settle(base, Deadline(10, Stopping(looks)))
        seen.add(settled.status)
        assert settled in (whole, Settled(operator.name, Status.TIMEOUT))
        for goal, answer in answers.items():
            found = whole.ask(goal, deadline=Deadline(10, Stopping(looks)))
            assert found.verdict in (answer.verdict, Verdict.TIMEOUT)
            assert found.core in (answer.core, ())
    assert seen == {Status.SETTLED, Status.TIMEOUT}


@pytest.mark.parametrize("operator", [Linear(0.5), MaxSat(0.5), Dalal(0.5)], ids=lambda o: o.name)
def test_a_hard_question_ends_in_time(operator: Operator) -> None:
    # Easy to settle: everything fits. Hard to ask: it takes the whole puzzle to refute the goal.
    first, *rest = pigeons(12)
    extra = Ranked("extra", Or((first, Q)), seq=999)
    base = [*(Ranked(f"k{i}", f, seq=i) for i, f in enumerate(rest)), extra]
    settled = operator.settle(base, Deadline(60))
    assert settled.status is Status.SETTLED
    assert settled.ask(first).verdict is Verdict.TIMEOUT


@pytest.mark.parametrize("operator", OPERATORS.values(), ids=OPERATORS)
def test_threads_that_share_an_outcome_get_the_answers_of_one(operator: Operator) -> None:
    random = Random(17)
    bases = [random_base(random, hard=0.0) for _ in range(20)]
    goals = [random_formula(random, NAMES, 2) for _ in range(30)]
    alone = [[operator.settle(base).ask(goal).verdict for goal in goals] for base in bases]
    shared = [operator.settle(base) for base in bases]
    with ThreadPoolExecutor(4) as pool:
        tasks = [[pool.submit(settled.ask, goal) for goal in goals] for settled in shared]
        again = [[task.result().verdict for task in row] for row in tasks]
        settled_apart = list(pool.map(operator.settle, bases))
    assert again == alone
    assert settled_apart == shared
