"""Dialogue facts: ontology, conflicts, causes and consequences, the slot between two phrases."""

from defeasible.reasoner.dialogue.causes import CausalGraph, Link
from defeasible.reasoner.dialogue.conflicts import Conflict, conflicts, consistency
from defeasible.reasoner.dialogue.dialogue import Dialogue
from defeasible.reasoner.dialogue.identify import identify
from defeasible.reasoner.dialogue.knowledge import Knowledge, shipped
from defeasible.reasoner.dialogue.language import fact_text, language, language_of
from defeasible.reasoner.dialogue.ontology import Ontology, domain, ontology, slot, validate
from defeasible.reasoner.dialogue.phrases import conflict_phrase
from defeasible.reasoner.dialogue.resolution import Resolution, Superseded, resolve

__all__ = [
    "CausalGraph",
    "Conflict",
    "Dialogue",
    "Knowledge",
    "Link",
    "Ontology",
    "Resolution",
    "Superseded",
    "conflict_phrase",
    "conflicts",
    "consistency",
    "domain",
    "fact_text",
    "identify",
    "language",
    "language_of",
    "ontology",
    "resolve",
    "shipped",
    "slot",
    "validate",
]
