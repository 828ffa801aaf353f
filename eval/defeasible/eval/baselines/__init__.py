"""Constant policies that every table shows beside the pipeline."""

from defeasible.eval.baselines.policies import Policy, by_facet, majority, measure_policies, position

__all__ = ["Policy", "by_facet", "majority", "measure_policies", "position"]
