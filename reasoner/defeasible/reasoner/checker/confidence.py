"""The confidence of a decision, computed from the weights in its trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.checker.logic import LOGIC
from defeasible.reasoner.checker.opaque import opaque_atoms
from defeasible.reasoner.checker.weights import READ_IN_PART
from defeasible.reasoner.trace import AssumptionStep
from defeasible.reasoner.trace.steps.base import UNANALYSED

if TYPE_CHECKING:
    from defeasible.reasoner.trace import Trace


def confidence(trace: Trace) -> float | None:
    """Return the confidence that follows from a valid trace; None if the trace shows too little."""
    if not trace.verdict.decided:
        return 0.0
    weighed = LOGIC[trace.task].confidence(trace)
    read_in_part = bool(opaque_atoms(trace))
    if trace.task == "base":
        # `check_snapshot` compares it with the statements that are not linked to the goal.
        read_in_part = read_in_part or AssumptionStep(UNANALYSED) in trace.steps
    return weighed if weighed is None or not read_in_part else weighed * READ_IN_PART
