"""Plain comparisons as an adjacency list: a shortest chain is a proof, a cycle a contradiction."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from defeasible.reasoner.size.components import strong_components

if TYPE_CHECKING:
    from defeasible.reasoner.forms.sizes import Relation


class ComparisonGraph:
    """Objects and comparisons by number. An edge runs from the bigger object to the smaller one."""

    __slots__ = ("out",)

    def __init__(self) -> None:
        self.out: list[list[tuple[int, bool, int]]] = []
        """The edges that leave each object: target, whether strict, number of the comparison."""

    def add(self, left: int, relation: Relation, right: int, number: int) -> None:
        """Add a comparison; objects are created when they are first named."""
        out = self.out
        while len(out) <= max(left, right):
            out.append([])
        out[left].append((right, relation == ">", number))
        if relation == "=":
            out[right].append((left, False, number))

    def routes(self, greater: int, lesser: int, *, one: bool = False) -> dict[bool, tuple[int, ...]]:
        """Return the shortest chain with a strict edge, under True, and the shortest without, under False.

        With `one`, return only the shorter of them.

        Breadth-first search over pairs of an object and whether a strict edge was taken (`2 x object +
        strict`): O(objects + comparisons). A route from an object to itself has at least one edge.
        """
        out = self.out
        if max(greater, lesser) >= len(out):
            return {}
        start, weak_end = 2 * greater, 2 * lesser
        parents: dict[int, tuple[int, int]] = {}
        seen, queue = {start}, deque([start])
        while queue:
            state = queue.popleft()
            strict = state & 1
            for head, edge_strict, number in out[state >> 1]:
                reached = 2 * head + (strict or edge_strict)
                if reached not in seen:
                    seen.add(reached)
                    parents[reached] = (state, number)
                    if one and head == lesser:
                        return {bool(reached & 1): _unwind(parents, start, reached)}
                    queue.append(reached)
        return {
            bool(end & 1): _unwind(parents, start, end) for end in (weak_end + 1, weak_end) if end in parents
        }

    def path(self, greater: int, lesser: int) -> tuple[tuple[int, ...], bool] | None:
        """Return a shortest proof of `>`, else of `>=`: numbers of comparisons, and whether it is strict."""
        routes = self.routes(greater, lesser)
        return (routes[max(routes)], max(routes)) if routes else None

    def components(self, extra: tuple[int, int] | None = None) -> list[list[int]]:
        """Return the strongly connected components, smallest objects first, optionally with an extra edge."""

        def after(node: int) -> list[int]:
            heads = [edge[0] for edge in self.out[node]]
            if extra is not None and extra[0] == node:
                heads.append(extra[1])
            return heads

        return strong_components(range(len(self.out)), after, len(self.out))

    def offenders(self) -> list[tuple[int, int, int]]:
        """Return the strict edges that lie on cycles: source, target, number of the comparison."""
        component = [0] * len(self.out)
        for number, members in enumerate(self.components()):
            for node in members:
                component[node] = number
        return [
            (left, right, number)
            for left, edges in enumerate(self.out)
            for right, strict, number in edges
            if strict and component[left] == component[right]
        ]

    def cycle(self, offender: tuple[int, int, int]) -> tuple[int, tuple[int, ...]]:
        """Return where a shortest cycle through a strict edge that lies on one starts, and the cycle."""
        left, right, number = offender
        # The shorter way back; a way back with a strict edge may traverse the cycle once more.
        return left, (number, *min(self.routes(right, left, one=True).values(), key=len))

    def levels(self, extra: tuple[int, int] | None = None) -> list[int]:
        """Return a size for each object, one unit more than anything below it, optionally with an extra edge.

        Objects that must be equal get the same size. The graph, with the edge, must be consistent.
        """
        level = [0] * len(self.out)
        for members in self.components(extra):
            # Members have level 0 until all are done; everything that they lead to outside is done already.
            below = max((level[edge[0]] for node in members for edge in self.out[node]), default=0)
            if extra is not None and extra[0] in members:
                below = max(below, level[extra[1]])
            for node in members:
                level[node] = below + 1
        return level


def _unwind(parents: dict[int, tuple[int, int]], start: int, state: int) -> tuple[int, ...]:
    edges: list[int] = []
    while state != start:
        state, number = parents[state]
        edges.append(number)
    return tuple(reversed(edges))
