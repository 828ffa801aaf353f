"""Event nouns: `after the death of her husband` tells that he died, `their arrival` that they came."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from defeasible.reasoner.english.closed import PRIVATIVE
from defeasible.reasoner.english.event_nouns import DID, SUFFERED, presumed, presumed_behind
from defeasible.reasoner.forms.story import Mood
from defeasible.reasoner.grammar.stories.moods import Standing
from defeasible.reasoner.grammar.stories.syntax import Clause, Noun
from defeasible.reasoner.grammar.stories.writer import Writer

_HAPPENING = ("happen", "occur", "take_place", "go_ahead")
_AHEAD = ("before", "until", "till")
_PLACES = {"in": "goal", "at": "goal", "from": "source"}
"""Prepositions behind an event noun to the roles of their nouns: `his return from Rome`."""


def happened(out: Writer, clause: Clause, how: Standing, *, later: bool = False) -> None:
    """Write what the nouns of a clause say happened, before the clause or later: `before his death`."""
    if out.query or how.mood not in (Mood.ACTUAL, Mood.PRIOR):
        return
    if not how.polarity and clause.verb in _HAPPENING:
        return  # `the sale never took place`
    for noun in clause.behind(_AHEAD) if later else _nouns(clause):
        verb = DID.get(noun.head) or SUFFERED.get(noun.head, "be_")
        unreal = noun.negative or verb.startswith("be_") or not PRIVATIVE.isdisjoint(noun.adjectives)
        if noun.owner is None or unreal:
            continue
        who, mine = out.who(noun.owner), noun.owner.owner
        acts = noun.head in DID and all(out.referents.get(id_).animate() for id_ in who)
        roles = [("agent" if acts else "theme", id_) for id_ in who]
        if verb == "lose" and mine is not None:  # `the loss of her ring`
            roles += [("agent", id_) for id_ in out.who(mine)]
        behind = next((p for p in clause.phrases if p.start == noun.end + 1 and p.noun is not None), None)
        if behind is not None and acts and behind.preposition in _PLACES:
            roles += [(_PLACES[behind.preposition], id_) for id_ in out.who(behind.noun)]
        told = replace(clause, subject=None, objects=(), phrases=())
        mood = Mood.POSSIBLE if later and verb != "die" else how.mood  # `before the arrival of the guests`
        out.event(told, verb, roles, Standing(mood, True, f"noun: {noun.head}"))


def _nouns(clause: Clause) -> Iterator[Noun]:
    """Yield the nouns of a clause of which it takes for granted that there is such a thing."""
    group = clause.group
    is_now = group.copula and not (group.past or group.perfect)
    real = presumed(clause.verb, passive=group.passive, is_now=is_now)
    if real.subject and clause.subject is not None:
        yield clause.subject
    yield from clause.objects if real.objects else ()
    for led in clause.phrases:
        if led.noun is not None and presumed_behind(led.preposition, fronted=led.start < group.start):
            yield led.noun
