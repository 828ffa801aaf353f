"""Reachability labels over a million comparisons: once built, a proof costs about its length.

The comparisons are condensed (objects that must be equal form one *place*), places are numbered in
topological order, and each gets labels that settle most questions without a search:

* two Bloom filters, of the places below and of those above (Su, Zhu, Wei and Yu, "Reachability querying:
  can it be even faster?", IEEE TKDE 29, 2017): without containment there is no path;
* its intervals in a downward and in an upward spanning forest (Agrawal, Borgida and Jagadish, "Efficient
  management of transitive relationships", SIGMOD 1989): containment means a path, read off by climbing.

Otherwise, a bidirectional breadth-first search consults the labels of each place that it meets.

Strictness is part of the labels: if a weak comparison joins two places, there are two layers of them, above
and below the first strict comparison of a chain; a strict proof is a path from one layer to the other.
"""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from defeasible.reasoner.size.graph import ComparisonGraph
from defeasible.reasoner.size.index import CODE
from defeasible.reasoner.size.places import condense, filters, grouped, intervals, parents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from defeasible.reasoner.forms.sizes import Relation

    Ints = NDArray[np.int64]

FILTER_BITS = 62
SEED = 1
"""Seed of the random bits that places set in the filters."""
_FIELDS = 8
"""Fields of a place's record: its intervals in the two forests, and the ranges of its edges down and up."""


class Edges(NamedTuple):
    """Comparisons as edges from the bigger object to the smaller one; an equality is two weak ones."""

    tail: Ints
    head: Ints
    strict: NDArray[np.bool_]
    number: Ints
    """The number of the comparison of each edge."""


def edges(left: array[int], relation: bytes | bytearray, right: array[int], numbers: Iterable[int]) -> Edges:
    """Return the edges of the comparisons with some numbers, from columns of all comparisons."""
    number = (
        np.arange(numbers.start, numbers.stop)
        if isinstance(numbers, range)
        else np.fromiter(numbers, np.int64)
    )
    code = np.frombuffer(bytes(relation), np.int8)[number]
    tail, head = (np.array(column, np.int64)[number] for column in (left, right))
    both = np.flatnonzero(code == CODE["="])
    if len(both):
        tail, head = np.concatenate((tail, head[both])), np.concatenate((head, tail[both]))
        number, code = np.concatenate((number, number[both])), np.concatenate((code, code[both]))
    return Edges(tail, head, code == CODE[">"], number)


class _Meeting(NamedTuple):
    """Where the two searches meet: a path from `above` to `below` by one edge or along a forest."""

    forward: dict[int, int]
    above: int
    how: int
    below: int
    backward: dict[int, int]


_EDGE, _DOWN, _UP = range(3)


class Labels:
    """Reachability among objects `0..objects-1`. Immutable once built."""

    def __init__(self, objects: int, edges: Edges) -> None:
        """Condense the comparisons and build the labels. O(objects + comparisons)."""
        self.objects = objects
        self.within = ComparisonGraph()
        """The comparisons between objects of the same place."""
        places, place, equal = condense(objects, edges.tail, edges.head)
        inside = place[edges.tail] == place[edges.head] if equal else np.zeros(len(edges.tail), np.bool_)
        for e in np.flatnonzero(inside).tolist():
            relation: Relation = ">" if edges.strict[e] else ">="
            self.within.add(int(edges.tail[e]), relation, int(edges.head[e]), int(edges.number[e]))
        self.contradictory = bool(np.any(edges.strict & inside))
        """Whether a strict comparison lies on a cycle; then no other question is possible."""
        if self.contradictory:
            return
        across = np.flatnonzero(~inside) if equal else np.arange(len(edges.tail))
        strict = edges.strict[across]
        self.layers = 1 if bool(strict.all()) else 2
        self._tail, self._head, self._number = (
            array("i", column[across].astype(np.int32).tobytes())
            for column in (edges.tail, edges.head, edges.number)
        )
        self._place = array("i", place.astype(np.int32).tobytes())
        above, below = place[edges.tail[across]], place[edges.head[across]]
        self._label(places * self.layers, *self._layered(above, below, strict))

    def _layered(self, above: Ints, below: Ints, strict: NDArray[np.bool_]) -> tuple[Ints, Ints, Ints]:
        """Return edges between places, with their positions in the columns; two layers have twice as many."""
        position = np.arange(len(above))
        if self.layers == 1:
            return above, below, position
        return (
            np.concatenate((2 * above, 2 * above + 1)),
            np.concatenate((2 * below + strict, 2 * below + 1)),
            np.concatenate((position, position)),
        )

    def _label(self, places: int, above: Ints, below: Ints, position: Ints) -> None:
        down, down_start = grouped(above, places)
        up, up_start = grouped(below, places)
        downward, upward = below[down], above[up]
        self._down, self._up = (array("i", v.astype(np.int32).tobytes()) for v in (downward, upward))
        self._down_edge, self._up_edge = (
            array("i", position[v].astype(np.int32).tobytes()) for v in (down, up)
        )
        numbers = np.arange(places, dtype=np.int64)
        up_slot, up_parent = parents(upward, up_start, numbers)
        down_slot, down_parent = parents(downward, down_start, numbers[::-1])
        # The position of the edge from each place to its parent in the two forests; -1 at a root.
        self._up_slot, self._down_slot = (
            array("i", v.astype(np.int32).tobytes()) for v in (up_slot, down_slot)
        )
        bits = 1 << np.random.default_rng(SEED).integers(0, FILTER_BITS, places)
        filtered = np.empty((places, 2), np.int64)
        filtered[:, 0] = filters(bits, self._down, down_start, reverse=True)
        filtered[:, 1] = filters(bits, self._up, up_start, reverse=False)
        self._filters = array("q", filtered.tobytes())
        record = np.empty((places, _FIELDS), np.int32)
        record[:, 0], record[:, 1] = intervals(up_parent, reverse=False)
        record[:, 2], record[:, 3] = intervals(down_parent, reverse=True)
        record[:, 4], record[:, 5] = down_start[:-1], down_start[1:]
        record[:, 6], record[:, 7] = up_start[:-1], up_start[1:]
        self._record = array("i", record.tobytes())

    def leads(self, greater: int, lesser: int) -> int:
        """Return 2 if an object is provably bigger than another, 1 if at least as big, 0 if neither."""
        if greater == lesser:
            return 1
        if max(greater, lesser) >= self.objects:
            return 0
        above, below = self._place[greater], self._place[lesser]
        if above >= below:
            return int(above == below)
        if self.layers == 1:
            return 2 if self._meet(above, below) else 0
        if self._meet(2 * above, 2 * below + 1):
            return 2
        return 1 if self._meet(2 * above, 2 * below) else 0

    def path(self, greater: int, lesser: int) -> tuple[tuple[int, ...], bool] | None:
        """Return a proof of `>`, else of `>=`, as numbers of comparisons and whether it is strict; else None.

        It is short but not always shortest. O(its length), plus the search if the labels do not settle it.
        """
        if greater == lesser or max(greater, lesser) >= self.objects:
            return None
        above, below = self._place[greater], self._place[lesser]
        if above >= below:
            return (tuple(self._inside(greater, lesser)), False) if above == below else None
        if self.layers == 1:
            meeting, strict = self._meet(above, below), True
        else:
            meeting, strict = self._meet(2 * above, 2 * below + 1), True
            if meeting is None:
                meeting, strict = self._meet(2 * above, 2 * below), False
        return None if meeting is None else (self._stitch(greater, lesser, self._edges(meeting)), strict)

    def _inside(self, greater: int, lesser: int) -> list[int]:
        """Return a chain between objects of the same place."""
        return [] if greater == lesser else list(self.within.routes(greater, lesser)[False])

    def _stitch(self, greater: int, lesser: int, edges: Iterator[int]) -> tuple[int, ...]:
        """Return the comparisons of edges between places, joined by chains inside the places."""
        chain: list[int] = []
        here = greater
        tail, head, number = self._tail, self._head, self._number
        for edge in edges:
            if tail[edge] != here:
                chain += self._inside(here, tail[edge])
            chain.append(number[edge])
            here = head[edge]
        if here != lesser:
            chain += self._inside(here, lesser)
        return tuple(chain)

    def _edges(self, meeting: _Meeting) -> Iterator[int]:
        """Yield the edges of a path from top to bottom, by their position in the columns."""
        forward, above, how, below, backward = meeting
        trail = [above]
        while (before := forward[trail[-1]]) >= 0:
            trail.append(before)
        trail.reverse()
        for upper, lower in pairwise(trail):
            yield self._edge(upper, lower)
        if how == _EDGE:
            yield self._edge(above, below)
        elif how == _DOWN:
            climbed, slots, here = [], self._up_slot, below
            while here != above:
                climbed.append(self._up_edge[slots[here]])
                here = self._up[slots[here]]
            yield from reversed(climbed)
        else:
            slots, here = self._down_slot, above
            while here != below:
                yield self._down_edge[slots[here]]
                here = self._down[slots[here]]
        here = below
        while (after := backward[here]) >= 0:
            yield self._edge(here, after)
            here = after

    def _edge(self, upper: int, lower: int) -> int:
        start, end = self._record[_FIELDS * upper + 4 : _FIELDS * upper + 6]
        return self._down_edge[start + self._down[start:end].index(lower)]

    def _meet(self, top: int, bottom: int) -> _Meeting | None:  # noqa: C901, PLR0912 - one hot loop per side
        """Search from both ends, smaller frontier first, with the labels; `top` comes before `bottom`."""
        filtered, record, n = self._filters, self._record, _FIELDS
        # A place that leads to the bottom has all bits below of the bottom, and no others of its bits above.
        below, beside = filtered[2 * bottom], ~filtered[2 * bottom + 1]
        under, over = ~filtered[2 * top], filtered[2 * top + 1]
        if below & under or over & beside:
            return None
        top_in, top_out, top_tip = record[n * top : n * top + 3]
        low_in, _, low_tip, low_end = record[n * bottom : n * bottom + 4]
        forward, backward = {top: -1}, {bottom: -1}
        if top_in <= low_in < top_out:
            return _Meeting(forward, top, _DOWN, bottom, backward)
        if low_tip <= top_tip < low_end:
            return _Meeting(forward, top, _UP, bottom, backward)
        down, up = self._down, self._up
        front, back = [top], [bottom]
        while front and back:
            reached = []
            if len(front) <= len(back):
                for here in front:
                    at = n * here
                    for after in down[record[at + 4] : record[at + 5]]:
                        if after > bottom or filtered[2 * after] & below != below:
                            continue
                        if filtered[2 * after + 1] & beside or after in forward:
                            continue
                        if after in backward:
                            return _Meeting(forward, here, _EDGE, after, backward)
                        forward[after] = here
                        at = n * after
                        if record[at] <= low_in < record[at + 1]:
                            return _Meeting(forward, after, _DOWN, bottom, backward)
                        if low_tip <= record[at + 2] < low_end:
                            return _Meeting(forward, after, _UP, bottom, backward)
                        reached.append(after)
                front = reached
            else:
                for here in back:
                    at = n * here
                    for after in up[record[at + 6] : record[at + 7]]:
                        if after < top or filtered[2 * after + 1] & over != over:
                            continue
                        if filtered[2 * after] & under or after in backward:
                            continue
                        if after in forward:
                            return _Meeting(forward, after, _EDGE, here, backward)
                        backward[after] = here
                        at = n * after
                        if top_in <= record[at] < top_out:
                            return _Meeting(forward, top, _DOWN, after, backward)
                        if record[at + 2] <= top_tip < record[at + 3]:
                            return _Meeting(forward, top, _UP, after, backward)
                        reached.append(after)
                back = reached
        return None
