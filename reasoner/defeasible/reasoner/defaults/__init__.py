"""Inference from default conditionals: specificity by System Z, closures over the ranked defaults."""

from defeasible.reasoner.defaults.closure import Closure, follows
from defeasible.reasoner.defaults.ranking import Default, Ranking, rank

__all__ = ["Closure", "Default", "Ranking", "follows", "rank"]
