"""Weighted MaxSAT over literals with PySAT's RC2, with a deadline and questions about all optima.

RC2 (Ignatiev, Morgado, Marques-Silva 2019) turns cores into bounds until the bounds can be met. Its final
assumptions (every soft literal that is still charged is true, every bound is met) hold in exactly the optimal
models, so one more search under these assumptions answers a question over all optima. This relies on `sels`,
`sums`, `pool` and `_call_oracle` of PySAT's class, and on its options `adapt` and `exhaust` being off.
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
"""The SAT solver inside RC2: Glucose 4."""


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
    """Find models that satisfy all hard clauses and falsify soft literals at minimum cost.

    Args:
        hard: Clauses that every model satisfies.
        soft: Literals, each with the cost of falsifying it, a positive integer.
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

        `possible` then asks about the optima that satisfy them too; if there are none, optimise again.
        """
        for clause in clauses:
            self._rc2.add_clause(list(clause))

    def define(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses that define new variables, above `top`, and exclude no model."""
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
        """Return the true literals of the last model found, which is optimal."""
        return self._model

    def possible(self, literals: Iterable[int], deadline: Deadline) -> bool:
        """Tell whether some optimum satisfies all the literals; `model` then returns it.

        Raises:
            OutOfTimeError: At the deadline.
        """
        self._rc2.deadline = deadline
        found = self._rc2._call_oracle([*self._rc2.sels, *self._rc2.sums, *literals])
        if found:
            self._model = self._rc2.oracle.get_model() or []
        return bool(found)

    def uncharged(self) -> frozenset[int]:
        """Return soft literals that were in no core, so true in every optimum. There may be others."""
        return frozenset(self._rc2.sels)

    def close(self) -> None:
        """Free the memory."""
        self._rc2.delete()
