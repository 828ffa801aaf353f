"""Proof traces: typed steps, and their text, JSON, graph and DOT forms."""

from defeasible.reasoner.trace.deferred import Deferred
from defeasible.reasoner.trace.steps import (
    ArrangementStep,
    AssumptionStep,
    ConclusionStep,
    CycleStep,
    EvidenceStep,
    Flip,
    PathStep,
    PremiseStep,
    RetractionStep,
    RuleStep,
    SizeStep,
    SolverStep,
    Step,
)
from defeasible.reasoner.trace.trace import SCHEMA, Task, Trace

__all__ = [
    "SCHEMA",
    "ArrangementStep",
    "AssumptionStep",
    "ConclusionStep",
    "CycleStep",
    "Deferred",
    "EvidenceStep",
    "Flip",
    "PathStep",
    "PremiseStep",
    "RetractionStep",
    "RuleStep",
    "SizeStep",
    "SolverStep",
    "Step",
    "Task",
    "Trace",
]
