"""The belief decider: entailment and what a new premise does to it, decided by Z3."""

from defeasible.reasoner.belief.decide import clear_plans, decide

__all__ = ["clear_plans", "decide"]
