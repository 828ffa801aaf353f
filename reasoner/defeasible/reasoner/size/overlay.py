"""Comparisons added after the labels were built: chains through both."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from defeasible.reasoner.forms.sizes import Relation
    from defeasible.reasoner.size.labels import Labels


class _Late(NamedTuple):
    """An edge that is not in the labels."""

    tail: int
    head: int
    strict: bool
    number: int


class _State(NamedTuple):
    """A chain that ends with a late edge."""

    late: _Late
    strict: bool
    """Whether the chain has a strict edge so far."""
    before: _State | None


class Overlay:
    """Labels together with a few later comparisons. `asked` counts the queries to the labels."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels
        self.asked = 0
        self._late: list[_Late] = []

    def add(self, left: int, relation: Relation, right: int, number: int) -> None:
        """Add a comparison that contradicts no other."""
        self._late.append(_Late(left, right, relation == ">", number))
        if relation == "=":
            self._late.append(_Late(right, left, False, number))

    def discard(self, number: int) -> None:
        """Remove a late comparison."""
        self._late = [late for late in self._late if late.number != number]

    def holds(self, number: int) -> bool:
        """Whether a comparison is a late one."""
        return any(late.number == number for late in self._late)

    def path(self, greater: int, lesser: int) -> tuple[tuple[int, ...], bool] | None:
        """Return a proof of `>`, else of `>=`, as numbers of comparisons and whether it is strict."""
        self.asked += 1
        direct = self.labels.path(greater, lesser)
        if direct is not None and direct[1]:
            return direct
        weak: _State | None = None
        # Breadth-first by the number of late edges, so that no chain runs in a cycle.
        best = [-1] * len(self._late)
        queue = self._after(greater, None, best)
        for state in queue:
            last = self._leads(state.late.head, lesser)
            if last == 2 or (last and state.strict):
                return tuple(self._chain(greater, state, lesser)), True
            if last and weak is None:
                weak = state
            queue += self._after(state.late.head, state, best)
        if direct is not None or weak is None:
            return direct
        return tuple(self._chain(greater, weak, lesser)), False

    def _leads(self, greater: int, lesser: int) -> int:
        self.asked += 1
        return self.labels.leads(greater, lesser)

    def _after(self, here: int, before: _State | None, best: list[int]) -> list[_State]:
        """Return the late edges that extend a chain and were not reached by a chain that is no weaker."""
        reached = []
        for at, late in enumerate(self._late):
            if best[at] == 1:
                continue
            shown = self._leads(here, late.tail)
            strict = late.strict or shown == 2 or (before is not None and before.strict)
            if shown and strict > best[at]:
                best[at] = strict
                reached.append(_State(late, strict, before))
        return reached

    def _chain(self, start: int, state: _State, end: int) -> list[int]:
        """Return the comparisons of a chain from `start` through late edges to `end`."""
        states = [state]
        while (before := states[-1].before) is not None:
            states.append(before)
        chain: list[int] = []
        here = start
        for step in reversed(states):
            # If they join at the same object, nothing lies between.
            chain += self._best(here, step.late.tail)
            chain.append(step.late.number)
            here = step.late.head
        return [*chain, *self._best(here, end)]

    def _best(self, greater: int, lesser: int) -> tuple[int, ...]:
        between = self.labels.path(greater, lesser)
        return () if between is None else between[0]
