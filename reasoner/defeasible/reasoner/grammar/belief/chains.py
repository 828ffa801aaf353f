"""Chains of propositions: each goes on from the one before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Step = TypeVar("Step")
_LONGEST_CHAIN = 4


def paths(starts: Iterable[Step], after: Callable[[Step], Iterable[Step]]) -> Iterator[tuple[Step, ...]]:
    """Yield the chains of two propositions and more in which each goes on from the one before it."""
    stack: list[tuple[Step, ...]] = [(name,) for name in starts]
    while stack:
        path = stack.pop()
        if len(path) > 1:
            yield path
        if len(path) < _LONGEST_CHAIN:
            stack += [(*path, name) for name in after(path[-1]) if name not in path]
