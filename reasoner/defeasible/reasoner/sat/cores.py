"""Minimal cores: which few of many formulas contradict each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.logic import atoms, evaluate
from defeasible.reasoner.sat.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from defeasible.reasoner.logic import FormulaNode

ROTATED = 32
"""An atom in more formulas than this is not turned: looking at them all would cost more than a search."""


def true_in(formula: FormulaNode, model: frozenset[str]) -> bool:
    """Return the truth value of a formula in the model whose true atoms are given."""
    return evaluate(formula, {name: name in model for name in atoms(formula)})


def minimal_core(
    clauses: Iterable[Sequence[int]],
    formulas: Mapping[int, FormulaNode],
    numbers: Mapping[str, int],
    on: list[int],
    deadline: float,
) -> tuple[int, ...] | None:
    """Return a subset-minimal core of assumptions that contradict each other.

    A solver of its own makes the core a function of the question, not of what was asked before. It assumes
    `on` in order, so that what comes first explains what it can, and of the core that it reports the last
    members are tried first whether they can be left out.

    Args:
        clauses: All clauses in which the assumptions matter.
        formulas: The formula of each literal that is assumed: first those that hold in any case and are
            not part of the core.
        numbers: The variable of each atom.
        on: Those of the literals that may be in the core, in order of preference, without repeats.
        deadline: When to stop, on the clock of `time.monotonic`.

    Returns:
        Members of `on`, in order; None if the time ran out.
    """
    solver = Solver()
    try:
        solver.add(clauses)
        members = set(on)
        given = [literal for literal in formulas if literal not in members]
        left = on
        while True:
            if solver.solve([*given, *left], deadline) is not False:
                return None
            core = set(solver.core())
            shorter = [literal for literal in left if literal in core]
            if len(shorter) == len(left):
                break
            left = shorter
        kept = {literal: formulas[literal] for literal in [*given, *left]}
        return _Deletion(solver, kept, numbers, given, deadline).minimise(left)
    finally:
        solver.close()


class _Deletion:
    """Tries each member of a core whether the others contradict each other without it.

    Where they have a model, turning one atom of it often leaves just another member false: then that one is
    needed too, without a search (recursive model rotation, Belov and Marques-Silva 2011).
    """

    def __init__(
        self,
        solver: Solver,
        formulas: dict[int, FormulaNode],
        numbers: Mapping[str, int],
        given: list[int],
        deadline: float,
    ) -> None:
        self.solver = solver
        self.formulas = formulas
        self.given = given
        self.deadline = deadline
        self.names = {literal: atoms(formula) for literal, formula in formulas.items()}
        self.numbers = numbers
        self.mentions: dict[str, list[int]] = {}
        for literal, names in self.names.items():
            for name in names:
                self.mentions.setdefault(name, []).append(literal)
        self.needed: set[int] = set(given)

    def minimise(self, left: list[int]) -> tuple[int, ...] | None:
        """Return the members of `left` that remain when none can be left out; None if the time ran out."""
        for member in reversed(left):
            if member in self.needed or member not in self.formulas:
                continue
            others = [literal for literal in left if literal != member and literal in self.formulas]
            found = self.solver.solve([*self.given, *others], self.deadline)
            if found is None:
                return None
            if found:
                self.needed.add(member)
                self._rotate(member)
            else:
                core = {*self.solver.core(), *self.needed}
                for literal in [member, *others]:
                    if literal not in core:
                        del self.formulas[literal]
        return tuple(literal for literal in left if literal in self.formulas)

    def _rotate(self, member: int) -> None:
        """Mark as needed what turning atoms shows to be, in the model in which just one member is false."""
        values = self.solver.model()
        true = {literal for literal in values if literal > 0}
        model = {name: self.numbers[name] in true for name in self.mentions}
        # Each false member with the atoms that are still to be turned, and the atom whose turning led to it.
        stack: list[tuple[Iterator[str], str | None]] = [(iter(self.names[member]), None)]
        while stack:
            names, led = stack[-1]
            for name in names:
                model[name] = not model[name]
                other = self._only_false(name, model)
                if other is not None and other not in self.needed:
                    self.needed.add(other)
                    stack.append((iter(self.names[other]), name))
                    break
                model[name] = not model[name]
            else:
                stack.pop()
                if led is not None:
                    model[led] = not model[led]

    def _only_false(self, name: str, model: dict[str, bool]) -> int | None:
        """Return the one formula that is false now that an atom was turned, if there is just one."""
        mentions = self.mentions[name]
        if len(mentions) > ROTATED:
            return None
        false = [m for m in mentions if m in self.formulas and not evaluate(self.formulas[m], model)]
        return false[0] if len(false) == 1 else None
