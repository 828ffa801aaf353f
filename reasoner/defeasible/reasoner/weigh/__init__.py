"""Weighted evidence beside hard statements: what the least contradicted readings agree on."""

from defeasible.reasoner.weigh.decide import decide
from defeasible.reasoner.weigh.testimony import Testimony, as_evidence

__all__ = ["Testimony", "as_evidence", "decide"]
