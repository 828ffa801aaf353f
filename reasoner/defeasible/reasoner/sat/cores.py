"""Subset-minimal unsat cores of many formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.logic import atoms, evaluate
from defeasible.reasoner.sat.deadline import OutOfTimeError
from defeasible.reasoner.sat.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.sat.clauses import Clauses
    from defeasible.reasoner.sat.deadline import Deadline

ROTATED = 32
"""An atom in more formulas than this is not flipped: evaluating them all would cost more than a search."""
LOOKS = 4_096
"""Atoms flipped between two checks of the clock."""


def true_in(formula: FormulaNode, model: frozenset[str]) -> bool:
    """Return the truth value of a formula in a model, given as its true atoms."""
    return evaluate(formula, {name: name in model for name in atoms(formula)})


def minimal_core(
    clauses: Clauses,
    formulas: Mapping[int, FormulaNode],
    given: Sequence[int],
    on: Sequence[int],
    deadline: Deadline,
) -> tuple[int, ...] | None:
    """Return a subset-minimal unsat core of the assumptions.

    A fresh solver makes the core a function of the question, not of earlier questions. It assumes `on` in
    order, so that earlier literals are preferred in the core; deletion tries the last members first.

    Args:
        clauses: The definitions of the literals.
        formulas: The formula of each assumed literal.
        given: Literals that always hold and are not part of the core.
        on: The other literals, in order of preference, without duplicates.
        deadline: When to stop.

    Returns:
        Members of `on`, in order; None if time ran out.
    """
    solver = Solver()
    try:
        solver.add(clauses.relevant([*given, *on]))
        left = list(on)
        while True:
            if solver.solve([*given, *left], deadline) is not False:
                return None
            core = set(solver.core())
            shorter = [literal for literal in left if literal in core]
            if len(shorter) == len(left):
                break
            left = shorter
        return tuple(_Deletion(solver, clauses, formulas, given, left).minimise(deadline))
    except OutOfTimeError:
        return None
    finally:
        solver.close()


class _Deletion:
    """Deletion-based minimisation: try for each member of a core whether the others are still inconsistent.

    If they have a model, flipping one atom of it often leaves exactly one other member false; that member is
    then needed too, without a search (recursive model rotation, Belov and Marques-Silva 2011). Most formulas
    of a base are a few clauses over atoms, which are handled as numbers. A core can have ten thousand
    members, so no object is allocated per member if it can be shared: one more garbage collection costs as
    much as everything else.
    """

    def __init__(
        self,
        solver: Solver,
        clauses: Clauses,
        formulas: Mapping[int, FormulaNode],
        given: Sequence[int],
        core: list[int],
    ) -> None:
        self.solver = solver
        self.given = list(given)
        self.core = core
        self.left = dict.fromkeys([*given, *core])
        """The members that have not been removed."""
        self.needed: set[int] = set(given)
        self.parts: dict[int, list[list[int]]] = {}
        """The clauses of each member that consists of clauses over atoms; each begins with its complement."""
        self.nested: dict[int, tuple[FormulaNode, dict[str, int]]] = {}
        """The other members, with the variable of each of their atoms."""
        self.spoken: dict[int, Sequence[int]] = {}
        """The literals of each member from the second place on."""
        self.first: dict[int, int] = {}
        """The first member that can become false when each literal of an atom is false."""
        self.more: dict[int, list[int]] = {}
        """The other such members."""
        for literal in self.left:
            parts = clauses.over_atoms(literal)
            if parts is not None:
                self.parts[literal] = parts
                spoken = parts[0] if len(parts) == 1 else [0, *(n for clause in parts for n in clause[1:])]
            elif literal in clauses.defined:
                numbers = {name: clauses.atoms[name] for name in atoms(formulas[literal])}
                self.nested[literal] = (formulas[literal], numbers)
                spoken = [0, *numbers.values(), *(-number for number in numbers.values())]
            else:
                spoken = [0, literal]
            self.spoken[literal] = spoken
            for place in range(1, len(spoken)):
                number = spoken[place]
                if self.first.setdefault(number, literal) != literal:
                    self.more.setdefault(number, []).append(literal)

    def minimise(self, deadline: Deadline) -> list[int]:
        """Return the members of the core that remain when none can be removed.

        Raises:
            OutOfTimeError: At the deadline.
        """
        for member in reversed(self.core):
            if member in self.needed or member not in self.left:
                continue
            others = [literal for literal in self.core if literal != member and literal in self.left]
            found = self.solver.solve([*self.given, *others], deadline)
            if found is None:
                raise OutOfTimeError
            if found:
                self.needed.add(member)
                self._rotate(member, deadline)
            else:
                core = {*self.solver.core(), *self.needed}
                for literal in [member, *others]:
                    if literal not in core:
                        del self.left[literal]
        return [literal for literal in self.core if literal in self.left]

    def _rotate(self, member: int, deadline: Deadline) -> None:
        """Mark the members that model rotation shows to be needed, from a model in which only one is false.

        Raises:
            OutOfTimeError: At the deadline.
        """
        # The true literals of atoms; a literal that stands for a clause is not an atom.
        true = set(self.solver.model())
        true.difference_update([-literal for literal in self.parts])
        needed, spoken, parts, first, more = self.needed, self.spoken, self.parts, self.first, self.more
        # Each false member, the position of its flipped literal, and the member that the flip makes false.
        stack, places, turned = [member], [0], [0]
        looks = 0
        # Once all members are needed, nothing is left to show.
        while stack and len(needed) < len(self.left):
            looks += 1
            if looks % LOOKS == 0:
                deadline.heed()
            current, place, false = stack[-1], places[-1] + 1, turned[-1]
            if false:
                true.discard(-false)
                true.add(false)
            literals = spoken[current]
            while place < len(literals):
                literal = literals[place]
                false = literal if literal in true else -literal
                other = first.get(false, member)
                if other not in needed or false in more:
                    break
                # The member that the flip makes false is known to be needed, or the flip makes none false.
                place += 1
            else:
                del stack[-1], places[-1], turned[-1]
                continue
            places[-1], turned[-1] = place, false
            true.discard(false)
            true.add(-false)
            # A single clause that was false becomes true whichever of its atoms is flipped.
            if len(parts.get(current, ())) == 1 or self._holds(current, true):
                # Else it alone can have become false, and it did: the remaining members have no model.
                if false in more:
                    other = self._only_false(false, true)
                if other and other not in needed:
                    needed.add(other)
                    stack.append(other)
                    places.append(0)
                    turned.append(0)

    def _only_false(self, literal: int, true: set[int]) -> int:
        """Return the one member that a false literal makes false; 0 if there is not exactly one."""
        found, more = self.first[literal], self.more[literal]
        if len(more) >= ROTATED:
            return 0
        if found not in self.left or self._holds(found, true):
            found = 0
        for member in more:
            if member in self.left and not self._holds(member, true):
                if found not in (0, member):
                    return 0
                found = member
        return found

    def _holds(self, member: int, true: set[int]) -> bool:
        parts = self.parts.get(member)
        if parts is not None:
            return not any(map(true.isdisjoint, parts))
        if member in self.nested:
            formula, numbers = self.nested[member]
            return evaluate(formula, {name: number in true for name, number in numbers.items()})
        return member in true
