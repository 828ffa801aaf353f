"""Days of the week: what is open `every day except Monday` is open on each other day, and not on Mondays."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.english.closed import EXCEPT, EXCEPTING
from defeasible.reasoner.grammar.belief.leaf import leaf_of
from defeasible.reasoner.grammar.belief.lists import DAYS_OF
from defeasible.reasoner.grammar.belief.node import Denied, Joined, Leaf, Node
from defeasible.reasoner.grammar.belief.view import Part, made

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.reader import Reader

_DAYS = (*DAYS_OF["weekday"], *DAYS_OF["weekend"])
_NAMED = {part + end: days for part, days in DAYS_OF.items() for end in ("", "s")}
_NAMED |= {day + end: (day,) for day in _DAYS for end in ("", "s")}
"""Words for days, each with the days that it names."""
_BUT = sorted((tuple(words.split()) for words in EXCEPT | EXCEPTING), key=len, reverse=True)
_BETWEEN = frozenset({"on", "at", "and", ",", "the"})


def every_day_but(r: Reader, part: Part) -> Node | None:
    """Read `works every day but Sunday`."""
    lows = [token.low for token in r.view.tokens]
    place = next((n for n, low in enumerate(lows) if lows[n : n + 2] == ["every", "day"]), None)
    if place is None or part.clause.denied:
        return None
    but = next((words for words in _BUT if tuple(lows[place + 2 : place + 2 + len(words)]) == words), ())
    end = place + 2 + len(but)
    while end < len(lows) and lows[end] in _NAMED.keys() | _BETWEEN:
        end += 1
    gone = {day for low in lows[place + 2 : end] for day in _NAMED.get(low, ())}
    if not but or not gone:
        return None
    habit = leaf_of(r.view, part.less(range(place, end)))
    days = ((day, _on(habit, day)) for day in _DAYS)
    parts = tuple(Denied(said, " ".join(lows[place:end])) if day in gone else said for day, said in days)
    return Joined("and", parts, "every day but: each day of the week")


def _on(habit: Leaf, day: str) -> Leaf:
    """Return what is so on a day of each week."""
    on, days = made("on", "IN", "by:on", habit.words), made(f"{day}s", "NNPS", "by:on", habit.words)
    return replace(habit, words=(*habit.words, on, days._replace(text=days.text.title(), lemma=day)))
