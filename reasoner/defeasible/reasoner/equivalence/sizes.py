"""Equivalence of two size contexts: each comparison of one must follow from the other by a path."""

from __future__ import annotations

from fractions import Fraction
from math import exp, prod
from typing import TYPE_CHECKING

from defeasible.reasoner.decision import Decision, parts_unread
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import FRAMES_EARN
from defeasible.reasoner.forms import METRE, Comparison, SizeContext, SizeObject
from defeasible.reasoner.forms.propositions import object_names, parts_of
from defeasible.reasoner.size.metric import MetricTheory
from defeasible.reasoner.size.order import OrderGraph
from defeasible.reasoner.size.theory import SolverTimeoutError
from defeasible.reasoner.text import Source, Span
from defeasible.reasoner.timing import until
from defeasible.reasoner.trace import (
    ArrangementStep,
    AssumptionStep,
    ConclusionStep,
    CycleStep,
    PathStep,
    SizeStep,
    Step,
    Trace,
)
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from defeasible.reasoner.sat.deadline import Deadline
    from defeasible.reasoner.size.theory import SizeTheory

SCALED = "@scaled"
"""The object `factor x right`, used in the search for a comparison with a factor."""


def equivalent_sizes(first: SizeContext, second: SizeContext, timeout: float | Deadline) -> Decision:
    """Decide whether two size contexts imply the same comparisons; see `equivalent`.

    Objects are the same if they have the same words. Contexts that ask about different pairs differ; sizes
    that answer one question with yes and the other with no show this. Otherwise a path shows that a
    comparison of one context follows from the other, or sizes that satisfy the other show that it does not.
    An inconsistent context is equivalent only to another inconsistent one. Comparisons that words only make
    likely are treated as if they were implied, and lower the confidence.

    Raises:
        UsageError: If only one of them asks a question.
    """
    if (first.question is None) is not (second.question is None):
        raise UsageError(
            "only one of the two contexts asks which object is bigger",
            hint="compare contexts of the same question, or leave the question out of both",
        )
    return _Proof(first, second, timeout).decide()


class _Proof:
    """Builds the steps of one decision. A step's number is its position in `steps`, from 1."""

    def __init__(self, first: SizeContext, second: SizeContext, timeout: float | Deadline) -> None:
        self.deadline = until(timeout)
        self.same_text = first.sources == second.sources
        self.forms = (first, second)
        self.names = tuple(object_names(form) for form in self.forms)
        names = dict.fromkeys(name for named in self.names for name in named.values())
        self.ids = {name: f"o{n}" for n, name in enumerate(names, 1)}
        self.objects = tuple(SizeObject(short, name) for name, short in self.ids.items())
        self.steps: list[Step] = []
        self.theories = (self._state(0), self._state(1))

    def _state(self, side: int) -> dict[int, Comparison]:
        form = self.forms[side]
        ids = {o: self.ids[name] for o, name in self.names[side].items()} | {METRE: METRE}
        prefix = "" if self.same_text else f"{side + 1}."
        theory: dict[int, Comparison] = {}
        for s in form.statements:
            c = s.comparison
            left, right = ids[c.left], ids[c.right]
            span = None if s.span is None else Span(prefix + s.span.source, s.span.start, s.span.end)
            moved = Comparison(left, c.relation, right, c.factor)
            self.steps.append(SizeStep(f"{side + 1}.{s.id}", moved, span, s.frame, s.reason, s.weight))
            theory[len(self.steps)] = moved
        return theory

    def decide(self) -> Decision:
        """Derive every comparison of each side from the other, or show the first that does not follow."""
        try:
            return self._decide()
        except SolverTimeoutError:
            return self._conclude(Verdict.TIMEOUT, (), "the solver ran out of time")

    def _decide(self) -> Decision:
        if told_apart := self._questions():
            self.steps.append(told_apart)
            return self._conclude(Verdict.UNKNOWN, (len(self.steps),), self._asked(told_apart))
        cycles = []
        for theory in self.theories:
            cycle = self._solver(theory).contradiction()
            if cycle is not None:
                self.steps.append(CycleStep(cycle.edges, cycle.start, self._solver(theory).engine))
                cycles.append(len(self.steps))
        if cycles:
            verdict = Verdict.ENTAILED if len(cycles) > 1 else Verdict.REFUTED
            which = (
                "both readings contradict themselves" if len(cycles) > 1 else "one reading contradicts itself"
            )
            return self._conclude(verdict, tuple(cycles), which)
        uses: dict[tuple[int, Comparison], int] = {}
        for side in (0, 1):
            theory = self.theories[1 - side]
            for number, comparison in self.theories[side].items():
                for wanted in _both_ways(comparison):
                    if (side, wanted) in uses:
                        continue
                    shown = self._follows(theory, wanted)
                    if isinstance(shown, str):
                        return self._conclude(Verdict.UNKNOWN, (number, len(self.steps)), shown)
                    uses[side, wanted] = shown
        return self._conclude(Verdict.ENTAILED, tuple(uses.values()), "")

    def _questions(self) -> ArrangementStep | None:
        """Return sizes that answer the two questions differently; None if they are the same question."""
        pairs = self._pairs()
        if len(set(pairs)) < 2:
            return None
        (bigger, _), (other, than) = pairs
        # The first object is bigger than all others but the one that the second question compares with it.
        tall = {bigger, than} if other == bigger else {bigger}
        high, low = (1, Fraction(1, 2)) if METRE in tall else (2, Fraction(1))
        named = sorted({*self.ids.values(), *(METRE,) * (METRE in {*pairs[0], *pairs[1]})})
        return ArrangementStep((), tuple((name, str(high if name in tall else low)) for name in named))

    def _pairs(self) -> tuple[tuple[str, str], ...]:
        found = []
        for form, named in zip(self.forms, self.names, strict=True):
            if form.question is not None:
                first, second = (self.ids[named[o]] if o != METRE else METRE for o in form.question)
                found.append((first, second))
        return tuple(found)

    def _asked(self, world: ArrangementStep) -> str:
        names = {o.id: o.name for o in self.objects} | {METRE: "1 m"}
        one, other = (f"whether {names[a]} > {names[b]}" for a, b in self._pairs())
        sizes = ", ".join(f"{names[name]} = {size}" for name, size in world.sizes if name != METRE)
        return f"one reading asks {one}, the other {other}; sizes {sizes} answer them differently"

    def _solver(self, theory: dict[int, Comparison], *wanted: Comparison) -> SizeTheory:
        objects = [o.id for o in self.objects]
        if any(c.factor != 1 or METRE in (c.left, c.right) for c in (*theory.values(), *wanted)):
            return MetricTheory([*objects, SCALED], theory, self.deadline)
        return OrderGraph(objects, theory)

    def _follows(self, theory: dict[int, Comparison], wanted: Comparison) -> int | str:
        """Add the path that shows a comparison and return its step; or add sizes that refute it."""
        strict, right, known = wanted.relation == ">", wanted.right, dict(theory)
        if wanted.factor != 1:
            right = SCALED
            known[0] = Comparison(SCALED, "=", wanted.right, wanted.factor)
        solver = self._solver(known, wanted)
        path = solver.path(wanted.left, right)
        if path is not None and (path.strict or not strict):
            edges = tuple(edge for edge in path.edges if edge)
            step = PathStep(wanted.left, wanted.right, path.strict, edges, solver.engine, wanted.factor)
            self.steps.append(step)
            return len(self.steps)
        sizes = solver.arrangement(right, wanted.left, strict=not strict)
        assert sizes is not None, "what does not follow can be denied"
        shown = tuple((name, str(size)) for name, size in sorted(sizes.items()) if name != SCALED)
        self.steps.append(ArrangementStep(tuple(theory), shown, solver.engine))
        names = {o.id: o.name for o in self.objects} | {METRE: "1 m"}
        factor = "" if wanted.factor == 1 else f"{wanted.factor} x "
        world = ", ".join(f"{names[name]} = {size}" for name, size in shown if name != METRE)
        pair = f"{names[wanted.left]} {wanted.relation} {factor}{names[wanted.right]}"
        return f"one reading says {pair}; sizes {world} satisfy the other and deny it"

    def _conclude(self, verdict: Verdict, uses: tuple[int, ...], reason: str) -> Decision:
        first, second = self.forms
        unread = parts_of(first, second)
        self.steps += [AssumptionStep(f"{part} was not understood") for part in unread]
        self.steps.append(ConclusionStep(verdict, uses, reason=reason))
        sources = first.sources
        if not self.same_text:
            sources = tuple(
                Source(f"{n}.{s.id}", s.text)
                for n, form in enumerate((first, second), 1)
                for s in form.sources
            )
        trace = Trace("equivalence", sources, tuple(self.steps), objects=self.objects)
        said = [step.weight for step in self.steps if isinstance(step, SizeStep) and step.weight is not None]
        sure = prod(1 / (1 + exp(-min(weight, FRAMES_EARN))) for weight in said) if verdict.decided else 0.0
        return parts_unread(Decision(verdict, trace, confidence=sure, reason=reason), "part", unread)


def _both_ways(comparison: Comparison) -> tuple[Comparison, ...]:
    """Return the comparisons to show for one: itself, or both directions of an equality."""
    c = comparison
    if c.relation != "=":
        return (c,)
    return (
        Comparison(c.left, ">=", c.right, c.factor),
        Comparison(c.right, ">=", c.left, Fraction(1) / c.factor),
    )
