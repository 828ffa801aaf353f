"""Weighted evidence beside hard statements: what the least contradicted readings agree on."""

from defeasible.reasoner.weigh.decide import decide
from defeasible.reasoner.weigh.opinion import Opinion, as_evidence

__all__ = ["Opinion", "as_evidence", "decide"]
