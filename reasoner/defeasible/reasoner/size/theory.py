"""The protocol of a theory of sizes, with or without numbers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from defeasible.reasoner.forms import Comparison

Sizes: TypeAlias = dict[str, Fraction]
"""An exact positive size for each object."""


@dataclass(frozen=True, slots=True)
class Path:
    """A chain of comparisons from the greater to the lesser object, as the step numbers of its edges."""

    edges: tuple[int, ...]
    strict: bool
    """Whether the chain makes the first object strictly bigger, not only at least as big."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """A chain of comparisons from an object back to itself that makes it bigger than itself."""

    start: str
    edges: tuple[int, ...]


def edges_of(comparison: Comparison) -> Iterator[tuple[str, str, Fraction, bool]]:
    """Yield a comparison as edges `(greater, lesser, factor, strict)`; an equality has one each way."""
    yield comparison.left, comparison.right, comparison.factor, comparison.relation == ">"
    if comparison.relation == "=":
        yield comparison.right, comparison.left, 1 / comparison.factor, False


def leads(theory: Iterable[Comparison], start: str, end: str) -> bool:
    """Tell whether some walk along comparisons makes `start` at least as big as `end`.

    In a consistent theory this is entailment. In an inconsistent one, which entails everything, it still
    tells what leads where, so it finds the claims that take part in a contradiction. It is the Bellman-Ford
    algorithm with products: a value that still grows after as many rounds as there are objects lies behind a
    cycle that makes things bigger than themselves, and is unbounded.
    """
    edges = [edge for comparison in theory for edge in edges_of(comparison)]
    objects = {name for left, right, *_ in edges for name in (left, right)}
    best: dict[str, Fraction | float] = {start: Fraction(1)}
    for bounded in (True, False):
        for _ in objects:
            grown = False
            for left, right, factor, _strict in edges:
                reached = best[left] * factor if left in best else 0
                if reached > best.get(right, 0):
                    best[right], grown = reached if bounded else inf, True
            if not grown:
                break
    return best.get(end, 0) >= 1


class SizeTheory(Protocol):
    """Comparisons between objects, each identified by the number of the step that states it."""

    engine: str
    """The name of the engine, as the trace records it."""

    def path(self, greater: str, lesser: str) -> Path | None:
        """Return a proof that `greater > lesser`, else that `greater >= lesser`, else None."""
        ...

    def contradiction(self) -> Cycle | None:
        """Return a cycle that makes an object bigger than itself, or None if there is none."""
        ...

    def arrangement(
        self, bigger: str | None = None, smaller: str | None = None, *, strict: bool = True
    ) -> Sizes | None:
        """Return sizes that satisfy the theory and `bigger > smaller` (or `>=`); None if there are none."""
        ...


class SolverTimeoutError(Exception):
    """Raised when the solver runs out of time; the decider turns it into `Verdict.TIMEOUT`."""
