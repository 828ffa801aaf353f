"""Traces of decisions over many comparisons: what lies on the paths, and from which ledger it comes."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from defeasible.reasoner.evidence import SizeClaim
from defeasible.reasoner.forms import Comparison, SizeObject
from defeasible.reasoner.forms.ledger import SizeLedger
from defeasible.reasoner.trace import (
    ConclusionStep,
    CycleStep,
    EvidenceStep,
    PathStep,
    SizeStep,
    Step,
    Trace,
)
from defeasible.reasoner.trace.steps.sizes import LedgerStep, NoPathStep
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from defeasible.reasoner.size.index import CycleAt, OrderIndex


class Shown(NamedTuple):
    """A verdict and its proof."""

    verdict: Verdict
    path: tuple[int, ...]
    """Numbers of comparisons, from the bigger object to the smaller one."""
    strict: bool


Opposed: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""Priors that are not kept, each with the path that contradicts it; the path is empty if it is tied."""


Asked: TypeAlias = "tuple[tuple[str, int | None], tuple[str, int | None]]"
"""The two objects asked about, by name and number; the number is None if no comparison names them."""

ENGINE = "index"
"""The engine that finds paths, as a trace records it."""


class Moment:
    """The state of the comparisons when a question was decided.

    Columns only grow, so it stores their lengths and copies nothing until a ledger is needed.
    """

    def __init__(
        self,
        names: list[str],
        index: OrderIndex,
        weights: dict[int, float],
        sources: dict[int, str],
        removed: frozenset[int],
    ) -> None:
        self.names, self.index, self.weights, self.sources = names, index, weights, sources
        self._removed = removed
        self._objects, self._count = len(names), len(index)
        self._step: LedgerStep | None = None
        self._lock = threading.Lock()

    def ledger(self) -> SizeLedger:
        """Return the comparisons in force at that moment."""
        n = self._count
        return SizeLedger(
            tuple(self.names[: self._objects]),
            self.index.left[:n],
            self.index.right[:n],
            bytes(self.index.relation[:n]),
            {k: weight for k, weight in self.weights.copy().items() if k < n},
            {k: source for k, source in self.sources.copy().items() if k < n},
            self._removed,
        )

    def step(self) -> LedgerStep:
        """Return the step that names the ledger. Its digest is computed once per moment."""
        with self._lock:
            if self._step is None:
                ledger = self.ledger()
                priors = len(ledger.priors())
                facts = self._count - len(self._removed) - priors
                self._step = LedgerStep(facts, priors, ledger.digest())
            return self._step


class _Writer:
    """Builds the steps of one trace. A step's number is its position in `steps`, from 1."""

    def __init__(self, moment: Moment, asked: Asked) -> None:
        self.moment = moment
        self.steps: list[Step] = [moment.step()]
        self._cited: dict[int, int] = {}
        self._paths: dict[tuple[int, tuple[int, ...]], int] = {}
        self._objects: dict[str, SizeObject] = {}
        self.question = tuple(
            self._declare(f"new{n}", name) if number is None else self.object(number)
            for n, (name, number) in enumerate(asked, 1)
        )

    def object(self, number: int) -> str:
        """Return the id of an object, by its number."""
        return self._declare(f"o{number + 1}", self.moment.names[number])

    def _declare(self, name_id: str, name: str) -> str:
        self._objects.setdefault(name_id, SizeObject(name_id, name))
        return name_id

    def cite(self, number: int) -> int:
        """State a comparison unless it has been stated, and return its step."""
        if number not in self._cited:
            self.steps.append(self._statement(number))
            self._cited[number] = len(self.steps)
        return self._cited[number]

    def _statement(self, number: int) -> Step:
        if number in self.moment.weights:
            return self._prior(number, "accepted")
        source = self.moment.sources.get(number, "")
        return SizeStep(
            f"c{number + 1}", self._comparison(number), frame="stated by" if source else "", reason=source
        )

    def _prior(
        self, number: int, status: Literal["accepted", "overruled", "tied"], by: tuple[int, ...] = ()
    ) -> EvidenceStep:
        weight, source = self.moment.weights[number], self.moment.sources.get(number, "")
        return EvidenceStep(SizeClaim(self._comparison(number)), weight, source, "", status, by)

    def _comparison(self, number: int) -> Comparison:
        left, relation, right = self.moment.index.comparison(number)
        return Comparison(self.object(left), relation, self.object(right))

    def path(self, start: int, numbers: tuple[int, ...]) -> int:
        """State a path that starts at an object unless it has been stated, and return its step."""
        if (start, numbers) in self._paths:
            return self._paths[start, numbers]
        here, strict = start, False
        edges = tuple(self.cite(n) for n in numbers)
        for n in numbers:
            left, relation, right = self.moment.index.comparison(n)
            here = right if here == left else left
            strict = strict or relation == ">"
        self.steps.append(PathStep(self.object(start), self.object(here), strict, edges, ENGINE))
        self._paths[start, numbers] = len(self.steps)
        return len(self.steps)

    def oppose(self, opposed: Opposed) -> None:
        """State priors that are not kept, each after the path that contradicts it."""
        for number, path in opposed:
            _, _, right = self.moment.index.comparison(number)
            by = (self.path(right, path),) if path else ()
            self.steps.append(self._prior(number, "overruled" if path else "tied", by))

    def conclude(self, verdict: Verdict, uses: tuple[int, ...]) -> Trace:
        """State the verdict."""
        first, second = self.question
        self.steps.append(ConclusionStep(verdict, uses, comparison=Comparison(first, ">", second)))
        return Trace("comparisons", (), tuple(self.steps), objects=tuple(self._objects.values()))


def answer(moment: Moment, asked: Asked, shown: Shown | None, opposed: Opposed) -> Trace:
    """Write the proof of a verdict: the path, or that there is none in either direction."""
    writer = _Writer(moment, asked)
    first, second = writer.question
    if shown is None:
        writer.steps.append(NoPathStep(first, second, True, 1))
        writer.steps.append(NoPathStep(second, first, False, 1))
        uses: tuple[int, ...] = (1, 2, 3)
    else:
        (_, start), (_, end) = asked if shown.verdict is Verdict.ENTAILED else asked[::-1]
        assert start is not None
        assert end is not None
        uses = (1, writer.path(start, shown.path))
    writer.oppose(opposed)
    return writer.conclude(Verdict.UNKNOWN if shown is None else shown.verdict, uses)


def contradiction(moment: Moment, asked: Asked, cycle: CycleAt) -> Trace:
    """Write a contradiction from both sides, then its whole cycle.

    The sides meet at the objects asked about, if the cycle passes through both.
    """
    writer = _Writer(moment, asked)
    start, edges = cycle
    nodes = [start]
    for number in edges[:-1]:
        left, _, right = moment.index.comparison(number)
        nodes.append(right if nodes[-1] == left else left)
    cut = 1
    (_, first), (_, second) = asked
    if first in nodes and second in nodes:
        at = nodes.index(first)
        nodes, edges = nodes[at:] + nodes[:at], edges[at:] + edges[:at]
        cut = nodes.index(second)
    halves = writer.path(nodes[0], edges[:cut]), writer.path(nodes[cut], edges[cut:])
    writer.steps.append(CycleStep(tuple(map(writer.cite, edges)), writer.object(nodes[0]), ENGINE))
    return writer.conclude(Verdict.INCONSISTENT, (1, *halves, len(writer.steps)))
