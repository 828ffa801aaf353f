"""Optima, their proofs, conflicts, corrections and distances, each against all worlds."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, product
from random import Random

import pytest
from builders import pigeons, random_formula
from interrupts import interrupted
from pysat.solvers import Solver as Compiled

from defeasible.reasoner.checker.cheapest import Cheapest
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.logic import And, Atom, FormulaNode, Implies, Not, Or, evaluate
from defeasible.reasoner.sat import (
    Distance,
    Optima,
    Session,
    correction_sets,
    distance,
    optima,
    shortest_conflicts,
)
from defeasible.reasoner.sat.proof import prove
from defeasible.reasoner.verdict import Verdict

World = dict[str, bool]
P, Q, R = Atom("p"), Atom("q"), Atom("r")
WEIGHTS = [0.1, 0.2, 0.3, 1.0, 2.5]
"""0.1 + 0.2 and 0.3 are tied, though not as binary fractions."""


def worlds(names: list[str]) -> list[World]:
    return [dict(zip(names, bits, strict=True)) for bits in product([False, True], repeat=len(names))]


def models(formulas: list[FormulaNode], names: list[str]) -> list[World]:
    return [world for world in worlds(names) if all(evaluate(f, world) for f in formulas)]


def agreed(goal: FormulaNode, possible: list[World]) -> Verdict:
    values = {evaluate(goal, world) for world in possible}
    if len(values) == 2:
        return Verdict.UNKNOWN
    return Verdict.ENTAILED if values == {True} else Verdict.REFUTED


def cost(soft: list[tuple[FormulaNode, float]], world: World) -> int:
    return sum(round(weight * 1e9) for formula, weight in soft if not evaluate(formula, world))


def opened(found: Optima | Verdict) -> Optima:
    assert isinstance(found, Optima)
    return found


def test_optima_and_their_proofs_agree_with_all_worlds() -> None:
    random, seen, answers = Random(1), Counter[str](), Counter[Verdict]()
    for _ in range(500):
        names = [f"a{i}" for i in range(1, random.randint(2, 6))]
        hard = [random_formula(random, names, 2) for _ in range(random.randint(0, 2))]
        soft = [
            (random_formula(random, names, 2), random.choice(WEIGHTS)) for _ in range(random.randint(0, 6))
        ]
        possible = models(hard, names)
        found = optima(hard, soft)
        if not possible:
            assert found is Verdict.INCONSISTENT
            continue
        least = min(cost(soft, world) for world in possible)
        best = [world for world in possible if cost(soft, world) == least]
        with opened(found) as found:
            assert found.units == least
            kept = found.kept()
            words = {Verdict.ENTAILED: "always", Verdict.UNKNOWN: "sometimes", Verdict.REFUTED: "never"}
            assert kept == tuple(words[agreed(formula, best)] for formula, _ in soft)
            seen.update(kept)
            for _ in range(2):
                goal = random_formula(random, names, 2)
                answer = found.ask(goal)
                assert answer.verdict is agreed(goal, best)
                for model in answer.models:
                    assert {name: name in model for name in names} in best
                proof = prove(found, goal, answer)
                assert proof is not None
                side = goal if answer.verdict is Verdict.REFUTED else Not(goal)
                sides: list[tuple[tuple[tuple[int, ...], ...], list[FormulaNode]]]
                sides = [(proof.cores, []), (proof.against, [side])]
                formulas = [*hard, *(formula for formula, _ in soft)]
                for cores, also in sides:
                    for core in cores:
                        assert not models([*also, *(formulas[i] for i in core)], names)
                softs = [[i for i in core if i >= len(hard)] for core in proof.cores]
                weights = {len(hard) + i: w for i, w in enumerate(found.weights)}
                assert Cheapest(softs, weights).cost == least
                answers[answer.verdict] += 1
    assert min(seen.values()) > 20
    assert min(answers.values()) > 20


def test_cheapest_choices_agree_with_all_choices() -> None:
    random = Random(2)
    for _ in range(400):
        weights = {i: random.randint(1, 5) for i in range(1, 8)}
        sets = [random.sample(sorted(weights), random.randint(0, 4)) for _ in range(random.randint(0, 6))]
        if random.random() < 0.9:
            sets = [members for members in sets if members]
        hitting = [
            set(chosen)
            for size in range(8)
            for chosen in combinations(weights, size)
            if all(set(chosen) & set(members) for members in sets)
        ]
        found = Cheapest(sets, weights)

        def least(fitting: list[set[int]], weights: dict[int, int] = weights) -> int | None:
            return min((sum(weights[i] for i in chosen) for chosen in fitting), default=None)

        assert found.cost == least(hitting)
        assert found.every() == {frozenset(s) for s in hitting if sum(weights[i] for i in s) == found.cost}
        assert Cheapest(sets, {i: weight / 10 for i, weight in weights.items()}).every() == found.every()
        for i in weights:
            assert found.with_element(i) == least([chosen for chosen in hitting if i in chosen])
            assert found.without_element(i) == least([chosen for chosen in hitting if i not in chosen])


def test_conflicts_and_corrections_are_the_smallest_there_are() -> None:
    random, several = Random(3), 0
    for _ in range(500):
        names = [f"a{i}" for i in range(1, random.randint(2, 6))]
        k = random.randint(1, 5)
        with Session() as session:
            hard = [session.add(random_formula(random, names, 2)) for _ in range(random.randint(0, 2))]
            soft = [session.add(random_formula(random, names, 2)) for _ in range(random.randint(0, 6))]
            doubted = [h for h in dict.fromkeys(soft) if h not in hard]
            weights = {h: random.randint(1, 4) for h in doubted}
            base = models([session.formula(h) for h in hard], names)
            true = {h: {i for i, w in enumerate(base) if evaluate(session.formula(h), w)} for h in doubted}
            everything = set(range(len(base)))

            def fits(kept: list[int], true: dict[int, set[int]] = true, all_: set[int] = everything) -> bool:
                return bool(all_.intersection(*(true[h] for h in kept)))

            subsets = [s for n in range(len(doubted) + 1) for s in combinations(doubted, n)]
            conflicts = [
                s for s in subsets if not fits(list(s)) and all(fits([h for h in s if h != m]) for m in s)
            ]
            corrections = []
            for s in subsets:
                rest = [h for h in doubted if h not in s]
                if fits(rest) and not any(fits([*rest, h]) for h in s):
                    corrections.append(s)

            got = shortest_conflicts(session, soft, hard, k).found
            assert got is not None
            assert set(got) <= set(conflicts)
            assert [len(s) for s in got] == sorted(len(s) for s in conflicts)[:k]
            several += len(got) > 1
            got = correction_sets(session, soft, hard, k).found
            assert got is not None
            assert set(got) <= set(corrections)
            assert [len(s) for s in got] == sorted(len(s) for s in corrections)[:k]
            got = correction_sets(session, soft, hard, k, weights=weights).found
            assert got is not None
            assert set(got) <= set(corrections)
            prices = [sum(weights[h] for h in s) for s in got]
            assert prices == sorted(sum(weights[h] for h in s) for s in corrections)[:k]
    assert several > 30


def test_conflicts_come_by_size_then_place() -> None:
    with Session() as session:
        p, q, rule, not_q, not_p = (session.add(f) for f in (P, Q, Implies(P, Q), Not(Q), Not(P)))
        soft = [p, q, rule, not_q, not_p]
        assert shortest_conflicts(session, soft).found == ((p, not_p), (q, not_q), (p, rule, not_q))
        assert shortest_conflicts(session, soft, k=1).found in (((p, not_p),), ((q, not_q),))
        assert shortest_conflicts(session, soft, [session.add(And((P, Not(P))))]).found == ((),)
        assert shortest_conflicts(session, [p, q]).found == ()
        assert correction_sets(session, [p, q]).found == ((),)
        assert correction_sets(session, [p], [session.add(And((P, Not(P))))]).found == ()
        # What would flip it: without either of these, q need not follow.
        assert correction_sets(session, [p, rule], [session.negation(q)]).found == ((p,), (rule,))
        with pytest.raises(UsageError, match="k must be at least 1, got 0"):
            shortest_conflicts(session, soft, k=0)


def test_only_the_first_of_very_many_conflicts_are_sought() -> None:
    """300 statements in pairs of rivals have as many conflicts as pairs, and 2**150 corrections."""
    with Session() as session:
        soft = [session.add(f) for i in range(150) for f in (Atom(f"x{i}"), Not(Atom(f"x{i}")))]
        conflicts = shortest_conflicts(session, soft, k=3).found
        corrections = correction_sets(session, soft, k=2).found
    assert conflicts is not None
    assert corrections is not None
    assert [len(s) for s in conflicts] == [2, 2, 2]
    assert [len(s) for s in corrections] == [150, 150]


def test_distance_agrees_with_all_worlds() -> None:
    random, apart = Random(4), 0
    for _ in range(300):
        names = [f"a{i}" for i in range(1, random.randint(2, 6))]
        old = [random_formula(random, names, 2) for _ in range(random.randint(0, 4))]
        new = [random_formula(random, names, 2) for _ in range(random.randint(0, 2))]
        before, after = models(old, names), models(new, names)
        found = distance(old, new)
        if not before or not after:
            assert found is Verdict.INCONSISTENT
            continue
        assert isinstance(found, Distance)
        far = {
            i: min(sum(world[n] != other[n] for n in names) for other in before)
            for i, world in enumerate(after)
        }
        nearest = [after[i] for i, d in far.items() if d == min(far.values())]
        with found.optima:
            assert found.atoms == min(far.values())
            for _ in range(2):
                goal = random_formula(random, names, 2)
                answer = found.ask(goal)
                assert answer.verdict is agreed(goal, nearest)
                mentioned = dict.fromkeys(names, False)
                for model in answer.models:
                    assert mentioned | dict.fromkeys(model, True) in nearest
        apart += found.atoms > 0
    assert apart > 10


def test_a_tie_in_decimal_fractions_is_a_tie() -> None:
    found = optima([Or((Not(P), Not(And((Q, R)))))], [(P, 0.3), (Q, 0.1), (R, 0.2), (And((Q, R)), 0.2)])
    with opened(found) as found:
        assert found.cost == 0.3
    with opened(optima([Not(And((P, Q)))], [(P, 0.3), (Q, 0.1), (Q, 0.2)])) as found:
        assert found.kept() == ("sometimes", "sometimes", "sometimes")
        assert found.ask(P).verdict is Verdict.UNKNOWN


def test_what_takes_too_long_is_a_timeout() -> None:
    hard = pigeons(11)
    started = time.monotonic()
    assert optima(hard, [(P, 1.0)], 0.05) is Verdict.TIMEOUT
    soft = [(formula, 1.0) for formula in pigeons(11)]
    assert optima([], soft, 0.05) is Verdict.TIMEOUT
    with Session(timeout=0.05) as session:
        handles = [session.add(formula) for formula in hard]
        assert not shortest_conflicts(session, handles).complete
        assert not correction_sets(session, handles).complete
    assert time.monotonic() - started < 5


def test_threads_that_share_optima_answer_as_one_does() -> None:
    random = Random(6)
    names = ["a1", "a2", "a3", "a4"]
    soft = [(random_formula(random, names), random.choice(WEIGHTS)) for _ in range(12)]
    goals = [random_formula(random, names) for _ in range(80)]
    with opened(optima([], soft)) as one, opened(optima([], soft)) as shared, ThreadPoolExecutor(4) as pool:
        wanted = [one.ask(goal).verdict for goal in goals]
        assert list(pool.map(lambda goal: shared.ask(goal).verdict, goals)) == wanted
    assert len(set(wanted)) > 1


@pytest.mark.parametrize("timeout", [10, 0.05], ids=["in time", "late"])
def test_what_a_search_made_is_freed_when_it_ends(timeout: float, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Compiled] = []
    new = Compiled.new

    def kept(self: Compiled, *args: object, **options: object) -> None:
        made.append(self)  # so that no garbage collector frees it
        new(self, *args, **options)

    monkeypatch.setattr(Compiled, "new", kept)
    doubted = pigeons(11 if timeout < 1 else 3)
    with Session(timeout) as session:
        soft = [session.add(formula) for formula in doubted]
        assert shortest_conflicts(session, soft).complete is (timeout > 1)
        assert correction_sets(session, soft).complete is (timeout > 1)
        assert correction_sets(session, soft, weights={h: h for h in soft}).complete is (timeout > 1)
        shortest_conflicts(session, soft, [session.add(And((P, Not(P))))])
    wanted = Verdict.INCONSISTENT if timeout > 1 else Verdict.TIMEOUT
    assert optima(doubted, [(P, 1.0)], timeout) is wanted
    with opened(optima([Or((P, Q))], [(Not(P), 1.0), (Not(Q), 2.0)])) as found:
        for goal, verdict in ((P, Verdict.ENTAILED), (Q, Verdict.REFUTED), (R, Verdict.UNKNOWN)):
            answer = found.ask(goal)
            assert answer.verdict is verdict
            assert prove(found, goal, answer) is not None
    assert made
    assert all(solver.solver is None for solver in made)


def test_ctrl_c_stops_an_optimisation() -> None:
    with interrupted(0.2):
        optima(pigeons(12), [(P, 1.0)], 60)


def test_misuse_is_refused() -> None:
    for weight in (0.0, -1.0, float("nan"), float("inf"), 1e7):
        with pytest.raises(UsageError, match="soft statement 1, `p`, weighs"):
            optima([], [(P, weight)])
    with pytest.raises(UsageError, match="must be a positive number, got"):
        optima([], [], 0)
    deep: FormulaNode = P
    for _ in range(200):
        deep = Not(deep)
    with pytest.raises(FormError, match="statement 1 is nested more than"):
        optima([deep], [])
    found = opened(optima([], [(P, 1.0)]))
    with found, pytest.raises(FormError, match="the goal is nested more than"):
        found.ask(deep)
    with pytest.raises(UsageError, match="the optimiser is closed"):
        found.kept()
