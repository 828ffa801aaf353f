"""Thousands of typical sizes beside facts: which are kept, and which paths contradict the others."""

from __future__ import annotations

from array import array
from itertools import groupby
from typing import TYPE_CHECKING

from defeasible.reasoner.forms.ledger import RELATIONS
from defeasible.reasoner.size.index import OrderIndex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.forms.ledger import SizeLedger
    from defeasible.reasoner.forms.sizes import Relation


class Revision:
    """Linear base revision: facts, then priors by weight, each kept unless heavier ones contradict it.

    Priors of equal weight that contradict only each other are tied, and none of them is kept. A prior never
    changes what the facts show.
    """

    def __init__(self, ledger: SizeLedger) -> None:
        """Weigh all priors of a ledger whose facts are consistent."""
        self.index = OrderIndex()
        self._origin = array("i")
        """The ledger number of each comparison of the index."""
        self.blocked: dict[int, tuple[int, ...]] = {}
        """The path that contradicts each overruled prior, in ledger numbers."""
        self.tied: set[int] = set()
        self._ledger = ledger
        for number in ledger.facts():
            self._keep(number)
        certain, contested = _contested(ledger)
        for number in certain:
            self._keep(number)
        for _, equals in groupby(contested, key=ledger.weights.__getitem__):
            self._weigh(list(equals))

    def add(self, number: int, left: int, relation: Relation, right: int) -> None:
        """Insert a comparison, which may be newer than the ledger."""
        self.index.add(left, relation, right)
        self._origin.append(number)

    def _keep(self, number: int) -> None:
        ledger = self._ledger
        relation = RELATIONS[ledger.relation[number]]
        self.add(number, ledger.left[number], relation, ledger.right[number])

    def path(self, greater: int, lesser: int) -> tuple[tuple[int, ...], bool] | None:
        """Return a proof of `>`, else of `>=`, as ledger numbers and whether it is strict."""
        found = self.index.path(greater, lesser)
        return None if found is None else (tuple(self._origin[n] for n in found[0]), found[1])

    def _weigh(self, equals: Sequence[int]) -> None:
        """Weigh priors of equal weight."""
        fitting = []
        for number in equals:
            denied = self.path(self._ledger.right[number], self._ledger.left[number])
            if denied is None:
                fitting.append(number)
            else:
                self.blocked[number] = denied[0]
        tied = set(_on_cycles(self._ledger, [*self._origin, *fitting], fitting)) if len(fitting) > 1 else ()
        for number in fitting:
            if number in tied:
                self.tied.add(number)
            else:
                self._keep(number)


def _contested(ledger: SizeLedger) -> tuple[list[int], list[int]]:
    """Split priors, in order: those on no cycle of all comparisons are always kept."""
    priors = ledger.priors()
    contested = _on_cycles(ledger, [*ledger.facts(), *priors], priors)
    return [n for n in priors if n not in contested], [n for n in priors if n in contested]


def _on_cycles(ledger: SizeLedger, numbers: Sequence[int], asked: Sequence[int]) -> set[int]:
    """Return those of the comparisons asked about that lie on cycles of the numbered ones."""
    from defeasible.reasoner.size import labels, places  # noqa: PLC0415 - imports NumPy, 0.1 s

    edges = labels.edges(ledger.left, ledger.relation, ledger.right, numbers)
    _, place, _ = places.condense(len(ledger.names), edges.tail, edges.head)
    return {n for n in asked if place[ledger.left[n]] == place[ledger.right[n]]}
