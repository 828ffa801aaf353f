"""What a question puts in other words: `bought it` of what was sold, `took it` of what was stolen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import NamedTuple

from defeasible.reasoner.forms.story import Event, Happening, Mood, State
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.referent import Referent

_PARTNERS = ("recipient", "companion", "theme")
"""Roles of the other one in what takes two."""


class _Wording(NamedTuple):
    """A verb that tells what another asks."""

    verb: str
    opposite: bool = False
    """Whether who does the one does not do the other: `turn_down` and `accept`."""
    only: bool | None = None
    """The polarity in which alone it answers: who did not steal a thing may have taken it."""
    roles: tuple[tuple[str, str], ...] = ()
    """Each role of the asked verb with what it is to the verb that tells; by default the same."""
    filled: tuple[str, ...] = ()
    """Roles that must be told and, with `-`, that must not."""

    def tells(self, event: Event, get: Callable[[str], Referent]) -> bool:
        """Return whether an event is of this verb, and of those that it is about."""
        if event.verb != self.verb or self.only not in (None, event.polarity):
            return False
        if any((event.role(role.removeprefix("-")) is None) != (role[0] == "-") for role in self.filled):
            return False
        people = [event.role(here) for asked, here in self.roles if asked not in ("theme", "goal")]
        theme = event.role("theme") if self.opposite and not self.roles else None
        return not (theme and get(theme).animate()) and all(get(who).animate() for who in people if who)


def not_regained(query: Happening, told: Sequence[Happening]) -> bool:
    """Return whether a query asks if somebody got a thing back, where nobody is told to find or return it."""
    if not isinstance(query, State) or "get_back" not in query.cue:
        return False
    verbs = lx.of("regained") | lx.of_classes("regaining")
    done = (h for h in told if isinstance(h, Event) and h.verb in verbs)
    return not any(("theme", query.other) in h.roles for h in done)


def as_told(asked: Happening, told: Sequence[Happening], get: Callable[[str], Referent]) -> Happening:
    """Return what is asked in the words in which it was told, if those tell it: `bought` as `sell`.

    Args:
        asked: What a query asks. A state that its verb results in, `was damaged`, is also told by `scratch`.
        told: What the story tells.
        get: Returns a participant by its id.
    """
    if isinstance(asked, Event):
        return _as_told(asked, told, get)
    verb = asked.cue.split(", ")[0]
    if asked.attribute != "is" or asked.other is not None or verb not in _wordings():
        return asked
    done = Event(
        asked.id, asked.line, verb, (("theme", asked.participant),), asked.polarity, asked.mood, asked.span
    )
    known = _as_told(done, told, get)
    return asked if known.verb == verb else known


def _as_told(asked: Event, told: Sequence[Happening], get: Callable[[str], Referent]) -> Event:
    events = [h for h in told if isinstance(h, Event) and h.mood in (Mood.ACTUAL, Mood.PRIOR, asked.mood)]
    wanted = set(asked.roles)
    if (one := next((x for h in events if (x := _with_each_other(asked, h)) is not None), None)) is not None:
        return one
    if any(h.verb == asked.verb and (not h.polarity or wanted <= set(h.roles)) for h in events):
        return asked
    if (one := _treated(asked, events, get)) is not None:
        return one
    for event in events:
        if event.verb == asked.verb and event.polarity and (one := _among(asked, event, get)) is not None:
            return one
    verbs = {h.verb for h in events}
    for wording in (w for w in _wordings().get(asked.verb, ()) if w.verb in verbs):
        there = dict(wording.roles)
        roles = tuple((there.get(role, role), who) for role, who in asked.roles)
        for event in events:
            if not wording.tells(event, get):
                continue
            if not (event.polarity or set(event.roles) <= set(roles)):
                continue  # who did not sell it to Ann may have sold it
            if wording.opposite:  # who skipped breakfast ate none in the hall either
                known = dict(event.roles)
                said = tuple(pair for pair in roles if pair in event.roles)
                same = all(known.get(role) in (None, who) for role, who in roles)
                theme, bare = (
                    dict(roles).get("theme"),
                    event.verb in lx.of("contested") and "theme" not in known,
                )
                bare = bare and theme is not None and not get(theme).animate()  # who won lost no match
                if same and (bare or known.get("theme") == theme):
                    # `is going ahead` is not being called off
                    return replace(asked, verb=wording.verb, roles=said, polarity=not asked.polarity, cue="")
            there_too = {*event.roles, *_sellers(event, told)}
            if not wording.opposite and set(roles) <= there_too:
                return replace(asked, verb=wording.verb, roles=tuple(r for r in roles if r in event.roles))
    return asked


def _treated(asked: Event, events: Sequence[Event], get: Callable[[str], Referent]) -> Event | None:
    """Return what a doctor did to somebody, or to his leg, where a query asks whether he saw a doctor."""
    doctor, patients = asked.role("theme"), {asked.role("experiencer"), asked.role("agent")}
    if asked.verb not in lx.of("consulting") or doctor is None:
        return None
    if get(doctor).head not in lx.of_classes("medics"):
        return None
    done = (h for h in events if h.polarity and h.role("agent") == doctor)
    for event in done:
        of = {who for _, who in event.roles if who[:1] != "="}
        if patients & of.union(*(get(who).owner for who in of)):
            return replace(asked, verb=event.verb, roles=event.roles)
    return None


def _sellers(event: Event, told: Sequence[Happening]) -> Iterator[tuple[str, str]]:
    """Yield whose a thing was that somebody bought of nobody that is told of: he sold it."""
    if event.verb in lx.of("buying") and event.role("source") is None:
        owned = [h for h in told if isinstance(h, State) and h.attribute == "owns" and h.polarity]
        yield from (("source", h.participant) for h in owned if h.other == event.role("theme"))


def _among(asked: Event, event: Event, get: Callable[[str], Referent]) -> Event | None:
    """Return what is asked of one of those who do a thing together.

    Who left with Bob left, and so did Bob; of Ann and Bob, who kissed, each kissed the other.
    """
    who, whom, fellow = asked.role("agent"), asked.role("theme"), event.role("companion")
    both = {one for role, one in event.roles if role == "agent"}
    if asked.verb in lx.of("mutual") and {who, whom} <= both and not event.role("theme"):
        return replace(asked, roles=tuple(("agent", one) for _, one in asked.roles))
    if fellow is None or fellow != who or get(fellow).kind != "person":
        return None
    roles = tuple(("companion" if role == "agent" else role, one) for role, one in asked.roles)
    return replace(asked, roles=roles) if set(roles) <= set(event.roles) else None


def _with_each_other(asked: Event, event: Event) -> Event | None:
    """Return what is asked of two who do what takes two: `Ann and Bob chatted`, `Ann talked to Bob`."""
    two = [who for role, who in asked.roles if role in ("agent", *_PARTNERS)]
    if event.verb not in _together().get(asked.verb, ()) or len(two) < len(("Ann", "Bob")):
        return None
    told = [(role, who) for role, who in event.roles if who in two and role in ("agent", *_PARTNERS)]
    heard = event.role("recipient")  # who is spoken to need not speak
    if len(told) < len(two) or (heard is not None and asked.role("recipient") not in (None, heard)):
        return None
    rest = tuple((role, who) for role, who in asked.roles if who not in two)
    return replace(asked, verb=event.verb, roles=(*told, *rest))


@cache
def _together() -> dict[str, list[str]]:
    """Return each verb for what takes two with those of its meaning."""
    rows = map(str.split, lx.RETOLD["together"].split(";"))
    return {verb: row for row in rows for verb in row}


def synonyms(verb: str) -> frozenset[str]:
    """Return the verbs that say the same as a verb."""
    return frozenset(w.verb for w in _wordings().get(verb, ()) if w == _Wording(w.verb))


@cache
def _wordings() -> dict[str, list[_Wording]]:
    """Return the verbs that tell what each verb asks."""
    found: dict[str, list[_Wording]] = {}
    for row in lx.RETOLD["same"].split(";"):
        for asked, told in product(row.split(), repeat=2):
            if asked != told:
                found.setdefault(asked, []).append(_Wording(told))
    for one, other, filled in _pairs("less", "<"):
        found.setdefault(other, []).append(_Wording(one, only=True, filled=filled))
        if not filled:
            found.setdefault(one, []).append(_Wording(other, only=False))
    for one, other, _ in _pairs("denied", "~"):
        found.setdefault(other, []).append(_Wording(one, opposite=True, only=True))
        found.setdefault(one, []).append(_Wording(other, opposite=True, only=True))
    for row in lx.RETOLD["sides"].split(";"):
        left, sign, right = re.split("([<=~])", row)
        (one, *here), (other, *there) = left.split(), right.split()
        roles, only = tuple(zip(there, here, strict=True)), None if sign == "=" else True
        found.setdefault(other, []).append(_Wording(one, sign == "~", only, roles))
        back = tuple(zip(here, there, strict=True))
        if sign != "~" and one != other:  # who never saw the letter did not read it
            found.setdefault(one, []).append(_Wording(other, only=None if sign == "=" else False, roles=back))
    return found


def _pairs(kind: str, sign: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    for row in lx.RETOLD[kind].split(";"):
        verbs, _, filled = row.partition(":")
        left, _, right = verbs.partition(sign)
        yield from product(left.split(), right.split(), [tuple(filled.split())])


def of_another(asked: Sequence[Happening], told: Sequence[Happening], get: Callable[[str], Referent]) -> bool:
    """Return whether a query for a thing of a kind, `Tom has a car`, has only another's to go by.

    Ann's car is no answer: it neither is his nor keeps him from having one.
    """
    for query in asked:
        who, thing = _getting(query)
        with_it = {one for h in told for one in _people(h, get) if thing in _named(h)}
        if who and thing and with_it and who not in with_it:
            return True
    return False


def _getting(query: Happening) -> tuple[str | None, str | None]:
    """Return who is asked to have or to get a thing, and the thing."""
    if isinstance(query, State):
        has = query.attribute in ("has", "owns") and query.polarity
        return (query.participant, query.other) if has else (None, None)
    gets = query.verb in lx.of_classes("getting") and query.polarity
    return (query.role("agent"), query.role("theme")) if gets else (None, None)


def _named(told: Happening) -> set[str | None]:
    if isinstance(told, State):
        return {told.participant, told.other}
    return {who for _, who in told.roles}


def _people(told: Happening, get: Callable[[str], Referent]) -> set[str]:
    return {who for who in _named(told) if who and who[0] != "=" and get(who).animate()}
