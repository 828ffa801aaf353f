"""Relational nouns: parts, contents, homes and toys of other things."""

from __future__ import annotations

from defeasible.reasoner.english.kinds import kinds_of
from defeasible.reasoner.english.phrase import Oblique, Phrase
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.clause import Found, related

_RELATIONS = (
    ("for", w.HOLDERS, "holds", True),
    ("for", w.MINORS, "serves", False),
    ("of", w.CONTENTS, "content", False),
    ("of", w.PARTS | w.BODY_PARTS | w.WITHIN | w.PART_WORDS, "part", False),
    ("of", w.DWELLINGS, "holds", True),
    ("of", w.CONTAINERS, "content", True),
    ("of", w.DEPENDENTS, "serves", False),
    ("'s", w.HOLDERS - w.PARTS, "holds", True),
    ("'s", w.BODY_PARTS | w.PARTS | w.WITHIN | w.CONTENTS, "owner", False),
    ("'s", w.MINORS, "serves", False),
)
"""Word between two nouns, the nouns that it applies to, the relation, and whether they are the whole."""


def _alive(owner: Phrase | None) -> bool:
    """Return whether it is somebody or an animal, whose parts are those of a body."""
    if owner is None:
        return False
    if owner.pronoun is not None:
        return owner.pronoun.gender != "thing"
    return owner.person or (stem("animal"),) in kinds_of((stem(owner.head.lemma),))


def complement(
    host: Phrase, other: Phrase, numbers: tuple[int, int], at: Oblique | None = None
) -> list[Found]:
    """Read the relation of a noun to the one after a preposition, or without one to its owner, if any."""
    noun, (one, number) = host.head.lemma, numbers
    between, place = (at.preposition, at) if at is not None else ("'s", host)
    mass = noun in w.CONTAINERS and (other.plural or not (other.determiner or other.owner or other.name))
    apart = one != number and other.head.lemma not in w.MEASURED
    for word, nouns, kind, whole in _RELATIONS if apart else ():
        filled = kind == "content" and whole
        if kind in {"owner", "part"} and noun not in w.BODY_PARTS and _alive(other if at else host.owner):
            continue  # `her kitchen`
        if word == between and noun in nouns and (mass if filled else not (kind == "part" and mass)):
            return [related(kind, *((one, number) if whole else (number, one)), place.start, place.end)]
    return []
