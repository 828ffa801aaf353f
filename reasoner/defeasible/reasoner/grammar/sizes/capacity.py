"""Comparisons of room: `has more room than the car`, `there is less space in the tent than in the hut`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause as Said
from defeasible.reasoner.english.closed import UNITS
from defeasible.reasoner.english.phrase import Comparison, Oblique, Phrase, behind
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.lexicon import lexicon


@dataclass(frozen=True, slots=True)
class Room:
    """A comparison of how much goes into things."""

    compared: Comparison
    """`more`, `as much`, `the most`, with its factor."""
    inside: Phrase | None
    """What the room is in, where that is not the subject: `the tent` in `less space in the tent`."""
    standard: Phrase | None
    """What is compared with; None for `the most`."""


def room_in(analysis: Analysis, said: Said, obliques: Sequence[Oblique]) -> Iterator[Room]:
    """Yield the comparisons of room of a clause."""
    for noun in (*said.objects[-1:], said.subject, said.complement):
        if noun is None:
            continue
        among = [noun, *behind(noun.obliques, {"for"})]  # `room for more people`
        amounts = [c for p in among for c in p.comparisons if c.word.low in w.AMOUNTS | w.ROOM]
        if not amounts or not _capacious(said, noun):
            continue
        phrases = [*obliques, *(o for p in among for o in p.obliques)]
        than = next((o for o in phrases if o.preposition.split()[0] in {"than", "as"}), None)
        standard, apart = _below(analysis, said)
        if than is not None:
            standard, apart = than.phrase, " " in than.preposition
        places = [o.phrase for o in phrases if o.preposition in w.INSIDE and o.phrase is not None]
        who = said.subject.pronoun if said.subject is not None else None
        own = not said.expletive and said.subject is not noun and (who is None or who.gender == "thing")
        # `the fridge has more space in it than the freezer`
        inside = places[0] if places and (apart or not own) else None
        if inside is not None or own:
            yield Room(amounts[0], inside, standard or amounts[0].standard)


def _capacious(said: Said, noun: Phrase) -> bool:
    """Return whether an amount of a thing tells how big that is which it is in."""
    if noun.head.lemma in w.ROOM:
        return said.lemma in w.ROOMY
    if noun.head.lemma in w.TIMES | w.MEASURED | w.MANNERS or noun.head.lemma in UNITS:
        return False
    who = said.subject
    if who is not None and who.head.lemma in w.CONTAINERS | w.HOLDERS and said.lemma in w.LOADED:
        return True
    generic = who is not None and who.pronoun is not None and who.pronoun.gender == "hearer"
    able = any(m.kind == "ability" for m in said.modals) or (generic and said.tense == "present")
    return said.lemma in w.CAPACIOUS or (able and said.lemma in lexicon().discourse["fitting"])


def _below(analysis: Analysis, said: Said) -> tuple[Phrase | None, bool]:
    """Return what a clause behind `than` names: `than there is in the hut`, `than the jug does`."""
    for below in analysis.under(said):
        if not {"than", "as"}.isdisjoint(t.low for t in below.unread):
            place = next((o.phrase for o in below.obliques if o.preposition in w.INSIDE), None)
            return place or below.subject, place is not None
    return None, False
