"""What a query that asks for an event asks of a story: which told events count as it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.checker.story_bonds import affirmed_of
from defeasible.reasoner.forms import Event, Mood
from defeasible.reasoner.logic import Atom, Not, Or

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from defeasible.reasoner.forms import Happening, Participant
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.trace.steps import AskStep

_ONGOING = "ongoing"
"""In the cue of an event or a query: it goes on (`is singing`)."""
_COMPLETED = "perfect"
"""In the cue of a query: it asks for what is done (`has sung it`)."""
_EXCEPTED = "excepted"
"""In the cue of an event: it is of whom a quantifier leaves out (`nobody but Ann`)."""
_OTHERS = "others"
"""The head of a participant for those that a quantifier is of: `nobody` in `nobody but Ann`."""
_NARROWING = {"theme", "recipient", "place", "manner", "instrument", "companion"}
"""Roles by which a denial denies less: who did not sleep in the shed may have slept."""


def event_goal(
    query: Happening, happenings: Sequence[Happening], ask: AskStep, people: Mapping[str, Participant]
) -> FormulaNode:
    """Return that one of the events that match a query took place, or that none did.

    `Somebody` in a query matches anyone. If all that is told are denials, those match that deny as much
    or more: `nobody` stands for each person. If it asks what goes on, only the last match counts: a denial,
    or what goes on at the end; if it asks what went on before, what did.
    """
    assert isinstance(query, Event)
    moods = {Mood.ACTUAL, query.mood} | ({Mood.PRIOR} if query.mood is not Mood.HABITUAL else set())
    asked = {pair for pair in query.roles if _named(pair[1], people)}
    narrowing = _NARROWING | ({"time"} if query.mood is Mood.HABITUAL else set())
    told: list[Event] = []
    denials: list[Event] = []
    happened = False
    for h in happenings:
        if isinstance(h, Event) and h.verb == query.verb and h.mood in moods:
            happened |= h.polarity and h.cue != _EXCEPTED
            more = {role for role, who in set(h.roles) - asked if _named(who, people)}
            if not asked - set(h.roles):
                told += [h] if h.polarity or not more & narrowing else []
            elif not h.polarity and h.roles and _covers(h, asked, people, happenings):
                denials.append(h)
    told += [] if happened else denials
    before = [h for h in told if h.mood is Mood.PRIOR and query.mood is Mood.PRIOR]
    if _ONGOING in query.cue and before:
        told = before
    elif _ONGOING in query.cue:
        end = max(ask.support) if ask.support else happenings[-1].line if happenings else 0
        told = [h for h in told if h.mood is not Mood.PRIOR][-1:]
        told = [h for h in told if not (h.polarity and (_ONGOING not in h.cue or h.line < end))]
    if _COMPLETED in query.cue:
        told = [h for h in told if not h.polarity or _ONGOING not in h.cue]
    ids = [Atom(h.id) for h in told] or [Atom(query.id)]
    some = Or(tuple(ids)) if len(ids) > 1 else ids[0]
    return some if query.polarity else Not(some)


def _covers(
    denied: Event,
    asked: set[tuple[str, str]],
    people: Mapping[str, Participant],
    happenings: Sequence[Happening],
) -> bool:
    """Return whether a denial is of as much as a query, or more, where `nobody` is whoever it asks of.

    Whom the denial leaves out is not meant: `nobody but Ann`.
    """
    left_out = [
        set(h.roles) - set(denied.roles)
        for h in happenings
        if isinstance(h, Event) and (h.span, h.cue) == (denied.span, _EXCEPTED)
    ]
    if any(asked & roles for roles in left_out):
        return False
    affirmed = affirmed_of(happenings)
    for role, who in set(denied.roles) - asked:
        nobody = who in people and people[who].is_unnamed and who not in affirmed
        nobody |= who in people and people[who].head == _OTHERS and bool(left_out)
        if not nobody or not any(
            r == role and f in people and people[f].kind in people[who].stands_for for r, f in asked
        ):
            return False
    return True


def _named(who: str, people: Mapping[str, Participant]) -> bool:
    return who not in people or people[who].head not in ("someone", "something")
