"""Baselines that do not read: constants, chance, echo, the nearest text, a length; in every table."""

from defeasible.eval.baselines.policies import (
    Policy,
    at_random,
    by_facet,
    echo,
    longest,
    majority,
    measure_policies,
    nearest,
    nearest_text,
    position,
)
from defeasible.eval.baselines.threshold import Threshold, auc

__all__ = [
    "Policy",
    "Threshold",
    "at_random",
    "auc",
    "by_facet",
    "echo",
    "longest",
    "majority",
    "measure_policies",
    "nearest",
    "nearest_text",
    "position",
]
