"""The printed trace: numbered steps, each with its formula or comparison, its words and what it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, assert_never

from defeasible.reasoner.evidence import RoleClaim, SizeClaim
from defeasible.reasoner.forms import Comparison, Role
from defeasible.reasoner.forms.sizes import METRE
from defeasible.reasoner.logic import FALSE, render
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
    from defeasible.reasoner.trace.trace import Trace

_PHASE = {"before": "before the new premise: ", "after": "", "flipped": "if it were otherwise: "}


def to_text(trace: Trace) -> str:
    """Return the whole trace as text, one numbered step a line, a legend of atoms first."""
    lines = [f"{atom.id} = {atom.gloss}" for atom in trace.atoms]
    width = len(str(len(trace.steps)))
    for number, step in enumerate(trace.steps, 1):
        head, *more = step_lines(trace, step)
        lines.append(f"{number:>{width}}  {head}")
        lines.extend(f"{'':{width}}  {line}" for line in more)
    return "\n".join(lines)


def step_lines(trace: Trace, step: Step) -> list[str]:
    """Return the lines of one step, without its number: the first says what it is, the others why."""
    names = {item.id: item.name for item in trace.objects} | {METRE: "1 m"}
    match step:
        case PremiseStep():
            label = "new premise" if step.new else "premise"
            words = [f'  "{quote(trace.sources, step.span)}"'] if step.span else []
            cue = [f"  read as {step.cue}"] if step.cue else []
            given = [f"  given: {_role(step.role)}"] if step.role else []
            return [f"{label}  {render(step.claim)}", *words, *cue, *given]
        case SizeStep():
            words = [f'  "{quote(trace.sources, step.span)}"'] if step.span else []
            reason = [f"  {step.frame}: {step.reason}"] if step.reason else []
            return [f"context  {comparison_text(step.comparison, names)}", *words, *reason]
        case AssumptionStep():
            claim = "" if step.claim is None else f"{render(step.claim)}: "
            return [f"assumption  {claim}{step.reason}"]
        case EvidenceStep():
            return _evidence(step, names)
        case RuleStep():
            return [f"rule {step.rule}  {render(step.claim)}  from {_list(step.uses)}"]
        case RetractionStep():
            instead = f", replaced by {step.replaced_by}" if step.replaced_by else ""
            return [f"retraction  {step.target}{instead}, because of {_list(step.because)}"]
        case SolverStep():
            return _solver(step)
        case PathStep():
            sign = ">" if step.strict else ">="
            pair = f"{names.get(step.greater)} {sign} {names.get(step.lesser)}"
            return [f"path  {pair}  along {_list(step.edges)}"]
        case CycleStep():
            start = names.get(step.start)
            return [f"contradiction  {start} would be bigger than itself along {_list(step.edges)}"]
        case ArrangementStep():
            sizes = ", ".join(
                f"{names.get(name, name)} = {size}" for name, size in step.sizes if name != METRE
            )
            return [f"possible sizes  {sizes}  satisfy {_list(step.theory)}"]
        case ConclusionStep():
            return _conclusion(step, names)
        case _:
            assert_never(step)


def comparison_text(comparison: Comparison, names: Mapping[str, str]) -> str:
    """Return a comparison in words and signs: `light bulb > house`, `box = 3/10 x 1 m`."""
    factor = "" if comparison.factor == 1 else f"{comparison.factor} x "
    left, right = (names.get(side, side) for side in (comparison.left, comparison.right))
    return f"{left} {comparison.relation} {factor}{right}"


def _role(claim: RoleClaim) -> str:
    words = {Role.REQUIREMENT: "a requirement", Role.ALTERNATIVE: "an alternative"}
    return f"{claim.conditional} is {words.get(claim.role, claim.role)} beside {claim.of}"


def _evidence(step: EvidenceStep, names: Mapping[str, str]) -> list[str]:
    match step.claim:
        case RoleClaim():
            claim = _role(step.claim)
        case SizeClaim(comparison):
            claim = f"usually {comparison_text(comparison, names)}"
    by = f" by {_list(step.by)}" if step.by else ""
    head = f"evidence  {claim}  weight {step.weight:.2f}, {step.status}{by}"
    return [head, f"  {step.source}: {step.reason}" if step.reason else f"  {step.source}"]


def _solver(step: SolverStep) -> list[str]:
    phase, theory = _PHASE[step.phase], _list(step.theory)
    goal = "a contradiction" if step.goal == FALSE else render(step.goal)
    match step.verdict:
        case Verdict.ENTAILED:
            return [f"{phase}{goal} follows from {_list(step.core)}", f"  {step.engine}; asserted {theory}"]
        case Verdict.REFUTED:
            return [
                f"{phase}not {goal} follows from {_list(step.core)}",
                f"  {step.engine}; asserted {theory}",
            ]
        case Verdict.INCONSISTENT:
            return [f"{phase}{_list(step.core)} contradict each other", f"  {step.engine}; asserted {theory}"]
        case Verdict.UNKNOWN:
            worlds = "; ".join(_model(model) for model in step.models)
            return [f"{phase}{goal} is open: {theory} allow both", f"  {step.engine}; {worlds}"]
        case _:
            return [f"{phase}{goal}: {step.verdict}", f"  {step.engine}; asserted {theory}"]


def _model(model: tuple[str, ...]) -> str:
    return f"true: {', '.join(model) or 'nothing'}"


def _conclusion(step: ConclusionStep, names: Mapping[str, str]) -> list[str]:
    goal = ""
    if step.goal is not None:
        goal = f"  {render(step.goal)}"
    elif step.comparison is not None:
        goal = f"  {comparison_text(step.comparison, names)}"
    change = f", was {step.before}: {step.change}" if step.before and step.change else ""
    lines = [f"therefore  {step.verdict.upper()}{goal}{change}"]
    if step.reason:
        lines.append(f"  {step.reason}")
    lines += [
        f"  hinges on {flip.evidence}: otherwise {flip.verdict.upper()} (by {flip.step})"
        for flip in step.flips
    ]
    return lines


def _list(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers)) or "nothing"
