"""The moment that a query names by what happened then: `the door was open when Ann left`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from defeasible.reasoner.english.verbs import bases
from defeasible.reasoner.forms.story import Event, Happening, Mood, State, Timing
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.moods import THEN
from defeasible.reasoner.grammar.stories.told_later import acted_on

_PLAIN = re.compile("_(?:up|down)$")
"""Particles with which much is told in other words: `hung it up`, `hung it on the line`."""


def asked_at(query: Happening, when: Timing, time: Happening, told: Sequence[Happening]) -> Happening | None:
    """Return a query with the moment of which it asks: `the door was open when Ann left`.

    Returns:
        The query; its denial if two lines tell of the events in the other order. None if no line tells just
        one such moment, or if one line tells of both events and not in that order.
    """
    found = [h for h in told if _is_told(time, h)]
    if not found and isinstance(time, State):  # `before the shop was locked`
        found = [h for h in told if isinstance(h, Event) and _brings_about(h, time)]
    if not found and isinstance(time, Event):
        found = [h for h in told if isinstance(h, Event) and _same_way(time, h)]
    if not found and isinstance(query, State) and isinstance(time, Event) and time.verb in lx.of("arriving"):
        when, found = "before", _acts_on(query.participant, time, told)[:1]
    if len(found) != 1:
        return None
    if isinstance(query, State):
        by_then = (h for h in told if h.line == found[0].line and THEN in h.cue)
        had = (h for h in by_then if isinstance(h, State) or h.mood is Mood.PRIOR)
        before = [h.id for h in had]  # `had left when Ann came`
        return replace(query, when=("after", before[-1]) if before and when == "at" else (when, found[0].id))
    same = [n for n, h in enumerate(told) if _is_told(query, h, before=when == "before")]
    if len(same) == 1 and when != "at":  # `did Tom leave before Ann came?`
        earlier = same[0] < told.index(found[0]) or told[same[0]].mood is Mood.PRIOR
        if earlier is (when == "before"):
            return query
        apart = told[same[0]].line != found[0].line  # `sang and danced` may be at once
        return replace(query, polarity=not query.polarity) if apart else None
    together = (h for h in told if h.line == found[0].line and isinstance(h, Event))
    happened = (h for h in together if not (when == "after" and h.mood is Mood.PRIOR))
    return query if any(h.verb == query.verb for h in happened) else None


def _acts_on(thing: str, time: Event, told: Sequence[Happening]) -> list[Happening]:
    """Return what those who come have done with a thing: who acts on it has come to it before."""
    who = {id_ for role, id_ in time.roles if role == "agent"}
    done = (h for h in told if isinstance(h, Event) and h.polarity and h.mood is Mood.ACTUAL)
    theirs = (h for h in done if who & {id_ for role, id_ in h.roles if role == "agent"})
    return [h for h in theirs if thing in acted_on(h)]


def _brings_about(event: Event, state: State) -> bool:
    """Return whether an event is told of by the participle of its verb: `locked it`, `was locked`."""
    happened = event.polarity and state.polarity and event.mood is Mood.ACTUAL
    of_it = ("theme", state.participant) in event.roles and state.attribute == "is"
    return happened and of_it and event.verb in bases(state.value)


def _is_told(asked: Happening, told: Happening, *, before: bool = False) -> bool:
    """Return whether something that a query mentions is what a line tells, in as many words or more.

    With `before`, it may be what was so before that: `He had switched it off`.
    """
    if isinstance(asked, Event):
        same = isinstance(told, Event) and _PLAIN.sub("", asked.verb) == _PLAIN.sub("", told.verb)
        same = same and isinstance(told, Event) and set(asked.roles) <= set(told.roles)
    else:
        known = replace(asked, id=told.id, line=told.line, span=told.span, cue=told.cue, mood=told.mood)
        same = known == told
    happened = (Mood.ACTUAL, Mood.PRIOR) if before else (Mood.ACTUAL,)
    return same and asked.polarity is told.polarity and told.mood in happened


def _same_way(asked: Event, told: Event) -> bool:
    """Return whether somebody comes to a place, or goes, in both: `reached the pub`, `walked to the pub`."""
    happened = asked.polarity and told.polarity and told.mood is Mood.ACTUAL
    who, too = ({id_ for role, id_ in event.roles if role == "agent"} for event in (asked, told))
    if not happened or not who or who != too:
        return False
    for place_of in (_reached, _left):
        there, here = place_of(asked), place_of(told)
        if there is not None and here is not None:
            return there == here or (not there and (here != "" or _comes_back(asked) is _comes_back(told)))
    return False


def _reached(event: Event) -> str | None:
    """Return the place to which somebody comes, empty if it is not named; None if they come to none."""
    if event.verb in lx.of("reaching"):
        return event.role("theme") or event.role("goal") or ""
    goal = event.role("goal")
    if goal is not None and event.verb in lx.of_classes("telic_with_goal") | lx.of("arriving"):
        return goal
    return "" if event.verb in lx.of("arriving") | lx.of("coming_back") else None


def _left(event: Event) -> str | None:
    """Return the place from which somebody goes, empty if it is not named; None if they do not go."""
    source = event.role("source")
    if source is not None and event.verb in lx.of_classes("telic_with_goal"):
        return source
    if event.verb in lx.of("departing"):
        return event.role("theme") or source or ""
    return "" if event.verb in lx.of_classes("going_off") else None


def _comes_back(event: Event) -> bool:
    return event.verb in lx.of("coming_back")
