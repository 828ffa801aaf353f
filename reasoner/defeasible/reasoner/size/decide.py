"""The size decider: which object is bigger in this context, with a path as proof.

What the text implies is hard. What it only makes likely is soft, and so are typical sizes: in order of
weight, each is kept unless those kept before contradict it (linear base revision). Each overruled one cites
the path that contradicts it.
"""

from __future__ import annotations

from itertools import groupby
from math import exp, inf
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from defeasible.reasoner.decision import Decision, parts_unread
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import FRAMES, FRAMES_EARN, SizeClaim, likely
from defeasible.reasoner.forms import METRE, Comparison
from defeasible.reasoner.size.metric import MetricTheory
from defeasible.reasoner.size.order import OrderGraph
from defeasible.reasoner.size.theory import Cycle, Path, SolverTimeoutError, leads
from defeasible.reasoner.text import quote
from defeasible.reasoner.timing import until
from defeasible.reasoner.trace import (
    ArrangementStep,
    AssumptionStep,
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
    from collections.abc import Mapping, Sequence

    from defeasible.reasoner.evidence import Evidence, SizeSource
    from defeasible.reasoner.forms import SizeContext
    from defeasible.reasoner.sat.deadline import Deadline
    from defeasible.reasoner.size.theory import Sizes, SizeTheory

Standing: TypeAlias = Path | Literal["accepted", "tied"]
"""The status of a claim; a path means that the path overrules it."""


class Prior(NamedTuple):
    """A weighed piece of evidence."""

    weight: float
    """In nats: its rank."""
    most: float
    """The greatest log-odds, in nats, that an answer by it earns."""
    claim: Comparison
    status: Literal["accepted", "overruled", "tied"]


def decide(
    context: SizeContext, *, sizes: SizeSource | None = None, timeout: float | Deadline = 10.0
) -> Decision:
    """Decide whether the first object of the context's question is bigger than the second.

    Args:
        context: Objects and what the text implies about their sizes.
        sizes: Source of typical sizes; with None, only the text counts.
        timeout: Seconds for the whole call, or the deadline of the call that it is part of. Only ratios and
            absolute sizes take noticeable time.

    Returns:
        ENTAILED if the first is bigger, REFUTED if it is not (`answer` is then the second object's name, or
        None if they may be equal), UNKNOWN, INCONSISTENT or TIMEOUT, with a trace that the checker accepts.

    Raises:
        UsageError: If the context has no question.
    """
    if context.question is None:
        raise UsageError("the context asks no question", hint="set `question` to the ids of two objects")
    return _Proof(context, context.question, sizes, timeout).decide()


class _Proof:
    """Builds the steps of one decision. A step's number is its position in `steps`, from 1."""

    def __init__(
        self,
        context: SizeContext,
        question: tuple[str, str],
        source: SizeSource | None,
        timeout: float | Deadline,
    ) -> None:
        self.context = context
        self.first, self.second = question
        self.source = source
        self.deadline = until(timeout)
        self.steps: list[Step] = []
        self.theory: dict[int, Comparison] = {}
        """The comparisons in force, by step."""
        self.said: dict[int, Comparison] = {}
        """The comparisons that the text implies, by step."""
        self.weighed: dict[int, Prior] = {}
        """The pieces of evidence by step, heaviest first."""
        self.against: dict[int, float] = {}
        """The greatest weight that each step's comparison overrules."""

    def decide(self) -> Decision:
        """Build all steps and the conclusion."""
        for s in self.context.statements:
            if s.weight is None:
                number = self._add(SizeStep(s.id, s.comparison, s.span, s.frame, s.reason))
                self.theory[number] = s.comparison
        for span in self.context.unread:
            words = quote(self.context.sources, span)
            self._add(AssumptionStep(f'sentence "{words}" was not understood'))
        self.said = dict(self.theory)
        try:
            return self._decide()
        except SolverTimeoutError:
            return self._conclude(Verdict.TIMEOUT, (), reason="the solver ran out of time")

    def _decide(self) -> Decision:
        cycle = self._solver(self.theory).contradiction()
        if cycle is not None:
            return self._contradiction(cycle)
        usual = () if self.source is None else self.source(self.context)
        self._weigh((*likely(self.context), *usual))
        solver = self._solver(self.theory)
        # If the text alone decides, no evidence is used, even if it would give a shorter proof.
        verdict, path = self._answer(self._solver(self.said))
        if path is None and self.weighed:
            verdict, path = self._answer(solver)
        if path is not None:
            uses = (
                self._add_arrangement(solver, self.theory, solver.arrangement()),
                self._add(PathStep(*self._sides(verdict), path.strict, path.edges, solver.engine)),
            )
        else:
            uses = (
                self._arrange(solver, self.theory, self.first, self.second, strict=True),
                self._arrange(solver, self.theory, self.second, self.first, strict=False),
            )
        flips = self._flips(verdict, () if path is None else path.edges)
        return self._conclude(verdict, uses, flips, path=path)

    def _answer(self, solver: SizeTheory) -> tuple[Verdict, Path | None]:
        """Query both directions in a consistent theory; return the verdict and the path that proves it."""
        forth = solver.path(self.first, self.second)
        if forth is not None and forth.strict:
            return Verdict.ENTAILED, forth
        back = solver.path(self.second, self.first)
        return (Verdict.UNKNOWN, None) if back is None else (Verdict.REFUTED, back)

    def _sides(self, verdict: Verdict) -> tuple[str, str]:
        """Return the bigger (or equal) object of a verdict, then the other."""
        return (self.first, self.second) if verdict is Verdict.ENTAILED else (self.second, self.first)

    def _add(self, step: Step) -> int:
        self.steps.append(step)
        return len(self.steps)

    def _solver(self, theory: Mapping[int, Comparison]) -> SizeTheory:
        objects = [o.id for o in self.context.objects]
        asked = Comparison(self.first, ">", self.second)
        plain = all(c.factor == 1 and METRE not in (c.left, c.right) for c in (asked, *theory.values()))
        if plain:
            return OrderGraph(objects, theory)
        return MetricTheory(objects, theory, self.deadline)

    def _contradiction(self, cycle: Cycle) -> Decision:
        """State a contradiction from both sides, then the whole cycle."""
        nodes = _nodes(cycle, self.theory)
        if all(name in nodes for name in (self.first, self.second)):
            at = nodes.index(self.first)
            cycle = Cycle(self.first, cycle.edges[at:] + cycle.edges[:at])
            nodes = nodes[at:] + nodes[:at]
            cut = nodes.index(self.second)
        else:
            cut = 1
        uses = []
        # With factors, half a cycle need not show that anything is bigger; then only the whole is stated.
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
        """Take claims in order of weight; keep those that fit, cite the path that overrules the others."""
        known = {METRE, *(o.id for o in self.context.objects)}
        claims = []
        for e in evidence:
            c = e.claim.comparison if isinstance(e.claim, SizeClaim) else None
            if c is None or not known >= {c.left, c.right}:
                raise UsageError(f"`{e.source}` was asked for sizes of {sorted(known)}, but gave {e.claim}")
            claims.append((e, c))
        ranked = sorted(claims, key=lambda item: (-item[0].weight, item[0].source, str(item[1])))
        for _, group in groupby(ranked, key=lambda item: item[0].weight):
            self._weigh_equals(list(group))

    def _weigh_equals(self, group: list[tuple[Evidence, Comparison]]) -> None:
        """Weigh claims of equal weight and state the status of each."""
        solver = self._solver(self.theory)
        standings = self._standings(solver, self.theory, [comparison for _, comparison in group])
        for (item, comparison), standing in zip(group, standings, strict=True):
            right = (comparison.right, comparison.left)
            most = FRAMES_EARN if item.source == FRAMES else inf
            if isinstance(standing, Path):
                by = self._add(PathStep(*right, standing.strict, standing.edges, solver.engine))
                number = self._add(
                    EvidenceStep(item.claim, item.weight, item.source, item.reason, "overruled", (by,))
                )
                self.weighed[number] = Prior(item.weight, most, comparison, "overruled")
                for edge in standing.edges:
                    self.against[edge] = max(self.against.get(edge, 0.0), item.weight)
                continue
            number = self._add(EvidenceStep(item.claim, item.weight, item.source, item.reason, standing))
            self.weighed[number] = Prior(item.weight, most, comparison, standing)
            if standing == "accepted":
                self.theory[number] = comparison

    @staticmethod
    def _standings(
        solver: SizeTheory, theory: Mapping[int, Comparison], claims: Sequence[Comparison]
    ) -> list[Standing]:
        """Return the status of claims of equal weight, given the heavier ones.

        Claims that only claims of equal weight contradict are tied, and none of them is kept.
        """
        denied = [solver.path(c.right, c.left) for c in claims]
        together = [*theory.values(), *(c for c, path in zip(claims, denied, strict=True) if path is None)]
        return [
            path or ("tied" if leads(together, c.right, c.left) else "accepted")
            for c, path in zip(claims, denied, strict=True)
        ]

    def _without(self, number: int) -> dict[int, Comparison]:
        """Weigh all evidence but one piece again; return the comparisons then in force, by step."""
        others = [(n, prior) for n, prior in self.weighed.items() if n != number]
        theory = dict(self.said)
        for _, equals in groupby(others, key=lambda item: item[1].weight):
            group = list(equals)
            claims = [prior.claim for _, prior in group]
            standings = self._standings(self._solver(theory), theory, claims)
            for (n, prior), standing in zip(group, standings, strict=True):
                if standing == "accepted":
                    theory[n] = prior.claim
        return theory

    def _flips(self, verdict: Verdict, path: tuple[int, ...]) -> tuple[Flip, ...]:
        """Decide again without each piece of evidence; return what the verdict hinges on.

        A piece on no cycle of all comparisons neither contradicts nor ties with another, so without it the
        status of the others stays the same, and only paths through it are lost. Overruled evidence changes
        nothing.
        """
        if path and self.weighed.keys().isdisjoint(path):
            return ()
        everything = [*self.said.values(), *(prior.claim for prior in self.weighed.values())]
        flips: list[Flip] = []
        for n, (_, _, claim, status) in self.weighed.items():
            matters = n in path or leads(everything, claim.right, claim.left)
            if status == "overruled" or not matters:
                continue
            rest = self._without(n)
            solver = self._solver(rest)
            otherwise, _path = self._answer(solver)
            if otherwise is verdict:
                continue
            sizes = solver.arrangement()
            if verdict is not Verdict.UNKNOWN:
                greater, lesser = self._sides(verdict)
                sizes = solver.arrangement(lesser, greater, strict=verdict is Verdict.REFUTED)
            flips.append(Flip((n,), otherwise, self._add_arrangement(solver, rest, sizes)))
        return tuple(flips)

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
        path: Path | None = None,
        reason: str = "",
    ) -> Decision:
        asked = Comparison(self.first, ">", self.second)
        self.steps.append(ConclusionStep(verdict, uses, comparison=asked, flips=flips, reason=reason))
        names = self.context.names()
        decision = Decision(
            verdict=verdict,
            proof=Trace("size", self.context.sources, tuple(self.steps), objects=self.context.objects),
            answer=names[self._sides(verdict)[0]] if path is not None and path.strict else None,
            confidence=self._confidence(flips, path) if verdict.decided else 0.0,
            reason=reason,
        )
        unread = [f'"{quote(self.context.sources, span)}"' for span in self.context.unread]
        return parts_unread(decision, "sentence", unread)

    def _confidence(self, flips: tuple[Flip, ...], path: Path | None) -> float:
        """Return the probability that all evidence that the proof uses or the verdict hinges on holds.

        Weights are log-odds, less the greatest that a piece of evidence overrules: evidence of 9 nats against
        8 is right with 0.73. What words only make likely earns at most `FRAMES_EARN`. If the verdict hinges
        on tied evidence, the probability is one half.
        """
        used = dict.fromkeys([*(path.edges if path is not None else ()), *(f.evidence[0] for f in flips)])
        priors = {n: self.weighed[n] for n in used if n in self.weighed}
        confidence = 0.5 if any(prior.status == "tied" for prior in priors.values()) else 1.0
        for n, prior in priors.items():
            if prior.status == "accepted":
                confidence /= 1 + exp(-min(prior.weight - self.against.get(n, 0.0), prior.most))
        return confidence


def _nodes(cycle: Cycle, theory: Mapping[int, Comparison]) -> list[str]:
    """Return the object at which each edge of a cycle starts."""
    nodes, here = [], cycle.start
    for edge in cycle.edges:
        nodes.append(here)
        comparison = theory[edge]
        here = comparison.right if comparison.left == here else comparison.left
    return nodes
