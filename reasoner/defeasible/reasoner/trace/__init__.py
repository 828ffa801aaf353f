"""Proof traces: typed steps, and their text, JSON, graph and DOT forms."""

from defeasible.reasoner.trace.deferred import Deferred
from defeasible.reasoner.trace.steps import (
    ArrangementStep,
    AssumptionStep,
    BaseStep,
    ConclusionStep,
    CycleStep,
    Drop,
    EvidenceStep,
    Flip,
    PathStep,
    PremiseStep,
    RetractionStep,
    RuleStep,
    SettlementStep,
    SizeStep,
    SolverStep,
    Step,
)
from defeasible.reasoner.trace.trace import SCHEMA, Task, Trace

__all__ = [
    "SCHEMA",
    "ArrangementStep",
    "AssumptionStep",
    "BaseStep",
    "ConclusionStep",
    "CycleStep",
    "Deferred",
    "Drop",
    "EvidenceStep",
    "Flip",
    "PathStep",
    "PremiseStep",
    "RetractionStep",
    "RuleStep",
    "SettlementStep",
    "SizeStep",
    "SolverStep",
    "Step",
    "Task",
    "Trace",
]
