"""The columns behind the labels: condensation, forests, intervals and filters, in linear time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from defeasible.reasoner.size.components import strong_components

if TYPE_CHECKING:
    from array import array

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

_DEAD_ENDS = 2
"""Rounds that mark places without outgoing edges, and then places that lead only to marked ones."""
_LOW = (1 << 32) - 1


def grouped(keys: Ints, groups: int) -> tuple[Ints, Ints]:
    """Return positions ordered by key, then position, and where each group starts (and the last one ends)."""
    # Sorting key and position together is faster than a stable sort, and the same on every machine.
    ordered = np.sort(keys << 32 | np.arange(len(keys)))
    start = np.zeros(groups + 1, np.int64)
    np.cumsum(np.bincount(keys, minlength=groups), out=start[1:])
    return ordered & _LOW, start


def condense(objects: int, tail: Ints, head: Ints) -> tuple[int, Ints, bool]:
    """Condense a graph: objects that lead to each other share a place, in topological order.

    Returns:
        The number of places, the place of each object, and whether some place holds several objects.
    """
    order, start = grouped(tail, objects)
    heads, starts = head[order].tolist(), start.tolist()
    waiting = np.bincount(head, minlength=objects).tolist()
    # Kahn's algorithm numbers objects that lie neither on nor below a cycle without a search.
    free = [node for node in range(objects) if not waiting[node]]
    for node in free:
        for after in heads[starts[node] : starts[node + 1]]:
            left = waiting[after] - 1
            waiting[after] = left
            if not left:
                free.append(after)
    place = np.empty(objects, np.int64)
    place[free] = np.arange(len(free))
    if len(free) == objects:
        return objects, place, False
    rest = [node for node in range(objects) if waiting[node]]
    components = strong_components(rest, lambda node: heads[starts[node] : starts[node + 1]], objects)
    places = len(free)
    for members in reversed(components):
        place[members] = places
        places += 1
    return places, place, places < objects


def parents(to: Ints, start: Ints, rank: Ints) -> tuple[Ints, Ints]:
    """Choose for each place the edge that leads farthest, and one to a dead end only if all do.

    Args:
        to: The target of each edge; edges are grouped by source place.
        start: Where each group starts.
        rank: The rank of each place; smaller means farther.

    Returns:
        The position of the chosen edge and the place that it leads to; -1 if there is none.
    """
    places = len(rank)
    some = np.flatnonzero(np.diff(start))
    slot, parent = np.full(places, -1, np.int64), np.full(places, -1, np.int64)
    if not len(some):
        return slot, parent
    first = start[some]
    dead = np.ones(places, np.bool_)
    dead[some] = False
    for _ in range(_DEAD_ENDS):
        dead[some] = np.logical_and.reduceat(dead[to], first)
    farness = rank + np.where(dead, places, 0)
    slot[some] = np.minimum.reduceat(farness[to] << 32 | np.arange(len(to)), first) & _LOW
    parent[some] = to[slot[some]]
    return slot, parent


def intervals(parent: Ints, *, reverse: bool) -> tuple[Ints, Ints]:
    """Return an interval `[start, end)` for each place of a forest; it contains just those of lower places.

    Args:
        parent: The parent of each place, or -1: a smaller number, or with `reverse` a greater one.
        reverse: Whether parents have greater numbers.
    """
    places = len(parent)
    size = [1] * (places + 1)  # the last entry receives the sums of the roots, whose parent is -1
    over: list[int] = parent.tolist()
    downwards = range(places - 1, -1, -1) if reverse else range(places)
    for place in reversed(downwards):
        size[over[place]] += size[place]
    free, start = [0] * (places + 1), [0] * places
    for place in downwards:
        above = over[place]
        start[place] = at = free[above]
        free[above] = at + size[place]
        free[place] = at + 1
    starts = np.array(start, np.int64)
    return starts, starts + np.array(size[:places], np.int64)


def filters(bits: Ints, to: array[int], start: Ints, *, reverse: bool) -> Ints:
    """Return for each place its own bit and those of all places that it leads to.

    Args:
        bits: The bit of each place.
        to: The target of each edge; edges are grouped by source place.
        start: Where each group starts.
        reverse: Whether edges lead to greater numbers.
    """
    gathered: list[int] = bits.tolist()
    starts: list[int] = start.tolist()
    places = range(len(gathered))
    for place in reversed(places) if reverse else places:
        first, end = starts[place], starts[place + 1]
        if first != end:
            united = gathered[place]
            for other in to[first:end]:
                united |= gathered[other]
            gathered[place] = united
    return np.array(gathered, np.int64)
