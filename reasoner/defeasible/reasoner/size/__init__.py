"""The size decider: comparisons in context, on a graph, with ratios and absolute sizes in Z3.

`decide` answers the question of one context; `Comparisons` holds many comparisons over many questions.
"""

from defeasible.reasoner.size.comparisons import Comparisons, Stated
from defeasible.reasoner.size.decide import decide

__all__ = ["Comparisons", "Stated", "decide"]
