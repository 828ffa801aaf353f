"""Whether what somebody wished, planned or tried was done, by what is told next: `but the shop was shut`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.forms.story import IMPLIED, Event, Happening, Mood, State
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.clauses import Clauses
from defeasible.reasoner.grammar.stories.moods import AHEAD, WHERE_AND_WHEN
from defeasible.reasoner.grammar.stories.referent import Referent
from defeasible.reasoner.grammar.stories.syntax import Clause
from defeasible.reasoner.text import Source, Span

_DOING = ("agent", "experiencer")
"""Roles of who does something."""
_TERMS = ("=for ", "=until ", "=till ", "=overnight")
"""How a time begins that is a term: `for a week`."""
_OPENING = 4
"""Maximum number of words before the verdict on what was said: `But that was a lie`."""
_DENYING = ("never ", "not ", "n't ")
"""What denies a phrase that it stands before: `never started again`."""
BARE = frozenset({"agent", "experiencer", "theme", "time", "manner"})
"""The roles of an event that tells no more than who, whom and when: `managed it in the end`."""
_UNDONE = (Mood.FUTURE, Mood.POSSIBLE)
"""Moods of what is not done yet; possible is what somebody is at."""
_LATELY = 3
"""Number of lines in which what was tried is still what `it was no good` is about."""


def opposed(analyses: Sequence[Analysis], sentence: int, names: frozenset[str]) -> Clause | None:
    """Return the first clause of the next sentence if it opposes a sentence: `But it was too expensive.`.

    Args:
        analyses: The analysis of a line, and of the next one if there is one.
        sentence: The number of the sentence in its line.
        names: The words that are names.
    """
    after = [(analysis, n) for analysis in analyses for n in range(len(analysis.sentences))]
    if sentence + 1 >= len(after):
        return None
    analysis, sentence = after[sentence + 1]
    first = analysis.tokens[analysis.sentences[sentence][0]]
    clauses = Clauses(analysis, names).read(sentence) if first.low in lx.of("contrasts") else []
    return next((replace(clause, link="but") for clause in clauses), None)


def goes_on(clause: Clause, then: Clause) -> bool:
    """Return whether what is wanted may be done after all: `but first`, `but managed`, `but was shy`.

    Of two who want different things, each may have what he wants: `Ann wanted to go, but Bob wanted to stay`.
    """
    later = not lx.of("later_on").isdisjoint(then.adverbs)
    alike = then.verb == clause.verb and not then.group.copula
    said = then.predicate
    felt = said is not None and not lx.EMOTIONS.isdisjoint(said.words) and "too" not in said.cue
    return later or alike or felt or then.verb in lx.of("at_last")


def bars(then: Clause) -> bool:
    """Return whether what follows `but` keeps somebody from what he set out for: `but the shop was shut`."""
    denied = bool(then.group.negations) or any(noun.negative for noun in then.nouns)
    states = {then.verb, *then.states, *then.adverbs}
    return (denied and not states.isdisjoint(lx.of("needed"))) or not states.isdisjoint(lx.of("barring"))


def told_so(source: Source, before: Sequence[Happening], found: Sequence[Happening]) -> list[Happening]:
    """Return whether what was tried happened, or what was given up goes on, where a line says or shows it.

    `It was no good`, `she managed it`; `he started again`; `tried to light it. The match was damp.`; `Ann
    cried. She stopped.`.

    Args:
        source: The line.
        before: What the lines before it tell.
        found: What it tells itself.
    """
    words, line = source.text.lower(), int(source.id[1:])

    def says(phrases: str) -> bool:
        spots = (words.find(phrase) for phrase in lx.of(phrases))
        return any(at >= 0 and not words[:at].endswith(_DENYING) for at in spots)

    done = {mood for mood in (Mood.ATTEMPTED, Mood.FUTURE) if says(f"done_{mood.value}")}
    failed = {mood for mood in (Mood.ATTEMPTED, Mood.FUTURE) if says(f"no_{mood.value}")}
    failed |= {Mood.DESIRED} if failed else set()
    failed |= {Mood.OBLIGED} if Mood.FUTURE in failed else set()  # `was supposed to pay, but forgot`
    moods = done or failed
    told = [h for h in (*before, *found) if isinstance(h, Event)]
    events = [h for h in told if h.line >= line - _LATELY and h.polarity]
    given_up = {h.verb for h in told if h.mood is Mood.PRIOR and h.polarity}
    again = [h for h in told if not h.polarity and h.verb in given_up]
    again = [h for h in again if h.line >= line - _LATELY and says("resumed")]  # `gave up`, `started again`
    known = {e.verb for e in events if e.mood is Mood.ACTUAL}
    asked = [e for e in events if Mood.FUTURE in done and _pending(e)]  # `did as he was told`
    tried = [e for e in events if (e.mood in moods or e in asked) and e.verb not in known]
    last = [e for e in events if e.mood is Mood.ATTEMPTED and e.line == line - 1 and e.verb not in known]
    vain = [] if moods else [e for e in last if any(_balks(h, e) for h in found)]
    span = Span(source.id, 0, len(source.text))
    alone = () if moods else enumerate(found)
    answered = [one for n, h in alone for one in _answered(h, [*before, *found[:n]])]
    denied = ((e, False) for e in again)  # so again, as its denial is denied
    so = [*((e, bool(done)) for e in tried), *denied, *answered]
    said = [
        replace(e, line=line, polarity=e.polarity is way, mood=Mood.ACTUAL, span=span, cue="told so")
        for e, way in so
    ]
    # `stopped trying to mend it`
    ended = (e for e in found if isinstance(e, Event) and e.mood is Mood.ATTEMPTED and not e.polarity)
    vain += [e for e in ended if any(f"{verb}: negated" in e.cue for verb in lx.of("giving_up"))]
    vain += [e for e in told if e.line >= line - 1 and any(_halts(h, e) for h in found)]
    vain += _not_found(told, found)
    unsaid = [replace(e, line=line, polarity=False, mood=Mood.ACTUAL, span=span, cue=IMPLIED) for e in vain]
    return [*said, *unsaid, *_stopped(told, found), *_judged(source, [*before, *found], found)]


def not_yet(found: Sequence[Happening], get: Callable[[str], Referent]) -> Iterator[Event]:
    """Yield that what is still to be done is not done: `will paint it`, `is painting it`."""
    for item in found:
        if isinstance(item, Event) and item.mood in _UNDONE and item.polarity and AHEAD in item.cue:
            roles = tuple(pair for pair in item.roles if pair[0] not in WHERE_AND_WHEN)
            if any(role == "agent" and get(who).animate() for role, who in roles):
                yield replace(item, polarity=False, mood=Mood.ACTUAL, roles=roles, cue=IMPLIED)


def back_by_now(source: Source, before: Sequence[Happening], found: Sequence[Happening]) -> list[Event]:
    """Return that what was lent for a time may be back, where a line tells of another time.

    For the arguments, see `told_so`.
    """
    line, span = int(source.id[1:]), Span(source.id, 0, len(source.text))
    lent = (
        [(h, _lent_for_a_time(h)) for h in before if isinstance(h, Event)] if any(map(_later, found)) else []
    )
    return [
        replace(e, line=line, verb="befall", roles=things, mood=Mood.POSSIBLE, span=span, cue="for a time")
        for e, things in lent
        if things
    ]


def _lent_for_a_time(event: Event) -> tuple[tuple[str, str], ...]:
    """Return the things that somebody lent, borrowed or rented for a time: `for a week`, `until Friday`."""
    term = any(role == "time" and time.startswith(_TERMS) for role, time in event.roles)
    out = (
        term and event.verb in lx.of("lending") and event.polarity and event.mood in (Mood.ACTUAL, Mood.PRIOR)
    )
    return tuple(pair for pair in event.roles if pair[0] == "theme") if out else ()


def _later(item: Happening) -> bool:
    """Return whether something is told of another time: `two weeks later`, `on Tuesday`, `in September`."""
    times = [time for role, time in item.roles if role == "time"] if isinstance(item, Event) else []
    return any(not time.startswith(_TERMS) for time in times)


def _answered(item: Happening, before: Sequence[Happening]) -> list[tuple[Event, bool]]:
    """Return what somebody set out to do, or was told to, and whether he did: `He forgot.`, `She did.`."""
    if not isinstance(item, Event) or item.mood is not Mood.ACTUAL:
        return []
    open_, who = [h for h in before if isinstance(h, Event) and _pending(h)], doers(item)
    last = max((h.line for h in open_ if doers(h) == who), default=0)
    asked = [h for h in open_ if h.line == last >= item.line - _LATELY and doers(h) == who]
    on_it = {x for h in asked for _, x in h.roles}
    asking = {x for h in before if isinstance(h, Event) and h.line == last for x in doers(h)} - who
    themes = {x for role, x in item.roles if role in ("theme", "recipient")} - who
    alone = themes <= on_it and all(role in (*_DOING, "theme", "time") for role, _ in item.roles)
    if item.verb in lx.of("defying" if item.polarity else "heeding") and themes and themes <= asking:
        return [(one, False) for one in asked]
    if item.verb in lx.of("heeding") and item.polarity and (not themes or themes <= asking):
        return [(one, True) for one in asked]
    if themes and item.verb in lx.of("letting") and {role for role, _ in item.roles} <= BARE:  # `she let him`
        meant = [h for h in open_ if doers(h) == themes and h.polarity and item.verb not in h.cue]
        return [(one, item.polarity) for one in meant if one.line >= item.line - 1]
    if alone and item.verb in lx.of("left_undone" if item.polarity else "undone_denied"):
        return [(one, False) for one in asked if one.polarity]
    # Who was told not to sing, and did, sang.
    return (
        [(one, one.polarity) for one in asked]
        if alone and item.polarity and item.verb in lx.of("done")
        else []
    )


def doers(item: Happening) -> set[str]:
    """Return who does something, or what it happens to if nobody does it; whom a state is of."""
    if isinstance(item, State):
        return {item.participant}
    doing = {who for role, who in item.roles if role in _DOING}
    return doing or {who for role, who in item.roles if role == "theme"}


def _pending(event: Event) -> bool:
    """Return whether somebody set out to do it, or was told to: not what he only might, or would, do."""
    told = event.mood is Mood.POSSIBLE and not lx.of("unfulfilled").isdisjoint(re.split(r"[:, ]+", event.cue))
    meant = event.mood in (Mood.FUTURE, Mood.DESIRED, Mood.OBLIGED, Mood.ATTEMPTED)
    return told or (meant and "would" not in event.cue)


def _stopped(told: Sequence[Event], found: Sequence[Happening]) -> list[Event]:
    """Return that somebody cries no more who `stopped`, if crying is what he did last."""
    ended: list[Event] = []
    for stop in (h for h in found if isinstance(h, Event) and h.verb == "stop"):
        who = {x for role, x in stop.roles if role in ("agent", "theme")}
        alone = {role for role, _ in stop.roles} <= {"agent", "theme", "time"}
        before = [h for h in told[: told.index(stop)] if who & {x for _, x in h.roles}] if alone else []
        last = before[-1] if before and stop.polarity and stop.mood is Mood.ACTUAL else stop
        if last.verb in lx.of("interrupted") and last.polarity and last.mood is Mood.ACTUAL:
            ended.append(replace(last, line=stop.line, polarity=False, span=stop.span, cue="stopped"))
    return ended


def _not_found(told: Sequence[Event], found: Sequence[Happening]) -> list[Event]:
    """Return that somebody found a thing who looked for it, where a line tells that he gave up."""
    gave_up = [doers(h) for h in found if isinstance(h, Event) and h.verb == "give_up" and h.polarity]
    sought = [h for h in told if h.verb in lx.of("searching") and h.polarity and doers(h) in gave_up]
    return [replace(h, verb="find", roles=tuple(r for r in h.roles if r[0] in BARE)) for h in sought]


def _judged(source: Source, told: Sequence[Happening], found: Sequence[Happening]) -> Iterator[Happening]:
    """Yield what somebody thought or said, denied or as it was told, where a line says whether it is so.

    `She was wrong.`, `That was a lie.`, `In fact it was empty.`.
    """
    accounts = lx.of("thinking") | lx.of("saying")
    for true, who, cue in _rulings(source, found):
        line, span = int(source.id[1:]), Span(source.id, 0, len(source.text))
        near = [h for h in told if h.line >= line - 1]
        thought = [h.span for h in near if h.span and _thinks(h, who, said=cue != IMPLIED)]
        for item in (h for h in near if h.mood is Mood.POSSIBLE and accounts & {*h.cue.split(", ")}):
            at = item.span or Span("", 0, 0)
            if any(s.source == at.source and s.start <= at.start < s.end for s in thought):
                now = replace(item, line=line, mood=Mood.ACTUAL, span=span, cue=cue)
                yield now if true else replace(now, polarity=not item.polarity)


def _rulings(source: Source, found: Sequence[Happening]) -> Iterator[tuple[bool, str, str]]:
    """Yield whether what was said or thought is so, by whom it was, if one is named, and the cue."""
    for verdict in (h for h in found if isinstance(h, State) and h.attribute == "is" and h.polarity):
        true = verdict.value in lx.of("judged_right")
        if (true or verdict.value in lx.of("judged_wrong")) and verdict.mood is Mood.ACTUAL:
            yield true, verdict.participant, "told so"
            return
    words = source.text.lower()
    for true, phrases in ((False, "judged_false"), (True, "judged_true"), (False, "in_fact")):
        before = [words.partition(phrase)[0] for phrase in lx.of(phrases) if phrase in words]
        if any(len(opening.split()) <= _OPENING for opening in before):  # not `told her that it was a lie`
            yield true, "", IMPLIED if phrases == "in_fact" else "told so"
            return


def _thinks(item: Happening, who: str, *, said: bool) -> bool:
    """Return whether somebody, or one that is named, thinks something or, if that counts, says it."""
    if isinstance(item, State):
        thinks = item.attribute == "thinks"
    else:
        thinks = said and item.verb in lx.of("saying") and item.polarity
    return thinks and (not who or who in doers(item))


def _halts(item: Happening, planned: Event) -> bool:
    """Return whether somebody is kept from what he set out to do: `was about to go when she stopped him`."""
    if not isinstance(item, Event) or item.verb not in lx.of("halting") or item.mood is not Mood.ACTUAL:
        return False
    stopped = item.polarity and item.role("theme") in doers(planned) - doers(item)
    alone = {role for role, _ in item.roles} <= BARE  # not `stopped him in the street`
    return stopped and alone and planned.polarity and _pending(planned)


def _balks(item: Happening, tried: Event) -> bool:
    """Return whether what follows an attempt shows that it failed: `He slipped.`, `It did not move.`."""
    if item.mood is not Mood.ACTUAL:
        return False
    if isinstance(item, State):
        return item.polarity and not lx.of("stalling").isdisjoint(item.value.split())
    acted_on = {who for role, who in tried.roles if role == "theme"}
    if item.polarity:
        return item.verb in lx.of("balking")
    return item.verb == tried.verb or any(who in acted_on for role, who in item.roles if role != "topic")
