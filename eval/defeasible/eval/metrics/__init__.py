"""Metrics as published, over a fixed denominator, with cluster-robust intervals."""

from defeasible.eval.metrics.belief_r import breu, inertia, measure_t, measure_t1
from defeasible.eval.metrics.ccons import measure as measure_ccons
from defeasible.eval.metrics.counts import Metrics, accuracy, coverage, selective_accuracy
from defeasible.eval.metrics.intervals import Interval, cluster_variance, clustered, wilson

__all__ = [
    "Interval",
    "Metrics",
    "accuracy",
    "breu",
    "cluster_variance",
    "clustered",
    "coverage",
    "inertia",
    "measure_ccons",
    "measure_t",
    "measure_t1",
    "selective_accuracy",
    "wilson",
]
