"""Comparisons of events: who ran faster than Otto did not run slower than he, and he ran slower than she."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.laws import library

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.stories.syntax import Clause, Prepositional

_CONVERSES = {"more": "less", "less": "more", "before": "after", "after": "before"}
_COMPARED = ("more", "less", "fewer")
_NO_MEASURE = frozenset({"rather", "other"})
"""Words before `than` that compare no event: `went to Rome rather than Oslo`."""
_AT_A_TIME = frozenset({"arrive", "leave", "finish", "start", "begin", "wake", "die", "retire"})
"""Verbs of what takes a moment, behind which `after` compares: `arrived after Otto`, not `ran after Otto`."""


def measure(text: str, clause: Clause, phrase: Prepositional) -> str:
    """Return how an event is compared with somebody's: `faster than`, `more cake than`, `before`, or nothing.

    Args:
        text: The line.
        clause: The clause of the event.
        phrase: The phrase that names the other one.
    """
    noun = phrase.noun
    if phrase.preposition not in ("than", "before", "after"):
        return ""
    if noun is None or not noun.may_act or noun.time:
        return ""
    if phrase.preposition != "than":
        return phrase.preposition if clause.group.lemma in _AT_A_TIME and not clause.objects else ""
    words = text[clause.group.end : phrase.start].lower().split()
    many = next((n for n, word in enumerate(words) if word in _COMPARED), len(words) - 1)
    # `kissed Bob harder than Carl` may be of how she kissed Carl
    if not words or words[many] in _NO_MEASURE or any(o.may_act for o in clause.objects):
        return ""
    fits = words[many] in (*_COMPARED, "worse") or words[many].endswith("er")
    return " ".join((*words[many:], "than")) if fits else ""


def converse(how: str) -> str:
    """Return the measure of the other one: `slower than` for `faster than`; empty if none is known.

    >>> converse("faster than"), converse("more cake than"), converse("before")
    ('slower than', 'less cake than', 'after')
    """
    first, space, rest = how.partition(" ")
    orders = library().orders
    other = _CONVERSES.get(first) or orders.get(first, "")
    if other == first:  # `faster` stands for itself, and `slower` for `faster`
        other = next((word for word, base in orders.items() if base == first != word), "")
    return f"{other}{space}{rest}" if other else ""
