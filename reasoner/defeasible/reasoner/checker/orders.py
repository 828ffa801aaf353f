"""The checker's own search in the comparisons of a ledger: breadth-first search and components."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.forms.ledger import RELATIONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from defeasible.reasoner.forms.ledger import SizeLedger

VISITS = 20_000_000
"""Edge visits after which the checker gives up; takes some seconds."""


def stated(ledger: SizeLedger) -> list[int]:
    """Return the facts in force: comparisons that are neither removed nor priors."""
    return [n for n in range(len(ledger.left)) if n not in ledger.removed and n not in ledger.weights]


def usual(ledger: SizeLedger) -> list[int]:
    """Return the priors in force, heaviest first, then by arrival."""
    kept = [(-weight, n) for n, weight in ledger.weights.items() if n not in ledger.removed]
    return [n for _, n in sorted(kept)]


class Order:
    """Some of the comparisons of a ledger. An edge runs from the bigger object to the smaller one."""

    def __init__(self, ledger: SizeLedger, numbers: Iterable[int]) -> None:
        self._ledger = ledger
        self._down: list[list[int]] = [[] for _ in ledger.names]
        """The targets of each object's edges, as `2 x object + strict`."""
        self.visits = 0
        for number in numbers:
            self.add(number)

    def add(self, number: int) -> None:
        """Add a comparison of the ledger."""
        left, right = self._ledger.left[number], self._ledger.right[number]
        relation = RELATIONS[self._ledger.relation[number]]
        self._down[left].append(2 * right + (relation == ">"))
        if relation == "=":
            self._down[right].append(2 * left)

    def leads(self, start: int, end: int) -> int:
        """Return 2 if a chain makes one object bigger than another, 1 if at least as big, 0 if there is none.

        Raises:
            OverflowError: If all searches together visit more than `VISITS` edges.
        """
        down = self._down
        seen = {2 * start}
        front = [2 * start]
        while front and 2 * end + 1 not in seen:
            after = []
            for state in front:
                self.visits += len(down[state >> 1])
                for edge in down[state >> 1]:
                    reached = edge | (state & 1)
                    if reached not in seen:
                        seen.add(reached)
                        after.append(reached)
            self.spend(0)
            front = after
        return 2 if 2 * end + 1 in seen else int(2 * end in seen)

    def spend(self, visits: int) -> None:
        """Count visits.

        Raises:
            OverflowError: If they are too many.
        """
        self.visits += visits
        if self.visits > VISITS:
            raise OverflowError(f"gave up after {VISITS} visits of comparisons")

    def places(self) -> list[int]:
        """Return for each object the number of its strongly connected component (Kosaraju's algorithm)."""
        down, count = self._down, len(self._down)
        seen, finished = bytearray(count), list[int]()
        for root in range(count):
            work = [root]
            while work:
                node = work.pop()
                if node < 0:
                    finished.append(~node)
                elif not seen[node]:
                    seen[node] = 1
                    work.append(~node)
                    work += [edge >> 1 for edge in down[node] if not seen[edge >> 1]]
        up: list[list[int]] = [[] for _ in range(count)]
        for node, edges in enumerate(down):
            for edge in edges:
                up[edge >> 1].append(node)
        place = [-1] * count
        for root in reversed(finished):
            work = [root] if place[root] < 0 else []
            while work:
                node = work.pop()
                if place[node] < 0:
                    place[node] = root
                    work += [above for above in up[node] if place[above] < 0]
        return place

    def consistent(self) -> bool:
        """Whether no strict edge lies on a cycle."""
        place = self.places()
        return all(
            not edge & 1 or place[node] != place[edge >> 1]
            for node, edges in enumerate(self._down)
            for edge in edges
        )
