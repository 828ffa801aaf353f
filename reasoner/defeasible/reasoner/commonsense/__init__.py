"""Commonsense evidence from resources of our own: roles of conditions, typical sizes. No language model.

One file per kind of evidence; what it knows lies beside it as TOML, read once on first use.
"""

from defeasible.reasoner.commonsense.roles import EnablingRoles
from defeasible.reasoner.commonsense.sizes import TypicalSizes

__all__ = ["EnablingRoles", "TypicalSizes"]
