"""Minimal cores: which few of many formulas contradict each other."""

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
"""An atom in more formulas than this is not turned: looking at them all would cost more than a search."""
LOOKS = 4_096
"""Atoms that are turned between two looks at the clock."""


def true_in(formula: FormulaNode, model: frozenset[str]) -> bool:
    """Return the truth value of a formula in the model whose true atoms are given."""
    return evaluate(formula, {name: name in model for name in atoms(formula)})


def minimal_core(
    clauses: Clauses,
    formulas: Mapping[int, FormulaNode],
    given: Sequence[int],
    on: Sequence[int],
    deadline: Deadline,
) -> tuple[int, ...] | None:
    """Return a subset-minimal core of assumptions that contradict each other.

    A solver of its own makes the core a function of the question, not of what was asked before. It assumes
    `on` in order, so that what comes first explains what it can, and of the core that it reports the last
    members are tried first whether they can be left out.

    Args:
        clauses: What the literals mean.
        formulas: The formula of each literal that is assumed.
        given: Literals that hold in any case and are no part of the core.
        on: The other literals, in order of preference, without repeats.
        deadline: When to stop.

    Returns:
        Members of `on`, in order; None if the time ran out.
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
    """Tries each member of a core whether the others contradict each other without it.

    Where they have a model, turning one atom of it often leaves just another member false: then that one is
    needed too, without a search (recursive model rotation, Belov and Marques-Silva 2011). Most formulas of a
    base are a few clauses over atoms, which are looked at as numbers. A core can have ten thousand members,
    so nothing is allocated for a member that can be shared: one more pass of the garbage collector costs as
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
        """The members that were not left out."""
        self.needed: set[int] = set(given)
        self.parts: dict[int, list[list[int]]] = {}
        """The clauses of each member that is but clauses over atoms; each begins with its opposite."""
        self.nested: dict[int, tuple[FormulaNode, dict[str, int]]] = {}
        """Other members, with the variable of each of their atoms."""
        self.spoken: dict[int, Sequence[int]] = {}
        """The literals of each member from the second place on."""
        self.first: dict[int, int] = {}
        """The first member that the falsity of each literal of an atom can make false."""
        self.more: dict[int, list[int]] = {}
        """The others."""
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
        """Return the members of the core that remain when none can be left out.

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
        """Mark as needed what turning atoms shows to be, in the model in which just one member is false.

        Raises:
            OutOfTimeError: At the deadline.
        """
        # The true literals of atoms: what stands for a clause is no atom.
        true = set(self.solver.model())
        true.difference_update([-literal for literal in self.parts])
        needed, spoken, parts, first, more = self.needed, self.spoken, self.parts, self.first, self.more
        # Each false member, the place of the literal of it that is turned, and what turning it makes false.
        stack, places, turned = [member], [0], [0]
        looks = 0
        # Once all are needed there is nothing left to show.
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
                # Whatever turning it makes false is known to be needed, or it makes nothing false.
                place += 1
            else:
                del stack[-1], places[-1], turned[-1]
                continue
            places[-1], turned[-1] = place, false
            true.discard(false)
            true.add(-false)
            # A single clause that was false is true whichever of its atoms is turned.
            if len(parts.get(current, ())) == 1 or self._holds(current, true):
                # Else it alone can have become false, and it did: no model has all members that are left.
                if false in more:
                    other = self._only_false(false, true)
                if other and other not in needed:
                    needed.add(other)
                    stack.append(other)
                    places.append(0)
                    turned.append(0)

    def _only_false(self, literal: int, true: set[int]) -> int:
        """Return which of several members is false now that a literal is; 0 if not just one is."""
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
