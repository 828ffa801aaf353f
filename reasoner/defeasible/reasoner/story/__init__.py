"""The story decider: states of participants that a story implies, and what would have to change in it."""

from defeasible.reasoner.story.change import StateChange, StatePair, state_change
from defeasible.reasoner.story.decide import infer_state
from defeasible.reasoner.story.revise import Change, Revision, revise_story
from defeasible.reasoner.story.rewrite import negated
from defeasible.reasoner.story.writing import change, difference, differences, revise, rewriting

__all__ = [
    "Change",
    "Revision",
    "StateChange",
    "StatePair",
    "change",
    "difference",
    "differences",
    "infer_state",
    "negated",
    "revise",
    "revise_story",
    "rewriting",
    "state_change",
]
