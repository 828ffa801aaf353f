"""Predicates: participles that are states, prepositions left behind, adjectives set against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.grammar.stories import lexicon as lx

if TYPE_CHECKING:
    from defeasible.reasoner.english.analysis import Analysis
    from defeasible.reasoner.english.clause import Clause
    from defeasible.reasoner.english.phrase import Oblique


def contrasted(analysis: Analysis, said: Clause) -> dict[int, bool]:
    """Map each adjective that is set against the first to whether its own truth is told.

    It is in `hot but not spicy` and `not hot but cold`, and is not in `cold, and not very clean`.
    """
    first, found = said.adjective, dict[int, bool]()
    if first is None:
        return found
    but = any(t.head == first.index and t.dep == "cc" and t.low == "but" for t in analysis.tokens)
    for token in analysis.tokens:
        if token.dep == "conj" and token.head == first.index:
            under = {t.dep for t in analysis.tokens if t.head == token.index and t.index < token.index}
            if "neg" in under or (said.denied and but):
                found[token.index] = "advmod" not in under
    return found


def is_state(said: Clause) -> bool:
    """Return whether a participle is a state, not an event: `was broken`, `got stuck`."""
    low = said.head.low
    if said.objects or said.complement is not None:
        return False
    if said.aspect == "progressive":
        return low in lx.of("adjectives") | lx.EMOTIONS and not said.obliques and not said.particle
    if said.voice != "passive" or any(o.preposition == "by" for o in said.obliques):
        return False
    if said.tense == "present" and said.aspect == "simple" and not said.modals:
        return True  # `is plugged in`, `is torn`: a state, not an event
    if said.particle or any(stands_alone(o, said.lemma) for o in said.obliques):
        return False
    return low in lx.ADJECTIVE_CONTROL or lx.is_adjective(low)


def stands_alone(oblique: Oblique, verb: str) -> bool:
    """Return whether a preposition of a verb has lost its object: `was paid for`."""
    known = f"{verb}_{oblique.preposition}" in lx.WITH_PREPOSITION
    return (known or oblique.preposition == "to") and oblique.phrase is None and oblique.clause is None
