"""The opposite of what is said: the same event or state with the other polarity."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from defeasible.reasoner.forms.story import Happening, State

Matter: TypeAlias = tuple[str, ...]
"""What a happening is about, whether it holds or not."""


def opposite(item: Happening) -> Happening:
    """Return a happening that denies another: the same in all but polarity.

    >>> opposite(State("q1", 0, "p1", "is", "loose")).polarity
    False
    """
    return replace(item, polarity=not item.polarity)


def matter(item: Happening) -> Matter:
    """Return what a happening is about, apart from line, id, span, cue, mood and polarity.

    Two readings with equal matter say the same, or deny each other: a story's and a query's, or those of
    `X is Y` and `X is not Y`. Of an event, `manner` and `time` do not count.
    """
    if isinstance(item, State):
        return ("state", item.participant, item.attribute, item.value, item.other or "")
    counted = sorted(f"{role}={filler}" for role, filler in item.roles if role not in ("manner", "time"))
    return ("event", item.verb, *counted)


def denies(one: Happening, other: Happening) -> bool:
    """Return whether two happenings are about the same matter with opposite polarity.

    Whether two values exclude each other (`open`, `closed`) is for the laws to say.
    """
    return matter(one) == matter(other) and one.polarity is not other.polarity
