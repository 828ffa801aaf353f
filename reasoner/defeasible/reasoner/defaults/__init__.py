"""Inference from default conditionals: specificity by System Z, closures over the ranked defaults."""

from defeasible.reasoner.defaults.closed import Closed, close
from defeasible.reasoner.defaults.closure import Closure, conclude, follows
from defeasible.reasoner.defaults.parts import as_default
from defeasible.reasoner.defaults.ranking import Default, Ranking, rank

__all__ = ["Closed", "Closure", "Default", "Ranking", "as_default", "close", "conclude", "follows", "rank"]
