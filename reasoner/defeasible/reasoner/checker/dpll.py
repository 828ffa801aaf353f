"""The checker's own small DPLL solver, for formulas with too many atoms for a truth table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.logic import And, Atom, Iff, Implies, Not, Or

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from defeasible.reasoner.logic import FormulaNode

VISITS = 10_000_000
"""Clause visits after which the search gives up; takes a few seconds."""


class Search:
    """Tells for any subset of some formulas whether they have a common model.

    Each subformula gets an equivalent variable (Tseitin), so formulas are selected by assuming their
    variables. A clause is visited only when one of its first two literals, which are watched, becomes false;
    the watches need no undo on backtracking.
    """

    def __init__(self, formulas: Sequence[FormulaNode]) -> None:
        self.visits = 0
        self.variables: dict[FormulaNode, int] = {}
        self.facts: list[int] = []
        """Unit clauses."""
        self.watched: dict[int, list[list[int]]] = {}
        self.roots = [self._literal(formula) for formula in formulas]
        self.true: set[int] = set()
        self.trail: list[int] = []

    def model(self, chosen: Iterable[int]) -> frozenset[str] | None:
        """Return the true atoms of a common model of the formulas at some positions; None if there is none.

        Raises:
            OverflowError: If all calls together need more than `VISITS` clause visits.
        """
        if not self._satisfiable(chosen):
            return None
        return frozenset(f.name for f, v in self.variables.items() if isinstance(f, Atom) and v in self.true)

    def _satisfiable(self, chosen: Iterable[int]) -> bool:
        self.true.clear()
        self.trail.clear()
        if not self._assume(*self.facts, *(self.roots[position] for position in chosen)):
            return False
        choices: list[tuple[int, int, bool]] = []
        """For each choice: the length of the trail before it, its literal, whether its complement failed."""
        variable = 1
        while variable <= len(self.variables):
            if variable in self.true or -variable in self.true:
                variable += 1
                continue
            literal, second = -variable, False
            while True:
                choices.append((len(self.trail), literal, second))
                if self._assume(literal):
                    break
                while choices and choices[-1][2]:
                    choices.pop()
                if not choices:
                    return False
                length, failed, _ = choices.pop()
                self.true.difference_update(self.trail[length:])
                del self.trail[length:]
                literal, second, variable = -failed, True, abs(failed)
        return True

    def _assume(self, *literals: int) -> bool:
        """Make literals true and apply unit propagation; return False on a conflict."""
        head = len(self.trail)
        if not all(self._set(literal) for literal in literals):
            return False
        while head < len(self.trail):
            false = -self.trail[head]
            head += 1
            filed = self.watched.get(false, [])
            at = 0
            while at < len(filed):
                self.spend(1)
                clause = filed[at]
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                if clause[0] not in self.true and self._refile(clause):
                    filed[at] = filed[-1]
                    filed.pop()
                elif self._set(clause[0]):
                    at += 1
                else:
                    return False
        return True

    def _set(self, literal: int) -> bool:
        if literal not in self.true:
            if -literal in self.true:
                return False
            self.true.add(literal)
            self.trail.append(literal)
        return True

    def _refile(self, clause: list[int]) -> bool:
        """Watch a literal that is not false instead of a clause's second; return whether there is one."""
        for i in range(2, len(clause)):
            if -clause[i] not in self.true:
                clause[1], clause[i] = clause[i], clause[1]
                self.watched.setdefault(clause[1], []).append(clause)
                return True
            self.spend(1)
        return False

    def spend(self, visits: int) -> None:
        """Count visits.

        Raises:
            OverflowError: If there were more than `VISITS`.
        """
        self.visits += visits
        if self.visits > VISITS:
            raise OverflowError(f"gave up after {VISITS} visits of clauses")

    def _literal(self, formula: FormulaNode) -> int:
        if isinstance(formula, Not):
            return -self._literal(formula.arg)
        known = self.variables.get(formula)
        if known is not None:
            return known
        me = self.variables[formula] = len(self.variables) + 1
        match formula:
            case Atom():
                pass
            case And(args):
                self._all_of(me, [self._literal(arg) for arg in args])
            case Or(args):
                self._all_of(-me, [-self._literal(arg) for arg in args])
            case Implies(left, right):
                self._all_of(-me, [self._literal(left), -self._literal(right)])
            case Iff(left, right):
                a, b = self._literal(left), self._literal(right)
                for clause in ([-me, -a, b], [-me, a, -b], [me, a, b], [me, -a, -b]):
                    self._add(clause)
        return me

    def _all_of(self, me: int, parts: list[int]) -> None:
        for part in parts:
            self._add([-me, part])
        self._add([me, *(-part for part in parts)])

    def _add(self, clause: list[int]) -> None:
        clause = list(dict.fromkeys(clause))
        if len(clause) == 1:
            self.facts.append(clause[0])
            return
        for literal in clause[:2]:
            self.watched.setdefault(literal, []).append(clause)
