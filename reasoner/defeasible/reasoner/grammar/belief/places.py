"""What a clause says of places, and of what is in them, of weather, days and company.

What is throughout a day is in it, what a shop has is in the shop, and who lives alone lives with nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from defeasible.reasoner.english.closed import AMBIENT, SITUATED
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.grammar.belief.adjuncts import is_time
from defeasible.reasoner.grammar.belief.fillers import AGENT, NONE, SOMEBODY, SOMETHING, Filler, worded
from defeasible.reasoner.grammar.belief.frames import Frame
from defeasible.reasoner.grammar.belief.lists import LINKS, WEEK, stems, verbs

_DATA = read_toml("defeasible.reasoner.grammar.belief", "paraphrases.toml")
_PLACED = {word: said.split() for word, said in _DATA["prepositions"].items()}
_CONTAINERS, _ROOMS = (stems(_DATA["groups"][key]) for key in ("containers", "rooms"))
_WHERE_TO = {f"by:{word}" for word in _DATA["where_to"]["prepositions"].split()}
_ALLOWED = sorted(verbs(_DATA["where_to"]["allowed"]))
_AMBIENT = {(stem(word),) for word in AMBIENT | SITUATED}
_ITSELF = {("it",), ("them",), ("they",)}
_CONTENT = ((SOMETHING, _CONTAINERS), (SOMEBODY, _ROOMS))


_INSIDE = frozenset({"by:in", "by:at", "by:on"})
_WEATHER = {stem(like): stem(noun) for like, noun in LINKS["weather"].items()}
_WEATHER_LIKE = {noun: like for like, noun in _WEATHER.items()}
_FALLING = {(word,) for word in ("rain", "snow", "hail", "thunder")}
_PORTIONS = stems(LINKS["portions"])
_GOING = frozenset({"subject", "by:to", "by:from"})
_SELLERS, _HANDLING = stems(LINKS["sellers"]), verbs(LINKS["handling"])
_BESIDE = frozenset({"by:near", "by:beside", "by:opposite", "by:next to", "by:close to"})
_POSITIONS, _JOINT, _SUPPLYING = (verbs(LINKS[key]) for key in ("positions", "joint", "supplying"))
_KINDS_OF_DAY = {(stem(word),) for word in ("holiday", "weekday", "weekend", "Christmas", "Easter")}
SHIFTS: dict[tuple[str, ...], int] = {
    ("it",): 0, ("today",): 0, ("tomorrow",): -1, ("yesterday",): 1,
    ("day", "after", "tomorrow"): -2, ("day", "before", "yesterday"): 2,
}  # fmt: skip
"""Words for a day, each with how many days later today is."""


def placed(one: Frame) -> Iterator[Frame]:
    """Yield what the prepositions in a clause imply: of `throughout the day`, `during the day`."""
    for role, filler in one.fillers:
        for said in _PLACED.get(role[3:], ()):
            yield one.but({role: None, f"by:{said}": filler})


def within(one: Frame) -> Iterator[Frame]:
    """Yield `the shop has bread` of `there is bread in the shop`, and the other way round."""
    place, subject, thing = (one[role] for role in ("by:in", "subject", "object"))
    if one.verb == ("there",) and place.definite:
        yield one.but({"by:in": None, "subject": place, "object": subject}, verb=("have",))
    ambient = one.verb == () and subject.stems == ("it",) and one["complement"].stems in _AMBIENT
    if ambient and place.definite:
        yield one.but({"by:in": None, "subject": place})  # `it is cold in the kitchen`
    if one.verb != ("have",) or thing == NONE or not subject.definite or subject.person:
        return
    for role in ("by:in", "by:at") if subject.core[-1] in _CONTAINERS | _ROOMS else ("by:at",):
        yield one.but({"object": None, "subject": thing, role: subject}, verb=("there",))


def contained(one: Frame) -> Frame:
    """Return `a ring is in the box` for `the box has a ring in it`, `on it`."""
    role = next((r for r in ("by:in", "by:inside", "by:on", "by:under") if one[r] != NONE), "")
    subject, thing = one["subject"], one["object"]
    if one.verb != ("have",) or thing == NONE or one[role].stems not in _ITSELF or subject.person:
        return one
    where = "by:in" if role == "by:inside" else role
    return one.but({"object": None, "subject": thing, role: None, where: subject}, verb=())


def emptied(one: Frame) -> Iterator[Frame]:
    """Yield what `the tin is empty` denies: that something is in it, or somebody, of what is no container."""
    thing = one["subject"]
    if one.verb or one.adverbs or one["complement"].stems != ("empty",):
        return
    for content in (f for f, nouns in _CONTENT if not nouns.isdisjoint(thing.core[-1:])):
        for verb, role in product(((), ("there",)), ("by:in", "by:on")):
            yield one.but({"complement": None, "subject": content, role: thing}, verb=verb, denied=True)


def allowed(one: Frame) -> Iterator[Frame]:
    """Yield `may go on the beach` for `is allowed on the beach`; for dogs in general, the converse too."""
    if not any(role in _WHERE_TO and not is_time(role, f) for role, f in one.fillers):
        return
    if not (one.verb or one.modal) and one["complement"].stems in _ALLOWED:
        yield one.but({"complement": None}, verb=("go",), modal="may")
    elif (one.verb, one.modal) == (("go",), "may") and one["subject"].bare_plural:
        yield one.but({"complement": worded(_ALLOWED[0])}, verb=(), modal="")


def nested(one: Frame) -> Iterator[Frame]:
    """Yield `lives in Oslo` of `lives in a flat in Oslo`."""
    for role, filler in one.fillers:
        inner = filler.stems[len(filler.core) :] if filler.stems[: len(filler.core)] == filler.core else ()
        place = role in _INSIDE and not _ROOMS.isdisjoint(filler.core[-1:])
        if place and inner[:1] == ("in",) and inner[1:]:
            yield one.but({role: None, "by:in": worded(inner[1:])})


def portion(one: Frame) -> Iterator[Frame]:
    """Yield `drank wine` of `drank a glass of wine`."""
    for role, filler in one.fillers:
        stems_ = filler.stems
        of = stems_.index("of") if "of" in stems_[1:-1] else 0
        some = filler.least >= 1 and filler.kind != "no" and one.verb not in _HANDLING
        if of and stems_[of - 1] in _PORTIONS and some:
            yield one.but({role: worded(stems_[of + 1 :])})


def until(one: Frame) -> Iterator[Frame]:
    """Yield `is closed` of `is closed until Friday`: it is so now; `until eight` it may be each day."""
    for role in ("by:until", "by:till"):
        own = one[role].stems
        hour = not own or {"noon", "midnight"} & {*own} or any(word[:1].isdigit() for word in own)
        if not (hour or one.past or one.denied or one.modal):
            yield one.but({role: None})


def weather(one: Frame) -> Iterator[Frame]:
    """Yield `there was fog` of `it was foggy`, and the other way round."""
    subject, what = one["subject"], one["complement"]
    noun = _WEATHER.get(what.stems[-1]) if what.stems else None
    if one.verb == () and subject.stems == ("it",) and noun:
        yield one.but({"complement": None, "subject": worded((noun,))}, verb=("there",))
    if one.verb == ("there",) and subject.core[-1:] in _FALLING:
        yield one.but({"subject": worded(("it",))}, verb=subject.core[-1:])
    elif one.verb in _FALLING and subject.stems == ("it",):
        yield one.but({"subject": worded(one.verb)}, verb=("there",))
    elif one.verb == ("there",) and (like := _WEATHER_LIKE.get(subject.core[-1] if subject.core else "")):
        yield one.but({"subject": worded(("it",)), "complement": worded((like,))}, verb=())


def travelled(one: Frame) -> Iterator[Frame]:
    """Yield `went by car` of `drove`."""
    by = LINKS["vehicle_of"].get(one.verb[0]) if len(one.verb) == 1 else None
    going = all(role in _GOING or is_time(role, filler) for role, filler in one.fillers)
    if by and going and one["by:to"] != NONE:
        yield one.but({"by:by": worded((stem(by),))}, verb=("go",))


def unaided(one: Frame, other: Frame) -> bool:
    """Return whether one frame denies the other: `Ann painted the fence alone`, `Tom painted the fence`."""
    who, whom = one["subject"], other["subject"]
    stated = not (one.denied or other.denied or one.modal or other.modal)
    if "alone" not in one.adverbs or not (stated and one["object"].definite):
        return False
    others = who.person and whom.person and who.stems != whom.stems
    return others and one.but({"subject": whom}, adverbs=one.adverbs - {"alone"}).entails(other)


def together(one: Frame) -> Iterator[Frame]:
    """Yield `Tom works with Ann` of `Ann works with Tom`; of who lives alone, that nobody is with them."""
    if "alone" in one.adverbs:
        yield one.but({"by:with": SOMEBODY}, adverbs=one.adverbs - {"alone"}, denied=True)
    for role, other in one.fillers:
        joint = (
            _POSITIONS if role in _BESIDE else _JOINT if role == "by:with" else frozenset[tuple[str, ...]]()
        )
        two = one["subject"].person and other.person and not (other.indefinite or other.counted or other.kind)
        if one.verb in joint and two:
            yield one.but({"subject": other, role: one["subject"]})


def sold(one: Frame) -> Iterator[Frame]:
    """Yield `the shop sells bread` of `bread is sold in the shop`, and the other way round."""
    where = next((role for role in ("by:in", "by:at") if one[role].definite and _sells(one[role])), "")
    if one.verb not in _SUPPLYING or one["object"] == NONE:
        return
    if one.agentless and where:
        yield one.but({"subject": one[where], where: None})
    elif one["subject"].definite and _sells(one["subject"]):
        for role in ("by:in", "by:at"):
            yield one.but({"subject": AGENT, role: one["subject"]})


def _sells(place: Filler) -> bool:
    return not _SELLERS.isdisjoint(place.core[-1:])


def dated(one: Frame) -> Frame:
    """Return `today is Monday` for `it is Monday`, `tomorrow is Tuesday`, `yesterday was Sunday`."""
    shift = SHIFTS.get(one["subject"].stems)
    day = one["complement"].stems
    if not (one.verb or one.modal) and shift == 0 and one["complement"].core[-1:] in _KINDS_OF_DAY:
        return one.but({"subject": worded(("today",))})  # `it is a holiday`
    if one.verb or one.modal or shift is None or len(day) != 1 or day[0] not in WEEK:
        return one
    now = WEEK[(WEEK.index(day[0]) + shift) % len(WEEK)]
    times = (role for role, filler in one.fillers if filler.stems == ("today",))
    said = {"subject": worded(("today",)), "complement": worded((now,))}
    return one.but(dict.fromkeys(times) | said, past=one.past and shift == 0, ahead=False)


RULES = (placed, within, emptied, nested, portion, until, weather, travelled, together, sold)
"""Rules that yield what a clause says besides."""


def is_in_name(role: str, filler: Filler, thing: tuple[str, ...]) -> bool:
    """Return whether a phrase behind an object is part of its name: `owns the house on the hill`."""
    led = (*role.removeprefix("by:").split(), *filler.stems)
    return role.startswith("by:") and thing[-len(led) :] == led
