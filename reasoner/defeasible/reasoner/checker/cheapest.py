"""The checker's own search for the cheapest choice that meets every one of some sets (branch and bound)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

Sets = list[frozenset[int]]

BRANCHES = 500_000
"""Choices, in all questions together, after which the search gives up: a few seconds."""


class Cheapest:
    """The cheapest hitting sets of some sets. Sets that share no element are searched apart.

    Args:
        sets: The sets to meet; an empty one cannot be met.
        weights: What each element costs, above zero.

    Raises:
        OverflowError: If the search gives up, here or in a question.
    """

    def __init__(self, sets: Iterable[Collection[int]], weights: Mapping[int, int]) -> None:
        self.weights = weights
        self.branches = 0
        distinct = sorted({frozenset(members) for members in sets}, key=_by_length)
        self.possible = not distinct or bool(distinct[0])
        self.islands = _islands(distinct)
        self.island = {element: i for i, sets in enumerate(self.islands) for s in sets for element in s}
        costs = [self._search(sets) for sets in self.islands]
        self.costs = [cost for cost in costs if cost is not None]

    @property
    def cost(self) -> int | None:
        """What a cheapest hitting set costs; None if there is none."""
        return sum(self.costs) if self.possible else None

    def with_element(self, element: int) -> int | None:
        """Return what a cheapest hitting set costs that has an element; None if there is none."""
        if not self.possible:
            return None
        at = self.island.get(element)
        if at is None:
            return sum(self.costs) + self.weights[element]
        met = self._search([members for members in self.islands[at] if element not in members])
        assert met is not None
        return sum(self.costs) - self.costs[at] + self.weights[element] + met

    def without_element(self, element: int) -> int | None:
        """Return what a cheapest hitting set costs that has not an element; None if there is none."""
        if not self.possible:
            return None
        at = self.island.get(element)
        if at is None:
            return sum(self.costs)
        cost = self._search([members - {element} for members in self.islands[at]])
        return None if cost is None else sum(self.costs) - self.costs[at] + cost

    def _search(self, sets: Sets) -> int | None:
        """Return the least cost of meeting all sets; None if one of them is empty."""
        best: int | None = None
        stack: list[tuple[int, Sets]] = [(0, sets)]
        while stack:
            spent, left = stack.pop()
            self.branches += 1
            if self.branches > BRANCHES:
                raise OverflowError(f"gave up after {BRANCHES} choices")
            if not all(left):
                continue
            if best is not None and spent + self._at_least(left) >= best:
                continue
            if not left:
                best = spent
                continue
            branch, rest = [], left
            shortest: frozenset[int] = min(left, key=_by_length)
            for element in sorted(shortest, key=self._rank):
                met = [members for members in rest if element not in members]
                branch.append((spent + self.weights[element], met))
                # Further branches are without this element.
                rest = [members - {element} for members in rest]
            stack += reversed(branch)
        return best

    def _rank(self, element: int) -> tuple[int, int]:
        return self.weights[element], element

    def _at_least(self, sets: Sets) -> int:
        """Return a lower bound: what the sets can be charged so that no element is charged above its cost."""
        left: dict[int, int] = {}
        total = 0
        for members in sorted(sets, key=len):
            charge = min(left.get(element, self.weights[element]) for element in members)
            if charge:
                total += charge
                for element in members:
                    left[element] = left.get(element, self.weights[element]) - charge
        return total


def _islands(sets: Sets) -> list[Sets]:
    """Split sets into groups that share no element, in order."""
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
