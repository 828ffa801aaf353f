"""Weighted evidence beside hard statements: what the least contradicted readings agree on."""

from defeasible.reasoner.weigh.decide import decide

__all__ = ["decide"]
