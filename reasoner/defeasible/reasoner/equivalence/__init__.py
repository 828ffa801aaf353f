"""Logical equivalence of two forms, with a world in which they differ if they are not equivalent."""

from defeasible.reasoner.equivalence.cluster import Cluster, cluster
from defeasible.reasoner.equivalence.decide import equivalent, separating_world

__all__ = ["Cluster", "cluster", "equivalent", "separating_world"]
