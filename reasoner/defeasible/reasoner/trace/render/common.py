"""Print the steps that several tasks share."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from defeasible.reasoner.evidence import FormulaClaim, RoleClaim, SizeClaim
from defeasible.reasoner.forms import LAYERS, Rank, Role
from defeasible.reasoner.logic import negate, render
from defeasible.reasoner.trace.steps import (
    AssumptionStep,
    CommonStep,
    ConclusionStep,
    EvidenceStep,
    PremiseStep,
    RetractionStep,
    RuleStep,
    SolverStep,
)
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from defeasible.reasoner.trace.render.names import Names


def lines(step: CommonStep, names: Names) -> list[str]:
    """Return the lines of one step, without its number: first its content, then its reasons."""
    match step:
        case PremiseStep():
            label = "new premise" if step.new else "premise"
            held = [_held(step.rank)] if step.rank else []
            cue = [f"read as {step.cue}"] if step.cue else []
            given = [f"given: {_role(step.role, names)}"] if step.role else []
            return [f"{label}  {render(step.claim)}", *names.words(step.span), *cue, *given, *held]
        case AssumptionStep():
            return [f"assumption  {step.reason}"]
        case EvidenceStep():
            return _evidence(step, names)
        case RuleStep():
            return [f"rule {step.rule}  {render(step.claim)}", f"from {numbers(step.uses)}"]
        case RetractionStep():
            instead = f", replaced by {step.replaced_by}" if step.replaced_by else ""
            return [f"retraction of {step.target}{instead}, because of {numbers(step.because)}"]
        case SolverStep():
            return _solver(step)
        case ConclusionStep():
            return _conclusion(step, names)
        case _:
            assert_never(step)


def numbers(steps: tuple[int, ...]) -> str:
    """Return step numbers as text: `1, 4, 5`, or `nothing`."""
    return ", ".join(map(str, steps)) or "nothing"


_ROLES = {
    Role.REQUIREMENT: "a requirement",
    Role.ALTERNATIVE: "an alternative",
    Role.IRRELEVANT: "irrelevant",
}
_PHASE = {"before": "before the new premise: ", "after": "", "flipped": "if it were otherwise: "}


def _held(rank: Rank) -> str:
    layer = next((name for name, place in LAYERS.items() if place == rank.layer), "revision")
    return (
        f"certain, arrived {rank.seq}"
        if rank.weight is None
        else f"{layer}, weight {rank.weight:g}, arrived {rank.seq}"
    )


def _role(claim: RoleClaim, names: Names) -> str:
    later, earlier = (names.numbers.get(name, name) for name in (claim.conditional, claim.of))
    return f"{later} is {_ROLES[claim.role]} beside {earlier}"


def _evidence(step: EvidenceStep, names: Names) -> list[str]:
    match step.claim:
        case RoleClaim():
            claim = _role(step.claim, names)
        case SizeClaim(comparison):
            claim = f"usually {names.comparison(comparison)}"
        case FormulaClaim(formula):
            claim = render(formula)
    by = f" by {numbers(step.by)}" if step.by else ""
    reason = f"{step.source}: {step.reason}" if step.reason else step.source
    return [f"evidence  {claim}  (weight {step.weight:.2f}, {step.status}{by})", reason]


def _conclusion(step: ConclusionStep, names: Names) -> list[str]:
    goal = ""
    if step.goal is not None:
        goal = f"  {render(step.goal)}"
    elif step.comparison is not None:
        goal = f"  {names.comparison(step.comparison)}"
    change = (
        f"  ({step.change}, was {step.before.upper()})" if step.before is not None and step.change else ""
    )
    hinges = [
        f"hinges on {numbers(flip.evidence)}: otherwise {flip.verdict.upper()}, by {flip.step}"
        for flip in step.flips
    ]
    return [
        f"therefore  {step.verdict.upper()}{goal}{change}",
        *([step.reason] if step.reason else []),
        *hinges,
    ]


def _solver(step: SolverStep) -> list[str]:
    phase, theory = _PHASE[step.phase], numbers(step.theory)
    asserted = f"{step.engine}, both sides asked of {theory}"
    match step.verdict:
        case Verdict.ENTAILED:
            return [f"{phase}{render(step.goal)}  follows from {numbers(step.core)}", asserted]
        case Verdict.REFUTED:
            return [f"{phase}{render(negate(step.goal))}  follows from {numbers(step.core)}", asserted]
        case Verdict.INCONSISTENT:
            return [f"{phase}{numbers(step.core)} contradict each other", asserted]
        case Verdict.UNKNOWN:
            worlds = " or ".join(f"{{{', '.join(model)}}}" for model in step.models)
            return [f"{phase}{render(step.goal)}  is open: true in one of the worlds {worlds}", asserted]
        case _:
            return [f"{phase}{render(step.goal)}: {step.verdict}", asserted]
