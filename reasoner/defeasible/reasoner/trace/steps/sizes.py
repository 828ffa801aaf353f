"""Steps of size traces: comparisons, single or in a ledger, and what they show."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from defeasible.reasoner.forms import Comparison
from defeasible.reasoner.forms.sizes import Ratio
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Span


@dataclass(frozen=True, slots=True)
class SizeStep(Record):
    """A comparison that the text implies, with the frame and its linguistic reason."""

    statement: str
    comparison: Comparison
    span: Span | None = None
    frame: str = ""
    reason: str = ""
    weight: float | None = None
    """For `equivalence`: log-odds in nats if the words only make it likely."""
    kind: Literal["size"] = "size"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return ()


@dataclass(frozen=True, slots=True)
class PathStep(Record):
    """`greater > factor x lesser`, or `>=`, shown by a chain: each edge starts where the last one ends."""

    greater: str
    lesser: str
    strict: bool
    edges: tuple[int, ...]
    """Steps of the comparisons, in order from `greater` to `lesser`."""
    engine: str = "graph"
    factor: Ratio = Fraction(1)
    """1, unless the step shows a comparison with a factor."""
    kind: Literal["path"] = "path"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return self.edges


@dataclass(frozen=True, slots=True)
class CycleStep(Record):
    """A chain of comparisons from an object back to itself that makes it bigger than itself."""

    edges: tuple[int, ...]
    start: str
    """The object at which the chain starts and ends."""
    engine: str = "graph"
    kind: Literal["cycle"] = "cycle"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return self.edges


@dataclass(frozen=True, slots=True)
class ArrangementStep(Record):
    """Sizes that satisfy every comparison in force: one step shows a possible answer, two show both."""

    theory: tuple[int, ...]
    sizes: tuple[tuple[str, str], ...]
    """Pairs of object id and exact size, `n` or `n/d`, in metres when absolute sizes are given."""
    engine: str = "graph"
    kind: Literal["arrangement"] = "arrangement"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return self.theory


@dataclass(frozen=True, slots=True)
class LedgerStep(Record):
    """The many comparisons behind a decision, of which the trace quotes only those that matter.

    Given the ledger itself, the checker verifies what a trace says about all of them.
    """

    facts: int
    """The number of facts in force."""
    priors: int
    """The number of priors in force."""
    digest: str
    """SHA-256 of the ledger."""
    kind: Literal["ledger"] = "ledger"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return ()


@dataclass(frozen=True, slots=True)
class NoPathStep(Record):
    """No chain of a ledger's comparisons shows `greater > lesser`, or `>=` if it is not strict."""

    greater: str
    lesser: str
    strict: bool
    ledger: int
    """The step of the ledger."""
    kind: Literal["no-path"] = "no-path"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return (self.ledger,)


SizesStep: TypeAlias = SizeStep | PathStep | CycleStep | ArrangementStep | LedgerStep | NoPathStep
