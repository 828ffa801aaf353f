"""A small DPLL solver, the checker's own, for formulas with too many atoms for a truth table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.logic import And, Atom, Iff, Implies, Not, Or

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.logic import FormulaNode

DECISIONS = 20_000
"""Branches after which the search gives up."""


def satisfiable_by_search(formulas: Sequence[FormulaNode]) -> bool:
    """Return whether formulas have a common model.

    Raises:
        OverflowError: If more than `DECISIONS` branches were needed.
    """
    clauses = _Clauses()
    for formula in formulas:
        clauses.add([clauses.literal(formula)])
    return _search(clauses.clauses)


class _Clauses:
    """Tseitin's clauses: each subformula gets a variable that is equivalent to it."""

    def __init__(self) -> None:
        self.clauses: list[list[int]] = []
        self.variables: dict[FormulaNode, int] = {}

    def add(self, clause: list[int]) -> None:
        self.clauses.append(clause)

    def literal(self, formula: FormulaNode) -> int:
        if isinstance(formula, Not):
            return -self.literal(formula.arg)
        known = self.variables.get(formula)
        if known is not None:
            return known
        me = self.variables[formula] = len(self.variables) + 1
        match formula:
            case Atom():
                pass
            case And(args):
                self._all_of(me, [self.literal(arg) for arg in args])
            case Or(args):
                self._all_of(-me, [-self.literal(arg) for arg in args])
            case Implies(left, right):
                self._all_of(-me, [self.literal(left), -self.literal(right)])
            case Iff(left, right):
                a, b = self.literal(left), self.literal(right)
                self.clauses += [[-me, -a, b], [-me, a, -b], [me, a, b], [me, -a, -b]]
        return me

    def _all_of(self, me: int, parts: list[int]) -> None:
        for part in parts:
            self.add([-me, part])
        self.add([me, *(-part for part in parts)])


def _search(clauses: list[list[int]]) -> bool:
    """Depth-first search with unit propagation, without recursion: a stack of clause sets to try."""
    stack, decisions = [clauses], 0
    while stack:
        reduced = _propagate(stack.pop())
        if reduced is None:
            continue
        if not reduced:
            return True
        decisions += 1
        if decisions > DECISIONS:
            raise OverflowError(f"gave up after {DECISIONS} branches")
        literal = min(reduced, key=len)[0]
        stack += [[*reduced, [-literal]], [*reduced, [literal]]]
    return False


def _propagate(clauses: list[list[int]]) -> list[list[int]] | None:
    """Apply unit clauses to exhaustion; None on a contradiction."""
    while True:
        units = {clause[0] for clause in clauses if len(clause) == 1}
        if any(-unit in units for unit in units):
            return None
        if not units:
            return clauses if all(clauses) else None
        reduced = []
        for clause in clauses:
            if units.isdisjoint(clause):
                rest = [literal for literal in clause if -literal not in units]
                if not rest:
                    return None
                reduced.append(rest)
        clauses = reduced
