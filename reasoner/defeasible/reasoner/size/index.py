"""`OrderIndex`: a million plain comparisons, added and removed at any time, with paths and cycles."""

from __future__ import annotations

from array import array
from math import isqrt
from typing import TYPE_CHECKING, Final, TypeAlias

from defeasible.reasoner.forms.ledger import RELATIONS
from defeasible.reasoner.size.graph import ComparisonGraph

if TYPE_CHECKING:
    from collections.abc import Iterable

    from defeasible.reasoner.forms.sizes import Relation
    from defeasible.reasoner.size.overlay import Overlay

SMALL: Final = 256
"""Up to this many comparisons, every path is a shortest one, found without labels."""
TRIED: Final = 4
"""Strict comparisons tried per requested contradiction, since several may lie on one cycle."""
CODE: Final = {relation: code for code, relation in enumerate(RELATIONS)}

CycleAt: TypeAlias = tuple[int, tuple[int, ...]]
"""The object at which a cycle starts, and the numbers of its comparisons."""


class OrderIndex:
    """Comparisons between objects, identified by numbers. Everything is computed on demand.

    Up to `small` comparisons it is an adjacency list. Above that, the first question builds labels over all
    comparisons; later comparisons are kept in an overlay until they are many, or have cost as much as new
    labels.
    """

    def __init__(self, small: int = SMALL) -> None:
        self.small = small
        self.left, self.right, self.relation = array("i"), array("i"), bytearray()
        self.objects = 0
        self.removed: set[int] = set()
        self._restart()

    def copy(self) -> OrderIndex:
        """Return an independent copy."""
        new = OrderIndex(self.small)
        new.left, new.right, new.relation = self.left[:], self.right[:], self.relation[:]
        new.objects, new.removed = self.objects, {*self.removed}
        return new

    def _restart(self) -> None:
        self._graph: ComparisonGraph | None = None
        self._overlay: Overlay | None = None
        self._seen = 0
        """The number of comparisons that the graph or the overlay has processed."""
        self._kept_out: dict[int, CycleAt] = {}
        """Comparisons that contradict those in the overlay, each with the cycle that it closes."""
        self._offenders: list[tuple[int, int, int]] = []
        """Strict comparisons on cycles, of the graph or of the labels: `(left, right, number)`."""

    def __len__(self) -> int:
        return len(self.relation)

    def add(self, left: int, relation: Relation, right: int) -> int:
        """Add a comparison and return its number. O(1): it is processed at the next question."""
        self.left.append(left)
        self.right.append(right)
        self.relation.append(CODE[relation])
        if left >= self.objects or right >= self.objects:
            self.objects = max(left, right) + 1
        return len(self.relation) - 1

    def extend(self, left: array[int], relation: bytearray, right: array[int]) -> range:
        """Add comparisons in columns, with relations as `CODE`s, and return their numbers."""
        first = len(self.relation)
        self.left.extend(left)
        self.right.extend(right)
        self.relation.extend(relation)
        if relation:
            self.objects = max(self.objects, max(left) + 1, max(right) + 1)
        return range(first, len(self.relation))

    def remove(self, number: int) -> None:
        """Remove a comparison. If the labels depend on it, the next question rebuilds them."""
        self.removed.add(number)
        if number >= self._seen:
            return
        if number in self._kept_out:
            del self._kept_out[number]
        elif self._overlay is not None and not self._kept_out and self._overlay.holds(number):
            self._overlay.discard(number)
        else:
            self._restart()

    def path(self, greater: int, lesser: int) -> tuple[tuple[int, ...], bool] | None:
        """Return a proof of `>`, else of `>=`, as numbers of comparisons and whether it is strict.

        It is a shortest one up to `small` comparisons, and a short one above that. Call it only if the
        comparisons are consistent.
        """
        self._refresh()
        structure = self._graph if self._graph is not None else self._overlay
        return None if structure is None else structure.path(greater, lesser)

    def contradictions(self, most: int = 1) -> list[CycleAt]:
        """Return some cycles that make an object bigger than itself, shorter ones first; empty if consistent.

        Each is a shortest cycle through a strict comparison that lies on one: through any such comparison up
        to `small` comparisons, and through one of the latest above that.
        """
        self._refresh()
        found = dict.fromkeys(self._kept_out.values())
        if self._graph is not None:
            found |= dict.fromkeys(map(self._graph.cycle, self._offenders))
        else:
            for offender in self._offenders[: TRIED * most]:
                if len(found) >= most:
                    break
                assert self._overlay is not None
                found[self._overlay.labels.within.cycle(offender)] = None
        distinct = {frozenset(edges): (start, edges) for start, edges in reversed(found)}
        return sorted(distinct.values(), key=lambda cycle: (len(cycle[1]), cycle))[:most]

    @property
    def consistent(self) -> bool:
        """Whether no object is bigger than itself."""
        self._refresh()
        return not self._offenders and not self._kept_out

    def _refresh(self) -> None:
        """Process the comparisons added since the last question."""
        total = len(self.relation)
        if self._seen == total:
            return
        if total - len(self.removed) <= self.small:
            if self._graph is None:
                self._restart()
                self._graph = ComparisonGraph()
            for number in self._late():
                self._graph.add(*self.comparison(number), number)
            self._offenders = self._graph.offenders()
        elif self._overlay is None or total - self._seen > isqrt(total) or self._overlay.asked > total:
            self._rebuild()
        elif not self._offenders:
            for number in self._late():
                self._insert(self._overlay, number)
        self._seen = total

    def _late(self) -> Iterable[int]:
        """Return the numbers of the comparisons that have not been processed."""
        late = range(self._seen, len(self.relation))
        return (n for n in late if n not in self.removed) if self.removed else late

    def comparison(self, number: int) -> tuple[int, Relation, int]:
        """Return a comparison by its number: bigger object, relation, smaller object."""
        return self.left[number], RELATIONS[self.relation[number]], self.right[number]

    def _insert(self, overlay: Overlay, number: int) -> None:
        """Insert a comparison unless it closes a cycle with a strict edge; then record the cycle."""
        left, relation, right = self.comparison(number)
        for tail, head, strict in ((left, right, relation == ">"), (right, left, False)):
            back = overlay.path(head, tail)
            if back is not None and (strict or back[1]):
                self._kept_out[number] = (tail, (number, *back[0]))
                return
            if relation != "=":
                break
        overlay.add(left, relation, right, number)

    def _rebuild(self) -> None:
        from defeasible.reasoner.size import labels, overlay  # noqa: PLC0415 - imports NumPy, 0.1 s

        self._restart()
        edges = labels.edges(self.left, self.relation, self.right, self._late())
        self._overlay = overlay.Overlay(labels.Labels(self.objects, edges))
        if self._overlay.labels.contradictory:
            offenders = self._overlay.labels.within.offenders()
            self._offenders = sorted(offenders, key=lambda offender: -offender[2])
