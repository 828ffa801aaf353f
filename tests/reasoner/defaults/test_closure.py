"""Both closures against brute force over ranked worlds, and the textbook's examples in any order."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

import pytest

from default_worlds import BruteForce, formula, literal
from defeasible.reasoner.defaults import Default, Ranking, follows, rank
from defeasible.reasoner.errors import FormError
from defeasible.reasoner.logic import TRUE, And, Atom, FormulaNode, Implies
from defeasible.reasoner.notation import parse_formula as f
from defeasible.reasoner.sat.cores import true_in
from defeasible.reasoner.verdict import Verdict


def defaults(*lines: str) -> list[Default]:
    found = []
    for number, line in enumerate(lines, 1):
        if_, then = line.split(" => ")
        found.append(Default(f"d{number}", f(if_), f(then)))
    return found


def ranked(hard: list[FormulaNode], given: list[Default]) -> Ranking:
    ranking = rank(hard, given)
    assert ranking is not None
    return ranking


@pytest.mark.parametrize("block", range(10))
def test_random_bases_agree_with_brute_force(block: int) -> None:
    random = Random(block)
    for _ in range(100):
        atoms = "pqrst"[: random.randint(2, 5)]
        given = [
            Default(
                f"d{n}", formula(random, atoms) if random.random() < 0.9 else TRUE, formula(random, atoms)
            )
            for n in range(random.randint(1, 6))
        ]
        hard: list[FormulaNode] = [
            Implies(literal(random, atoms), literal(random, atoms)) for _ in range(random.randint(0, 2))
        ]
        facts = [formula(random, atoms) for _ in range(random.randint(0, 2))]
        goal = formula(random, atoms)
        oracle, ranking = BruteForce(atoms, hard, given), ranked(hard, given)
        assert {d.id: ranking.of(d.id) for d in given} == oracle.ranks
        for closure in ("rational", "lexicographic"):
            found = follows(ranking, facts, goal, closure)
            assert found is oracle.follows(facts, goal, closure), (given, hard, facts, goal, closure)


@pytest.mark.parametrize("block", range(4))
def test_what_shows_a_rank_shows_it(block: int) -> None:
    """Witnesses verify and violate nothing; cores contradict, and are minimal."""
    random = Random(100 + block)
    for _ in range(50):
        atoms = "pqrs"
        given = [Default(f"d{n}", formula(random, atoms), formula(random, atoms)) for n in range(5)]
        hard: list[FormulaNode] = [Implies(literal(random, atoms), literal(random, atoms))]
        ranking = ranked(hard, given)
        worlds = [
            frozenset(a for a, on in zip(atoms, bits, strict=True) if on)
            for bits in product((0, 1), repeat=4)
        ]
        named = {d.id: d.material for d in given} | {"hard:0": hard[0]}
        for d, placed in zip(given, ranking.placed, strict=True):
            verified = And((d.if_, d.then))
            if placed.rank is not None:
                above = [e.material for e in given if (at := ranking.of(e.id)) is None or at >= placed.rank]
                assert all(true_in(x, placed.witness) for x in (verified, *hard, *above))
            if placed.rank == 0:
                assert placed.core == ()
            else:
                parts = [named[name] for name in placed.core]
                assert not any(all(true_in(x, w) for x in (verified, *parts)) for w in worlds)
                for left_out in range(len(parts)):
                    rest = [*parts[:left_out], *parts[left_out + 1 :]]
                    assert any(all(true_in(x, w) for x in (verified, *rest)) for w in worlds)


PENGUIN = ("b => f", "p => b", "p => ~f", "b => w")


@pytest.mark.parametrize("order", list(permutations(PENGUIN)))
def test_penguins_in_any_order(order: tuple[str, ...]) -> None:
    ranking = ranked([], defaults(*order))
    penguin, bird = [Atom("p")], [Atom("b")]
    for closure in ("rational", "lexicographic"):
        assert follows(ranking, bird, Atom("f"), closure) is Verdict.ENTAILED
        assert follows(ranking, penguin, Atom("f"), closure) is Verdict.REFUTED
        assert follows(ranking, penguin, Atom("b"), closure) is Verdict.ENTAILED
    # The drowning problem: rational closure gives up all that birds normally are, lexicographic only flying.
    assert follows(ranking, penguin, Atom("w"), "rational") is Verdict.UNKNOWN
    assert follows(ranking, penguin, Atom("w"), "lexicographic") is Verdict.ENTAILED


@pytest.mark.parametrize("order", list(permutations(("q => c", "r => ~c", "q => k"))))
def test_the_nixon_diamond_is_open_and_leaves_the_rest(order: tuple[str, ...]) -> None:
    ranking = ranked([], defaults(*order))
    nixon = [Atom("q"), Atom("r")]
    assert follows(ranking, nixon, Atom("c")) is Verdict.UNKNOWN
    assert follows(ranking, nixon, Atom("k")) is Verdict.ENTAILED
    assert follows(ranking, nixon, Atom("k"), "rational") is Verdict.UNKNOWN


def test_hard_statements_hold_and_a_default_against_them_has_no_rank() -> None:
    ranking = ranked([f("p -> b"), f("p -> ~f")], defaults("b => f", "p => f"))
    assert [ranking.of("d1"), ranking.of("d2")] == [0, None]
    assert ranking.unranked == (ranking.defaults[1],)
    assert follows(ranking, [Atom("p")], Atom("b")) is Verdict.INCONSISTENT
    assert follows(ranking, [Atom("b")], Atom("p")) is Verdict.REFUTED


def test_ids_are_unique_and_known() -> None:
    twice = [Default("d", Atom("p"), Atom("q")), Default("d", Atom("q"), Atom("p"))]
    with pytest.raises(FormError, match="duplicate default `d`"):
        rank([], twice)
    with pytest.raises(FormError, match="no default `x`"):
        ranked([], twice[:1]).of("x")


def test_out_of_time_is_no_ranking() -> None:
    assert rank([], defaults(*PENGUIN), timeout=1e-9) is None
