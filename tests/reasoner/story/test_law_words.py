"""Every relation that a law speaks of has words, affirmed and denied."""

from __future__ import annotations

from defeasible.reasoner.laws import Fluent, library
from defeasible.reasoner.laws.words import VERB_WORDS, sentence


def test_no_relation_of_a_law_is_said_as_something_had() -> None:
    laws = library().laws
    terms = [term for law in laws for term in (*law.states, *(term for _, term in law.parts))]
    assert {term.attribute for term in terms} - {"related_to"} <= VERB_WORDS.keys()
    owns = Fluent("owns", "p1", "p2")
    assert sentence(owns, {"p1": "Roy", "p2": "a boat"}) == "Roy owns a boat"
    assert sentence(owns, {"p1": "Roy", "p2": "a boat"}, positive=False) == "Roy does not own a boat"
