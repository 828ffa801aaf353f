"""The size decider: comparisons in context, on a graph, with ratios and absolute sizes in Z3."""

from defeasible.reasoner.size.decide import decide

__all__ = ["decide"]
