"""The story decider: states of participants that a story implies, and what would have to change in it."""

from defeasible.reasoner.story.decide import infer_state

__all__ = ["infer_state"]
