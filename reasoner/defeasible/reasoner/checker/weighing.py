"""Check the logic of an evidence trace: statuses, optima, flips, conclusion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.checker.optima import OptimumCheck, units
from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.checker.truth import collect_atoms
from defeasible.reasoner.evidence import MAX_WEIGHT, FormulaClaim
from defeasible.reasoner.forms import Role
from defeasible.reasoner.logic import Not
from defeasible.reasoner.trace import ConclusionStep, EvidenceStep, PremiseStep
from defeasible.reasoner.trace.steps import OptimumStep
from defeasible.reasoner.trace.steps.optima import MAX_TURNED
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.trace import Trace


class WeighingCheck:
    """Re-derives the content of an evidence trace and compares."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.hard: dict[int, FormulaNode] = {}
        self.soft: dict[int, tuple[FormulaNode, float]] = {}
        self.evidence: dict[int, EvidenceStep] = {}
        self.weighed: list[tuple[int, OptimumStep]] = []

    def failures(self) -> Iterator[Failure]:
        """Yield every invalid step."""
        yield from self._collect()
        end = len(self.trace.steps)
        if unweighable := [n for n, (_, weight) in self.soft.items() if not 0 < weight <= MAX_WEIGHT]:
            yield Failure(unweighable[0], f"its weight is not in (0, {MAX_WEIGHT:g}]")
            return
        if not self.weighed or self.weighed[0][1].phase != "after":
            yield Failure(end, "no optimum over the premises and the evidence is shown")
            return
        goal = self.trace.conclusion.goal
        for number, step in self.weighed:
            if step.goal != goal:
                yield Failure(number, "it decides another goal than the conclusion")
            if problem := self._optimum(number, step):
                yield Failure(number, problem)
                return
        yield from self._statuses(*self.weighed[0])
        yield from self._conclusion()

    def _collect(self) -> Iterator[Failure]:
        declared = {atom.id for atom in self.trace.atoms}
        for number, step in enumerate(self.trace.steps, 1):
            named: dict[str, None] = {}
            if isinstance(step, PremiseStep):
                collect_atoms(step.claim, named)
                self.hard[number] = step.claim
                if step.new or step.rank is not None:
                    yield Failure(number, "nothing arrives in a weighing, and all premises hold in any case")
                if step.role is not None and step.role.role is Role.REQUIREMENT:
                    yield Failure(number, "a stated requirement weakens conditionals, which no weighing does")
            elif isinstance(step, EvidenceStep):
                if not isinstance(step.claim, FormulaClaim):
                    yield Failure(number, "it claims no formula")
                    continue
                collect_atoms(step.claim.formula, named)
                self.soft[number] = (step.claim.formula, step.weight)
                self.evidence[number] = step
            elif isinstance(step, OptimumStep):
                self.weighed.append((number, step))
                named = dict.fromkeys(n for model in (*step.models, *step.others) for n in model)
            elif isinstance(step, ConclusionStep) and step.goal is not None:
                collect_atoms(step.goal, named)
            if not named.keys() <= declared:
                yield Failure(number, "it uses an atom that is not declared")

    def _optimum(self, number: int, step: OptimumStep) -> str:
        """Return what is wrong with a weighing, by itself and compared with the statements of the trace."""
        hard, soft = dict(self.hard), dict(self.soft)
        if (step.turned is None) is not (number == self.weighed[0][0]) or (step.turned is None) is not (
            step.phase == "after"
        ):
            return "the first weighing turns nothing, and the others turn one piece of evidence each"
        if step.turned is not None:
            if step.turned not in soft:
                return f"step {step.turned}, which it turns, is no evidence"
            claim, _ = soft.pop(step.turned)
            hard[step.turned] = Not(claim) if self.evidence[step.turned].status == "accepted" else claim
        if step.verdict in (Verdict.INCONSISTENT, Verdict.TIMEOUT):
            soft = {}
        if step.hard != tuple(self.hard) or step.soft != tuple(soft):
            return "it does not weigh just the evidence beside just the premises"
        if step.phase == "flipped" and step.others:
            return "it shows ties that nobody asked for"
        return OptimumCheck(step, hard, _in_units(soft)).problem()

    def _statuses(self, number: int, step: OptimumStep) -> Iterator[Failure]:
        if not step.models:
            for n in self.evidence:
                yield Failure(n, f"it cannot have been weighed, since step {number} has no optimum")
            return
        shown = OptimumCheck(step, self.hard, _in_units(self.soft))
        for n, item in self.evidence.items():
            try:
                status = shown.status(n)
            except OverflowError as error:
                yield Failure(n, f"its status is too large to verify: {error}")
                continue
            if item.status != status:
                yield Failure(n, f"is marked {item.status}, step {number} shows {status or 'nothing'}")
            cores = {frozenset(core) for core in step.cores}
            if item.status == "overruled" and frozenset((*item.by, n)) not in cores:
                yield Failure(n, f"says it yields to {list(item.by)}, which is no contradiction shown")
            if item.status != "overruled" and item.by:
                yield Failure(n, "it yields to nothing, but says it does")

    def _conclusion(self) -> Iterator[Failure]:
        last, end = self.trace.conclusion, len(self.trace.steps)
        number, step = self.weighed[0]
        if last.goal is None or last.comparison is not None:
            yield Failure(end, "it has no formula as its goal")
        if last.before is not None or last.change is not None:
            yield Failure(end, "a weighing has no verdict before it")
        if last.uses != (number,) or last.verdict is not step.verdict:
            yield Failure(end, f"says {last.verdict}, step {number} says {step.verdict}")
        statuses = {n: item.status for n, item in self.evidence.items()}
        worth = "tied" in statuses.values() or len(statuses) > MAX_TURNED
        if bool(last.reason) is not (worth or step.verdict is Verdict.TIMEOUT):
            yield Failure(end, "a reason is given just where evidence is tied or too much, or time ran out")
        turned = [n for n, status in statuses.items() if status != "tied"]
        if len(statuses) > MAX_TURNED:
            turned = []
        if [flipped.turned for _, flipped in self.weighed[1:]] != turned:
            yield Failure(end, f"just {turned} must be turned, one by one")
            return
        expected = [
            ((flipped.turned,), flipped.verdict, at)
            for at, flipped in self.weighed[1:]
            if flipped.verdict not in (step.verdict, Verdict.INCONSISTENT)
        ]
        if [(flip.evidence, flip.verdict, flip.step) for flip in last.flips] != expected:
            yield Failure(end, "it does not name just the evidence that it hinges on")


def _in_units(soft: dict[int, tuple[FormulaNode, float]]) -> dict[int, tuple[FormulaNode, int]]:
    return {n: (formula, units(weight)) for n, (formula, weight) in soft.items()}


def check_weighing(trace: Trace) -> Iterator[Failure]:
    """Yield the invalid steps of an evidence trace."""
    return WeighingCheck(trace).failures()
