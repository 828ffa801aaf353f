"""The earlier steps to which a step refers, by the checker's own reading of its fields."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from defeasible.reasoner.trace.steps import (
    AnswerStep,
    ArrangementStep,
    AskStep,
    AssumptionStep,
    BalanceStep,
    BaseStep,
    CastStep,
    ChainStep,
    ClosureStep,
    ConclusionStep,
    ConflictStep,
    ConsistencyStep,
    ConstraintStep,
    CueStep,
    CycleStep,
    EditStep,
    EvidenceStep,
    FactStep,
    HappeningStep,
    HoldsStep,
    LawStep,
    OptimumStep,
    OutcomeStep,
    PathStep,
    PremiseStep,
    RankingStep,
    ReachStep,
    ReplacementStep,
    RetractionStep,
    RuleStep,
    SettlementStep,
    SizeStep,
    SolverStep,
    ToleranceStep,
    WeighingStep,
)
from defeasible.reasoner.trace.steps.sizes import LedgerStep, NoPathStep

if TYPE_CHECKING:
    from collections.abc import Callable

    from defeasible.reasoner.trace.steps import Side


def _some(number: int | None) -> tuple[int, ...]:
    return () if number is None else (number,)


def _settled(step: SettlementStep) -> tuple[int, ...]:
    drops = (n for drop in step.dropped for n in (drop.step, *drop.conflict, *drop.tied))
    return (*step.believed, *drops, *_some(step.latest))


def _optimum(step: OptimumStep) -> tuple[int, ...]:
    return (*step.hard, *step.soft, *chain(*step.cores, *step.against), *_some(step.turned))


def _tolerated(step: ToleranceStep) -> tuple[int, ...]:
    return (*step.rules, *(n for placed in step.defaults for n in (placed.step, *placed.core)))


def _closed(step: ClosureStep) -> tuple[int, ...]:
    overridden = (n for item in step.overridden for n in (item.step, *item.by))
    return (*step.strict, *step.kept, *overridden, *chain(*step.cores, *step.against), *_some(step.latest))


def _side(side: Side | None) -> tuple[int, ...]:
    return () if side is None else (*side.broken, *chain(*side.cores))


def _edited(step: EditStep) -> tuple[int, ...]:
    changed = (edit.changed for edit in step.edits)
    return (*step.theory, *step.facts, *chain(*changed, *step.cores))


def _concluded(step: ConclusionStep) -> tuple[int, ...]:
    return (*step.uses, *(n for flip in step.flips for n in (*flip.evidence, flip.step)))


NAMED: dict[type, Callable[[Any], tuple[int, ...]] | None] = {
    AnswerStep: None,
    ArrangementStep: lambda step: step.theory,
    AskStep: None,
    AssumptionStep: None,
    BalanceStep: lambda step: step.cues,
    BaseStep: None,
    CastStep: None,
    ChainStep: lambda step: step.along,
    ClosureStep: _closed,
    ConclusionStep: _concluded,
    ConflictStep: lambda step: step.facts + step.by,
    ConsistencyStep: lambda step: step.facts,
    ConstraintStep: None,
    CueStep: lambda step: step.by,
    CycleStep: lambda step: step.edges,
    EditStep: _edited,
    EvidenceStep: lambda step: step.by,
    FactStep: None,
    HappeningStep: None,
    HoldsStep: lambda step: step.uses,
    LawStep: None,
    LedgerStep: None,
    NoPathStep: lambda step: (step.ledger,),
    OptimumStep: _optimum,
    OutcomeStep: lambda step: (*step.believed, *step.dropped, *_some(step.latest)),
    PathStep: lambda step: step.edges,
    PremiseStep: None,
    RankingStep: None,
    ReachStep: lambda step: step.facts,
    ReplacementStep: lambda step: step.without + step.left,
    RetractionStep: lambda step: (step.target, *step.because, *_some(step.replaced_by)),
    RuleStep: lambda step: step.uses,
    SettlementStep: _settled,
    SizeStep: None,
    SolverStep: lambda step: step.theory + step.core,
    ToleranceStep: _tolerated,
    WeighingStep: lambda step: (*step.theory, *_side(step.pro), *_side(step.contra)),
}
"""For each kind of step, a function that returns the numbers of the steps that it refers to, perhaps with
duplicates; None for a kind without references."""
