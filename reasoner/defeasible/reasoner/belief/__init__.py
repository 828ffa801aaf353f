"""The belief decider: entailment and what a new premise does to it, decided by Z3."""

from defeasible.reasoner.belief.decide import decide

__all__ = ["decide"]
