"""The steps of a proof trace: a closed union. Each step rests on earlier ones, by number.

Each family of tasks has a module of its own steps; `common` has the shared ones. A step is a frozen record
with a literal `kind`; `rests_on` returns the earlier steps that it refers to.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field

from defeasible.reasoner.trace.steps.answers import AnswerStep, Ranked, RankingStep, spoken
from defeasible.reasoner.trace.steps.base import BaseStep, BaseSteps, Drop, OutcomeStep, SettlementStep
from defeasible.reasoner.trace.steps.common import (
    AssumptionStep,
    CommonStep,
    ConclusionStep,
    EvidenceStep,
    Flip,
    Phase,
    PremiseStep,
    RetractionStep,
    RuleStep,
    SolverStep,
)
from defeasible.reasoner.trace.steps.defaults import ClosureStep, Override, Specific, ToleranceStep
from defeasible.reasoner.trace.steps.dialogues import (
    BalanceStep,
    ChainStep,
    ConflictStep,
    ConsistencyStep,
    ConstraintStep,
    CueStep,
    DialogueSteps,
    FactStep,
    ReachStep,
    ReplacementStep,
    SlotOption,
)
from defeasible.reasoner.trace.steps.optima import OptimumStep
from defeasible.reasoner.trace.steps.sizes import ArrangementStep, CycleStep, PathStep, SizesStep, SizeStep
from defeasible.reasoner.trace.steps.stories import (
    AskStep,
    CastStep,
    Edit,
    EditStep,
    HappeningStep,
    HoldsStep,
    LawStep,
    Side,
    StoryStep,
    WeighingStep,
)

Step: TypeAlias = (
    CommonStep | SizesStep | BaseSteps | StoryStep | DialogueSteps | OptimumStep | AnswerStep | RankingStep
)
AnyStep = Annotated[Step, Field(discriminator="kind")]
"""A step as a field: pydantic reads its class from `kind`."""

__all__ = [
    "AnswerStep",
    "AnyStep",
    "ArrangementStep",
    "AskStep",
    "AssumptionStep",
    "BalanceStep",
    "BaseStep",
    "BaseSteps",
    "CastStep",
    "ChainStep",
    "ClosureStep",
    "CommonStep",
    "ConclusionStep",
    "ConflictStep",
    "ConsistencyStep",
    "ConstraintStep",
    "CueStep",
    "CycleStep",
    "DialogueSteps",
    "Drop",
    "Edit",
    "EditStep",
    "EvidenceStep",
    "FactStep",
    "Flip",
    "HappeningStep",
    "HoldsStep",
    "LawStep",
    "OptimumStep",
    "OutcomeStep",
    "Override",
    "PathStep",
    "Phase",
    "PremiseStep",
    "Ranked",
    "RankingStep",
    "ReachStep",
    "ReplacementStep",
    "RetractionStep",
    "RuleStep",
    "SettlementStep",
    "Side",
    "SizeStep",
    "SizesStep",
    "SlotOption",
    "SolverStep",
    "Specific",
    "Step",
    "StoryStep",
    "ToleranceStep",
    "WeighingStep",
    "spoken",
]
