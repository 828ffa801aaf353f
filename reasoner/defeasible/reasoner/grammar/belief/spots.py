"""Antecedents of `there`: the hall in `Ann went to the hall. Bob was there`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from math import inf

from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.closed import TRAVELLING, WHEN
from defeasible.reasoner.english.people import PERSONAL
from defeasible.reasoner.english.phrase import Oblique, Phrase
from defeasible.reasoner.english.tokens import Token

THERE = "there"
_WHERE = {word: word for word in ("in", "on", "at", "under", "behind", "inside", "outside")}
_WHERE |= {"to": "at", "into": "in", "onto": "on"}
"""Prepositions of places, and of goals, each with the one that says where what has arrived is."""


def spots(clauses: Iterable[Clause], before: float = inf) -> list[tuple[str, Phrase]]:
    """Return the known places that clauses mention, each with its preposition, but no person and no time.

    Args:
        clauses: The clauses of a text.
        before: A place in the text; mentions after it are ignored.
    """
    found: dict[str, tuple[str, Phrase]] = {}
    for clause in clauses:
        for led, phrase in _led(clause.obliques):
            known = phrase.name or phrase.definite or phrase.owner is not None
            place = known and phrase.gender not in PERSONAL and phrase.quantifier is None
            if led in _WHERE and place and phrase.start < before and phrase.head.lemma not in WHEN:
                found[phrase.lemma] = _WHERE[led], phrase
    return [*found.values()]


def _led(obliques: Iterable[Oblique]) -> Iterator[tuple[str, Phrase]]:
    return ((led.preposition, led.phrase) for led in obliques if led.phrase is not None)


def referring(clauses: Collection[Clause]) -> Iterator[Token]:
    """Yield `there` of each clause in which it says where something is: not `there is tea`, `went there`."""
    for clause in clauses:
        if clause.lemma not in TRAVELLING and not clause.obliques:
            yield from (a.token for a in clause.adverbs if a.token.low == THERE and a.token.tag == "RB")
