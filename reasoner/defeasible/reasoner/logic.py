"""Propositional formulas: immutable nodes, one JSON form, one text form.

A formula in JSON is its atom's name, or a list of an operator and its arguments:
`["->", ["&", "a1", "a3"], "a2"]`. Operators are `~ & | -> <->`, as `str(formula)` prints them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from pydantic import PlainSerializer, PlainValidator, WithJsonSchema

from defeasible.reasoner.errors import FormError


@dataclass(frozen=True, slots=True)
class Atom:
    """A proposition, by name."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Not:
    """Negation."""

    arg: Formula

    def __str__(self) -> str:
        return f"~{_wrap(self.arg)}"


@dataclass(frozen=True, slots=True)
class And:
    """Conjunction; of no arguments it is true."""

    args: tuple[Formula, ...]

    def __str__(self) -> str:
        return " & ".join(_wrap(a) for a in self.args) or "true"


@dataclass(frozen=True, slots=True)
class Or:
    """Disjunction; of no arguments it is false."""

    args: tuple[Formula, ...]

    def __str__(self) -> str:
        return " | ".join(_wrap(a) for a in self.args) or "false"


@dataclass(frozen=True, slots=True)
class Implies:
    """Material conditional."""

    if_: Formula
    then: Formula

    def __str__(self) -> str:
        return f"{_wrap(self.if_)} -> {_wrap(self.then)}"


@dataclass(frozen=True, slots=True)
class Iff:
    """Biconditional."""

    left: Formula
    right: Formula

    def __str__(self) -> str:
        return f"{_wrap(self.left)} <-> {_wrap(self.right)}"


FormulaNode: TypeAlias = Atom | Not | And | Or | Implies | Iff
MAX_DEPTH = 100
"""Levels of nesting that a formula may have: far more than language has, few enough for recursion."""
FALSE = Or(())
TRUE = And(())


def _wrap(formula: FormulaNode) -> str:
    if isinstance(formula, Atom | Not) or (isinstance(formula, And | Or) and not formula.args):
        return str(formula)
    return f"({formula})"


def negate(formula: FormulaNode) -> FormulaNode:
    """Return the negation, without stacking a second negation on a first.

    >>> str(negate(Not(Atom("p"))))
    'p'
    """
    return formula.arg if isinstance(formula, Not) else Not(formula)


def positive(formula: FormulaNode) -> FormulaNode:
    """Return what a formula says without the negation before it, if there is one.

    >>> str(positive(Not(Atom("p")))), str(positive(Atom("p")))
    ('p', 'p')
    """
    return formula.arg if isinstance(formula, Not) else formula


def conjoin(*formulas: FormulaNode) -> FormulaNode:
    """Return the conjunction: flat, without repeats, and the formula itself if there is but one."""
    flat: dict[FormulaNode, None] = {}
    for formula in formulas:
        for part in formula.args if isinstance(formula, And) else (formula,):
            flat[part] = None
    return next(iter(flat)) if len(flat) == 1 else And(tuple(flat))


def check_depth(formula: FormulaNode, owner: str) -> None:
    """Make sure that a formula is not nested more than `MAX_DEPTH` deep, as the recursions over it need.

    Raises:
        FormError: If it is; names the owner.
    """
    level: list[FormulaNode] = [formula]
    for _ in range(MAX_DEPTH):
        level = [part for node in level for part in _parts(node)]
        if not level:
            return
    raise FormError(f"{owner} is nested more than {MAX_DEPTH} deep")


def _parts(formula: FormulaNode) -> tuple[FormulaNode, ...]:
    match formula:
        case Atom():
            return ()
        case Not(arg):
            return (arg,)
        case And(args) | Or(args):
            return args
        case Implies(left, right) | Iff(left, right):
            return (left, right)


def subformulas(formula: FormulaNode) -> Iterator[FormulaNode]:
    """Yield the formula and everything below it, parents first, left to right."""
    yield formula
    for part in _parts(formula):
        yield from subformulas(part)


def atoms(formula: FormulaNode) -> tuple[str, ...]:
    """Return the names of the atoms in a formula, in order of first occurrence."""
    return tuple(dict.fromkeys(part.name for part in subformulas(formula) if isinstance(part, Atom)))


def evaluate(formula: FormulaNode, model: Mapping[str, bool]) -> bool:
    """Return the truth value of a formula in a model.

    Raises:
        KeyError: If the model leaves an atom of the formula open.
    """
    match formula:
        case Atom(name):
            return model[name]
        case Not(arg):
            return not evaluate(arg, model)
        case And(args):
            return all(evaluate(arg, model) for arg in args)
        case Or(args):
            return any(evaluate(arg, model) for arg in args)
        case Implies(left, right):
            return not evaluate(left, model) or evaluate(right, model)
        case Iff(left, right):
            return evaluate(left, model) == evaluate(right, model)


def render(formula: FormulaNode, names: Mapping[str, str] | None = None) -> str:
    """Return a formula in logic symbols, with atoms replaced by `names` where given.

    >>> render(Implies(And((Atom("p"), Atom("r"))), Not(Atom("q"))))
    '(p ∧ r) → ¬q'
    """
    if names is not None:
        formula = rename(formula, names)
    text = str(formula)
    for plain, symbol in (("<->", "↔"), ("->", "→"), ("~", "¬"), (" & ", " ∧ "), (" | ", " ∨ ")):
        text = text.replace(plain, symbol)
    return text


def rename(formula: FormulaNode, names: Mapping[str, str]) -> FormulaNode:
    """Return the formula with every atom whose name is a key of `names` renamed."""
    match formula:
        case Atom(name):
            return Atom(names.get(name, name))
        case Not(arg):
            return Not(rename(arg, names))
        case And(args):
            return And(tuple(rename(arg, names) for arg in args))
        case Or(args):
            return Or(tuple(rename(arg, names) for arg in args))
        case Implies(left, right):
            return Implies(rename(left, names), rename(right, names))
        case Iff(left, right):
            return Iff(rename(left, names), rename(right, names))


def to_json(formula: FormulaNode) -> Any:
    """Return the JSON form: a name, or `[operator, argument, ...]`."""
    match formula:
        case Atom(name):
            return name
        case Not(arg):
            return ["~", to_json(arg)]
        case And(args):
            return ["&", *map(to_json, args)]
        case Or(args):
            return ["|", *map(to_json, args)]
        case Implies(left, right):
            return ["->", to_json(left), to_json(right)]
        case Iff(left, right):
            return ["<->", to_json(left), to_json(right)]


def from_json(value: Any) -> FormulaNode:
    """Read a formula from its JSON form; the inverse of `to_json`.

    Raises:
        FormError: If an operator is unknown, has the wrong number of arguments, or is nested too deeply.
    """
    return _read(value, MAX_DEPTH)


def _read(value: Any, levels: int) -> FormulaNode:
    if isinstance(value, FormulaNode):
        return value
    if levels == 0:
        raise FormError(f"a formula is nested more than {MAX_DEPTH} deep")
    if isinstance(value, str) and value:
        return Atom(value)
    if not isinstance(value, list) or not value:
        raise FormError(f"not a formula: {value!r}", hint='"p" or ["->", "p", "q"]')
    operator, *rest = value
    args = [_read(arg, levels - 1) for arg in rest]
    match operator, args:
        case "~", [arg]:
            return Not(arg)
        case "&", _:
            return And(tuple(args))
        case "|", _:
            return Or(tuple(args))
        case "->", [left, right]:
            return Implies(left, right)
        case "<->", [left, right]:
            return Iff(left, right)
        case _:
            pass
    raise FormError(
        f"operator {operator!r} with {len(args)} arguments is not a formula",
        hint="~ takes one argument, -> and <-> take two, & and | any number",
    )


def _validate(value: Any) -> FormulaNode:
    try:
        return from_json(value)
    except FormError as error:
        raise ValueError(str(error)) from error


Formula: TypeAlias = Annotated[
    FormulaNode,
    PlainValidator(_validate),
    PlainSerializer(to_json),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "minItems": 1}]}),
]
"""A formula as a field of a form or a trace: reads and writes the JSON form."""
