"""`WIRES`: the `FamilyWire` of each family of forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from defeasible.llm.parse.dialogue import DialogueWire
from defeasible.llm.parse.family import FamilyWire
from defeasible.llm.parse.premises import PremisesWire
from defeasible.llm.parse.sizes import SizesWire
from defeasible.llm.parse.story import StoryWire
from defeasible.reasoner.forms import DialogueFacts, Premises, SizeContext, Story

WIRES: Mapping[str, FamilyWire[Any]] = {
    Premises.family: PremisesWire(),
    SizeContext.family: SizesWire(),
    Story.family: StoryWire(),
    DialogueFacts.family: DialogueWire(),
}
