"""Adjuncts: which roles of a clause may be left out, and which of them give a time."""

from __future__ import annotations

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.closed import WHEN
from defeasible.reasoner.english.numbers import read_count
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar.belief.fillers import Filler
from defeasible.reasoner.grammar.belief.lists import (
    AT_A_TIME,
    HYPOTHETICAL,
    LINKS,
    PARTS_OF_DAYS,
    TIMING,
    UNSETTLED,
    stems,
)

FICTIONAL, _RULES, SAYING = (
    stems(" ".join(words)) for words in (closed.FICTIONAL, closed.RULES, closed.SAYING)
)
_FELT, _AGES, _WHOLE, _NOW, _CURRENT = (
    stems(LINKS[key]) for key in ("felt", "ages", "whole", "now", "current")
)
PARTS_OF_DAY = {(stem(word),) for word in PARTS_OF_DAYS}
SPANS = frozenset({"by:from", "by:until", "by:till"})
_TIMES = frozenset(stem(noun) for noun in WHEN)


def may_go(role: str, filler: Filler) -> bool:
    """Return whether a role may be dropped: when, where and why something held."""
    if role == "time":
        return True
    led, behind, word = role.partition(":")
    word = word.replace(" ", "_")
    if led == "clause":
        compared = filler.stems[:1] == ("than",)  # `is less rich than he was`
        if word == "as" and not SAYING.isdisjoint(filler.stems):
            return False  # `as Ann puts it`
        return word not in UNSETTLED and not compared and FICTIONAL.isdisjoint(filler.stems)
    if led != "by" or not behind or (word in HYPOTHETICAL and word != "as"):
        return False
    if word == "as":
        return not _AGES.isdisjoint(filler.core[-1:])  # `as a child`
    if word == "to":
        return not _FELT.isdisjoint(filler.core[-1:])  # `to my surprise`
    if word == "under":
        return _RULES.isdisjoint(filler.stems)
    return word not in {"in", "on"} or FICTIONAL.isdisjoint(filler.stems)


def throughout(time: Filler, *, now: bool = False) -> bool:
    """Return whether a time is one throughout which a state holds: `all day`, `at the moment`.

    Args:
        time: The time.
        now: Whether it is part of a statement about the present: `today`.
    """
    current = len(time.stems) == 1 and (time.stems[0] in _NOW or (now and time.stems[0] in _CURRENT))
    return current or time.kind == "every" or not _WHOLE.isdisjoint(time.stems)


def is_time(role: str, filler: Filler) -> bool:
    """Return whether a role gives a time: `on Monday`, `when he posted it`."""
    if role == "time" or role.startswith("clause:"):
        return role == "time" or role.removeprefix("clause:").replace(" ", "_") in TIMING
    if role in SPANS and any(read_count(word) is not None for word in filler.stems):
        return True  # `from nine to five`
    timed = any(word in _TIMES or word[:1].isdigit() for word in filler.stems)
    return timed and role[:3] == "by:" and role[3:] in AT_A_TIME


def recurs(role: str, time: Filler) -> bool:
    """Return whether a time recurs, or lasts as long as one that does: `at night`, `all night`."""
    part = role in {"by:at", "by:in"} and time.stems[-1:] in PARTS_OF_DAY
    return time.kind == "every" or time.bare_plural or part
