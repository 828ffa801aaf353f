"""The checker's own search for minimum-cost hitting sets (branch and bound)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

Sets = list[frozenset[int]]

BRANCHES = 500_000
"""Choices, over all questions, after which the search gives up; takes a few seconds."""
TIE = 1e-9
"""Costs closer than this are equal, since weights may be fractions with rounded sums."""


class Cheapest:
    """The cheapest hitting sets of some sets. Groups of sets without shared elements are searched separately.

    Args:
        sets: The sets to hit; an empty one cannot be hit.
        weights: The cost of each element, above zero.

    Raises:
        OverflowError: If the search gives up, here or in a question.
    """

    def __init__(self, sets: Iterable[Collection[int]], weights: Mapping[int, float]) -> None:
        self.weights = weights
        self.branches = 0
        distinct = sorted({frozenset(members) for members in sets}, key=_by_length)
        self.possible = not distinct or bool(distinct[0])
        self.islands = _islands(distinct)
        self.island = {element: i for i, sets in enumerate(self.islands) for s in sets for element in s}
        costs = [self._search(sets) for sets in self.islands]
        self.costs = [cost for cost in costs if cost is not None]

    @property
    def cost(self) -> float | None:
        """The cost of a cheapest hitting set; None if there is none."""
        return sum(self.costs) if self.possible else None

    def with_element(self, element: int) -> float | None:
        """Return the cost of a cheapest hitting set with an element; None if there is none."""
        if not self.possible:
            return None
        at = self.island.get(element)
        if at is None:
            return sum(self.costs) + self.weights[element]
        met = self._search([members for members in self.islands[at] if element not in members])
        assert met is not None
        return sum(self.costs) - self.costs[at] + self.weights[element] + met

    def without_element(self, element: int) -> float | None:
        """Return the cost of a cheapest hitting set without an element; None if there is none."""
        if not self.possible:
            return None
        at = self.island.get(element)
        if at is None:
            return sum(self.costs)
        cost = self._search([members - {element} for members in self.islands[at]])
        return None if cost is None else sum(self.costs) - self.costs[at] + cost

    def every(self) -> set[frozenset[int]]:
        """Return all cheapest hitting sets."""
        found: set[frozenset[int]] = set()
        most = sum(self.costs) + TIE
        stack: list[tuple[frozenset[int], Sets]] = [(frozenset(), [s for sets in self.islands for s in sets])]
        while self.possible and stack:
            chosen, left = stack.pop()
            if self._hopeless(left) or sum(self.weights[e] for e in chosen) + self._at_least(left) > most:
                continue
            if not left:
                found.add(chosen)
            for element, rest in self._branches(left):
                stack.append((chosen | {element}, rest))
        return found

    def _search(self, sets: Sets) -> float | None:
        """Return the least cost of hitting all sets; None if one of them is empty."""
        best: float | None = None
        stack: list[tuple[float, Sets]] = [(0, sets)]
        while stack:
            spent, left = stack.pop()
            if self._hopeless(left):
                continue
            if best is not None and spent + self._at_least(left) >= best:
                continue
            if not left:
                best = spent
                continue
            stack += [(spent + self.weights[element], rest) for element, rest in self._branches(left)]
        return best

    def _hopeless(self, sets: Sets) -> bool:
        """Count a choice; return whether some set cannot be hit any more."""
        self.branches += 1
        if self.branches > BRANCHES:
            raise OverflowError(f"gave up after {BRANCHES} choices")
        return not all(sets)

    def _branches(self, sets: Sets) -> list[tuple[int, Sets]]:
        """Return the elements of a shortest set, cheapest last, each with the sets left to hit."""
        branches: list[tuple[int, Sets]] = []
        if sets:
            rest = sets
            shortest: frozenset[int] = min(sets, key=_by_length)
            for element in sorted(shortest, key=self._rank):
                branches.append((element, [members for members in rest if element not in members]))
                # Further branches exclude this element.
                rest = [members - {element} for members in rest]
        return branches[::-1]

    def _rank(self, element: int) -> tuple[float, int]:
        return self.weights[element], element

    def _at_least(self, sets: Sets) -> float:
        """Return a lower bound: the largest charges on sets so that no element is charged above its cost."""
        left: dict[int, float] = {}
        total: float = 0
        for members in sorted(sets, key=len):
            charge = min(left.get(element, self.weights[element]) for element in members)
            if charge:
                total += charge
                for element in members:
                    left[element] = left.get(element, self.weights[element]) - charge
        return total


def _islands(sets: Sets) -> list[Sets]:
    """Split sets into groups without shared elements, in order."""
    parent: dict[int, int] = {}

    def root(element: int) -> int:
        while parent.setdefault(element, element) != element:
            parent[element] = parent[parent[element]]
            element = parent[element]
        return element

    for members in sets:
        first, *others = members or (-1,)
        for other in others:
            parent[root(other)] = root(first)
    groups: dict[int, Sets] = {}
    for members in sets:
        if members:
            groups.setdefault(root(next(iter(members))), []).append(members)
    return list(groups.values())


def _by_length(members: frozenset[int]) -> tuple[int, list[int]]:
    return len(members), sorted(members)
