"""Formulas: text, JSON, truth, and the errors of malformed ones."""

from itertools import product
from random import Random

import pytest
from builders import P, Q, R, random_formula

from defeasible.reasoner.errors import FormError
from defeasible.reasoner.logic import (
    FALSE,
    TRUE,
    And,
    FormulaNode,
    Iff,
    Implies,
    Not,
    Or,
    atoms,
    conjoin,
    evaluate,
    from_json,
    negate,
    rename,
    render,
    to_json,
)

EXAMPLES = [
    (P, "a1", "a1", "a1"),
    (Not(P), "~a1", "¬a1", ["~", "a1"]),
    (Implies(And((P, R)), Q), "(a1 & a3) -> a2", "(a1 ∧ a3) → a2", ["->", ["&", "a1", "a3"], "a2"]),
    (
        Iff(P, Not(Or((Q, R)))),
        "a1 <-> ~(a2 | a3)",
        "a1 ↔ ¬(a2 ∨ a3)",
        ["<->", "a1", ["~", ["|", "a2", "a3"]]],
    ),
    (TRUE, "true", "true", ["&"]),
    (FALSE, "false", "false", ["|"]),
]


@pytest.mark.parametrize(("formula", "text", "symbols", "json"), EXAMPLES, ids=[e[1] for e in EXAMPLES])
def test_one_formula_in_all_its_forms(formula: FormulaNode, text: str, symbols: str, json: object) -> None:
    assert str(formula) == text
    assert render(formula) == symbols
    assert to_json(formula) == json
    assert from_json(json) == formula


def test_json_round_trip_of_random_formulas() -> None:
    random = Random(1)
    for _ in range(500):
        formula = random_formula(random, ["a1", "a2", "a3"], 4)
        assert from_json(to_json(formula)) == formula


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (["->", "p"], "with 1 arguments"),
        (["xor", "p", "q"], "operator 'xor'"),
        ([], "not a formula"),
        ("", "not a formula"),
        (7, "not a formula"),
        (["&", ["~"]], "operator '~' with 0"),
    ],
)
def test_malformed_json_says_what_is_wrong(value: object, message: str) -> None:
    with pytest.raises(FormError, match=message):
        from_json(value)


def test_negation_undoes_itself_in_every_model() -> None:
    formula = Implies(P, Q)
    for p, q in product([False, True], repeat=2):
        model = {"a1": p, "a2": q}
        assert evaluate(negate(formula), model) is not evaluate(formula, model)
    assert negate(negate(formula)) == formula


def test_conjoin_flattens_and_drops_repeats() -> None:
    assert conjoin(And((P, Q)), R, P) == And((P, Q, R))
    assert conjoin(P, P) == P


def test_rename_keeps_shape() -> None:
    formula = Iff(Or((P, Q)), And((Not(P), R)))
    assert str(rename(formula, {"a1": "x"})) == "(x | a2) <-> (~x & a3)"
    assert atoms(formula) == ("a1", "a2", "a3")
