"""Weighted evidence and hard statements: what holds in all models that violate the least evidence."""

from defeasible.reasoner.weigh.decide import decide

__all__ = ["decide"]
