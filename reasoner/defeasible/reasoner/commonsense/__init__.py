"""Commonsense evidence from our own resources: roles of conditions, typical sizes. No language model.

One file per kind of evidence; its knowledge is a TOML file next to it, read once at first use.
"""

from defeasible.reasoner.commonsense.roles import EnablingRoles
from defeasible.reasoner.commonsense.sizes import TypicalSizes

__all__ = ["EnablingRoles", "TypicalSizes"]
