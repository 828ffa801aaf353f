"""The time that a query names: `Was the gate open on Monday?` asks of the last moment told of Monday.

A sentence of a story that names a time tells of it, and so do those behind it, up to the next that names
another, or goes on to one: `later`. What is told of Monday lasts, as a rule, up to Wednesday, if Friday is
the next day told. A query about another time that no sentence tells of is not answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.forms import Event, Happening, Mood, State
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.order import ahead, year_of

Where: TypeAlias = Literal["in", "before", "after", "beside"]
"""Where the moment meant lies, seen from the time named; `beside` for `since Monday`, which means none."""

_TIMES = (closed.WHEN | lx.of("mealtimes")) - lx.of("spells")
_IN = frozenset({"at", "on", "in", "by", "during", "over", "around", "about", "towards"})
_EDGES: dict[str, Where] = {"before": "before", "until": "before", "till": "before", "after": "after"}
_SOON = 3
"""A time within a third of a cycle (of a day, a week, a year) after the last one told still has a place."""


@dataclass(frozen=True, slots=True)
class Date:
    """A time that a sentence names: `on Monday morning`."""

    words: frozenset[str]
    """Its nouns and numbers, in lower case: `monday`, `morning`."""
    where: Where
    near: bool = False
    """Whether it is the time of which the story has just told: `that evening`."""
    by: bool = False
    """Whether it is a limit: what is so `by noon` may have been so before."""
    whole: bool = False
    """Whether all of it is meant: `all morning`, of which a query asks for more than a moment."""


@dataclass(frozen=True, slots=True)
class Dated:
    """A sentence of a story."""

    line: int
    start: int
    end: int
    dates: tuple[Date, ...]
    goes_on: bool
    """Whether it tells of a later time that it does not name: `later`, `the next day`."""


def dates_of(analysis: Analysis, first: int, last: int) -> Iterator[Date]:
    """Yield the times that the tokens of a sentence name, those that say how long something took apart."""
    tokens = analysis.tokens
    for token in tokens[first:last]:
        led = tokens[token.head]
        bare = token.dep == "npadvmod" and led.dep != "pobj"
        leads = lx.of("clocks") if year_of(token.low) else lx.of("clocks") - {"in"}
        clock = token.tag == "CD" and token.dep == "pobj" and led.low in leads
        if not (clock or (token.lemma in _TIMES and (bare or token.dep == "pobj"))):
            continue
        own = [t for t in tokens[first:last] if t.head == token.index and t is not token]
        whole = any(t.low in lx.of("throughout") for t in own)
        spans = any(t.tag == "CD" or t.low in lx.of("spanning") for t in own)
        counted = token.tag == "NNS" or (spans and not whole)
        if counted:
            continue
        more = {t.lemma for t in own if t.dep in {"compound", "amod"} and t.lemma in _TIMES}
        near = any(t.low in {"this", "that"} for t in own) or token.low in lx.of("current")
        where: Where = "in" if bare or led.low in _IN else _EDGES.get(led.low, "beside")
        yield Date(frozenset({token.lemma, *more}), where, near, led.low == "by", whole)


def sentences_of(analysis: Analysis, line: int) -> Iterator[Dated]:
    """Yield the sentences of a line, with the times that each names."""
    for number, (first, last) in enumerate(analysis.sentences):
        tokens: Sequence[Token] = analysis.tokens[first:last]
        start = analysis.tokens[first - 1].end if number else 0
        goes_on = any(t.low in lx.of("going_on") for t in tokens)
        yield Dated(line, start, tokens[-1].end, tuple(dates_of(analysis, first, last)), goes_on)


def at_that_time(
    query: Happening, dates: Sequence[Date], story: Sequence[Dated], told: Sequence[Happening]
) -> Happening | None:
    """Return a query with the moment of which it asks; None if no sentence, or several, tell of its time.

    Args:
        query: What is asked.
        dates: The times that the query names.
        story: All sentences of the story, in order.
        told: What the story tells, in order.
    """
    dates = [d for d in dates if not d.near or _told_at(d, story, told)]
    if not dates:
        return query
    inside = _told_at(dates[0], story, told) if len(dates) == 1 else []
    if isinstance(query, Event):
        same = [h for h in told if isinstance(h, Event) and h.verb == query.verb]
        until = [*told][: told.index(inside[-1]) + 1] if inside and dates[0].by else inside
        return query if same and all(h in until for h in same) else None
    happened = [h for h in inside if h.mood is Mood.ACTUAL and (h.polarity or isinstance(h, State))]
    if not happened:
        return None
    before = dates[0].where == "before"
    return replace(query, when=("before", happened[0].id) if before else ("after", happened[-1].id))


def gone_by(dates: Iterable[Date], story: Sequence[Dated], told: Iterable[Happening]) -> Sequence[Happening]:
    """Return what is told with the time that goes by up to one that a query names and no sentence does."""
    found = list(told)
    for date in dates:
        unnamed = not any(date.words <= d.words for s in story for d in s.dates)
        inside = _told_at(date, story, found) if unnamed else ()
        if inside:
            last, when = inside[-1], (("time", f"={' '.join(sorted(date.words))}"),)
            later = Event("", last.line, "pass", when, span=last.span, cue="the time asked of")
            found.insert(next(n for n, h in enumerate(found, 1) if h is last), later)
    return found


def _told_at(date: Date, story: Sequence[Dated], told: Sequence[Happening]) -> Sequence[Happening]:
    """Return what is told of a time; nothing if sentences that are apart tell of it."""
    of_it = [[d for d in s.dates if d.where == "in" and date.words <= d.words] for s in story]
    within = [n for n, dates in enumerate(of_it) if dates]
    if not within and date.where == "in" and not date.whole:
        within = _before(date, story)
    if not within or date.whole or date.where == "beside" or within[-1] - within[0] >= len(within):
        return ()
    if any(len(story[n].dates) > 1 for n in within):  # `fell asleep at ten and woke up at six`
        timed = ((h, h.role("time") or "") for h in told if isinstance(h, Event))
        return [h for h, time in timed if len(within) == 1 and date.words <= set(time[1:].split())]
    end = within[-1] + 1
    while end < len(story) and not story[end].dates and not story[end].goes_on:
        end += 1
    stretch = story[within[0] : end]
    return [h for h in told if any(_is_in(h, sentence) for sentence in stretch)]


def _before(date: Date, story: Sequence[Dated]) -> list[int]:
    """Return the sentence that tells of the time right before one that none names; nothing if none does.

    The gate that was opened on Monday and shut on Friday was open on Wednesday, unless it was shut by Friday.
    """
    known = [(n, d) for n, s in enumerate(story) for d in s.dates if d.where in {"in", "beside"}]
    gaps = [ahead(told.words, date.words) for _, told in known]
    apart = any(d.where == "beside" or len(story[n].dates) > 1 for n, d in known)  # `from one to three`
    if not known or None in gaps or apart:
        return []
    for n, ((place, told), gap) in enumerate(zip(known, gaps, strict=True)):
        assert gap is not None
        then, later = known[n + 1] if known[n + 1 :] else (len(story), None)
        until = ahead(told.words, later.words) if later is not None else (gap[1] / _SOON, gap[1])
        if until is not None and gap[0] < until[0]:
            open_ = any(sentence.goes_on for sentence in story[place + 1 : then])  # `later he shut it`
            return [] if open_ or (later is not None and later.by) else [place]
    return []


def _is_in(told: Happening, sentence: Dated) -> bool:
    return (
        told.line == sentence.line
        and told.span is not None
        and sentence.start <= told.span.start < sentence.end
    )
