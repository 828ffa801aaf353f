"""How much bigger one object must be than another: the greatest product of factors along any chain."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from defeasible.reasoner.forms import Comparison

VISITS = 500_000
"""Visits of comparisons after which the search gives up: a few seconds."""


class Ratios:
    """Searches chains of comparisons, all of them together within `VISITS`."""

    def __init__(self) -> None:
        self.visits = 0

    def at_least(self, theory: Iterable[Comparison], start: str, end: str, *, strict: bool = False) -> bool:
        """Return whether comparisons make `start` at least as big as `end`.

        A chain that goes round a cycle which makes things bigger than themselves has no bound, so where
        comparisons contradict each other this tells which of them take part.

        Args:
            theory: The comparisons.
            start: One object.
            end: Another object.
            strict: Ask whether it is bigger. The theory must then be without contradiction.

        Raises:
            OverflowError: If the searches take too long.
        """
        out: dict[str, list[tuple[str, Fraction, bool]]] = {}
        for c in theory:
            out.setdefault(c.left, []).append((c.right, c.factor, strict and c.relation == ">"))
            out.setdefault(c.right, [])
            if c.relation == "=":
                out[c.right].append((c.left, 1 / c.factor, False))
        # Of each object the best chain to it: the product, whether an edge is strict, its length.
        best: dict[str, tuple[Fraction | float, bool, int]] = {start: (Fraction(1), False, 0)}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            product, stricter, length = best[here]
            self.visits += len(out.get(here, ()))
            if self.visits > VISITS:
                raise OverflowError(f"gave up after {VISITS} visits of comparisons")
            for after, factor, edge_strict in out.get(here, ()):
                reached = (product if factor == 1 else product * factor, stricter or edge_strict)
                known = best.get(after)
                if known is None or reached > known[:2]:
                    # A chain longer than there are objects, and still better, has gone round a cycle.
                    bounded = length < len(out)
                    best[after] = (*(reached if bounded else (inf, True)), length + 1)
                    queue.append(after)
        product, stricter, _ = best.get(end, (0.0, False, 0))
        return product > 1 or (product == 1 and (stricter or not strict))
