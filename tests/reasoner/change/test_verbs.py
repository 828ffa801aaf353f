"""The verbs of belief change against brute force: expansion, revision, contraction, update, erasure."""

import math
from random import Random

import pytest
from builders import P, Q, R, S, random_formula
from change_oracle import Worlds, linear, winslett

from defeasible.reasoner.change import (
    LINEAR,
    MAX_ATOMS,
    Ranked,
    Settled,
    Status,
    contract,
    erase,
    expand,
    given_up,
    minimal_change,
    next_stamp,
    past,
    revise,
    update,
)
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.logic import (
    FALSE,
    And,
    Atom,
    FormulaNode,
    Iff,
    Implies,
    Not,
    Or,
    atoms,
    evaluate,
    subformulas,
)
from defeasible.reasoner.verdict import Verdict

NAMES = ["a1", "a2", "a3", "a4"]
SPACE = Worlds([Atom(name) for name in NAMES])


def hard(*formulas: FormulaNode) -> list[Ranked]:
    return [Ranked(f"k{i}", f, math.inf, seq=i) for i, f in enumerate(formulas, 1)]


def soft(*formulas: FormulaNode) -> list[Ranked]:
    return [Ranked(f"k{i}", f, seq=i) for i, f in enumerate(formulas, 1)]


def believed(settled: Settled, space: Worlds = SPACE) -> int:
    """The worlds that a settled base leaves possible, each asked for."""
    if settled.ask(FALSE).verdict is Verdict.INCONSISTENT:
        return 0
    worlds = 0
    for i, world in enumerate(space.all):
        here = And(tuple(Atom(n) if holds else Not(Atom(n)) for n, holds in world.items()))
        worlds |= (settled.ask(here, core=False).verdict is not Verdict.REFUTED) << i
    return worlds


def conjunction(*formulas: FormulaNode) -> int:
    worlds = SPACE.full
    for formula in formulas:
        worlds &= SPACE.of(formula)
    return worlds


# --- Expansion and revision ------------------------------------------------------------------------


def test_expansion_gives_nothing_up_and_names_a_conflict() -> None:
    base = soft(P, Implies(P, Q))
    fine = expand(LINEAR, base, Ranked("n", R, seq=3))
    assert fine.settled.kept == ("k1", "k2", "n")
    assert believed(fine.settled) == conjunction(P, Q, R)
    clash = expand(LINEAR, base, Ranked("n", Not(Q), seq=3))
    assert clash.settled.status is Status.INCONSISTENT
    assert set(clash.settled.core) == {"k1", "k2", "n"}
    assert [s.id for s in clash.statements] == ["k1", "k2", "n"]


def test_expansion_adds_to_what_stands_and_not_to_what_was_dropped() -> None:
    base = [Ranked("low", Not(P), 1, seq=1), Ranked("high", P, 2, seq=2)]
    assert expand(LINEAR, base, Ranked("n", P, seq=3)).settled.status is Status.SETTLED


def test_revision_can_be_repeated_and_what_was_lost_can_come_back() -> None:
    base = soft(P)
    first = revise(LINEAR, base, Ranked("n1", Not(P), seq=2))
    second = revise(LINEAR, first.statements, Ranked("n2", P, seq=3))
    assert first.settled.kept == ("n1",)
    assert set(second.settled.kept) == {"n2", "k1"}
    assert [s.layer for s in second.statements] == [0, 1, 2]
    settled = LINEAR.settle(base)
    assert [d.id for d in given_up(settled, first.settled)] == ["k1"]
    assert given_up(settled, second.settled) == ()


@pytest.mark.parametrize("news", [FALSE, And((P, Not(P)))], ids=["false", "contradiction"])
def test_revision_by_what_cannot_be_is_inconsistent(news: FormulaNode) -> None:
    changed = revise(LINEAR, soft(Q), Ranked("n", news, seq=2))
    assert changed.settled.status is Status.INCONSISTENT
    assert changed.settled.core == ("n",)


def test_revision_against_the_hard_statements_is_inconsistent_and_names_them() -> None:
    changed = revise(LINEAR, hard(P, Implies(P, Q), R), Ranked("n", Not(Q), seq=4))
    assert changed.settled.status is Status.INCONSISTENT
    assert set(changed.settled.core) == {"k1", "k2", "n"}


def test_news_that_is_certain_stays_certain() -> None:
    first = revise(LINEAR, soft(P), Ranked("n1", Not(P), math.inf, seq=2))
    assert first.settled.kept == ("n1",)
    second = revise(LINEAR, first.statements, Ranked("n2", P, seq=3))
    assert second.settled.status is Status.INCONSISTENT
    assert second.settled.core == ("n1", "n2")
    third = revise(LINEAR, first.statements, Ranked("n3", P, math.inf, seq=3))
    assert third.settled.status is Status.INCONSISTENT
    assert set(third.settled.core) == {"n1", "n3"}


def test_an_inconsistent_base_stays_so_under_revision() -> None:
    assert revise(LINEAR, hard(P, Not(P)), Ranked("n", Q, seq=3)).settled.status is Status.INCONSISTENT


# --- Contraction -----------------------------------------------------------------------------------


def test_contraction_says_what_is_given_up_and_why() -> None:
    base = [Ranked("fact", P, 1, seq=1), Ranked("rule", Implies(P, Q), 2, seq=2), Ranked("rest", R, 1, seq=3)]
    found = contract(LINEAR, base, Q)
    assert [(d.id, set(d.conflict)) for d in found.given_up] == [("fact", {"rule", found.negation})]
    assert [s.id for s in found.statements] == ["rule", "rest"]
    assert found.status is Status.SETTLED
    assert found.needed is None


def test_recovery_holds_for_the_belief_set_and_fails_for_the_base() -> None:
    # Told "Anna and Ben came", we hear that perhaps Anna did not, and then that she did.
    base = soft(And((P, Q)))
    found = contract(LINEAR, base, P)
    again = soft(P)
    assert found.statements == ()
    assert believed(LINEAR.settle([*found.statements, *again])) == SPACE.of(P)
    assert found.ask(Implies(P, Q)).verdict is Verdict.ENTAILED
    assert found.ask(P).verdict is Verdict.UNKNOWN


def test_the_contracted_belief_set_is_what_both_sides_have_in_common() -> None:
    random = Random(12)
    verdicts = set()
    for _ in range(800):
        base = [
            Ranked(f"k{i}", random_formula(random, NAMES, 2), random.choice((1, 2)), seq=i)
            for i in range(1, random.randint(2, 5))
        ]
        formula, goal = random_formula(random, NAMES, 2), random_formula(random, NAMES, 2)
        found = contract(LINEAR, base, formula)
        models = linear(SPACE, base)[0]
        against = SPACE.full & ~SPACE.of(formula)
        if against:
            models |= linear(SPACE, [*base, Ranked("n", Not(formula), math.inf)])[0]
        answer = found.ask(goal)
        rows = SPACE.of(goal)
        expected = (
            Verdict.ENTAILED if not models & ~rows else Verdict.UNKNOWN if models & rows else Verdict.REFUTED
        )
        assert answer.verdict is expected
        verdicts.add(expected)
        for number, model in enumerate(answer.models):
            world = {name: name in model for name in NAMES}
            assert models >> SPACE.all.index(world) & 1
            assert evaluate(goal, world) is (
                answer.verdict is Verdict.ENTAILED or (answer.verdict is Verdict.UNKNOWN and number == 0)
            )
        assert found.negation not in answer.core
    assert verdicts == {Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN}


def test_a_tautology_cannot_be_contracted() -> None:
    found = contract(LINEAR, soft(P), Or((Q, Not(Q))))
    assert found.needed == ()
    assert found.given_up == ()
    assert found.ask(P).verdict is Verdict.ENTAILED


def test_what_hard_statements_entail_cannot_be_contracted() -> None:
    found = contract(LINEAR, [*hard(P, Implies(P, Q)), Ranked("s", R)], Q)
    assert set(found.needed or ()) == {"k1", "k2"}
    assert {s.id for s in found.statements} == {"k1", "k2", "s"}


def test_contraction_does_not_bring_back_what_did_not_stand() -> None:
    base = [Ranked("low", Not(P), 1, seq=1), Ranked("high", P, 2, seq=2)]
    found = contract(LINEAR, base, P)
    assert found.statements == ()
    assert found.ask(P).verdict is Verdict.UNKNOWN


def test_an_inconsistent_base_cannot_be_contracted() -> None:
    found = contract(LINEAR, hard(P, Not(P)), Q)
    assert found.status is Status.INCONSISTENT
    assert found.ask(Q).verdict is Verdict.INCONSISTENT


# --- Update ----------------------------------------------------------------------------------------


def test_update_is_winsletts_over_chains_of_updates() -> None:
    random = Random(5)
    lengths = {1: 0, 2: 0, 3: 0}
    for _ in range(1200):
        formulas = [random_formula(random, NAMES, 2) for _ in range(random.randint(1, 3))]
        expected = conjunction(*formulas)
        base, settled = tuple(hard(*formulas)), None
        length = random.choice((1, 1, 2, 3))
        lengths[length] += 1
        for n in range(length):
            news = random_formula(random, NAMES, 2)
            expected = winslett(SPACE, expected, SPACE.of(news))
            changed = update(LINEAR, base, Ranked(f"n{n}", news, seq=10 + n))
            base, settled = changed.statements, changed.settled
            if not SPACE.of(news):
                assert settled.status is Status.INCONSISTENT
                break
            assert believed(settled) == expected
    assert min(lengths.values()) > 100


def test_erasure_is_the_base_or_its_update_by_the_negation() -> None:
    random = Random(6)
    for _ in range(500):
        formulas = [random_formula(random, NAMES, 2) for _ in range(random.randint(1, 3))]
        models, old = conjunction(*formulas), random_formula(random, NAMES, 2)
        expected = models | winslett(SPACE, models, SPACE.full & ~SPACE.of(old))
        assert believed(erase(LINEAR, hard(*formulas), Ranked("n", old, seq=9)).settled) == expected


def test_updates_and_revisions_alternate() -> None:
    # Revision after an update gives up what was told of the past; update changes what revision left.
    random = Random(7)
    for _ in range(500):
        base = tuple(
            Ranked(f"k{i}", random_formula(random, NAMES, 2), random.choice((1, 2)), seq=i)
            for i in range(1, random.randint(2, 5))
        )
        first, second = (random_formula(random, NAMES, 2) for _ in range(2))
        revised = revise(LINEAR, base, Ranked("n1", first, seq=8))
        if revised.settled.status is Status.INCONSISTENT or not SPACE.of(second):
            continue
        updated = update(LINEAR, revised.statements, Ranked("n2", second, seq=9))
        expected = winslett(SPACE, believed(revised.settled), SPACE.of(second))
        assert believed(updated.settled) == expected
        third = random_formula(random, NAMES, 2)
        again = revise(LINEAR, updated.statements, Ranked("n3", third, seq=10))
        if not SPACE.of(third):
            assert again.settled.status is Status.INCONSISTENT
        elif expected & SPACE.of(third):
            assert believed(again.settled) == expected & SPACE.of(third)
        else:
            assert again.settled.status is Status.SETTLED
            assert not believed(again.settled) & ~SPACE.of(third)


def test_an_update_that_is_taken_back_did_not_change_anything() -> None:
    base = tuple(hard(P, Q))
    closed = update(LINEAR, base, Ranked("n1", Not(P), seq=3))
    assert believed(closed.settled) == conjunction(Not(P), Q)
    after = revise(LINEAR, closed.statements, Ranked("n2", P, seq=4))
    assert [d.id for d in after.settled.dropped] == ["n1"]
    assert believed(after.settled) == conjunction(P, Q)


def test_revision_and_update_differ() -> None:
    # One of two things lies on the table. Seen: it is not the book. Done: somebody made sure the book is not.
    base = soft(Or((And((P, Not(Q))), And((Q, Not(P))))))
    news = Ranked("n", Not(P), seq=2)
    assert revise(LINEAR, base, news).settled.ask(Q).verdict is Verdict.ENTAILED
    assert update(LINEAR, base, news).settled.ask(Q).verdict is Verdict.UNKNOWN


def test_the_past_can_be_asked_about() -> None:
    changed = update(LINEAR, soft(P), Ranked("n", Not(P), seq=2))
    assert changed.settled.ask(Atom(past("a1", 1))).verdict is Verdict.ENTAILED
    assert changed.settled.ask(P).verdict is Verdict.REFUTED
    assert next_stamp(s.formula for s in changed.statements) == 2


def test_an_update_cannot_repair_an_inconsistent_base() -> None:
    assert update(LINEAR, hard(P, Not(P)), Ranked("n", P, seq=3)).settled.status is Status.INCONSISTENT


def test_laws_hold_after_an_update_as_before() -> None:
    law = Implies(P, Q)
    base = [*hard(law, P), *[Ranked("rest", R, seq=3)]]
    without = update(LINEAR, base, Ranked("n", Not(Q), seq=4)).settled
    under = update(LINEAR, base, Ranked("n", Not(Q), seq=4), laws=(law, Or((R, S)))).settled
    assert without.ask(P).verdict is Verdict.ENTAILED
    assert under.ask(P).verdict is Verdict.REFUTED
    assert under.ask(R).verdict is Verdict.ENTAILED


def test_update_under_laws_is_update_by_what_they_allow() -> None:
    random = Random(9)
    for _ in range(300):
        laws = [random_formula(random, NAMES, 1) for _ in range(random.randint(1, 2))]
        facts, news = random_formula(random, NAMES, 2), random_formula(random, NAMES, 2)
        models, wanted = conjunction(facts, *laws), conjunction(news, *laws)
        if not wanted:
            continue
        changed = update(LINEAR, hard(*laws, facts), Ranked("n", news, seq=9), laws=laws)
        assert believed(changed.settled) == winslett(SPACE, models, wanted)


# --- The relation of minimal change ----------------------------------------------------------------


def test_minimal_change_relates_each_world_to_its_nearest() -> None:
    random = Random(10)
    for _ in range(600):
        formula = random_formula(random, NAMES, 3)
        names = atoms(formula)
        space = Worlds([Atom(name) for name in names])
        law = minimal_change(formula, 1)
        for i, before in enumerate(space.all):
            allowed = winslett(space, 1 << i, space.of(formula)) | 1 << i
            for j, after in enumerate(space.all):
                both = {past(n, 1): v for n, v in before.items()} | after
                assert evaluate(law, both) is bool(allowed >> j & 1)


def test_the_largest_change_stays_a_formula_of_some_thousand_nodes() -> None:
    wide = [Atom(f"x{i}") for i in range(MAX_ATOMS)]
    odd: FormulaNode = wide[0]
    for atom in wide[1:]:
        odd = Iff(odd, Not(atom))
    for formula in (odd, And(tuple(wide)), Or(tuple(wide))):
        assert len(list(subformulas(minimal_change(formula, 1)))) < 5000


def test_a_change_about_too_many_atoms_is_refused() -> None:
    wide = And(tuple(Atom(f"x{i}") for i in range(MAX_ATOMS + 1)))
    with pytest.raises(UsageError, match=r"a change about 7 atoms .*x0, x1"):
        update(LINEAR, [], Ranked("n", wide))


def test_an_update_nested_too_deeply_is_refused() -> None:
    deep: FormulaNode = P
    for _ in range(101):
        deep = Not(Not(deep))
    with pytest.raises(FormError, match="nested more than"):
        update(LINEAR, [], Ranked("n", deep))
