"""Formulas in writing: what is printed reads back, and what is none is refused with its place."""

import operator
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from builders import brute_force, random_formula
from hypothesis import given, settings
from hypothesis import strategies as st

from defeasible.reasoner.errors import FormError
from defeasible.reasoner.logic import (
    FALSE,
    MAX_DEPTH,
    TRUE,
    And,
    Atom,
    FormulaNode,
    Iff,
    Implies,
    Not,
    Or,
    render,
)
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
        ("p <-> q <-> r", Iff(P, Iff(Q, R))),
        ("p | q & r | ~p", Or((P, And((Q, R)), Not(P)))),
        ("(p -> q) -> r", Implies(Implies(P, Q), R)),
        ("(((p)))", P),
        ("(p &)", And((P,))),
        ("~(p |) & q", And((Not(Or((P,))), Q))),
        ("((p & q) |)", Or((And((P, Q)),))),
        (r'"say \"no\"" & "\\"', And((Atom('say "no"'), Atom("\\")))),
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


NAMES = st.sampled_from(["p", "a1@2", "true", "it rains", '"', "\\", "a-b", "-", "下雨", "<->"]) | st.text(
    min_size=1
)
FORMULAS = st.recursive(
    NAMES.map(Atom) | st.sampled_from([TRUE, FALSE]),
    lambda part: st.one_of(
        part.map(Not),
        st.lists(part, max_size=3).map(lambda args: And(tuple(args))),
        st.lists(part, max_size=3).map(lambda args: Or(tuple(args))),
        st.builds(Implies, part, part),
        st.builds(Iff, part, part),
    ),
    max_leaves=12,
)


@settings(deadline=None)
@given(FORMULAS)
def test_a_formula_reads_back_as_it_was(formula: FormulaNode) -> None:
    assert parse_formula(str(formula)) == formula


@pytest.mark.parametrize("wrap", [Not, lambda f: Implies(P, f), lambda f: And((f,)), lambda f: Iff(f, Q)])
def test_the_deepest_formula_reads_back(wrap: Callable[[FormulaNode], FormulaNode]) -> None:
    formula: FormulaNode = P
    for _ in range(MAX_DEPTH - 1):
        formula = wrap(formula)
    assert parse_formula(str(formula)) == formula


def test_operators_compose_formulas() -> None:
    assert Or((And((P, Not(Q))), Implies(R, P))) == P & ~Q | R >> P
    assert (P & Q) & R == P & (Q & R) == And((P, Q, R))
    assert (P | Q) | R == P | (Q | R) == Or((P, Q, R))
    assert (And((TRUE, P)), Not(Not(P))) == (TRUE & P, ~~P)
    assert parse_formula("p & q & ~r -> p") == (P & Q & ~R) >> P


@pytest.mark.parametrize("wrong", ["q", 1, None])
def test_only_formulas_compose(wrong: Any) -> None:
    for compose in (operator.and_, operator.or_, operator.rshift):
        with pytest.raises(TypeError, match="unsupported operand"):
            compose(P, wrong)


@pytest.mark.parametrize("formula", [P, ~P, TRUE, FALSE, P >> Q, Iff(P, Q)], ids=str)
def test_a_formula_is_no_truth_value(formula: FormulaNode) -> None:
    with pytest.raises(TypeError, match=re.escape("write `&`, `|`, `~`, not `and`, `or`, `not`")):
        bool(formula)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'': expected an atom at character 1, found the end"),
        ("p &", "'p &': expected an atom at character 4, found the end"),
        ("p q", "'p q': expected an operator or the end at character 3, found `q`"),
        ("(p", r"'\(p': expected `\)` at character 3, found the end"),
        ("p -> -> q", "'p -> -> q': expected an atom at character 6, found `-> q`"),
        ("p > q", "'p > q': expected a sign or an atom at character 3, found `> q`"),
        ('"p', "expected a sign or an atom"),
        ("~" * 200 + "p", "nested more than 100 deep"),
        ("(" * 10_000 + "p", "expected `\\)` at character .*, found the end"),
        ("p)", r"'p\)': expected an operator or the end at character 2, found `\)`"),
        ("p & )", "expected an atom at character .*, found `)`".replace(")", r"\)")),
        ("(p & q &)", r"'\(p & q &\)': expected an atom at character 9, found `\)`"),
        ("(p ->)", r"expected an atom at character .*, found `\)`"),
        ("(& p)", r"expected an atom at character .*, found `& p\)`"),
        ("()", r"expected an atom at character .*, found `\)`"),
    ],
)
def test_what_is_no_formula_is_named(text: str, message: str) -> None:
    with pytest.raises(FormError, match=message):
        parse_formula(text)
