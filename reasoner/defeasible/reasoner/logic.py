"""Propositional formulas: immutable nodes, one JSON form, one text form.

A formula in JSON is its atom's name, or a list of an operator and its arguments:
`["->", ["&", "a1", "a3"], "a2"]`. Operators are `~ & | -> <->`, as `str(formula)` prints them and
`notation.parse_formula` reads them; a conjunction of one formula prints as `(p &)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NoReturn, TypeAlias

from pydantic import PlainSerializer, PlainValidator, WithJsonSchema

from defeasible.reasoner.errors import FormError


class _Formula:
    """Base class of formulas: Python's operators compose them, and `parse_formula` reads them as printed.

    >>> rain, wet = Atom("rain"), Atom("wet")
    >>> print(rain & ~wet, rain | wet | Atom("dry"), rain >> wet, sep="; ")
    rain & ~wet; rain | wet | dry; rain -> wet
    """

    __slots__ = ()

    def __invert__(self) -> Not:
        return Not(_node(self))

    def __and__(self, other: object) -> And:
        """Return the conjunction; `p & q & r` is a single one of three parts."""
        return And(_joined(And, _node(self), other)) if isinstance(other, FormulaNode) else NotImplemented

    def __or__(self, other: object) -> Or:
        """Return the disjunction; `p | q | r` is a single one of three parts."""
        return Or(_joined(Or, _node(self), other)) if isinstance(other, FormulaNode) else NotImplemented

    def __rshift__(self, other: object) -> Implies:
        """Return the material conditional from this formula to the other."""
        return Implies(_node(self), other) if isinstance(other, FormulaNode) else NotImplemented

    def __bool__(self) -> NoReturn:
        raise TypeError("a formula is not a bool: write `&`, `|`, `~`, not `and`, `or`, `not`")

    def __str__(self) -> str:
        return _printed(_node(self), _SIGNS, _quoted)


@dataclass(frozen=True, slots=True)
class Atom(_Formula):
    """A proposition, by name."""

    name: str


@dataclass(frozen=True, slots=True)
class Not(_Formula):
    """Negation."""

    arg: Formula


@dataclass(frozen=True, slots=True)
class And(_Formula):
    """Conjunction; of no arguments it is true."""

    args: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Or(_Formula):
    """Disjunction; of no arguments it is false."""

    args: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Implies(_Formula):
    """Material conditional."""

    if_: Formula
    then: Formula


@dataclass(frozen=True, slots=True)
class Iff(_Formula):
    """Biconditional."""

    left: Formula
    right: Formula


FormulaNode: TypeAlias = Atom | Not | And | Or | Implies | Iff
MAX_DEPTH = 100
"""Most levels of nesting of a formula: far more than language needs, few enough for recursion."""
FALSE = Or(())
TRUE = And(())


_SIGNS = {"not": "~", And: "&", Or: "|", Implies: "->", Iff: "<->"}
_SYMBOLS = {"not": "¬", And: "∧", Or: "∨", Implies: "→", Iff: "↔"}
BARE_NAME = r'[^\s~&|()<>"¬∧∨→↔-]+(?:-[^\s~&|()<>"¬∧∨→↔-]+)*'
"""A regular expression for names of atoms that are written without quotes."""
_BARE = re.compile(BARE_NAME)


def _node(formula: _Formula) -> FormulaNode:
    assert isinstance(formula, FormulaNode)
    return formula


def _joined(kind: type[And] | type[Or], *parts: FormulaNode) -> tuple[FormulaNode, ...]:
    """Return the parts to join, flattening conjunctions or disjunctions of several parts."""
    return tuple(
        inner
        for part in parts
        for inner in (part.args if isinstance(part, kind) and len(part.args) > 1 else (part,))
    )


def _quoted(name: str) -> str:
    """Return the name of an atom as written: in quotes if it is not a word, or is a constant."""
    if _BARE.fullmatch(name) and name not in ("true", "false"):
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _printed(formula: FormulaNode, signs: Mapping[Any, str], written: Callable[[str], str]) -> str:
    """Return a formula as text, with given signs and a function that writes the names of atoms."""

    def wrap(part: FormulaNode) -> str:
        said = _printed(part, signs, written)
        simple = isinstance(part, Atom | Not) or (isinstance(part, And | Or) and len(part.args) < 2)
        return said if simple else f"({said})"

    match formula:
        case Atom(name):
            return written(name)
        case Not(arg):
            return signs["not"] + wrap(arg)
        case And(()):
            return "true"
        case Or(()):
            return "false"
        case And((only,)) | Or((only,)):
            return f"({wrap(only)} {signs[type(formula)]})"
        case And(args) | Or(args):
            return f" {signs[type(formula)]} ".join(map(wrap, args))
        case Implies(left, right) | Iff(left, right):
            return f"{wrap(left)} {signs[type(formula)]} {wrap(right)}"


def negate(formula: FormulaNode) -> FormulaNode:
    """Return the negation of a formula; a negated formula loses its negation.

    >>> str(negate(Not(Atom("p"))))
    'p'
    """
    return formula.arg if isinstance(formula, Not) else Not(formula)


def positive(formula: FormulaNode) -> FormulaNode:
    """Return a formula without its leading negation, if there is one.

    >>> str(positive(Not(Atom("p")))), str(positive(Atom("p")))
    ('p', 'p')
    """
    return formula.arg if isinstance(formula, Not) else formula


def conjoin(*formulas: FormulaNode) -> FormulaNode:
    """Return the conjunction: flat, without duplicates; a single formula is returned as it is."""
    flat: dict[FormulaNode, None] = {}
    for formula in formulas:
        for part in formula.args if isinstance(formula, And) else (formula,):
            flat[part] = None
    return next(iter(flat)) if len(flat) == 1 else And(tuple(flat))


def check_depth(formula: FormulaNode, owner: str) -> None:
    """Check that a formula is nested at most `MAX_DEPTH` deep, as recursion over it requires.

    Raises:
        FormError: If it is nested more deeply; the message names the owner.
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
    """Yield a formula and all its subformulas, parents first, left to right."""
    yield formula
    for part in _parts(formula):
        yield from subformulas(part)


def atoms(formula: FormulaNode) -> tuple[str, ...]:
    """Return the names of the atoms in a formula, in order of first occurrence."""
    if isinstance(formula, Atom):
        return (formula.name,)
    found: dict[str, None] = {}
    left: list[FormulaNode] = [formula]
    while left:
        part = left.pop()
        if isinstance(part, Atom):
            found[part.name] = None
        else:
            left.extend(reversed(_parts(part)))
    return tuple(found)


def evaluate(formula: FormulaNode, model: Mapping[str, bool]) -> bool:
    """Return the truth value of a formula in a model.

    Raises:
        KeyError: If the model has no value for an atom of the formula.
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
    """Return a formula in logic symbols, with atoms replaced by their `names`, if given.

    >>> render(Implies(And((Atom("p"), Atom("r"))), Not(Atom("q"))))
    '(p ∧ r) → ¬q'
    """
    known = {} if names is None else names
    return _printed(formula, _SYMBOLS, lambda name: known.get(name, name))


def rename(formula: FormulaNode, names: Mapping[str, str]) -> FormulaNode:
    """Return a formula in which every atom whose name is a key of `names` is renamed."""
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
    if isinstance(value, str) and value and levels:
        return Atom(value)
    if isinstance(value, FormulaNode):
        return value
    if levels == 0:
        raise FormError(f"a formula is nested more than {MAX_DEPTH} deep")
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
"""A formula as a field of a form or a trace, read and written in its JSON form."""
