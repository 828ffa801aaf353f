"""The printed trace: numbered steps, each with its formula or comparison, its words and what it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, assert_never

from defeasible.reasoner.evidence import RoleClaim, SizeClaim
from defeasible.reasoner.forms import Comparison, Role
from defeasible.reasoner.forms.sizes import METRE
from defeasible.reasoner.logic import negate, render
from defeasible.reasoner.text import quote
from defeasible.reasoner.trace.steps import (
    ArrangementStep,
    AssumptionStep,
    ConclusionStep,
    CycleStep,
    EvidenceStep,
    PathStep,
    PremiseStep,
    RetractionStep,
    RuleStep,
    SizeStep,
    SolverStep,
    Step,
)
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from defeasible.reasoner.text import Span
    from defeasible.reasoner.trace.trace import Trace


def to_text(trace: Trace) -> str:
    """Return the whole trace as text: a legend of atoms, then numbered steps with what they rest on."""
    printer = Printer(trace)
    lines = [f"{atom.id} = {atom.gloss}" for atom in trace.atoms]
    width = len(str(len(trace.steps)))
    for number, step in enumerate(trace.steps, 1):
        head, *more = printer.lines(step)
        lines.append(f"{number:>{width}}  {head}")
        lines.extend(f"{'':{width}}    {line}" for line in more)
    return "\n".join(lines)


def comparison_text(comparison: Comparison, names: Mapping[str, str]) -> str:
    """Return a comparison in words and signs: `light bulb > house`, `box = 3/10 x 1 m`."""
    factor = "" if comparison.factor == 1 else f"{comparison.factor} x "
    left, right = (names.get(side, side) for side in (comparison.left, comparison.right))
    return f"{left} {comparison.relation} {factor}{right}"


class Printer:
    """Prints the steps of one trace, with objects by name and statements by the number of their step."""

    def __init__(self, trace: Trace) -> None:
        self.sources = trace.sources
        self.names = {item.id: item.name for item in trace.objects} | {METRE: "1 m"}
        self.numbers = {
            step.statement: number
            for number, step in enumerate(trace.steps, 1)
            if isinstance(step, PremiseStep | SizeStep)
        }

    def lines(self, step: Step) -> list[str]:
        """Return the lines of one step, without its number: the first says what it is, the others why."""
        match step:
            case PremiseStep():
                label = "new premise" if step.new else "premise"
                cue = [f"read as {step.cue}"] if step.cue else []
                given = [f"given: {self._role(step.role)}"] if step.role else []
                return [f"{label}  {render(step.claim)}", *self._words(step.span), *cue, *given]
            case SizeStep():
                reason = [f"{step.frame}: {step.reason}"] if step.reason else []
                return [f"context  {self._comparison(step.comparison)}", *self._words(step.span), *reason]
            case AssumptionStep():
                claim = "" if step.claim is None else f"{render(step.claim)}: "
                return [f"assumption  {claim}{step.reason}"]
            case EvidenceStep():
                return self._evidence(step)
            case RuleStep():
                return [f"rule {step.rule}  {render(step.claim)}", f"from {_list(step.uses)}"]
            case RetractionStep():
                instead = f", replaced by {step.replaced_by}" if step.replaced_by else ""
                return [f"retraction of {step.target}{instead}, because of {_list(step.because)}"]
            case SolverStep():
                return _solver(step)
            case PathStep():
                pair = f"{self._name(step.greater)} {'>' if step.strict else '>='} {self._name(step.lesser)}"
                return [f"path  {pair}  along {_list(step.edges)}"]
            case CycleStep():
                name = self._name(step.start)
                return [f"contradiction  {name} would be bigger than itself along {_list(step.edges)}"]
            case ArrangementStep():
                shown = [f"{self._name(name)} = {size}" for name, size in step.sizes if name != METRE]
                return [f"possible sizes  {', '.join(shown)}", f"satisfy {_list(step.theory)}"]
            case ConclusionStep():
                return self._conclusion(step)
            case _:
                assert_never(step)

    def _name(self, name: str) -> str:
        return self.names.get(name, name)

    def _words(self, span: Span | None) -> list[str]:
        return [] if span is None else [f'"{quote(self.sources, span)}"']

    def _comparison(self, comparison: Comparison) -> str:
        return comparison_text(comparison, self.names)

    def _role(self, claim: RoleClaim) -> str:
        later, earlier = (self.numbers.get(name, name) for name in (claim.conditional, claim.of))
        return f"{later} is {_ROLES[claim.role]} beside {earlier}"

    def _evidence(self, step: EvidenceStep) -> list[str]:
        match step.claim:
            case RoleClaim():
                claim = self._role(step.claim)
            case SizeClaim(comparison):
                claim = f"usually {self._comparison(comparison)}"
        by = f" by {_list(step.by)}" if step.by else ""
        reason = f"{step.source}: {step.reason}" if step.reason else step.source
        return [f"evidence  {claim}  (weight {step.weight:.2f}, {step.status}{by})", reason]

    def _conclusion(self, step: ConclusionStep) -> list[str]:
        goal = ""
        if step.goal is not None:
            goal = f"  {render(step.goal)}"
        elif step.comparison is not None:
            goal = f"  {self._comparison(step.comparison)}"
        change = f"  ({step.change}, was {step.before.upper()})" if step.before and step.change else ""
        hinges = [
            f"hinges on {_list(flip.evidence)}: otherwise {flip.verdict.upper()}, by {flip.step}"
            for flip in step.flips
        ]
        return [
            f"therefore  {step.verdict.upper()}{goal}{change}",
            *([step.reason] if step.reason else []),
            *hinges,
        ]


_PHASE = {"before": "before the new premise: ", "after": "", "flipped": "if it were otherwise: "}
_ROLES = {
    Role.REQUIREMENT: "a requirement",
    Role.ALTERNATIVE: "an alternative",
    Role.IRRELEVANT: "irrelevant",
}


def _solver(step: SolverStep) -> list[str]:
    phase, theory = _PHASE[step.phase], _list(step.theory)
    asserted = f"{step.engine}, both sides asked of {theory}"
    match step.verdict:
        case Verdict.ENTAILED:
            return [f"{phase}{render(step.goal)}  follows from {_list(step.core)}", asserted]
        case Verdict.REFUTED:
            return [f"{phase}{render(negate(step.goal))}  follows from {_list(step.core)}", asserted]
        case Verdict.INCONSISTENT:
            return [f"{phase}{_list(step.core)} contradict each other", asserted]
        case Verdict.UNKNOWN:
            worlds = " or ".join(f"{{{', '.join(model)}}}" for model in step.models)
            return [f"{phase}{render(step.goal)}  is open: true in one of the worlds {worlds}", asserted]
        case _:
            return [f"{phase}{render(step.goal)}: {step.verdict}", asserted]


def _list(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers)) or "nothing"
