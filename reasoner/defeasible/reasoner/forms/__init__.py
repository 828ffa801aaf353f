"""Forms: what a parser makes of text. Frozen inside; pydantic checks them where bytes enter or leave."""

from defeasible.reasoner.forms.dialogue import DialogueFact, DialogueFacts, Phrase
from defeasible.reasoner.forms.premises import AtomDecl, Conditional, Fact, Premises, Query, Role, Statement
from defeasible.reasoner.forms.sizes import METRE, Comparison, SizeContext, SizeObject, SizeStatement
from defeasible.reasoner.forms.story import Event, Happening, Mood, Participant, State, Story
from defeasible.reasoner.forms.unparsed import Unparsed

__all__ = [
    "METRE",
    "AtomDecl",
    "Comparison",
    "Conditional",
    "DialogueFact",
    "DialogueFacts",
    "Event",
    "Fact",
    "Happening",
    "Mood",
    "Participant",
    "Phrase",
    "Premises",
    "Query",
    "Role",
    "SizeContext",
    "SizeObject",
    "SizeStatement",
    "State",
    "Statement",
    "Story",
    "Unparsed",
]
