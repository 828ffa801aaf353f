"""The size decider: which object is bigger in this context, with a path as proof.

What the text implies is hard. Typical sizes are soft: they are taken in order of weight, each kept unless
what is kept already contradicts it (linear base revision), and each dropped one cites the path that blocks
it.
"""

from __future__ import annotations

from itertools import groupby
from math import exp
from typing import TYPE_CHECKING, Literal

from defeasible.reasoner.decision import Decision
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import SizeClaim
from defeasible.reasoner.forms import METRE, Comparison
from defeasible.reasoner.size.metric import MetricTheory
from defeasible.reasoner.size.order import OrderGraph
from defeasible.reasoner.size.theory import Cycle, SolverTimeoutError, leads
from defeasible.reasoner.trace import (
    ArrangementStep,
    ConclusionStep,
    CycleStep,
    EvidenceStep,
    Flip,
    PathStep,
    SizeStep,
    Step,
    Trace,
)
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from defeasible.reasoner.evidence import Evidence, SizeSource
    from defeasible.reasoner.forms import SizeContext
    from defeasible.reasoner.size.theory import Path, Sizes, SizeTheory


def decide(context: SizeContext, *, sizes: SizeSource | None = None, timeout: float = 10.0) -> Decision:
    """Decide whether the first object of the context's question is bigger than the second.

    Args:
        context: Objects and what the text implies about their sizes.
        sizes: Says how big things usually are; None leaves open what the text leaves open.
        timeout: Seconds for each solver check (only ratios and absolute sizes need the solver).

    Returns:
        ENTAILED if the first is bigger, REFUTED if it is not (`answer` is then the second object's name, or
        None where they may be equal), UNKNOWN, INCONSISTENT or TIMEOUT, with a trace that the checker
        accepts.

    Raises:
        UsageError: If the context has no question.
    """
    if context.question is None:
        raise UsageError("the context asks no question", hint="set `question` to the ids of two objects")
    return _Proof(context, context.question, sizes, timeout).decide()


class _Proof:
    """The steps of one decision as they grow. A step's number is its position in `steps`, from 1."""

    def __init__(
        self, context: SizeContext, question: tuple[str, str], source: SizeSource | None, timeout: float
    ) -> None:
        self.context = context
        self.first, self.second = question
        self.source = source
        self.timeout = timeout
        self.steps: list[Step] = []
        self.theory: dict[int, Comparison] = {}
        """What is in force, by step."""
        self.weight: dict[int, float] = {}
        """The weight of each accepted piece of evidence, by step."""

    def decide(self) -> Decision:
        """Build all steps and conclude."""
        for s in self.context.statements:
            number = self._add(SizeStep(s.id, s.comparison, s.span, s.frame, s.reason))
            self.theory[number] = s.comparison
        try:
            return self._decide()
        except SolverTimeoutError:
            return self._conclude(Verdict.TIMEOUT, (), reason="the solver ran out of time")

    def _decide(self) -> Decision:
        cycle = self._solver(self.theory).contradiction()
        if cycle is not None:
            return self._contradiction(cycle)
        if self.source is not None:
            self._weigh(self.source(self.context))
        solver = self._solver(self.theory)
        forth = solver.path(self.first, self.second)
        if forth is not None and forth.strict:
            return self._proved(solver, forth, Verdict.ENTAILED, self.first, self.second)
        back = solver.path(self.second, self.first)
        if back is not None:
            return self._proved(solver, back, Verdict.REFUTED, self.second, self.first)
        uses = (
            self._arrange(solver, self.theory, self.first, self.second, strict=True),
            self._arrange(solver, self.theory, self.second, self.first, strict=False),
        )
        return self._conclude(Verdict.UNKNOWN, uses)

    def _add(self, step: Step) -> int:
        self.steps.append(step)
        return len(self.steps)

    def _solver(self, theory: Mapping[int, Comparison]) -> SizeTheory:
        objects = [o.id for o in self.context.objects]
        asked = Comparison(self.first, ">", self.second)
        plain = all(c.factor == 1 and METRE not in (c.left, c.right) for c in (asked, *theory.values()))
        if plain:
            return OrderGraph(objects, theory)
        return MetricTheory(objects, theory, self.timeout)

    def _contradiction(self, cycle: Cycle) -> Decision:
        """Name a contradiction from both sides, then the whole cycle."""
        nodes = _nodes(cycle, self.theory)
        if all(name in nodes for name in (self.first, self.second)):
            at = nodes.index(self.first)
            cycle = Cycle(self.first, cycle.edges[at:] + cycle.edges[:at])
            nodes = nodes[at:] + nodes[:at]
            cut = nodes.index(self.second)
        else:
            cut = 1
        uses = []
        # With factors, half a cycle need not show that anything is bigger: then only the whole is named.
        if all(self.theory[edge].factor == 1 for edge in cycle.edges):
            middle = nodes[cut]
            for greater, lesser, edges in (
                (cycle.start, middle, cycle.edges[:cut]),
                (middle, cycle.start, cycle.edges[cut:]),
            ):
                strict = any(self.theory[edge].relation == ">" for edge in edges)
                uses.append(self._add(PathStep(greater, lesser, strict, edges)))
        uses.append(self._add(CycleStep(cycle.edges, cycle.start, self._solver(self.theory).engine)))
        return self._conclude(Verdict.INCONSISTENT, tuple(uses))

    def _weigh(self, evidence: tuple[Evidence, ...]) -> None:
        """Take claims in order of weight; keep what fits, cite the path that blocks what does not."""
        known = {METRE, *(o.id for o in self.context.objects)}
        claims = []
        for e in evidence:
            c = e.claim.comparison if isinstance(e.claim, SizeClaim) else None
            if c is None or not known >= {c.left, c.right}:
                raise UsageError(f"`{e.source}` was asked for sizes of {sorted(known)}, not for {e.claim}")
            claims.append((e, c))
        ranked = sorted(claims, key=lambda item: (-item[0].weight, item[0].source, str(item[1])))
        for _, group in groupby(ranked, key=lambda item: item[0].weight):
            self._weigh_equals(list(group))

    def _weigh_equals(self, group: list[tuple[Evidence, Comparison]]) -> None:
        """Claims of one weight: those that only an equal contradicts are tied, and none of them is kept."""
        solver = self._solver(self.theory)
        fitting = []
        for item, comparison in group:
            blocking = solver.path(comparison.right, comparison.left)
            if blocking is None:
                fitting.append((item, comparison))
            else:
                by = self._add(
                    PathStep(
                        comparison.right, comparison.left, blocking.strict, blocking.edges, solver.engine
                    )
                )
                self._add(EvidenceStep(item.claim, item.weight, item.source, item.reason, "overruled", (by,)))
        together = [*self.theory.values(), *(comparison for _, comparison in fitting)]
        for item, comparison in fitting:
            tied = leads(together, comparison.right, comparison.left)
            status: Literal["tied", "accepted"] = "tied" if tied else "accepted"
            number = self._add(EvidenceStep(item.claim, item.weight, item.source, item.reason, status))
            if not tied:
                self.theory[number] = comparison
                self.weight[number] = item.weight

    def _proved(
        self, solver: SizeTheory, path: Path, verdict: Verdict, greater: str, lesser: str
    ) -> Decision:
        possible = self._add_arrangement(solver, self.theory, solver.arrangement())
        proof = self._add(PathStep(greater, lesser, path.strict, path.edges, solver.engine))
        flips = tuple(flip for n in path.edges if n in self.weight for flip in self._flip(n, verdict))
        return self._conclude(verdict, (possible, proof), flips, bigger=greater if path.strict else None)

    def _flip(self, number: int, verdict: Verdict) -> list[Flip]:
        """What the verdict would be without one piece of evidence; nothing if it would stand."""
        rest = {n: c for n, c in self.theory.items() if n != number}
        solver = self._solver(rest)
        greater, lesser = (
            (self.first, self.second) if verdict is Verdict.ENTAILED else (self.second, self.first)
        )
        sizes = solver.arrangement(lesser, greater, strict=verdict is Verdict.REFUTED)
        if sizes is None:
            return []
        return [Flip((number,), Verdict.UNKNOWN, self._add_arrangement(solver, rest, sizes))]

    def _arrange(
        self, solver: SizeTheory, theory: Mapping[int, Comparison], bigger: str, smaller: str, *, strict: bool
    ) -> int:
        return self._add_arrangement(solver, theory, solver.arrangement(bigger, smaller, strict=strict))

    def _add_arrangement(
        self, solver: SizeTheory, theory: Mapping[int, Comparison], sizes: Sizes | None
    ) -> int:
        assert sizes is not None
        ordered = tuple((name, str(sizes[name])) for name in sorted(sizes))
        return self._add(ArrangementStep(tuple(theory), ordered, solver.engine))

    def _conclude(
        self,
        verdict: Verdict,
        uses: tuple[int, ...],
        flips: tuple[Flip, ...] = (),
        *,
        bigger: str | None = None,
        reason: str = "",
    ) -> Decision:
        asked = Comparison(self.first, ">", self.second)
        self.steps.append(ConclusionStep(verdict, uses, comparison=asked, flips=flips, reason=reason))
        confidence = 1.0 if verdict.decided else 0.0
        for flip in flips:
            confidence /= 1 + exp(-self.weight[flip.evidence[0]])
        names = self.context.names()
        return Decision(
            verdict=verdict,
            proof=Trace("size", self.context.sources, tuple(self.steps), objects=self.context.objects),
            answer=names[bigger] if bigger is not None else None,
            confidence=confidence,
            reason=reason,
        )


def _nodes(cycle: Cycle, theory: Mapping[int, Comparison]) -> list[str]:
    """Return the object at which each edge of a cycle starts."""
    nodes, here = [], cycle.start
    for edge in cycle.edges:
        nodes.append(here)
        comparison = theory[edge]
        here = comparison.right if comparison.left == here else comparison.left
    return nodes
