"""`Form`: the type of all forms."""

from __future__ import annotations

from typing import TypeAlias, get_args

from defeasible.reasoner.forms.dialogue import DialogueFacts
from defeasible.reasoner.forms.premises import Premises
from defeasible.reasoner.forms.sizes import SizeContext
from defeasible.reasoner.forms.story import Story

Form: TypeAlias = Premises | SizeContext | Story | DialogueFacts
"""A form of any family. Its `family` names it in documents, schemas and model prompts."""

FORMS: dict[str, type[Form]] = {made.family: made for made in get_args(Form)}
"""The form types, by the name of their family."""
