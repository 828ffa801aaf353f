"""Encode formulas as clauses: each formula gets a literal that implies it.

Only the polarity that is needed is encoded (Plaisted and Greenbaum 1986): the literal of a rule implies one
clause, and no subformula gets a full equivalence. The other polarity is added when the formula is negated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.logic import And, Atom, Iff, Implies, Not, Or

if TYPE_CHECKING:
    from collections.abc import Iterable

    from defeasible.reasoner.logic import FormulaNode


class Clauses:
    """Number atoms and formulas from 1, and collect the clauses that define them until they are taken."""

    def __init__(self) -> None:
        self.atoms: dict[str, int] = {}
        """The variable of each atom."""
        self.count = 0
        """Variables in use."""
        self._variables: dict[FormulaNode, int] = {}
        self.defined: dict[int, list[list[int]]] = {}
        """The defining clauses of each literal; a literal that is not here is not defined yet."""
        self._flat: set[int] = set()
        """Literals whose clauses contain only atoms."""
        self._new: list[list[int]] = []

    def literal(self, formula: FormulaNode, *, holds: bool = True) -> int:
        """Return a literal that implies a formula or, unless `holds`, its negation.

        The literals of the two polarities are complementary.
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
        if me not in self.defined:
            clauses = self.defined[me] = [[-me, *part] for part in self._conjuncts(formula, holds=holds)]
            if not any(part in self.defined for clause in clauses for part in clause[1:]):
                self._flat.add(me)
            self._new += clauses
        return me

    def fresh(self) -> int:
        """Return a new variable."""
        self.count += 1
        return self.count

    def take(self) -> list[list[int]]:
        """Return the clauses added since the last call."""
        new, self._new = self._new, []
        return new

    def relevant(self, literals: Iterable[int]) -> list[list[int]]:
        """Return all clauses that constrain some literals when they are assumed."""
        found: list[list[int]] = []
        seen: set[int] = set()
        stack = list(literals)[::-1]
        while stack:
            literal = stack.pop()
            clauses = self.defined.get(literal)
            if clauses is not None and literal not in seen:
                seen.add(literal)
                found += clauses
                if literal not in self._flat:
                    stack += [part for clause in clauses for part in clause if part != -literal]
        return found

    def over_atoms(self, literal: int) -> list[list[int]] | None:
        """Return the clauses that define a literal if they contain only atoms, else None.

        Each clause begins with the complement of the literal. An atom has no clauses.
        """
        return self.defined[literal] if literal in self._flat else None

    def _conjuncts(self, formula: FormulaNode, *, holds: bool) -> list[list[int]]:
        """Return clauses whose conjunction is a formula (or its negation) that is not a literal."""
        match formula:
            case Iff(left, right):
                return [
                    self._parts(left, holds=side) + self._parts(right, holds=side is not holds)
                    for side in (True, False)
                ]
            case And(args) if holds:
                return [self._parts(arg, holds=True) for arg in args]
            case Or(args) if not holds:
                return [self._parts(arg, holds=False) for arg in args]
            case Implies(left, right) if not holds:
                return [self._parts(left, holds=True), self._parts(right, holds=False)]
            case _:
                return [self._parts(formula, holds=holds)]

    def _parts(self, formula: FormulaNode, *, holds: bool) -> list[int]:
        """Return the literals of a disjunction; nested disjunctions are flattened."""
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
