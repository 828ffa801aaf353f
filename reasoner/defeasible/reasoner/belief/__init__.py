"""The belief decider: entailment, and how a new premise changes it, decided by Z3."""

from defeasible.reasoner.belief.decide import clear_plans, decide

__all__ = ["clear_plans", "decide"]
