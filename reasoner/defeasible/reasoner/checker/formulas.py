"""The checker's own operations on formulas: negation, conjunction, renaming, statements as formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.forms import Conditional
from defeasible.reasoner.logic import And, Atom, Iff, Implies, Not, Or

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from defeasible.reasoner.forms import Statement
    from defeasible.reasoner.logic import FormulaNode


def said(statement: Statement) -> FormulaNode:
    """Return the formula of a statement of premises."""
    if isinstance(statement, Conditional):
        return Implies(statement.if_, statement.then)
    return statement.formula


def opposite(formula: FormulaNode) -> FormulaNode:
    """Return the negation of a formula; a negated formula loses its negation."""
    return formula.arg if isinstance(formula, Not) else Not(formula)


def joined(*formulas: FormulaNode) -> FormulaNode:
    """Return the conjunction of some formulas, each part once; a single part is returned as it is."""
    parts = tuple(dict.fromkeys(part for formula in formulas for part in _parts(formula)))
    return parts[0] if len(parts) == 1 else And(parts)


def _parts(formula: FormulaNode) -> tuple[FormulaNode, ...]:
    return formula.args if isinstance(formula, And) else (formula,)


def names_in(formula: FormulaNode) -> Iterator[str]:
    """Yield the names of a formula's atoms from left to right, with duplicates."""
    if isinstance(formula, Atom):
        yield formula.name
    elif isinstance(formula, Not):
        yield from names_in(formula.arg)
    elif isinstance(formula, Implies):
        yield from names_in(formula.if_)
        yield from names_in(formula.then)
    elif isinstance(formula, Iff):
        yield from names_in(formula.left)
        yield from names_in(formula.right)
    else:
        for part in formula.args:
            yield from names_in(part)


def atoms_in(formula: FormulaNode) -> set[str]:
    """Return the names of a formula's atoms."""
    return set(names_in(formula))


def renamed(formula: FormulaNode, names: Mapping[str, str]) -> FormulaNode:
    """Return a formula with renamed atoms; an atom without a new name keeps its own."""
    if isinstance(formula, Atom):
        return Atom(names.get(formula.name, formula.name))
    if isinstance(formula, Not):
        return Not(renamed(formula.arg, names))
    if isinstance(formula, Implies):
        return Implies(renamed(formula.if_, names), renamed(formula.then, names))
    if isinstance(formula, Iff):
        return Iff(renamed(formula.left, names), renamed(formula.right, names))
    parts = tuple(renamed(part, names) for part in formula.args)
    return And(parts) if isinstance(formula, And) else Or(parts)
