"""The checker's own cheapest hitting sets, by plain search."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NODES = 200_000
"""Partial sets after which the search gives up: about a second."""
TIE = 1e-9


def least(sets: Sequence[frozenset[int]], costs: Mapping[int, float]) -> tuple[float, set[frozenset[int]]]:
    """Return the least cost of a set that has a member in common with each of some sets, and all such sets.

    Partial sets are extended by each member of the first set that they miss.

    Raises:
        OverflowError: If there are more than `NODES` partial sets.
    """
    best, found = float("inf"), set[frozenset[int]]()
    seen: set[frozenset[int]] = set()
    stack: list[frozenset[int]] = [frozenset()]
    while stack:
        partial = stack.pop()
        if partial in seen:
            continue
        seen.add(partial)
        if len(seen) > NODES:
            raise OverflowError(f"gave up after {NODES} partial sets")
        cost = sum(costs[member] for member in sorted(partial))
        if cost > best + TIE:
            continue
        missed = next((members for members in sets if partial.isdisjoint(members)), None)
        if missed is not None:
            stack += [partial | {member} for member in sorted(missed)]
        else:
            if cost < best - TIE:
                found.clear()
            best = min(best, cost)
            found.add(partial)
    return best, found
