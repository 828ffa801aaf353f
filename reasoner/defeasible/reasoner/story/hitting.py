"""Smallest hitting sets: the cheapest ways to take one member out of each of some sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from defeasible.reasoner.sat.deadline import Deadline

TIE = 1e-9
"""Costs closer than this are equal."""


def cheapest(
    sets: Sequence[frozenset[int]], costs: Mapping[int, float], deadline: Deadline
) -> tuple[float, list[frozenset[int]]]:
    """Return the least cost of a hitting set, and all sets of that cost, in lexicographic order.

    Branches on the members of a smallest set that is not hit yet, and cuts what costs more than the best.

    Args:
        sets: What must be hit; none is empty.
        costs: The cost of each member, positive.
        deadline: When to stop.

    Raises:
        OutOfTimeError: At the deadline.
    """
    best: list[frozenset[int]] = []
    bound = sum(min(costs[m] for m in members) for members in sets)

    def search(chosen: frozenset[int], cost: float, barred: frozenset[int]) -> None:
        nonlocal bound
        deadline.heed()
        if cost > bound + TIE:
            return
        left = [members - barred for members in sets if chosen.isdisjoint(members)]
        if not left:
            if cost < bound - TIE:
                best.clear()
            bound = min(bound, cost)
            best.append(chosen)
            return
        narrowest = min(left, key=lambda members: (len(members), sorted(members)))
        for member in sorted(narrowest):
            search(chosen | {member}, cost + costs[member], barred)
            # Every set with this member has been looked at: the branches that follow do without it.
            barred |= {member}

    search(frozenset(), 0.0, frozenset())
    return bound, sorted(best, key=sorted)
