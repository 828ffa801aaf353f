"""Belief bases that live over many turns: told, asked, revised, updated, explained, saved."""

from defeasible.reasoner.base.base import BeliefBase
from defeasible.reasoner.base.explaining import Difference, Explanation, Shift, World
from defeasible.reasoner.base.report import Event, Loss, Quote, Report, Weakening
from defeasible.reasoner.base.store import BaseFileError

__all__ = [
    "BaseFileError",
    "BeliefBase",
    "Difference",
    "Event",
    "Explanation",
    "Loss",
    "Quote",
    "Report",
    "Shift",
    "Weakening",
    "World",
]
