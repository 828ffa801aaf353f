"""Dialogue facts: the ontology of slots, conflicts between facts, causes and consequences, slots of phrases."""

from defeasible.reasoner.dialogue.ontology import Ontology, domain, ontology, slot, validate

__all__ = ["Ontology", "domain", "ontology", "slot", "validate"]
