"""Formulas in writing: what is printed reads back, and what is none is refused with its place."""

from random import Random

import pytest
from builders import brute_force, random_formula

from defeasible.reasoner.errors import FormError
from defeasible.reasoner.logic import And, Atom, FormulaNode, Iff, Implies, Not, Or, render
from defeasible.reasoner.notation import parse_formula
from defeasible.reasoner.verdict import Verdict

P, Q, R = Atom("p"), Atom("q"), Atom("r")


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("p", P),
        ("~p", Not(P)),
        ("~~p", Not(Not(P))),
        ("p & q | r", Or((And((P, Q)), R))),
        ("p -> q -> r", Implies(P, Implies(Q, R))),
        ("p <-> q -> r", Iff(P, Implies(Q, R))),
        ("~p & q", And((Not(P), Q))),
        ("~(p & q)", Not(And((P, Q)))),
        ("(p ∧ ¬q) → r", Implies(And((P, Not(Q))), R)),
        ("p & (q & r)", And((P, And((Q, R))))),
        ("true -> false", Implies(And(()), Or(()))),
        ('"it rains" -> "true"', Implies(Atom("it rains"), Atom("true"))),
        ("well-known -> a1@2", Implies(Atom("well-known"), Atom("a1@2"))),
        ("下雨 -> 地湿", Implies(Atom("下雨"), Atom("地湿"))),
        ("p->q", Implies(P, Q)),
    ],
)
def test_formulas_are_read(text: str, formula: FormulaNode) -> None:
    assert parse_formula(text) == formula


def test_what_is_printed_reads_back() -> None:
    random = Random(1)
    for _ in range(2000):
        formula = random_formula(random, ["a1", "a2", "a3"], 4)
        for text in (str(formula), render(formula)):
            again = parse_formula(text)
            assert parse_formula(str(again)) == again
            assert brute_force([], Iff(again, formula)) is Verdict.ENTAILED


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "at character 1 of '' stands the end, not an atom"),
        ("p &", "at character 4 of 'p &' stands the end, not an atom"),
        ("p q", "at character 3 of 'p q' stands `q`, not an operator or the end"),
        ("(p", r"at character 3 of '\(p' stands the end, not `\)`"),
        ("p -> -> q", "at character 6 of 'p -> -> q' stands `-> q`, not an atom"),
        ("p > q", "at character 3 of 'p > q' stands `> q`, not a sign or an atom"),
        ('"p', "not a sign or an atom"),
        ("~" * 200 + "p", "nested more than 100 deep"),
        ("(" * 10_000 + "p", "nested more than 100 deep"),
    ],
)
def test_what_is_no_formula_is_named(text: str, message: str) -> None:
    with pytest.raises(FormError, match=message):
        parse_formula(text)
