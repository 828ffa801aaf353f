"""Exact sets of worlds over a few atoms, as integers: bit w says whether world w is in the set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from defeasible.reasoner.checker.truth import Table
from defeasible.reasoner.errors import SolverError, UsageError
from defeasible.reasoner.logic import And, Atom, FormulaNode, Not, Or
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from defeasible.reasoner.change.theory import Answer

MAX_ATOMS = 4
"""Most atoms of a space; every world is queried, for every change of every case."""


class Asks(Protocol):
    """Anything that gives a verdict on a goal, such as a settled or a contracted base."""

    def ask(self, goal: FormulaNode, *, core: bool = True) -> Answer:
        """Return what follows about a goal, with or without a core."""
        ...


class Space:
    """All worlds over some atoms; atom i is true in world w if bit i of w is set."""

    def __init__(self, names: Sequence[str]) -> None:
        """Create the space of some atoms.

        Raises:
            UsageError: If there are more than `MAX_ATOMS`.
        """
        if len(names) > MAX_ATOMS:
            raise UsageError(f"a space must have at most {MAX_ATOMS} atoms, got {len(names)}")
        self.names = tuple(names)
        self.table = Table(self.names)
        self.full = self.table.full
        self._known: dict[FormulaNode, int] = {}
        self._worlds: list[FormulaNode] = [
            And(tuple(Atom(n) if w >> i & 1 else Not(Atom(n)) for i, n in enumerate(self.names)))
            for w in range(1 << len(self.names))
        ]

    def models(self, *formulas: FormulaNode) -> int:
        """Return the worlds in which all of some formulas are true."""
        worlds = self.full
        for formula in formulas:
            found = self._known.get(formula)
            if found is None:
                found = self._known[formula] = self.table.of(formula)
            worlds &= found
        return worlds

    def told(self, source: Asks) -> int | None:
        """Return the worlds that a source leaves possible; None if time ran out.

        The source is asked whether the worlds found so far are all, and its counter-model gives another.
        """
        worlds = 0
        while True:
            answer = source.ask(Or(tuple(self._worlds[w] for w in members(worlds))), core=False)
            if answer.verdict is Verdict.TIMEOUT:
                return None
            if answer.verdict in (Verdict.ENTAILED, Verdict.INCONSISTENT):
                return worlds
            world = sum(1 << i for i, name in enumerate(self.names) if name in answer.models[-1])
            if worlds >> world & 1:
                raise SolverError(f"a model where a goal fails makes it true: {self._worlds[world]}")
            worlds |= 1 << world

    def words(self, worlds: int) -> str:
        """Return a set of worlds as text, such as `p ¬q, ¬p q`."""
        if worlds == self.full:
            return "every world"
        found = (
            " ".join(name if w >> i & 1 else f"¬{name}" for i, name in enumerate(self.names))
            for w in members(worlds)
        )
        return ", ".join(found) or "no world"


def members(worlds: int) -> Iterable[int]:
    """Yield the worlds of a set, in order."""
    while worlds:
        lowest = worlds & -worlds
        yield lowest.bit_length() - 1
        worlds ^= lowest


def within(inner: int, outer: int) -> bool:
    """Tell whether a set of worlds is a subset of another: its theory entails that of the other."""
    return inner & ~outer == 0
