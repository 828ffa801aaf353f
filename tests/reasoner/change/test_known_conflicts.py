"""What was learnt about conflicts, and names that a base has already, change no outcome."""

from itertools import permutations

import pytest
from builders import P, Q, R

from defeasible.reasoner import sat
from defeasible.reasoner.change import LINEAR, Ranked, contract
from defeasible.reasoner.change.linear import climb
from defeasible.reasoner.logic import And, Implies, Not, Or
from defeasible.reasoner.verdict import Verdict

FORMULAS = (P, Q, Not(And((P, Q))), Or((Not(P), R)), Not(R))


@pytest.mark.parametrize("order", [*permutations(range(4))], ids=str)
def test_what_is_known_of_conflicts_saves_searches_and_changes_nothing(order: tuple[int, ...]) -> None:
    with sat.Session() as session:
        handles = [session.add(formula) for formula in FORMULAS]
        learnt = climb(session, [], handles, sat.Deadline(10)).dropped
        assert learnt
        soft = [handles[n] for n in (*order, 4)]
        fresh = climb(session, [], soft, sat.Deadline(10))
        again = climb(session, [], soft, sat.Deadline(10), learnt)
        assert again.kept == fresh.kept
        assert again.dropped.keys() == fresh.dropped.keys()
        place = {handle: n for n, handle in enumerate(soft)}
        for handle, conflict in again.dropped.items():
            assert {*conflict} <= {*again.kept}
            assert all(place[other] < place[handle] for other in conflict)


@pytest.mark.parametrize(("taken", "free"), [(("k",), "~"), (("~",), "~~"), (("~", "~~"), "~~~")])
def test_the_negation_has_a_name_that_no_statement_has(taken: tuple[str, ...], free: str) -> None:
    rules = [Ranked(name, Implies(P, Q), seq=n) for n, name in enumerate(taken)]
    found = contract(LINEAR, [*rules, Ranked("p", P, seq=9)], Q)
    assert found.negation == free
    assert found.ask(Q).verdict is Verdict.UNKNOWN
    assert {dropped.id for dropped in found.given_up} <= {*taken, "p"}
    assert all(free in dropped.conflict for dropped in found.given_up)
