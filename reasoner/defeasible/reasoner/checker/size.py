"""Checks the logic of a size trace: paths and cycles edge by edge, arrangements by exact arithmetic."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.evidence import SizeClaim
from defeasible.reasoner.forms.sizes import METRE
from defeasible.reasoner.trace import ArrangementStep, CycleStep, EvidenceStep, PathStep, SizeStep
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from defeasible.reasoner.forms import Comparison
    from defeasible.reasoner.trace import Step, Trace


class SizeCheck:
    """Walks the paths of a size trace again."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.stated: dict[int, Comparison] = {}
        """Comparisons of the text, by step."""
        self.kept: dict[int, Comparison] = {}
        """Accepted evidence, by step."""

    def failures(self) -> Iterator[Failure]:
        """Yield every step that does not hold up."""
        found: list[Failure] = []
        for number, step in enumerate(self.trace.steps, 1):
            found += self._step(number, step)
        # The conclusion is read from steps that hold up; with a broken one there is nothing to read.
        yield from found or self._conclusion()

    def _step(self, number: int, step: Step) -> Iterator[Failure]:
        known = {o.id for o in self.trace.objects} | {METRE}
        if isinstance(step, SizeStep):
            self.stated[number] = step.comparison
            yield from _declared(number, step.comparison, known)
        elif isinstance(step, EvidenceStep):
            yield from self._evidence(number, step, known)
        elif isinstance(step, PathStep):
            yield from self._path(number, step)
        elif isinstance(step, CycleStep):
            yield from self._cycle(number, step)
        elif isinstance(step, ArrangementStep):
            yield from self._arrangement(number, step, known)

    def _evidence(self, number: int, step: EvidenceStep, known: set[str]) -> Iterator[Failure]:
        if not isinstance(step.claim, SizeClaim):
            yield Failure(number, "a role claim is no evidence about sizes")
            return
        comparison = step.claim.comparison
        yield from _declared(number, comparison, known)
        if not step.weight > 0:
            yield Failure(number, f"its weight {step.weight} is not positive")
        if step.status == "accepted":
            heavier = [s for s in self._evidence_steps() if s[0] < number and s[1].weight < step.weight]
            if heavier:
                yield Failure(number, f"it is heavier than step {heavier[0][0]}, which was weighed before it")
            self.kept[number] = comparison
        elif step.status == "overruled":
            blocking = self.trace.steps[step.by[0] - 1] if len(step.by) == 1 else None
            right = (comparison.right, comparison.left)
            if not isinstance(blocking, PathStep) or (blocking.greater, blocking.lesser) != right:
                yield Failure(number, "it is overruled without a path that shows the opposite")
        elif not self._has_equal_rival(number, step):
            yield Failure(number, "it is tied with nothing of its weight")

    def _evidence_steps(self) -> list[tuple[int, EvidenceStep]]:
        return [(n, s) for n, s in enumerate(self.trace.steps, 1) if isinstance(s, EvidenceStep)]

    def _has_equal_rival(self, number: int, step: EvidenceStep) -> bool:
        return any(
            n != number and s.status == "tied" and s.weight == step.weight for n, s in self._evidence_steps()
        )

    def _follow(self, start: str, edges: tuple[int, ...]) -> tuple[str, Fraction, bool] | str:
        """Walk along edges; return where that ends, the product of factors and strictness, or the fault."""
        here, factor, strict = start, Fraction(1), False
        for number in edges:
            comparison = self.stated.get(number) or self.kept.get(number)
            if comparison is None:
                return f"its edge {number} is no comparison in force"
            if comparison.left == here:
                here, factor = comparison.right, factor * comparison.factor
                strict = strict or comparison.relation == ">"
            elif comparison.relation == "=" and comparison.right == here:
                here, factor = comparison.left, factor / comparison.factor
            else:
                return f"its edge {number} does not start at `{here}`"
        return here, factor, strict

    def _path(self, number: int, step: PathStep) -> Iterator[Failure]:
        match self._follow(step.greater, step.edges):
            case str(problem):
                yield Failure(number, problem)
            case (end, factor, strict):
                if end != step.lesser or not step.edges:
                    yield Failure(number, f"its path ends at `{end}`, not at `{step.lesser}`")
                elif factor < 1 or (step.strict and factor == 1 and not strict):
                    yield Failure(number, "its path does not show the comparison that it claims")

    def _cycle(self, number: int, step: CycleStep) -> Iterator[Failure]:
        match self._follow(step.start, step.edges):
            case str(problem):
                yield Failure(number, problem)
            case (end, factor, strict):
                if end != step.start or not step.edges:
                    yield Failure(number, "its edges do not form a cycle")
                elif factor < 1 or (factor == 1 and not strict):
                    yield Failure(number, "its cycle makes nothing bigger than itself")

    def _arrangement(self, number: int, step: ArrangementStep, known: set[str]) -> Iterator[Failure]:
        try:
            sizes = {name: Fraction(size) for name, size in step.sizes}
        except (ValueError, ZeroDivisionError):
            yield Failure(number, "a size is not an exact number")
            return
        if not known - {METRE} <= sizes.keys() or any(size <= 0 for size in sizes.values()):
            yield Failure(number, "it must give each object a positive size")
            return
        if sizes.setdefault(METRE, Fraction(1)) != 1:
            yield Failure(number, "a metre is not one metre in it")
        for n in step.theory:
            comparison = self.stated.get(n) or self.kept.get(n)
            if comparison is None or not _holds(comparison, sizes):
                yield Failure(number, f"it does not satisfy step {n}")

    def _conclusion(self) -> Iterator[Failure]:
        last, end = self.trace.conclusion, len(self.trace.steps)
        asked = last.comparison
        if asked is None or asked.relation != ">" or asked.factor != 1 or last.goal is not None:
            yield Failure(end, "it must be about one object being bigger than another")
            return
        if not {asked.left, asked.right} <= {o.id for o in self.trace.objects}:
            yield Failure(end, "it is about an object that is not declared")
            return
        if last.before is not None or last.change is not None:
            yield Failure(end, "a size decision has no verdict before it")
        used = [self.trace.steps[n - 1] for n in last.uses]
        everything = (*self.stated, *self.kept)
        arranged = [s for s in used if isinstance(s, ArrangementStep) and s.theory == everything]
        forth, back = (asked.left, asked.right), (asked.right, asked.left)
        paths = [s for s in used if isinstance(s, PathStep)]
        match last.verdict:
            case Verdict.ENTAILED:
                shown = any((p.greater, p.lesser) == forth and p.strict for p in paths) and bool(arranged)
            case Verdict.REFUTED:
                shown = any((p.greater, p.lesser) == back for p in paths) and bool(arranged)
            case Verdict.UNKNOWN:
                signs = [_bigger(s, *forth) for s in arranged]
                shown = len(used) == 2 and signs == [True, False]
            case Verdict.INCONSISTENT:
                shown = self._both_sides(paths, [s for s in used if isinstance(s, CycleStep)])
            case Verdict.TIMEOUT:
                shown = not used and bool(last.reason)
            case Verdict.UNPARSED:
                shown = False
        if not shown:
            yield Failure(end, f"the steps it rests on do not show {last.verdict}")
        yield from self._flips(paths)

    def _both_sides(self, paths: list[PathStep], cycles: list[CycleStep]) -> bool:
        """Whether a contradiction is shown by its cycle, and by both halves where they say anything."""
        if self.kept or len(cycles) != 1:
            return False
        cycle = cycles[0]
        if any(self.stated[edge].factor != 1 for edge in cycle.edges):
            return not paths
        joined = [edge for path in paths for edge in path.edges]
        return (
            len(paths) == 2
            and tuple(joined) == cycle.edges
            and paths[0].greater == paths[1].lesser == cycle.start
        )

    def _flips(self, paths: list[PathStep]) -> Iterator[Failure]:
        last, end = self.trace.conclusion, len(self.trace.steps)
        hinged = [n for p in paths for n in p.edges if n in self.kept]
        for flip in last.flips:
            shown = self.trace.steps[flip.step - 1]
            assert last.comparison is not None
            left_out = flip.evidence[0] if len(flip.evidence) == 1 else 0
            rest = tuple(n for n in (*self.stated, *self.kept) if n != left_out)
            if left_out not in hinged or flip.verdict is not Verdict.UNKNOWN:
                yield Failure(end, f"it does not hinge on {list(flip.evidence)} as it says")
            elif not isinstance(shown, ArrangementStep) or shown.theory != rest:
                yield Failure(end, f"step {flip.step} does not leave out step {left_out}")
            else:
                bigger = _bigger(shown, last.comparison.left, last.comparison.right)
                if bigger == (last.verdict is Verdict.ENTAILED):
                    yield Failure(end, f"step {flip.step} does not show another verdict")
        if len(hinged) == 1 and not last.flips and not self._stands_without(hinged[0]):
            yield Failure(end, f"it hinges on step {hinged[0]}, which it does not say")

    def _stands_without(self, number: int) -> bool:
        """Whether the comparison asked about is still reachable without one edge (plain reachability)."""
        asked = self.trace.conclusion.comparison
        assert asked is not None
        start = asked.left if self.trace.conclusion.verdict is Verdict.ENTAILED else asked.right
        reached, frontier = {start}, [start]
        while frontier:
            here = frontier.pop()
            for n, c in (*self.stated.items(), *self.kept.items()):
                ends = (
                    [c.right] if c.left == here else [c.left] if c.relation == "=" and c.right == here else []
                )
                for after in ends:
                    if n != number and after not in reached:
                        reached.add(after)
                        frontier.append(after)
        return (asked.right if start == asked.left else asked.left) in reached


def _declared(number: int, comparison: Comparison, known: set[str]) -> Iterator[Failure]:
    for name in (comparison.left, comparison.right):
        if name not in known:
            yield Failure(number, f"object `{name}` is not declared")


def _holds(comparison: Comparison, sizes: dict[str, Fraction]) -> bool:
    left, right = sizes[comparison.left], comparison.factor * sizes[comparison.right]
    match comparison.relation:
        case ">":
            return left > right
        case ">=":
            return left >= right
        case "=":
            return left == right


def _bigger(step: ArrangementStep, first: str, second: str) -> bool:
    sizes = dict(step.sizes)
    return Fraction(sizes[first]) > Fraction(sizes[second])


def check_size(trace: Trace) -> Iterator[Failure]:
    """Yield the steps of a size trace that do not hold up."""
    return SizeCheck(trace).failures()
