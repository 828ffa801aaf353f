"""What a theory of sizes must be able to answer, with or without numbers in it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeAlias

Sizes: TypeAlias = dict[str, Fraction]
"""An exact positive size for each object."""


@dataclass(frozen=True, slots=True)
class Path:
    """A chain of comparisons, by the step numbers of its edges, from the greater to the lesser object."""

    edges: tuple[int, ...]
    strict: bool
    """Whether the chain makes the first object strictly bigger, not only as big."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """A chain of comparisons from an object back to itself that makes it bigger than itself."""

    start: str
    edges: tuple[int, ...]


class SizeTheory(Protocol):
    """Comparisons between objects, each known by the number of the step that states it."""

    engine: str
    """Name of what decides, as the trace records it."""

    def path(self, greater: str, lesser: str) -> Path | None:
        """Return a proof that `greater > lesser`, else that `greater >= lesser`, else None."""
        ...

    def contradiction(self) -> Cycle | None:
        """Return a cycle that makes an object bigger than itself, or None if there is none."""
        ...

    def arrangement(
        self, bigger: str | None = None, smaller: str | None = None, *, strict: bool = True
    ) -> Sizes | None:
        """Return sizes that satisfy the theory, and `bigger > smaller` (or `>=`) besides; None if none do."""
        ...


class SolverTimeoutError(Exception):
    """The solver ran out of time; the decider turns it into `Verdict.TIMEOUT`."""
