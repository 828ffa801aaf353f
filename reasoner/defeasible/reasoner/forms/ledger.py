"""`SizeLedger`: many comparisons in columns, at one moment."""

from __future__ import annotations

import hashlib
import json
import sys
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from defeasible.reasoner.errors import FormError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from defeasible.reasoner.forms.sizes import Relation

RELATIONS: Final[tuple[Relation, ...]] = (">", ">=", "=")
"""The relations, in the order of their codes."""


@dataclass(frozen=True, slots=True)
class SizeLedger:
    """The comparisons behind a decision. A trace names them by their `digest`.

    Comparisons are numbered from 0 in order of arrival; number `n` is statement `c<n+1>` of a trace. Objects
    are numbered from 0 in the order in which they were first named; number `n` is object `o<n+1>`.

    Raises:
        FormError: On construction, if columns differ in length or have indices out of range.
    """

    names: tuple[str, ...]
    """The names of the objects."""
    left: array[int]
    """The bigger (or equal) object of each comparison."""
    right: array[int]
    """The other object."""
    relation: bytes
    """The position of each comparison's relation in `RELATIONS`."""
    weights: Mapping[int, float]
    """Weights of priors, in nats; the other comparisons are facts."""
    sources: Mapping[int, str]
    """The sources of comparisons, where known."""
    removed: frozenset[int]
    """Removed comparisons."""

    def __post_init__(self) -> None:
        count = len(self.relation)
        if not len(self.left) == len(self.right) == count:
            raise FormError(f"columns of {len(self.left)}, {count} and {len(self.right)} comparisons")
        for column in (self.left, self.right):
            if count and not 0 <= min(column) <= max(column) < len(self.names):
                raise FormError(f"a comparison is of an object that is not among the {len(self.names)} named")
        if count and max(self.relation) >= len(RELATIONS):
            raise FormError(f"relation codes go up to {len(RELATIONS) - 1}, not to {max(self.relation)}")
        for n in (*self.weights, *self.sources, *self.removed):
            if not 0 <= n < count:
                raise FormError(f"there is no comparison {n}, only 0 to {count - 1}")
        for n in self.weights:
            if self.relation[n] != 0:
                raise FormError(f"comparison {n} is only usual, so it must be a plain `>`")

    def facts(self) -> Iterator[int]:
        """Yield the numbers of the facts in force."""
        return (n for n in range(len(self.relation)) if n not in self.removed and n not in self.weights)

    def priors(self) -> list[int]:
        """Return the numbers of the priors in force, heaviest first, then by arrival."""
        standing = (n for n in self.weights if n not in self.removed)
        return sorted(standing, key=lambda n: (-self.weights[n], n))

    def digest(self) -> str:
        """Return the SHA-256 (hexadecimal) of all columns: equal ledgers have equal digests."""
        hashed = hashlib.sha256()
        for column in (self.left, self.right):
            plain = column
            if sys.byteorder == "big":
                plain = array("i", column)
                plain.byteswap()
            hashed.update(len(plain).to_bytes(8, "little") + plain.tobytes())
        hashed.update(self.relation)
        rest = (
            list(self.names),
            sorted(self.weights.items()),
            sorted(self.sources.items()),
            sorted(self.removed),
        )
        hashed.update(json.dumps(rest).encode())
        return hashed.hexdigest()
