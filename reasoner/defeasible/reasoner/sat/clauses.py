"""Formulas as clauses: each formula gets a literal that, when true, makes the formula true.

Only the direction that was asked for is encoded (Plaisted and Greenbaum 1986): the literal of a rule implies
one clause, not the equivalence of every subformula. The other direction is added when somebody negates it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.logic import And, Atom, Iff, Implies, Not, Or

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.logic import FormulaNode


class Clauses:
    """Numbers atoms and formulas from 1, and collects the clauses that define them until they are taken."""

    def __init__(self) -> None:
        self.atoms: dict[str, int] = {}
        """The variable of each atom."""
        self.count = 0
        """Variables in use."""
        self._variables: dict[FormulaNode, int] = {}
        self._encoded: set[int] = set()
        """Literals whose direction has its clauses."""
        self._new: list[list[int]] = []

    def literal(self, formula: FormulaNode, *, holds: bool = True) -> int:
        """Return a literal that implies a formula, or, if not `holds`, its negation.

        The literals of the two directions are each other's opposite.
        """
        if isinstance(formula, Not):
            return self.literal(formula.arg, holds=not holds)
        if isinstance(formula, Atom):
            variable = self.atoms.get(formula.name)
            if variable is None:
                variable = self.atoms[formula.name] = self.fresh()
            return variable if holds else -variable
        known = self._variables.get(formula)
        if known is None:
            known = self._variables[formula] = self.fresh()
        me = known if holds else -known
        if me not in self._encoded:
            self._encoded.add(me)
            self._define(me, formula, holds=holds)
        return me

    def fresh(self) -> int:
        """Return a variable that stands for nothing yet."""
        self.count += 1
        return self.count

    def take(self) -> list[list[int]]:
        """Return the clauses that were added since the last call."""
        new, self._new = self._new, []
        return new

    def _define(self, me: int, formula: FormulaNode, *, holds: bool) -> None:
        """Add the clauses by which `me` implies a formula (or its negation) that is not a literal."""
        match formula:
            case Iff(left, right):
                for side in (True, False):
                    parts = self._parts(left, holds=side) + self._parts(right, holds=side is not holds)
                    self._new.append([-me, *parts])
            case And(args) if holds:
                self._each(me, args, holds=True)
            case Or(args) if not holds:
                self._each(me, args, holds=False)
            case Implies(left, right) if not holds:
                self._each(me, (left,), holds=True)
                self._each(me, (right,), holds=False)
            case _:
                self._new.append([-me, *self._parts(formula, holds=holds)])

    def _each(self, me: int, args: Sequence[FormulaNode], *, holds: bool) -> None:
        for arg in args:
            self._new.append([-me, *self._parts(arg, holds=holds)])

    def _parts(self, formula: FormulaNode, *, holds: bool) -> list[int]:
        """Return literals of which one must be true; a disjunction within a disjunction is flattened."""
        match formula:
            case Not(arg):
                return self._parts(arg, holds=not holds)
            case Or(args) if holds:
                return [literal for arg in args for literal in self._parts(arg, holds=True)]
            case And(args) if not holds:
                return [literal for arg in args for literal in self._parts(arg, holds=False)]
            case Implies(left, right) if holds:
                return self._parts(left, holds=False) + self._parts(right, holds=True)
            case _:
                return [self.literal(formula, holds=holds)]
