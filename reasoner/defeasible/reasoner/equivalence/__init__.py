"""Are two forms logically equivalent, and if not, which world tells them apart?"""

from defeasible.reasoner.equivalence.cluster import Cluster, cluster
from defeasible.reasoner.equivalence.decide import equivalent, separating_world

__all__ = ["Cluster", "cluster", "equivalent", "separating_world"]
