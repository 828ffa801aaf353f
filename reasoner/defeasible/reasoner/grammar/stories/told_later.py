"""What is told later than it was so, `she had bought it`, and what is so no more: `now he lives in Oslo`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from defeasible.reasoner.english.closed import COLOURS
from defeasible.reasoner.english.people import PERSONS
from defeasible.reasoner.forms.story import FLASHBACK, Event, Happening, Mood, State
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.referent import Referent
from defeasible.reasoner.grammar.stories.syntax import Clause

_KNOWN = frozenset({"the", "own", "this", "that", "these", "those"})
"""Determiners of what is known, which a relative clause tells apart by what was so before."""

_NOW = re.compile(
    r"\b(now(?! and )|nowadays|these days|today|at present|at the moment|currently)\b", re.IGNORECASE
)
_ONE_AT_A_TIME = frozenset({"lives", "works_for"})
_AS_A_RULE = frozenset({"has", "owns"})


def superseded(
    text: str, before: Sequence[Happening], found: Sequence[Happening], get: Callable[[str], Referent]
) -> Iterator[State]:
    """Yield what is over now that something else is so: `lived in Rome. Now he lives in Oslo`.

    Where one may have both, it may only be over: `Ann had a dog. Now she has a cat.`

    Args:
        text: A line.
        before: What the lines before it tell.
        found: What it tells itself.
        get: Returns a participant by its id.
    """
    spots = [match.start() for match in _NOW.finditer(text)]
    if not spots:
        return
    said = [h.span for h in found if h.span is not None]
    around = ([s for s in said if s.start <= spot < s.end] for spot in spots)
    # `was once a church and is now a bank`: the last clause that a `now` stands in
    current = [max(spans, key=lambda s: s.start) for spans in around if spans]
    told = [h for h in (*before, *found) if isinstance(h, State) and h.polarity]
    for new in (h for h in found if isinstance(h, State) and h.polarity and h.mood is Mood.ACTUAL):
        if new.span not in current:
            continue
        alike = [h for h in told if (h.participant, h.attribute) == (new.participant, new.attribute)]
        now = [(h.value, h.other) for h in alike if h.line == new.line and h.span == new.span]
        for old in (h for h in alike if (h.value, h.other) not in now and h.mood is not Mood.POSSIBLE):
            if (over := _over(old, new, get)) is not None:
                cue = f"{new.cue}, now".lstrip(", ")
                yield replace(old, line=new.line, polarity=False, mood=over, span=new.span, cue=cue)


def _over(old: State, new: State, get: Callable[[str], Referent]) -> Mood | None:
    """Return how far a state is over where another is so now; None if it is not."""
    if old.attribute in _ONE_AT_A_TIME and old.other and new.other:
        one, other = get(old.other), get(new.other)
        if one.named and other.named:
            return Mood.ACTUAL if one.kind == other.kind else None
        return Mood.POSSIBLE  # `lived in Rome. Now she lives in a flat.`
    if old.attribute == "is_a":
        nouns = {old.value.split()[-1], new.value.split()[-1]}
        of_one_sort = nouns <= PERSONS or nouns <= lx.PLACES  # a dog may be a champion, a nurse a mother
        return Mood.ACTUAL if of_one_sort and nouns.isdisjoint(lx.of("beside_work")) else None
    if old.attribute == "is":
        return Mood.ACTUAL if {old.value, new.value} <= COLOURS else None
    return Mood.POSSIBLE if old.attribute in _AS_A_RULE else None


def denied_now(told: Iterable[Happening]) -> Iterator[Happening]:
    """Yield what is told; what was so and is denied is possibly over first, with what followed from it.

    Who `used to hate cheese` may like it now, and who `was sad` and is not may be happy.
    """
    so: set[tuple[str, str, str, str | None]] = set()
    for item in told:
        if isinstance(item, State) and item.mood in (Mood.ACTUAL, Mood.PRIOR):
            about = (item.participant, item.attribute, item.value, item.other)
            if not item.polarity and about in so:
                yield replace(item, mood=Mood.POSSIBLE)
            (so.add if item.polarity else so.discard)(about)
        yield item


def in_time(happenings: list[Happening]) -> list[Happening]:
    """Move `had happened` before earlier events of the same things: `she had bought it`."""
    ordered: list[Happening] = []
    for item in happenings:
        place = len(ordered)
        if isinstance(item, Event) and item.mood is Mood.PRIOR and ": before" not in item.cue:
            things = acted_on(item)
            # A flashback runs on, unless a line goes further back: `the day before`.
            back = FLASHBACK in item.cue
            later = ((n, o) for n, o in enumerate(ordered) if back or o.mood is not Mood.PRIOR)
            place = next((n for n, o in later if not things.isdisjoint(acted_on(o, "source"))), place)
        ordered.insert(place, item)
    return ordered


def acted_on(event: Happening, *roles: str) -> set[str]:
    """Return what an event is done to, or who does it where that is nothing; nothing for a search."""
    if not isinstance(event, Event) or event.verb in lx.of("searching"):
        return set()  # where a thing is may be told behind the search for it
    named = {who for role, who in event.roles if role in ("theme", *roles)}
    return named or {who for role, who in event.roles if role == "agent"}


def as_it_was(found: list[Happening], first: int, clause: Clause, text: str) -> None:
    """Move the state in which a relative clause describes a thing before what is done to the thing.

    `Washed the shirt that was dirty`, `ate the apple that lay there`, `read the letter that Bob wrote`; not
    `gave it to Bob, who read it`, `met a man who helped her`, nor `painted the door, which now was red`.

    Args:
        found: What the sentence tells so far; changed in place.
        first: The place of what the clause tells.
        clause: The clause.
        text: The line.
    """
    told = found[first:]
    lasting = (
        clause.group.progressive or clause.group.copula or clause.verb in lx.of("doing") | lx.of("enduring")
    )
    stative = lasting or all(isinstance(item, State) for item in told)
    of = [noun for noun in clause.nouns if noun.start < clause.start]
    known = any(noun.determiner in _KNOWN for noun in of) and not text[: clause.start].rstrip().endswith(",")
    later = not lx.of("by_now").isdisjoint(clause.adverbs)
    if not (stative or known) or not clause.group.past or later:
        return
    about = {who for item in told for who in _named(item)}
    acts = (n for n, item in enumerate(found[:first]) if isinstance(item, Event) and about & {*_named(item)})
    if (place := next(acts, first)) < first:
        found[first:] = []
        found[place:place] = told


def _named(item: Happening) -> list[str]:
    """Return those that a state or an event is about."""
    if isinstance(item, Event):
        return [who for _, who in item.roles]
    return [who for who in (item.participant, item.other) if who]
