"""Weighted MaxSAT over literals: PySAT's RC2, held to its time and asked about all of its optima.

RC2 (Ignatiev, Morgado, Marques-Silva 2019) turns cores into bounds until the bounds can be met. What it
assumes in the end, that every soft literal still charged is true and every bound is met, holds in just the
optimal models: so one more search under these assumptions answers a question over all optima. That rests on
`sels`, `sums`, `pool` and `_call_oracle` of PySAT's class, and on its options `adapt` and `exhaust` being
off.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from defeasible.reasoner.sat.deadline import OutOfTimeError
from defeasible.reasoner.sat.solver import search

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from defeasible.reasoner.sat.deadline import Deadline

ENGINE = "g4"
"""The solver inside: Glucose 4."""


@cache
def _timed() -> Any:
    from pysat.examples.rc2 import RC2  # noqa: PLC0415 - many programs never need it

    class Timed(RC2):  # type: ignore[misc]
        """RC2 whose searches stop at a deadline."""

        deadline: Deadline

        def _call_oracle(self, assumptions: Sequence[int] = (), expect_interrupt: bool = False) -> bool:
            del expect_interrupt
            found = search(self.oracle, list(assumptions), self.deadline)
            if found is None:
                raise OutOfTimeError
            return found

    return Timed


class MaxSat:
    """Finds models that satisfy all hard clauses and falsify soft literals as cheaply as possible.

    Args:
        hard: Clauses that every model satisfies.
        soft: Literals with what it costs, in whole units above zero, to make them false.
    """

    def __init__(self, hard: Iterable[Sequence[int]], soft: Iterable[tuple[int, int]]) -> None:
        from pysat.formula import WCNF  # noqa: PLC0415 - many programs never need it

        problem = WCNF()
        problem.extend([list(clause) for clause in hard])
        for literal, weight in soft:
            problem.append([literal], weight=weight)
        self._rc2 = _timed()(problem, solver=ENGINE, adapt=False, exhaust=False)
        self._model: list[int] = []

    @property
    def cost(self) -> int:
        """The cost of the last optimum, in units."""
        return int(self._rc2.cost)

    @property
    def top(self) -> int:
        """The highest variable in use, RC2's own included."""
        return int(self._rc2.pool.top)

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses that every model satisfies, over variables of the problem.

        `possible` then asks about the optima that satisfy them, too; where there are none, optimise again.
        """
        for clause in clauses:
            self._rc2.add_clause(list(clause))

    def define(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses that give new variables, above `top`, their meaning and exclude no model."""
        for clause in clauses:
            self._rc2.oracle.add_clause(clause)

    def optimise(self, deadline: Deadline) -> bool:
        """Find an optimum; False if no model satisfies the hard clauses.

        Raises:
            OutOfTimeError: At the deadline.
        """
        self._rc2.deadline = deadline
        found = self._rc2.compute_()
        if found:
            self._model = self._rc2.oracle.get_model() or []
        return bool(found)

    def model(self) -> list[int]:
        """Return the true literals of the model found last, which is optimal."""
        return self._model

    def possible(self, literals: Iterable[int], deadline: Deadline) -> bool:
        """Tell whether some optimum makes all of some literals true; `model` is then one that does.

        Raises:
            OutOfTimeError: At the deadline.
        """
        self._rc2.deadline = deadline
        found = self._rc2._call_oracle([*self._rc2.sels, *self._rc2.sums, *literals])
        if found:
            self._model = self._rc2.oracle.get_model() or []
        return bool(found)

    def uncharged(self) -> frozenset[int]:
        """Return soft literals that were in no core: true in every optimum. There may be more of those."""
        return frozenset(self._rc2.sels)

    def close(self) -> None:
        """Free the memory."""
        self._rc2.delete()
