"""The least ratio of two objects' sizes: the greatest product of factors along any chain."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

    from defeasible.reasoner.forms import Comparison

Edges: TypeAlias = "dict[str, list[tuple[str, Fraction, int]]]"
VISITS = 500_000
"""Visits of comparisons after which the search gives up; takes a few seconds."""


class Ratios:
    """Searches chains of comparisons, with at most `VISITS` visits over all searches."""

    def __init__(self) -> None:
        self.visits = 0

    def leads(self, out: Edges, start: str, end: str, *, strict: bool = False) -> bool:
        """Return whether comparisons make `start` at least as big as `end`.

        A chain through a cycle that makes things bigger than themselves is unbounded, so if comparisons
        contradict each other, this tells which of them take part.

        Args:
            out: The comparisons, as returned by `edges`.
            start: One object.
            end: Another object.
            strict: Ask whether it is strictly bigger. The comparisons must then be consistent.

        Raises:
            OverflowError: If the searches take too long.
        """
        if start not in out or end not in out:
            return False
        product, stricter, _ = self._search(out, start).get(end, (0.0, 0, 0))
        return product > 1 or (product == 1 and (stricter > 0 or not strict))

    def contradictory(self, theory: Iterable[Comparison]) -> bool:
        """Return whether some chain of comparisons makes an object bigger than itself.

        Raises:
            OverflowError: If the searches take too long.
        """
        out = edges(theory, strict=True)
        for group in _groups(out):
            within = {name: [edge for edge in out[name] if edge[0] in group] for name in group}
            found = self._search(within, min(group), count=True)
            if any(product == inf for product, _, _ in found.values()):
                return True
        return False

    def _search(
        self, out: Edges, start: str, *, count: bool = False
    ) -> dict[str, tuple[Fraction | float, int, int]]:
        """Return the best chain to each object: the product, whether an edge is strict, its length.

        If strict edges are counted, a cycle with a strict edge is unbounded as well.
        """
        best: dict[str, tuple[Fraction | float, int, int]] = {start: (Fraction(1), 0, 0)}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            product, stricter, length = best[here]
            self.visits += len(out.get(here, ()))
            if self.visits > VISITS:
                raise OverflowError(f"gave up after {VISITS} visits of comparisons")
            for after, factor, strict in out.get(here, ()):
                more = stricter + strict if count else max(stricter, strict)
                reached = (product if factor == 1 else product * factor, more)
                known = best.get(after)
                if known is None or (known[0] < inf and reached > known[:2]):
                    # A chain with more edges than there are objects that is still better contains a cycle.
                    bounded = length < len(out)
                    best[after] = (*(reached if bounded else (inf, 1)), length + 1)
                    queue.append(after)
        return best


def edges(theory: Iterable[Comparison], *, strict: bool = False) -> Edges:
    """Return the edges of each object: the other object, the factor, and 1 if the comparison is strict."""
    out: Edges = {}
    for c in theory:
        out.setdefault(c.left, []).append((c.right, c.factor, int(strict and c.relation == ">")))
        out.setdefault(c.right, [])
        if c.relation == "=":
            out[c.right].append((c.left, 1 / c.factor, 0))
    return out


def _groups(out: Edges) -> list[set[str]]:
    """Return groups of at least two objects that lead to each other (Kosaraju's algorithm)."""
    into: dict[str, list[str]] = {name: [] for name in out}
    for name, edges in out.items():
        for after, _, _ in edges:
            into[after].append(name)
    seen, finished = set[str](), list[str]()
    for root in out:
        work = [(root, False)]
        while work:
            name, done = work.pop()
            if done:
                finished.append(name)
            elif name not in seen:
                seen.add(name)
                work.append((name, True))
                work += [(after, False) for after, _, _ in out[name] if after not in seen]
    groups, placed = list[set[str]](), set[str]()
    for root in reversed(finished):
        group, todo = set[str](), [root]
        while todo:
            name = todo.pop()
            if name not in placed:
                placed.add(name)
                group.add(name)
                todo += into[name]
        if len(group) > 1:
            groups.append(group)
    return groups
