"""Plain comparisons of one context: entailment is a path, a contradiction is a cycle."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from defeasible.reasoner.size.graph import ComparisonGraph
from defeasible.reasoner.size.theory import Cycle, Path, Sizes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from defeasible.reasoner.forms import Comparison


class OrderGraph:
    """Comparisons without factors, each identified by the number of the step that states it."""

    engine = "graph"

    def __init__(self, objects: Iterable[str], theory: Mapping[int, Comparison]) -> None:
        """Build the graph of a theory: comparisons with factor 1, by step number."""
        self.names = list(dict.fromkeys(objects))
        self._number = {name: number for number, name in enumerate(self.names)}
        self._graph = ComparisonGraph()
        self._graph.out.extend([] for _ in self.names)
        for step, c in theory.items():
            self._graph.add(self._number[c.left], c.relation, self._number[c.right], step)

    def path(self, greater: str, lesser: str) -> Path | None:
        """Return the shortest proof that `greater > lesser`, else that `greater >= lesser`, else None."""
        if greater not in self._number or lesser not in self._number:
            return None  # the metre, which occurs in no plain comparison
        found = self._graph.path(self._number[greater], self._number[lesser])
        return None if found is None else Path(*found)

    def contradiction(self) -> Cycle | None:
        """Return a shortest cycle through a strict edge, or None if there is none."""
        cycles = map(self._graph.cycle, self._graph.offenders())
        start, edges = min(cycles, key=lambda cycle: len(cycle[1]), default=(-1, ()))
        return Cycle(self.names[start], edges) if edges else None

    def arrangement(
        self, bigger: str | None = None, smaller: str | None = None, *, strict: bool = True
    ) -> Sizes | None:
        """Return sizes that satisfy every comparison and `bigger > smaller` (or `>=`).

        Objects that must be equal get the same size; every other object gets as many units as the longest
        chain below it. None if the added comparison contradicts the graph.
        """
        extra = None
        if bigger is not None and smaller is not None:
            back = self.path(smaller, bigger)
            if back is not None and (strict or back.strict):
                return None
            extra = (self._number[bigger], self._number[smaller])
        levels = self._graph.levels(extra)
        return {name: Fraction(level) for name, level in zip(self.names, levels, strict=True)}
