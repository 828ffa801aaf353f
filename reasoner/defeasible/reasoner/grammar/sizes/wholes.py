"""Nouns that stand in a relation to another: part of it, content of it, a home for it, a toy of it."""

from __future__ import annotations

from defeasible.reasoner.english.phrase import Oblique, Phrase
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.clause import PartWhole


def complement(
    host: Phrase, other: Phrase, word: str, numbers: tuple[int, int], at: Oblique
) -> PartWhole | None:
    """Read a noun and the `of` or `for` phrase behind it.

    Args:
        host: The noun.
        other: The noun behind the preposition.
        word: The preposition.
        numbers: The objects of both.
        at: The preposition as it stands in the text.
    """
    one, number = numbers
    if one == number:
        return None
    if word == "for":
        if host.head.lemma in w.HOLDERS:
            return PartWhole(one, number, at.start, at.end, "holds")
        return PartWhole(number, one, at.start, at.end, "serves") if host.head.lemma in w.MINORS else None
    if host.head.lemma in w.CONTENTS:
        return PartWhole(number, one, at.start, at.end, "content")
    mass = host.head.lemma in w.CONTAINERS and (
        other.plural or not (other.determiner or other.owner or other.name)
    )
    if host.head.lemma in w.PARTS | w.BODY_PARTS | w.WITHIN | w.PART_WORDS and not mass:
        return PartWhole(number, one, at.start, at.end, "part")
    if host.head.lemma in w.CONTAINERS and host.head.lemma not in w.DWELLINGS:
        return PartWhole(one, number, at.start, at.end, "content")
    if host.head.lemma in w.DWELLINGS:
        return PartWhole(one, number, at.start, at.end, "holds")
    return PartWhole(number, one, at.start, at.end, "serves") if host.head.lemma in w.DEPENDENTS else None


def possession(owner: int, number: int, phrase: Phrase) -> PartWhole | None:
    """Read an owner and what it owns: `the cat's ear`, `an owl's nest`."""
    if owner == number:
        return None
    if phrase.head.lemma in w.HOLDERS and phrase.head.lemma not in w.PARTS:
        return PartWhole(number, owner, phrase.start, phrase.end, "holds")
    if phrase.head.lemma in w.BODY_PARTS | w.PARTS | w.WITHIN | w.CONTENTS:
        return PartWhole(owner, number, phrase.start, phrase.end, "owner")
    return (
        PartWhole(owner, number, phrase.start, phrase.end, "serves")
        if phrase.head.lemma in w.MINORS
        else None
    )
