"""Which earlier steps a step rests on, for all that walk a trace: graph, checker, renderers."""

from __future__ import annotations

from typing import assert_never

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


def references(step: Step) -> tuple[int, ...]:
    """Return the numbers of all earlier steps that a step names, in order, without repeats."""
    return tuple(dict.fromkeys(_named(step)))


def _named(step: Step) -> tuple[int, ...]:
    match step:
        case PremiseStep() | SizeStep() | AssumptionStep():
            return ()
        case EvidenceStep():
            return step.by
        case RuleStep():
            return step.uses
        case RetractionStep():
            return (step.target, *step.because, *([step.replaced_by] if step.replaced_by else []))
        case SolverStep():
            return (*step.theory, *step.core)
        case PathStep() | CycleStep():
            return step.edges
        case ArrangementStep():
            return step.theory
        case ConclusionStep():
            return (*step.uses, *(n for flip in step.flips for n in (*flip.evidence, flip.step)))
        case _:
            assert_never(step)
