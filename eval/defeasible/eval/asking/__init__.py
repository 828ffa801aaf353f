"""How a model is asked each kind of question, and how its opinion is weighed against logic."""

from defeasible.eval.asking.asking import Asking, GoldEvidence
from defeasible.eval.asking.choices import CHOICES, Choices
from defeasible.eval.asking.dialogues import AskedPhrase, AskedSlot, FillQuestion, Fills, Phrases, Slots
from defeasible.eval.asking.events import EventQuestion, Events
from defeasible.eval.asking.sizes import SIZES, Sizes
from defeasible.eval.asking.states import STATES, YES_OR_NO, States
from defeasible.eval.asking.stories import CHANGES, REVISIONS, Changes, Revisions

__all__ = [
    "CHANGES",
    "CHOICES",
    "REVISIONS",
    "SIZES",
    "STATES",
    "YES_OR_NO",
    "AskedPhrase",
    "AskedSlot",
    "Asking",
    "Changes",
    "Choices",
    "EventQuestion",
    "Events",
    "FillQuestion",
    "Fills",
    "GoldEvidence",
    "Phrases",
    "Revisions",
    "Sizes",
    "Slots",
    "States",
]
