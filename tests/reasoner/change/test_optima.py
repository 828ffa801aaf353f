"""MaxSAT and Dalal's operator against brute force over random bases: what stands, what does not, and why."""

import math
from random import Random

import pytest
from builders import P, Q, R, S, random_formula
from change_oracle import Worlds, correction_sets, dalal, maxsat, minimally_contradictory

from defeasible.reasoner.change import DALAL, LINEAR, MAXSAT, Operator, Ranked, Status, by_rank, revise
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.logic import And, Atom, FormulaNode, Iff, Implies, Not, Or, evaluate, negate
from defeasible.reasoner.verdict import Verdict

NAMES = ["a1", "a2", "a3", "a4"]


def random_base(random: Random) -> list[Ranked]:
    names = NAMES[: random.randint(1, 4)]
    return [
        Ranked(
            f"k{i}",
            random_formula(random, names, random.choice((0, 1, 2))),
            math.inf if random.random() < 0.1 else random.choice((1.0, 1.0, 2.0)),
            layer=random.choice((0, 0, 0, 1)),
            seq=i,
        )
        for i in range(random.randint(0, 6))
    ]


def verdict(models: int, rows: int) -> Verdict:
    if not models & ~rows:
        return Verdict.ENTAILED
    return Verdict.UNKNOWN if models & rows else Verdict.REFUTED


def assert_answer(
    operator: Operator, base: list[Ranked], goal: FormulaNode, worlds: Worlds, models: int
) -> None:
    answer = operator.settle(base).ask(goal)
    expected = verdict(models, worlds.of(goal))
    assert answer.verdict is expected
    truths = []
    for model in answer.models:
        world = {name: name in model for name in worlds.names}
        assert models >> worlds.all.index(world) & 1
        truths.append(evaluate(goal, world))
    shown = {Verdict.ENTAILED: [True], Verdict.REFUTED: [False], Verdict.UNKNOWN: [True, False]}
    assert truths == shown[expected]


@pytest.mark.parametrize(("operator", "oracle"), [(MAXSAT, maxsat), (DALAL, dalal)], ids=["maxsat", "dalal"])
def test_agrees_with_brute_force(operator: Operator, oracle: object) -> None:
    assert callable(oracle)
    random = Random(21)
    seen: set[object] = set()
    for _ in range(1500):
        base, goal = random_base(random), random_formula(random, NAMES, 2)
        worlds = Worlds([goal, *(s.formula for s in base)])
        models = oracle(worlds, base)
        formulas = {s.id: s.formula for s in base}
        settled = operator.settle(random.sample(base, len(base)))
        seen.add(settled.status)
        if not models:
            assert settled.status is Status.INCONSISTENT
            assert minimally_contradictory(worlds, [formulas[i] for i in settled.core])
            continue
        stands = {s.id: verdict(models, worlds.of(s.formula)) for s in base}
        assert settled.kept == tuple(s.id for s in by_rank(base) if stands[s.id] is Verdict.ENTAILED)
        assert tuple(d.id for d in settled.dropped) == tuple(
            s.id for s in by_rank(base) if stands[s.id] is not Verdict.ENTAILED
        )
        for dropped in settled.dropped:
            assert dropped.always is (stands[dropped.id] is Verdict.REFUTED)
            seen.add(dropped.always)
        assert_answer(operator, base, goal, worlds, models)
    assert seen == {Status.SETTLED, Status.INCONSISTENT, True, False}


def test_a_maxsat_drop_names_a_conflict_within_an_optimum() -> None:
    random, ties = Random(22), 0
    for _ in range(800):
        base = random_base(random)
        worlds = Worlds(s.formula for s in base)
        settled = MAXSAT.settle(base)
        if settled.status is Status.INCONSISTENT:
            continue
        ranked = {s.id: s for s in base}
        lost = correction_sets(worlds, base)
        for dropped in settled.dropped:
            assert minimally_contradictory(
                worlds, [ranked[i].formula for i in (dropped.id, *dropped.conflict)]
            )
            hard = all(ranked[i].hard for i in dropped.conflict)
            assert hard or any(dropped.id in c and not c & set(dropped.conflict) for c in lost)
            ties += bool(dropped.tied)
            assert set(dropped.tied) <= set(dropped.conflict)
    assert ties > 50


def test_what_is_lost_in_turn_with_its_conflict_is_tied_whatever_either_weighs() -> None:
    # Two optima: one loses the heavy statement, the other both light ones.
    light = (Ranked("light", Not(P), 1.0, seq=2), Ranked("too", And((Not(P), Not(Q))), 1.0, seq=3))
    settled = MAXSAT.settle([Ranked("heavy", P, 2.0, seq=1), *light])
    assert settled.kept == ()
    for dropped in settled.dropped:
        assert not dropped.always
        assert dropped.tied == dropped.conflict
        assert dropped.conflict in ((("light",), ("too",)) if dropped.id == "heavy" else (("heavy",),))
    # What is lost in every optimum is tied with nothing that outweighs it.
    (lost,) = MAXSAT.settle([Ranked("heavy", P, 2.0, seq=1), light[0]]).dropped
    assert (lost.id, lost.conflict, lost.tied) == ("light", ("heavy",), ())


def test_a_maxsat_core_holds_a_reason_in_every_optimum() -> None:
    random, several = Random(23), 0
    for _ in range(1000):
        base = [
            Ranked(f"k{i}", random_formula(random, NAMES[:3], random.choice((0, 1, 2))), seq=i)
            for i in range(random.randint(3, 7))
        ]
        settled = MAXSAT.settle(base)
        # Of statements that rule each other out, one holds in every optimum.
        torn = {d.id for d in settled.dropped if not d.always}
        goal = Or(tuple(s.formula for s in base if s.id in torn) or (P,))
        answer = settled.ask(goal)
        if answer.verdict not in (Verdict.ENTAILED, Verdict.REFUTED):
            continue
        worlds = Worlds([goal, *(s.formula for s in base)])
        side = goal if answer.verdict is Verdict.ENTAILED else negate(goal)
        optimal = worlds.each(maxsat(worlds, base))
        for world in optimal:
            holding = [s.formula for s in base if s.id in answer.core and worlds.of(s.formula) >> world & 1]
            rows = worlds.full
            for formula in holding:
                rows &= worlds.of(formula)
            assert not rows & ~worlds.of(side)
        several += not set(answer.core) <= set(settled.kept)
    assert several > 10


def test_what_all_optima_share_stands_though_they_differ() -> None:
    base = [Ranked("one", P, seq=1), Ranked("other", Not(P), seq=2)]
    base += [Ranked("r1", Implies(P, Q), 3, seq=3), Ranked("r2", Implies(Not(P), Q), 3, seq=4)]
    settled = MAXSAT.settle(base)
    assert {(d.id, d.conflict, d.always, d.tied) for d in settled.dropped} == {
        ("one", ("other",), False, ("other",)),
        ("other", ("one",), False, ("one",)),
    }
    answer = settled.ask(Q)
    assert answer.verdict is Verdict.ENTAILED
    assert set(answer.core) == {"one", "other", "r1", "r2"}
    assert settled.ask(P).verdict is Verdict.UNKNOWN
    # Linear revision takes the newer one.
    assert LINEAR.settle(base).ask(P).verdict is Verdict.REFUTED


def test_two_light_statements_outweigh_a_heavier_one_but_not_one_of_a_higher_layer() -> None:
    base = [Ranked("a", And((P, Q)), 2, seq=1), Ranked("b", And((Q, R)), 2, seq=2)]
    base.append(Ranked("c", Not(Q), 3, seq=3))
    assert MAXSAT.settle(base).ask(Q).verdict is Verdict.ENTAILED
    above = [Ranked(s.id, s.formula, s.weight, layer=int(s.id == "c"), seq=s.seq) for s in base]
    assert MAXSAT.settle(above).ask(Q).verdict is Verdict.REFUTED


def test_sums_that_differ_by_rounding_alone_are_tied() -> None:
    base = [Ranked("a", And((P, R)), 0.1), Ranked("b", And((P, S)), 0.2), Ranked("c", Not(P), 0.3)]
    assert MAXSAT.settle(base).ask(P).verdict is Verdict.UNKNOWN


def test_a_hundred_revisions_stay_exact() -> None:
    base: tuple[Ranked, ...] = ()
    for n in range(100):
        base = revise(
            MAXSAT, base, Ranked(f"n{n}", P if n % 2 else Not(P), 1e6 if n == 0 else 1e-9, seq=n)
        ).statements
    settled = MAXSAT.settle(base)
    assert settled.ask(P).verdict is Verdict.ENTAILED
    assert len(settled.dropped) == 50


def test_dalal_moves_as_few_atoms_as_it_can() -> None:
    base = [Ranked("all", And((P, Q, R)), seq=1)]
    news = Ranked("n", And((Not(P), Implies(Q, Not(R)))), seq=2)
    changed = revise(DALAL, base, news)
    assert changed.settled.ask(Or((Q, R))).verdict is Verdict.ENTAILED
    assert changed.settled.ask(Q).verdict is Verdict.UNKNOWN
    # Statements as wholes do not bend: linear revision is left with the news alone.
    assert revise(LINEAR, base, news).settled.ask(Or((Q, R))).verdict is Verdict.UNKNOWN


def test_dalal_does_not_look_at_words() -> None:
    news = Ranked("n", Not(And((P, Q))), seq=9)
    one = revise(DALAL, [Ranked("k", And((P, Q, Iff(R, P))), seq=1)], news)
    three = revise(
        DALAL, [Ranked("k1", P, seq=1), Ranked("k2", Q, 5, seq=2), Ranked("k3", Iff(P, R), seq=3)], news
    )
    for goal in (P, Q, R, Or((P, Q)), Iff(P, Not(Q)), Implies(P, R)):
        assert one.settled.ask(goal).verdict is three.settled.ask(goal).verdict


def test_dalal_can_lose_a_statement_that_is_in_no_conflict() -> None:
    base = [Ranked("both", And((P, Q)), 2, seq=1), Ranked("free", Or((P, Not(Q))), seq=2)]
    settled = revise(DALAL, base, Ranked("n", Not(P), seq=3)).settled
    lost = {d.id: d for d in settled.dropped}
    assert set(lost) == {"both", "free"}
    assert set(lost["free"].conflict) == {"n", "both"}


def test_an_atom_that_looks_like_a_copy_is_refused() -> None:
    with pytest.raises(UsageError, match="statement `k` has an atom `p@@1`"):
        DALAL.settle([Ranked("k", Atom("p@@1"))])


@pytest.mark.parametrize("operator", [LINEAR, MAXSAT, DALAL], ids=lambda o: o.name)
def test_what_is_impossible_names_the_hard_statements_alone(operator: Operator) -> None:
    # Soft statements would be a shorter reason, but they are not what stands in the way.
    base = [
        Ranked("soft", Not(P), 1, seq=1),
        Ranked("h1", Implies(P, Q), math.inf, seq=2),
        Ranked("h2", Implies(Q, R), math.inf, seq=3),
        Ranked("h3", Not(R), math.inf, seq=4),
    ]
    changed = revise(operator, base, Ranked("n", P, seq=5))
    assert changed.settled.status is Status.INCONSISTENT
    assert set(changed.settled.core) == {"h1", "h2", "h3", "n"}
