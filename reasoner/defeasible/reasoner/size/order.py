"""Plain comparisons as a NetworkX graph: entailment is a path, contradiction a cycle."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import networkx as nx

from defeasible.reasoner.size.theory import Cycle, Path, Sizes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from defeasible.reasoner.forms import Comparison


class OrderGraph:
    """Comparisons without factors. An edge runs from the bigger object to the smaller one.

    Between two nodes at most one strict and one weak edge are kept, the first of each, since a second says
    nothing new. Edge attributes `strict` and `weak` hold the numbers of the steps that state them.
    """

    engine = "graph"

    def __init__(self, objects: Iterable[str], theory: Mapping[int, Comparison]) -> None:
        """Build the graph of a theory: comparisons with factor 1, by step number."""
        self.graph: nx.DiGraph[str] = nx.DiGraph()
        self.graph.add_nodes_from(objects)
        for step, comparison in theory.items():
            kind = "strict" if comparison.relation == ">" else "weak"
            self._edge(comparison.left, comparison.right, kind, step)
            if comparison.relation == "=":
                self._edge(comparison.right, comparison.left, kind, step)

    def _edge(self, left: str, right: str, kind: str, step: int) -> None:
        self.graph.add_edge(left, right)
        self.graph.edges[left, right].setdefault(kind, step)

    def path(self, greater: str, lesser: str) -> Path | None:
        """Return the shortest proof that `greater > lesser`, else that `greater >= lesser`, else None."""
        routes = self._routes(greater, lesser)
        return Path(routes[max(routes)], max(routes)) if routes else None

    def _routes(self, greater: str, lesser: str) -> dict[bool, tuple[int, ...]]:
        """Return the shortest chain with a strict edge, under True, and the shortest without, under False.

        Breadth-first over pairs of a node and whether a strict edge was taken: O(nodes + edges).
        """
        if greater not in self.graph:  # the metre, of which plain comparisons say nothing
            return {}
        start = (greater, False)
        parents: dict[tuple[str, bool], tuple[tuple[str, bool], int]] = {}
        seen, queue = {start}, deque([start])
        while queue:
            state = queue.popleft()
            node, strict = state
            for after, data in self.graph.adj[node].items():
                for kind, step in data.items():
                    reached = (after, strict or kind == "strict")
                    if reached not in seen:
                        seen.add(reached)
                        parents[reached] = (state, step)
                        queue.append(reached)
        ends = [(lesser, strict) for strict in (True, False) if (lesser, strict) in parents]
        return {end[1]: _unwind(parents, start, end) for end in ends}

    def contradiction(self) -> Cycle | None:
        """Return a shortest cycle through some strict edge, or None if there is none."""
        component = {
            node: number
            for number, nodes in enumerate(nx.strongly_connected_components(self.graph))
            for node in nodes
        }
        cycles = []
        for left, right, data in self.graph.edges(data=True):
            if "strict" in data and component[left] == component[right]:
                # The shorter way back: the one with a strict edge may go round the cycle once more.
                back = min(self._routes(right, left).values(), key=len)
                cycles.append(Cycle(left, (data["strict"], *back)))
        return min(cycles, key=lambda cycle: len(cycle.edges), default=None)

    def arrangement(
        self, bigger: str | None = None, smaller: str | None = None, *, strict: bool = True
    ) -> Sizes | None:
        """Return sizes that satisfy every comparison, and `bigger > smaller` (or `>=`) besides.

        Objects that must be equal get one size; all others as many units as the longest chain below them.
        None if the added comparison contradicts the graph.
        """
        graph = self.graph.copy()
        if bigger is not None and smaller is not None:
            back = self.path(smaller, bigger)
            if back is not None and (strict or back.strict):
                return None
            graph.add_edge(bigger, smaller)
        condensed: nx.DiGraph[Any] = nx.condensation(graph)
        level: dict[int, int] = {}
        for number in reversed(list(nx.topological_sort(condensed))):
            level[number] = 1 + max((level[below] for below in condensed.adj[number]), default=0)
        return {
            node: Fraction(level[number])
            for number, members in condensed.nodes(data="members")
            for node in members
        }


def _unwind(
    parents: dict[tuple[str, bool], tuple[tuple[str, bool], int]],
    start: tuple[str, bool],
    state: tuple[str, bool],
) -> tuple[int, ...]:
    edges: list[int] = []
    while state != start:
        state, step = parents[state]
        edges.append(step)
    return tuple(reversed(edges))
