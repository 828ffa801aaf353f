"""Truth of formulas: in one model, and over all models by truth table or, for many atoms, by DPLL.

A truth table over n atoms is one integer of 2**n bits per formula, so a connective is a single operation on
the whole table.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.dpll import Search
from defeasible.reasoner.logic import And, Atom, Iff, Implies, Not, Or

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from defeasible.reasoner.logic import FormulaNode

TABLE_ATOMS = 14
"""Up to this many atoms a truth table (16,384 bits) is used; above it, search."""


def true_in(formula: FormulaNode, model: AbstractSet[str]) -> bool:
    """Return the truth value of a formula in the model in which exactly the given atoms are true."""
    if isinstance(formula, Atom):
        return formula.name in model
    if isinstance(formula, Implies):
        return not true_in(formula.if_, model) or true_in(formula.then, model)
    if isinstance(formula, Not):
        return not true_in(formula.arg, model)
    if isinstance(formula, Iff):
        return true_in(formula.left, model) == true_in(formula.right, model)
    # One true part makes a disjunction true; one false part makes a conjunction false.
    decisive = isinstance(formula, Or)
    for arg in formula.args:
        if true_in(arg, model) is decisive:
            return decisive
    return not decisive


class Table:
    """Truth tables over the atoms of some formulas."""

    __slots__ = ("columns", "full")

    def __init__(self, names: Sequence[str]) -> None:
        self.columns = dict(zip(names, _columns(len(names)), strict=True))
        self.full = (1 << (1 << len(names))) - 1

    def of(self, formula: FormulaNode) -> int:
        """Return the rows, as bits, in which a formula is true."""
        if isinstance(formula, Atom):
            return self.columns[formula.name]
        if isinstance(formula, Not):
            return self.full ^ self.of(formula.arg)
        if isinstance(formula, Implies):
            return (self.full ^ self.of(formula.if_)) | self.of(formula.then)
        if isinstance(formula, Iff):
            return self.full ^ self.of(formula.left) ^ self.of(formula.right)
        if isinstance(formula, And):
            rows = self.full
            for arg in formula.args:
                rows &= self.of(arg)
            return rows
        rows = 0
        for arg in formula.args:
            rows |= self.of(arg)
        return rows


@cache
def _columns(count: int) -> tuple[int, ...]:
    """Return the column of each of `count` atoms: bit r of column i is bit i of r."""
    columns = []
    for i in range(count):
        column, width = ((1 << (1 << i)) - 1) << (1 << i), 2 << i
        while width < 1 << count:
            column |= column << width
            width *= 2
        columns.append(column)
    return tuple(columns)


def collect_atoms(formula: FormulaNode, into: dict[str, None]) -> None:
    """Add the names of a formula's atoms to an ordered set."""
    if isinstance(formula, Atom):
        into[formula.name] = None
    elif isinstance(formula, Implies):
        collect_atoms(formula.if_, into)
        collect_atoms(formula.then, into)
    elif isinstance(formula, Not):
        collect_atoms(formula.arg, into)
    elif isinstance(formula, Iff):
        collect_atoms(formula.left, into)
        collect_atoms(formula.right, into)
    else:
        for arg in formula.args:
            collect_atoms(arg, into)


def minimally_unsatisfiable(formulas: Sequence[FormulaNode], last: FormulaNode) -> str:
    """Return why `formulas` with `last` are not a minimal conflict; an empty string if they are.

    A conflict is minimal if all together have no model, but have one as soon as any of `formulas` is removed.

    Raises:
        OverflowError: If there are too many atoms for a table and the search gives up.
    """
    names: dict[str, None] = {}
    for formula in formulas:
        collect_atoms(formula, names)
    collect_atoms(last, names)
    if len(names) > TABLE_ATOMS:
        return _minimal_by_search(formulas, last)
    table = Table(tuple(names))
    rows = [table.of(formula) for formula in formulas]
    # With the conjunctions of all rows before and after each position, each deletion test is O(1).
    suffix = [table.full] * (len(rows) + 1)
    for i in range(len(rows) - 1, -1, -1):
        suffix[i] = suffix[i + 1] & rows[i]
    prefix = table.of(last)
    if prefix & suffix[0]:
        return "it does not contradict the opposite of the goal"
    for i, row in enumerate(rows):
        if not prefix & suffix[i + 1]:
            return f"it is not minimal: its member {i + 1} can be left out"
        prefix &= row
    return ""


def _minimal_by_search(formulas: Sequence[FormulaNode], last: FormulaNode) -> str:
    everything = [*formulas, last]
    search = Search(everything)
    if search.model(range(len(everything))) is not None:
        return "it does not contradict the opposite of the goal"
    names: list[dict[str, None]] = []
    mentions: dict[str, list[int]] = {}
    for i, formula in enumerate(everything):
        names.append({})
        collect_atoms(formula, names[i])
        for name in names[i]:
            mentions.setdefault(name, []).append(i)
    needed: set[int] = set()
    for i in range(len(formulas)):
        if i in needed:
            continue
        model = search.model(position for position in range(len(everything)) if position != i)
        if model is None:
            return f"it is not minimal: its member {i + 1} can be left out"
        # If flipping one atom of the false member makes exactly one other member false, that one is needed
        # too (recursive model rotation), which saves a search.
        turned = set(model)
        # Each false member with the atoms still to flip, and the atom whose flip led to it.
        stack: list[tuple[Iterator[str], str | None]] = [(iter(names[i]), None)]
        while stack:
            left, led = stack[-1]
            for name in left:
                turned ^= {name}
                search.spend(sum(len(names[at]) for at in mentions[name]))
                false = [at for at in mentions[name] if not true_in(everything[at], turned)]
                if len(false) == 1 and false[0] not in needed:
                    needed.add(false[0])
                    stack.append((iter(names[false[0]]), name))
                    break
                turned ^= {name}
            else:
                stack.pop()
                if led is not None:
                    turned ^= {led}
    return ""
