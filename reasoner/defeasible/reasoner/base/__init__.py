"""Belief bases over many turns: tell, ask, revise, update, explain, save."""

from defeasible.reasoner.base.base import BeliefBase
from defeasible.reasoner.base.explaining import Difference, Explanation, Shift, World
from defeasible.reasoner.base.report import Event, Listing, Loss, Quote, Quotes, Report, Weakening
from defeasible.reasoner.base.store import BaseFileError

__all__ = [
    "BaseFileError",
    "BeliefBase",
    "Difference",
    "Event",
    "Explanation",
    "Listing",
    "Loss",
    "Quote",
    "Quotes",
    "Report",
    "Shift",
    "Weakening",
    "World",
]
