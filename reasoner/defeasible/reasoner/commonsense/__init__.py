"""Commonsense evidence from resources of our own: roles of conditions, typical sizes. No language model."""

from defeasible.reasoner.commonsense.roles import EnablingRoles

__all__ = ["EnablingRoles"]
