"""The story decider: states of participants that a story implies, and what would have to change in it."""

from defeasible.reasoner.story.change import StateChange, StatePair, state_change
from defeasible.reasoner.story.decide import infer_state
from defeasible.reasoner.story.revise import Change, Revision, revise_story
from defeasible.reasoner.story.text import change, revise

__all__ = [
    "Change",
    "Revision",
    "StateChange",
    "StatePair",
    "change",
    "infer_state",
    "revise",
    "revise_story",
    "state_change",
]
