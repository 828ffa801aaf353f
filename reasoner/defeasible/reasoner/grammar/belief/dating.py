"""Dates of one event: what was built in 1900 was not built in 1950."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations, product

from defeasible.reasoner.english.numbers import YEAR, read_count
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar.belief.adjuncts import is_time, recurs
from defeasible.reasoner.grammar.belief.fillers import NONE, Filler, worded
from defeasible.reasoner.grammar.belief.frames import OCCASIONAL, Frame
from defeasible.reasoner.grammar.belief.lists import LINKS, WEEK, stems, verbs
from defeasible.reasoner.grammar.belief.opposites import opposed
from defeasible.reasoner.grammar.belief.places import SHIFTS
from defeasible.reasoner.grammar.belief.rankings import Ranking

_ONCE, _TIMED, _DAILY, _BEGINNING = (verbs(LINKS[key]) for key in ("once", "timed", "daily", "beginning"))
_ELDERS, _OFFSPRING = stems(LINKS["elders"]), stems(LINKS["offspring"])
_LASTING = {(), *verbs(LINKS["going_on"]), *verbs(LINKS["states"])}
"""Verbs of what goes on all the time since it began; empty for `be`."""
_REPEATED = stems(LINKS["repeated"])
_AT = frozenset({"time", "by:in", "by:on", "by:at"})
_CLOCK = re.compile(r"(\d{1,2})(?:[:.](\d\d))?")
_AGE = ("old", "")
"""The scale of ages."""
_HOURS = 12
_OCLOCK = (stem("o'clock"),)


def apart_in_time(one: Frame, other: Frame) -> bool:
    """Return whether two frames give one event different dates."""
    adverbs = one.adverbs | other.adverbs
    if one.denied or other.denied or one.modal or other.modal or one.verb != other.verb:
        return False
    if one.free or other.free or not OCCASIONAL.isdisjoint(adverbs) or "again" in adverbs:
        return False
    once, daily = is_once(one), one.verb in _DAILY
    if not (once or daily or one.verb in _TIMED or _is_event(one)):
        return False
    dates = [{r: f for r, f in own.fillers if _dates(r, f)} for own in (one, other)]
    rest, rest_ = (own.but(dict.fromkeys(dated)) for own, dated in zip((one, other), dates, strict=True))
    forth, back = _covers(rest, rest_), _covers(rest_, rest)
    if not all(map(_single, (rest, rest_))) or not ((forth or back) if once else (forth and back)):
        return False
    comes_again = any(f.kind == "every" or f.bare_plural for own in (one, other) for _, f in own.fillers)
    clashes = [
        {role, role_}
        for (role, date), (role_, date_) in product(*(dated.items() for dated in dates))
        if _clash(role, date, role_, date_, years=once or not one.verb)
    ]
    if comes_again or daily:  # `opens at nine on Mondays`, `at ten on Sundays`
        others = ({r: f for r, f in dated.items() if r != "by:at"} for dated in dates)
        return clashes == [{"by:at"}] and (not comes_again or next(others) == next(others))
    return bool(clashes)


def since_then(one: Frame, other: Frame) -> bool:
    """Return whether a state since a year was one in a later year: `has lived here since 2015`, `in 2018`."""
    since = _year("time", one["by:since"])
    dated = next(((role, year) for role, f in other.fillers if (year := _year(role, f))), None)
    lasts = one.verb in _LASTING and not (one.past or one.denied or one.modal)
    if not (since and lasts and dated and other.past and dated[1] > since):
        return False
    return replace(one.but({"by:since": None}), past=True, going=other.going).entails(
        other.but({dated[0]: None})
    )


def on_named_days(said: Mapping[str, Frame]) -> Iterator[tuple[tuple[str, str], str, bool]]:
    """Yield what is said of `tomorrow` with what day it is today, and what follows of that day of the week.

    If today is Wednesday, what is the day after tomorrow is on Friday, and not on Thursday.

    Args:
        said: The propositions as frames.
    """
    once = [name for name, one in said.items() if not _is_habit(one)]
    for today, one in said.items():
        now = next(iter(one["complement"].stems), "")
        if now not in WEEK or one["subject"].stems != ("today",) or one.verb or one.denied:
            continue
        moved = {name: to for name, frame in said.items() if (to := _on_day(frame, now)) is not None}
        for name, other in product(moved, once):
            if other in {name, today}:
                continue
            if moved[name].entails(said[other]):
                yield (name, today), other, True
                if not said[other].past and said[other].entails(moved[name]):
                    yield (other, today), name, True
            elif apart_in_time(moved[name], said[other]):
                yield (name, today), other, False


def _is_habit(one: Frame) -> bool:
    """Return whether something is so each week: who sings today, a Monday, need not sing on Mondays."""
    return any(filler.bare_plural and is_time(role, filler) for role, filler in one.fillers)


def no_more(now: Frame, case: Frame, more: Mapping[str, Filler]) -> bool:
    """Return whether a case of a habit says no more than it: `every shop` is no case of `most shops`."""
    return now.entails(replace(case.but(dict.fromkeys(more)), free=True, adverbs=now.adverbs))


def on_other_days(said: Mapping[str, Sequence[Frame]], name: str, other: str) -> bool:
    """Return whether what is so on one day is so on others: who works on Mondays works, also on a Tuesday."""
    days = (views[0] for n, views in said.items() if n not in (name, other))
    return any(v.entails(said[other][0]) and any(recurs(*item) for item in v.fillers) for v in days)


def _on_day(one: Frame, today: str) -> Frame | None:
    """Return `leaves on Friday`, of `leaves tomorrow` on a Thursday."""
    for role, filler in one.fillers:
        shift = SHIFTS.get(filler.stems)
        if shift is not None and (role == "time" or (role == "complement" and not one.verb)):
            day = WEEK[(WEEK.index(today) - shift) % len(WEEK)]
            return one.but({role: None, "by:on": worded((day,))})
    return None


def elder(said: Mapping[str, Frame]) -> Iterator[tuple[tuple[str, ...], Ranking]]:
    """Yield propositions with who is older by them: by two years of birth, or as a grandmother.

    Args:
        said: The propositions as frames.
    """
    born: dict[str, tuple[str, Filler]] = {}
    for name, one in said.items():
        year = next(filter(None, (_year(*item) for item in one.fillers)), "")
        begun = (one.verb or one["complement"].stems) in _BEGINNING
        what, who = one["complement"], one["subject"]
        if what.head in _ELDERS | _OFFSPRING and what.owned and not (one.verb or one.denied or one.modal):
            theirs = tuple(word for word in what.core[:-1] if word in what.owned)
            ages = (who.stems, theirs) if what.head in _ELDERS else (theirs, who.stems)
            yield (name,), Ranking(_AGE, *ages)
        if year and begun and one.past and not (one.denied or one.modal or one.adverbs):
            born[name] = year, one["object"] if one.verb else one["subject"]
    for (first, (year, old)), (second, (later, young)) in permutations(born.items(), 2):
        if year < later:
            yield (first, second), Ranking(_AGE, old.stems, young.stems)


def is_once(one: Frame) -> bool:
    """Return whether an event happens once only to its thing: `was built`; not `left`."""
    return (one.verb or one["complement"].stems) in _ONCE  # `was born`


def _covers(rest: Frame, other: Frame) -> bool:
    """Return whether one of two clauses without their dates says what the other does."""
    if rest.past != other.past or rest.verb != other.verb:
        return False
    theirs = dict(other.fillers)
    return all(role in dict(rest.fillers) and rest[role].entails(f) for role, f in theirs.items())


def _is_event(one: Frame) -> bool:
    """Return whether a clause says only when something is: `the party is on Monday`."""
    roles = {role for role, f in one.fillers if not _dates(role, f)}
    return not one.verb and roles == {"subject"} and _REPEATED.isdisjoint(one["subject"].core[-1:])


def _single(rest: Frame) -> bool:
    """Return whether each thing of an event is a certain one: `the bridge`; not `milk`, `a bridge`."""
    things = [f for role in ("subject", "object") if (f := rest[role]) != NONE and f.kind != "agent"]
    return all(not (f.bare or f.indefinite or f.counted or f.kind) for f in things) and bool(things)


def _dates(role: str, filler: Filler) -> bool:
    timed = is_time(role, filler) or bool(_hour(role, filler) or _year(role, filler))
    return role in _AT and timed


def _hour(role: str, filler: Filler) -> tuple[int, int] | None:
    """Return the hour and minute of a time of the clock."""
    if role != "by:at" or len(filler.stems) != 1:
        return None
    if filler.stems == _OCLOCK and filler.kind == "number":
        return int(filler.least) % _HOURS, 0
    said = _CLOCK.fullmatch(filler.stems[0])
    hour = int(said[1]) if said else read_count(filler.stems[0])
    return None if hour is None else (hour % _HOURS, int(said[2] or 0) if said else 0)


def _year(role: str, filler: Filler) -> str:
    """Return the year that a date names, alone or behind its month; empty if it names none."""
    named = role in {"by:in", "by:on", "time"} and YEAR.fullmatch(filler.stems[-1]) if filler.stems else None
    return filler.stems[-1] if named else ""


def _clash(role: str, date: Filler, role_: str, date_: Filler, *, years: bool) -> bool:
    """Return whether no one time is both: two years, two months, two days of the week, two hours."""
    hours = _hour(role, date), _hour(role_, date_)
    if None not in hours:
        return hours[0] != hours[1]
    if date.counted and date_.counted and role == role_ == "by:on" and date.stems == date_.stems:
        return date.least != date_.least  # `on 3 May`
    mine, theirs = _year(role, date), _year(role_, date_)
    if years and mine and theirs and mine != theirs:
        return True
    return any((word_,) in opposed("qualities", (word,)) for word, word_ in product(date.stems, date_.stems))
