"""Days of the week: what is open `every day except Monday` is open on each other day, and not on Mondays."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from defeasible.reasoner.english.closed import EXCEPTIONS, ONLY, WHEN
from defeasible.reasoner.grammar.belief.leaf import leaf_of
from defeasible.reasoner.grammar.belief.lists import DAYS_OF, USUAL, WEEK
from defeasible.reasoner.grammar.belief.node import Denied, Joined, Leaf, Node, When, usual
from defeasible.reasoner.grammar.belief.view import Part
from defeasible.reasoner.grammar.belief.words import made

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.reader import Reader

_NAMED = {part + end: days for part, days in DAYS_OF.items() for end in ("", "s")}
_NAMED |= {day + end: (day,) for day in WEEK for end in ("", "s")}
"""Words for days, each with the days that it names."""
_BUT = sorted((tuple(words.split()) for words in EXCEPTIONS), key=len, reverse=True)
USUALLY = "usually: by default, on the day"
"""The cue of what is so by default on a day."""
_BETWEEN = frozenset({"on", "at", "and", ",", "the"})
_LED = (["on"], ["at"])


def on_days(r: Reader, part: Part) -> Node | None:
    """Read what is so every day but some, except on some, only on some, or usually on some."""
    return _every_day(r, part) or _except_on(r, part) or _only_on(r, part) or _usually_on(r, part)


def _usually_on(r: Reader, part: Part) -> Node | None:
    """Read `usually works on Fridays`: by default also today, if today is Friday."""
    main, view = part.clause, r.view
    usual_ = [a.token.index for a in main.adverbs if a.token.low in USUAL]
    if len(usual_) != 1:
        return None
    days = [o for o in main.obliques if o.preposition == "on" and o.phrase and o.phrase.head.low in _NAMED]
    others = [o for o in main.obliques if o not in days and o.phrase is not None]
    narrowed = any(o.phrase.head.low in WHEN or o.preposition in EXCEPTIONS for o in others if o.phrase)
    plain = main.tense == "present" and not (main.modals or main.denied or narrowed)
    if len(days) != 1 or not plain:
        return None
    led = view.led(days[0])
    words = {view.tokens[n].low for n in led}
    if not words <= _NAMED.keys() | _BETWEEN:
        return None  # `on Fridays that are sunny`
    habit = leaf_of(view, part.less({*usual_, *led}))
    like = habit.words
    now = usual(replace(habit, words=(*like, made("today", "NN", "time", like))))
    today, is_ = made("today", "NN", "subject", like), made("is", "VBZ", "verb", like)
    named = (
        made(day, "NNP", "complement", like)._replace(text=day.title())
        for word in sorted(words)
        for day in _NAMED.get(word, ())
    )
    rules = tuple(When(Leaf((today, is_, name)), now, USUALLY) for name in named)
    return r.beside(part, USUALLY, *rules)


def _every_day(r: Reader, part: Part) -> Node | None:
    """Read `works every day`, `does not work every day`, `works every day of the week but Sunday`."""
    lows = [token.low for token in r.view.tokens]
    place = next((n for n, low in enumerate(lows) if lows[n : n + 2] == ["every", "day"]), None)
    who = part.clause.subject
    if place is None or (who is not None and who.amount and part.subject is None):
        return None  # of each of them
    behind = place + (5 if lows[place + 2 : place + 5] == ["of", "the", "week"] else 2)
    but = next((words for words in _BUT if tuple(lows[behind : behind + len(words)]) == words), ())
    end = _end_of_days(lows, behind + len(but))
    gone = {day for low in lows[behind:end] for day in _NAMED.get(low, ())}
    denied = part.clause.denied if part.denied is None else part.denied
    plain = not but and lows[behind:] in ([], ["."]) and part.clause.tense == "present"
    if not (plain or (but and gone and not denied)):
        return None
    habit = leaf_of(r.view, replace(part.less(range(place, end)), denied=False))
    cue = "every day: each day of the week"
    each = _each_day(habit, set(WEEK) - gone, " ".join(lows[place:end]), cue)
    return Denied(each, "negation: every day") if denied else each


def _except_on(r: Reader, part: Part) -> Node | None:
    """Read `is open except on Sundays`: on each other day; `is not open except on Sundays`: on no other."""
    clause, lows = part.clause, [token.low for token in r.view.tokens]
    quantified = clause.subject is not None and clause.subject.amount and part.subject is None
    begins = (
        (n, n + len(words))
        for n, words in product(range(len(lows)), _BUT)
        if words != ("but",)
        and tuple(lows[n : n + len(words)]) == words
        and lows[n + len(words) :][:1] in _LED
    )
    start, after = next(begins, (len(lows), len(lows)))
    end = _end_of_days(lows, after)
    gone = {day for low in lows[after:end] for day in _NAMED.get(low, ())}
    if not gone or quantified or not part.asserted or clause.tense != "present":
        return None
    while start and lows[start - 1] in {",", "daily"}:
        start -= 1
    denied = clause.denied if part.denied is None else part.denied
    habit = leaf_of(r.view, replace(part.less(range(start, end)), denied=False))
    kept = gone if denied else set(WEEK) - gone
    return _each_day(habit, kept, " ".join(lows[start:end]), "except on: each day of the week")


def _only_on(r: Reader, part: Part) -> Node | None:
    """Read `is open only on Sundays`: on Sundays, and on no other day."""
    tokens, lows = r.view.tokens, [token.low for token in r.view.tokens]
    only = next((n for n, low in enumerate(lows) if low in ONLY and tokens[n].index in r.view.of(part)), None)
    if only is None or not part.asserted or part.clause.denied or part.denied is not None:
        return None
    place = next((n for n in range(only + 1, len(lows)) if lows[n] in _NAMED), None)
    if place is None or lows[place - 1] not in {"on", "at"}:
        return None
    end = _end_of_days(lows, place)
    kept = {day for low in lows[place:end] for day in _NAMED.get(low, ())}
    habit = leaf_of(r.view, part.less({only, *range(place - 1, end)}))
    return _each_day(habit, kept, " ".join(lows[only:end]), "only on: each day of the week")


def _end_of_days(lows: Sequence[str], place: int) -> int:
    """Return the end of the words for days at a place."""
    while place < len(lows) and lows[place] in _NAMED.keys() | _BETWEEN:
        place += 1
    return place


def _each_day(habit: Leaf, kept: Set[str], words: str, cue: str) -> Node:
    """Return what is so on some days of each week, and on the others is not."""
    days = ((day, _on(habit, day)) for day in WEEK)
    return Joined("and", tuple(said if day in kept else Denied(said, words) for day, said in days), cue)


def _on(habit: Leaf, day: str) -> Leaf:
    """Return what is so on a day of each week."""
    on, days = made("on", "IN", "by:on", habit.words), made(f"{day}s", "NNPS", "by:on", habit.words)
    return replace(habit, words=(*habit.words, on, days._replace(text=days.text.title(), lemma=day)))
