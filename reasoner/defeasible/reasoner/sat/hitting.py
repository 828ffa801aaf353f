"""Minimum-cost hitting sets.

Minimal conflicts and minimal correction sets are each other's hitting sets (Reiter 1987): a set that hits
every conflict is a correction set, and a set that hits every correction set is a conflict.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.sat.maxsat import MaxSat

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from defeasible.reasoner.sat.deadline import Deadline


class HittingSets:
    """Find hitting sets of a growing family of sets, cheapest first.

    Args:
        weights: Cost of each element, a positive integer.
    """

    def __init__(self, weights: Mapping[int, int]) -> None:
        self._elements = list(weights)
        self._variable = {element: i for i, element in enumerate(weights, 1)}
        soft = [(-self._variable[element], weight) for element, weight in weights.items()]
        self._maxsat = MaxSat([], soft)

    @property
    def cost(self) -> int:
        """The cost of the hitting set found last."""
        return self._maxsat.cost

    def hit(self, elements: Iterable[int]) -> None:
        """Require that a set is hit."""
        self._maxsat.add([[self._variable[element] for element in elements]])

    def block(self, elements: Iterable[int]) -> None:
        """Exclude a set of elements and all its supersets."""
        self._maxsat.add([[-self._variable[element] for element in elements]])

    def cheapest(self, deadline: Deadline) -> frozenset[int] | None:
        """Return a cheapest hitting set; None if there is none.

        Raises:
            OutOfTimeError: At the deadline.
        """
        return self._found() if self._maxsat.optimise(deadline) else None

    def tied(self, element: int, deadline: Deadline, *, chosen: bool) -> frozenset[int] | None:
        """Return an equally cheap hitting set with (or without) an element; None if there is none.

        Raises:
            OutOfTimeError: At the deadline.
        """
        variable = self._variable[element]
        if self._maxsat.possible([variable if chosen else -variable], deadline):
            return self._found()
        return None

    def _found(self) -> frozenset[int]:
        return frozenset(self._elements[v - 1] for v in self._maxsat.model() if 0 < v <= len(self._elements))

    def close(self) -> None:
        """Free the memory."""
        self._maxsat.close()
