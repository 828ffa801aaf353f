"""Check the logic of a size trace: paths and cycles edge by edge, arrangements by exact arithmetic."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.inputs import unread_sentence
from defeasible.reasoner.checker.ratios import Ratios, edges
from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.checker.typical import size_evidence
from defeasible.reasoner.commonsense.sizes import SOURCE
from defeasible.reasoner.evidence import MAX_WEIGHT, SizeClaim
from defeasible.reasoner.forms.sizes import METRE
from defeasible.reasoner.trace import (
    ArrangementStep,
    AssumptionStep,
    CycleStep,
    EvidenceStep,
    PathStep,
    SizeStep,
)
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from defeasible.reasoner.forms import Comparison
    from defeasible.reasoner.trace import Step, Trace


NEAR = 1e-9
"""Weights closer than this (in nats) are equal, since they are computed in different ways."""
_EXACT = re.compile("[0-9]+(/0*[1-9][0-9]*)?")


class SizeCheck:
    """Follows the paths of a size trace again."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.ratios = Ratios()
        self.known = {o.id for o in trace.objects} | {METRE}
        self.stated: dict[int, Comparison] = {}
        """Comparisons of the text, by step."""
        self.kept: dict[int, Comparison] = {}
        """Accepted evidence, by step."""
        self.priors: dict[int, tuple[float, Comparison]] = {}
        """All evidence by step, with its weight in nats."""

    def failures(self) -> Iterator[Failure]:
        """Yield every invalid step."""
        found = self.steps()
        try:
            yield from found or [*self._statuses(), *self._conclusion()]
        except OverflowError as error:
            yield Failure(0, f"it is too large to verify: {error}")

    def steps(self) -> list[Failure]:
        """Return what is wrong with single steps, before the conclusion is checked."""
        found = list(self._undeclared())
        # Each stage relies on the stage before; if a step is invalid, the next stages are skipped.
        if not found:
            for number, step in enumerate(self.trace.steps, 1):
                found += self._step(number, step)
        return found

    def _undeclared(self) -> Iterator[Failure]:
        for number, step in enumerate(self.trace.steps, 1):
            match step:
                case SizeStep(comparison=c) | EvidenceStep(claim=SizeClaim(c)):
                    if unknown := {c.left, c.right} - self.known:
                        yield Failure(number, f"object `{min(unknown)}` is not declared")
                case _:
                    pass

    def _step(self, number: int, step: Step) -> Iterator[Failure]:
        if isinstance(step, SizeStep):
            self.stated[number] = step.comparison
            if step.weight is not None and self.trace.task == "size":
                yield Failure(number, "it is only likely, which makes it evidence")
        elif isinstance(step, AssumptionStep) and self.trace.task == "size":
            texts = [source.text for source in self.trace.sources]
            words = step.reason.removeprefix('sentence "').removesuffix('" was not understood')
            if unread_sentence(words) != step.reason or not any(words in text for text in texts):
                yield Failure(number, "it assumes something else than that a sentence was not understood")
        elif isinstance(step, EvidenceStep):
            yield from self._evidence(number, step)
        elif isinstance(step, PathStep):
            yield from self._path(number, step)
        elif isinstance(step, CycleStep):
            yield from self._cycle(number, step)
        elif isinstance(step, ArrangementStep):
            yield from self._arrangement(number, step)

    def _evidence(self, number: int, step: EvidenceStep) -> Iterator[Failure]:
        if not isinstance(step.claim, SizeClaim):
            yield Failure(number, "a role claim is no evidence about sizes")
            return
        comparison = step.claim.comparison
        if not 0 < step.weight <= MAX_WEIGHT:
            yield Failure(number, f"its weight {step.weight} is not in (0, {MAX_WEIGHT:g}]")
        self.priors[number] = (step.weight, comparison)
        if step.status == "accepted":
            self.kept[number] = comparison
        if step.status == "overruled":
            blocking = self.trace.steps[step.by[0] - 1] if len(step.by) == 1 else None
            right = (comparison.right, comparison.left)
            if not isinstance(blocking, PathStep) or (blocking.greater, blocking.lesser) != right:
                yield Failure(number, "it is overruled without a path that shows the opposite")
        elif step.by:
            yield Failure(number, f"is {step.status}, and yet yields to {list(step.by)}")

    def _statuses(self) -> Iterator[Failure]:
        """Weigh the evidence again, heaviest first: what is overruled, and what ties with equal weights."""
        for (number, (weight, _)), (_, (after, _)) in pairwise(self.priors.items()):
            if weight < after:
                yield Failure(number, "it is weighed before heavier evidence")
                return
        right = self._weigh()
        for number, (weight, _) in self.priors.items():
            step = self.trace.steps[number - 1]
            assert isinstance(step, EvidenceStep)
            if step.status != right[number]:
                yield Failure(number, f"is marked {step.status}, by its weight it is {right[number]}")
            elif step.by:
                heavier = {n for n, (w, _) in self.priors.items() if w > weight and right[n] == "accepted"}
                path = self.trace.steps[step.by[0] - 1]
                if isinstance(path, PathStep) and not self.stated.keys() | heavier >= set(path.edges):
                    yield Failure(number, "the path that it yields to needs evidence that is not heavier")

    def _weigh(self, left_out: int | None = None) -> dict[int, str]:
        """Return the status of each piece of evidence, optionally with one left out."""
        status: dict[int, str] = {}
        base, leads = list(self.stated.values()), self.ratios.leads
        weighed = [(n, w, c) for n, (w, c) in self.priors.items() if n != left_out]
        for _, equals in groupby(weighed, key=lambda item: item[1]):
            group = {n: c for n, _, c in equals}
            heavier = edges(base)
            fitting = {n: c for n, c in group.items() if not leads(heavier, c.right, c.left)}
            status |= dict.fromkeys(group, "overruled") | dict.fromkeys(fitting, "accepted")
            if len(fitting) > 1:  # a single piece has no equals that could contradict it
                together = edges([*base, *fitting.values()])
                status |= {n: "tied" for n, c in fitting.items() if leads(together, c.right, c.left)}
            base += [c for n, c in fitting.items() if status[n] == "accepted"]
        return status

    def _follow(self, start: str, edges: tuple[int, ...]) -> tuple[str, Fraction, bool] | str:
        """Follow edges; return the end, the product of factors and the strictness, or the fault."""
        if len(set(edges)) < len(edges):
            return "it takes an edge twice"
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
                elif factor < step.factor or (step.strict and factor == step.factor and not strict):
                    yield Failure(number, "its path does not show the comparison that it claims")
                elif step.factor != 1 and self.trace.task == "size":
                    yield Failure(number, "it shows a ratio, where what is bigger is the question")

    def _cycle(self, number: int, step: CycleStep) -> Iterator[Failure]:
        match self._follow(step.start, step.edges):
            case str(problem):
                yield Failure(number, problem)
            case (end, factor, strict):
                if end != step.start or not step.edges:
                    yield Failure(number, "its edges do not form a cycle")
                elif factor < 1 or (factor == 1 and not strict):
                    yield Failure(number, "its cycle makes nothing bigger than itself")

    def _arrangement(self, number: int, step: ArrangementStep) -> Iterator[Failure]:
        if not all(_EXACT.fullmatch(size) for _, size in step.sizes):
            yield Failure(number, "a size is not an exact number")
            return
        try:
            sizes = {name: Fraction(size) for name, size in step.sizes}
        except ValueError:  # Python reads at most 4,300 digits
            yield Failure(number, "a size has more digits than can be read")
            return
        once = len(sizes) == len(step.sizes) and self.known - {METRE} <= sizes.keys() <= self.known
        if not once or any(size <= 0 for size in sizes.values()):
            yield Failure(number, "it must give each object one positive size")
            return
        if sizes.setdefault(METRE, Fraction(1)) != 1:
            yield Failure(number, "a metre is not one metre in it")
        for n in step.theory:
            # Without a heavier piece, evidence that it had overruled may be in force.
            comparison = self.stated.get(n) or self.priors.get(n, (0.0, None))[1]
            if comparison is None or not _holds(comparison, sizes):
                yield Failure(number, f"it does not satisfy step {n}")

    def _conclusion(self) -> Iterator[Failure]:
        last, end = self.trace.conclusion, len(self.trace.steps)
        asked = self._asked(self.known)
        if isinstance(asked, Failure):
            yield asked
            return
        yield from self._lexicon(asked)
        if bool(last.reason) != (last.verdict is Verdict.TIMEOUT):
            yield Failure(end, "a reason is given just where the time ran out")
        if last.before is not None or last.change is not None:
            yield Failure(end, "a size decision has no verdict before it")
        used = [self.trace.steps[n - 1] for n in last.uses]
        everything = (*self.stated, *self.kept)
        arranged = [s for s in used if isinstance(s, ArrangementStep) and s.theory == everything]
        paths = [s for s in used if isinstance(s, PathStep)]
        proved = paths[0] if len(used) == 2 and len(arranged) == len(paths) == 1 else None
        forth, back = (asked.left, asked.right), (asked.right, asked.left)
        match last.verdict:
            case Verdict.ENTAILED:
                shown = proved is not None and (proved.greater, proved.lesser) == forth and proved.strict
            case Verdict.REFUTED:
                shown = proved is not None and (proved.greater, proved.lesser) == back
            case Verdict.UNKNOWN:
                shown = len(used) == 2 and [_bigger(s, *forth) for s in arranged] == [True, False]
            case Verdict.INCONSISTENT:
                shown = self._both_sides(paths, [s for s in used if isinstance(s, CycleStep)])
            case Verdict.TIMEOUT:
                shown = not used
            case Verdict.UNPARSED | Verdict.UNPROVED:
                shown = False
        if not shown:
            yield Failure(end, f"the steps it rests on do not show {last.verdict}")
            return
        yield from self._flips(asked)

    def _lexicon(self, asked: Comparison) -> Iterator[Failure]:
        """Recompute the claims of the shipped lexicon of sizes; the trace must have all of them or none."""
        stated = {
            n: step
            for n, step in enumerate(self.trace.steps, 1)
            if isinstance(step, EvidenceStep) and step.source == SOURCE
        }
        if not stated:
            return
        said = size_evidence(self.trace.objects, (asked.left, asked.right))
        for number, step in stated.items():
            claim = self.priors[number][1]
            weight, reason = said.pop((claim.left, claim.right), (0.0, ""))
            if not weight:
                yield Failure(number, "the lexicon of sizes does not say so, or it is said twice")
            elif abs(weight - step.weight) > NEAR or reason != step.reason:
                yield Failure(number, f"the lexicon says it at {weight:g}, because {reason}")
        if said and self.trace.verdict is not Verdict.TIMEOUT:
            _, reason = next(iter(said.values()))
            yield Failure(0, f"it leaves out what the lexicon of sizes says besides: {reason}")

    def _asked(self, known: AbstractSet[str]) -> Comparison | Failure:
        """Return the comparison that the conclusion is about, if it is one of known objects."""
        last, end = self.trace.conclusion, len(self.trace.steps)
        asked = last.comparison
        if asked is None or asked.relation != ">" or asked.factor != 1 or last.goal is not None:
            return Failure(end, "it must be about one object being bigger than another")
        if not {asked.left, asked.right} <= known:
            return Failure(end, "it is about an object that is not declared")
        return asked

    def _both_sides(self, paths: list[PathStep], cycles: list[CycleStep]) -> bool:
        """Whether a contradiction is shown by its cycle, and by both halves if they prove anything."""
        if len(cycles) != 1 or any(isinstance(step, EvidenceStep) for step in self.trace.steps):
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

    def _flips(self, asked: Comparison) -> Iterator[Failure]:
        """Decide again without each piece of evidence; every different verdict must be named and shown."""
        last, end = self.trace.conclusion, len(self.trace.steps)
        everything = {**self.stated, **{n: c for n, (_, c) in self.priors.items()}}
        hinges: dict[int, tuple[Verdict, tuple[int, ...]]] = {}
        if last.verdict not in (Verdict.INCONSISTENT, Verdict.TIMEOUT):
            for n in self._contested(last.verdict, asked):
                status = self._weigh(left_out=n)
                rest = tuple(m for m in everything if m in self.stated or status.get(m) == "accepted")
                otherwise = self._verdict([everything[m] for m in rest], asked)
                if otherwise is not last.verdict:
                    hinges[n] = (otherwise, rest)
        said = [(flip.evidence, flip.verdict) for flip in last.flips]
        if said != [((n,), otherwise) for n, (otherwise, _) in hinges.items()]:
            yield Failure(end, f"it hinges on {list(hinges)}, which is not what it says")
            return
        for flip, (n, (_, rest)) in zip(last.flips, hinges.items(), strict=True):
            shown = self.trace.steps[flip.step - 1]
            if not isinstance(shown, ArrangementStep) or shown.theory != rest:
                yield Failure(end, f"step {flip.step} does not show what is in force without step {n}")
            elif last.verdict is not Verdict.UNKNOWN and _bigger(shown, asked.left, asked.right) == (
                last.verdict is Verdict.ENTAILED
            ):
                yield Failure(end, f"step {flip.step} does not show another verdict")
        shows = {*last.uses, *(flip.step for flip in last.flips)}
        for n, step in enumerate(self.trace.steps, 1):
            if isinstance(step, ArrangementStep) and n not in shows:
                yield Failure(n, "nothing rests on its sizes")

    def _contested(self, verdict: Verdict, asked: Comparison) -> Iterator[int]:
        """Yield the evidence without which the verdict may differ.

        If the text alone shows the verdict, no evidence changes it. Otherwise a piece matters only if the
        proof needs it, or if it contradicts another piece, and then it is on a cycle of all comparisons.
        """
        if self._verdict(list(self.stated.values()), asked) is verdict is not Verdict.UNKNOWN:
            return
        said = edges([*self.stated.values(), *(c for _, c in self.priors.values())])
        for n, (_, claim) in self.priors.items():
            rest = [c for m, c in (self.stated | self.kept).items() if m != n]
            if self.ratios.leads(said, claim.right, claim.left) or (
                n in self.kept and self._verdict(rest, asked) is not verdict
            ):
                yield n

    def _verdict(self, theory: list[Comparison], asked: Comparison) -> Verdict:
        """Return the verdict on a question from consistent comparisons."""
        out = edges(theory, strict=True)
        if self.ratios.leads(out, asked.left, asked.right, strict=True):
            return Verdict.ENTAILED
        if self.ratios.leads(out, asked.right, asked.left):
            return Verdict.REFUTED
        return Verdict.UNKNOWN


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
    sizes = {METRE: "1", **dict(step.sizes)}
    return Fraction(sizes[first]) > Fraction(sizes[second])


def check_size(trace: Trace) -> Iterator[Failure]:
    """Yield the invalid steps of a size trace."""
    return SizeCheck(trace).failures()
