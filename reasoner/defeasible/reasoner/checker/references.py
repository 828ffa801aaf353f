"""Which earlier steps a step names, by the checker's own reading of its fields."""

from __future__ import annotations

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
    ConclusionStep,
    ConflictStep,
    ConsistencyStep,
    ConstraintStep,
    CueStep,
    CycleStep,
    Drop,
    Edit,
    EditStep,
    EvidenceStep,
    FactStep,
    Flip,
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
    Side,
    SizeStep,
    SolverStep,
    WeighingStep,
)
from defeasible.reasoner.trace.steps.sizes import LedgerStep, NoPathStep

if TYPE_CHECKING:
    from defeasible.reasoner.trace import Step

FIELDS: dict[type, tuple[str, ...]] = {
    AnswerStep: (),
    ArrangementStep: ("theory",),
    AskStep: (),
    AssumptionStep: (),
    BalanceStep: ("cues",),
    BaseStep: (),
    CastStep: (),
    ChainStep: ("along",),
    ConclusionStep: ("uses", "flips"),
    ConflictStep: ("facts", "by"),
    ConsistencyStep: ("facts",),
    ConstraintStep: (),
    CueStep: ("by",),
    CycleStep: ("edges",),
    Drop: ("step", "conflict", "tied"),
    Edit: ("changed",),
    EditStep: ("theory", "facts", "edits", "cores"),
    EvidenceStep: ("by",),
    FactStep: (),
    Flip: ("evidence", "step"),
    HappeningStep: (),
    HoldsStep: ("uses",),
    LawStep: (),
    LedgerStep: (),
    NoPathStep: ("ledger",),
    OptimumStep: ("hard", "soft", "turned", "cores", "against"),
    OutcomeStep: ("believed", "dropped", "latest"),
    PathStep: ("edges",),
    PremiseStep: (),
    RankingStep: (),
    ReachStep: ("facts",),
    ReplacementStep: ("without", "left"),
    RetractionStep: ("target", "because", "replaced_by"),
    RuleStep: ("uses",),
    SettlementStep: ("believed", "dropped", "latest"),
    Side: ("broken", "cores"),
    SizeStep: (),
    SolverStep: ("theory", "core"),
    WeighingStep: ("theory", "pro", "contra"),
}
"""The fields of each kind of step, and of its parts, that hold numbers of steps."""


def named(step: Step) -> list[int]:
    """Return the numbers of the steps that a step names, perhaps with repeats."""
    found: list[int] = []
    for field in FIELDS[type(step)]:
        _collect(getattr(step, field), found)
    return found


def _collect(value: Any, found: list[int]) -> None:
    if type(value) is int:
        found.append(value)
    elif type(value) is tuple:
        if value and type(value[0]) is int:
            found += value
        else:
            for item in value:
                _collect(item, found)
    elif value is not None:
        for field in FIELDS[type(value)]:
            _collect(getattr(value, field), found)
