"""Comparison of runs of the same items: which is better, by how much, on which items, and why."""

from defeasible.eval.comparison.compare import Comparison, Pair, compare
from defeasible.eval.comparison.flips import Flip
from defeasible.eval.comparison.names import names_of

__all__ = ["Comparison", "Flip", "Pair", "compare", "names_of"]
