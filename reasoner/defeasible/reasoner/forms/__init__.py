"""Forms: the output of parsers. Frozen records; pydantic checks them where bytes enter or leave."""

from defeasible.reasoner.forms.base import LAYERS, Held, Layer, Place, Rank, Snapshot, linked
from defeasible.reasoner.forms.dialogue import DialogueFact, DialogueFacts, Phrase
from defeasible.reasoner.forms.form import FORMS, Form
from defeasible.reasoner.forms.ontology import (
    Constraint,
    Contraries,
    Domain,
    Exclusion,
    Pattern,
    Slot,
)
from defeasible.reasoner.forms.premises import AtomDecl, Conditional, Fact, Premises, Query, Role, Statement
from defeasible.reasoner.forms.sizes import METRE, Comparison, SizeContext, SizeObject, SizeStatement
from defeasible.reasoner.forms.story import Event, Happening, Mood, Participant, State, Story
from defeasible.reasoner.forms.unparsed import Unparsed

__all__ = [
    "FORMS",
    "LAYERS",
    "METRE",
    "AtomDecl",
    "Comparison",
    "Conditional",
    "Constraint",
    "Contraries",
    "DialogueFact",
    "DialogueFacts",
    "Domain",
    "Event",
    "Exclusion",
    "Fact",
    "Form",
    "Happening",
    "Held",
    "Layer",
    "Mood",
    "Participant",
    "Pattern",
    "Phrase",
    "Place",
    "Premises",
    "Query",
    "Rank",
    "Role",
    "SizeContext",
    "SizeObject",
    "SizeStatement",
    "Slot",
    "Snapshot",
    "State",
    "Statement",
    "Story",
    "Unparsed",
    "linked",
]
