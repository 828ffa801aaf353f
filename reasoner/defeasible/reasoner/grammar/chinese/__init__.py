"""The Chinese reader: clauses, facts, causes and consequences in the turns of a dialogue, by rules."""

from defeasible.reasoner.grammar.chinese.extract import (
    Extracted,
    Options,
    Reason,
    causes,
    consequences,
    seen_of,
)
from defeasible.reasoner.grammar.chinese.facts import read_dialogue

__all__ = ["Extracted", "Options", "Reason", "causes", "consequences", "read_dialogue", "seen_of"]
