"""What a clause says of places: what is throughout a day is in it, and what a shop has is in the shop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from defeasible.reasoner.english.closed import AMBIENT, SITUATED
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.grammar.belief.adjuncts import is_time
from defeasible.reasoner.grammar.belief.fillers import SOMEBODY, SOMETHING, Filler
from defeasible.reasoner.grammar.belief.frames import Frame
from defeasible.reasoner.grammar.belief.lists import stems, verbs

_DATA = read_toml("defeasible.reasoner.grammar.belief", "paraphrases.toml")
_PLACED = {word: said.split() for word, said in _DATA["prepositions"].items()}
_CONTAINERS, _ROOMS = (stems(_DATA["groups"][key]) for key in ("containers", "rooms"))
_WHERE_TO = {f"by:{word}" for word in _DATA["where_to"]["prepositions"].split()}
_ALLOWED = sorted(verbs(_DATA["where_to"]["allowed"]))
_AMBIENT = {(stem(word),) for word in AMBIENT | SITUATED}
_CONTENT = ((SOMETHING, _CONTAINERS), (SOMEBODY, _ROOMS))


def with_fillers(one: Frame, fillers: Mapping[str, Filler], **more: Any) -> Frame:
    """Return a frame with other fillers, in order of their roles, and other fields as given."""
    return replace(one, fillers=tuple(sorted(fillers.items())), **more)


def placed(one: Frame) -> Iterator[Frame]:
    """Yield what the prepositions in a clause imply: of `throughout the day`, `during the day`."""
    fillers = dict(one.fillers)
    for role in [r for r in fillers if r[3:] in _PLACED]:
        rest = {r: f for r, f in fillers.items() if r != role}
        yield from (with_fillers(one, {f"by:{said}": fillers[role]} | rest) for said in _PLACED[role[3:]])


def within(one: Frame) -> Iterator[Frame]:
    """Yield `the shop has bread` of `there is bread in the shop`, and the other way round."""
    fillers = dict(one.fillers)
    place, there = fillers.get("by:in"), one.verb == ("there",)
    subject, thing = fillers.get("subject"), fillers.get("object")
    if there and place is not None and place.definite and subject is not None:
        rest = {role: f for role, f in fillers.items() if role != "by:in"}
        yield with_fillers(one, rest | {"subject": place, "object": subject}, verb=("have",))
    like = fillers.get("complement")
    ambient = one.verb == () and subject is not None and subject.stems == ("it",)
    if ambient and place is not None and place.definite and like is not None and like.stems in _AMBIENT:
        rest = {role: f for role, f in fillers.items() if role != "by:in"}
        yield with_fillers(one, rest | {"subject": place})  # `it is cold in the kitchen`
    if one.verb != ("have",) or subject is None or thing is None or not subject.definite or subject.person:
        return
    rest = {role: f for role, f in fillers.items() if role != "object"} | {"subject": thing}
    if subject.core[-1] in _CONTAINERS | _ROOMS:
        yield with_fillers(one, rest | {"by:in": subject}, verb=("there",))
    yield with_fillers(one, rest | {"by:at": subject}, verb=("there",))


def emptied(one: Frame) -> Iterator[Frame]:
    """Yield what `the tin is empty` denies: that something is in it, or somebody, of what is no container."""
    fillers = dict(one.fillers)
    what, thing = fillers.get("complement"), fillers.get("subject")
    if one.verb or one.adverbs or what is None or what.stems != ("empty",) or thing is None:
        return
    inside = {role: f for role, f in fillers.items() if role not in {"subject", "complement"}}
    for content in (f for f, nouns in _CONTENT if not nouns.isdisjoint(thing.core[-1:])):
        for verb in ((), ("there",)):
            yield with_fillers(one, {**inside, "subject": content, "by:in": thing}, verb=verb, denied=True)


def allowed(one: Frame) -> Iterator[Frame]:
    """Yield `may go on the beach` for `is allowed on the beach`; for dogs in general, the converse too."""
    fillers = dict(one.fillers)
    if not any(role in _WHERE_TO and not is_time(role, f) for role, f in one.fillers):
        return
    if not (one.verb or one.modal) and fillers.pop("complement", SOMEBODY).stems in _ALLOWED:
        yield with_fillers(one, fillers, verb=("go",), modal="may")
    elif (one.verb, one.modal) == (("go",), "may") and fillers.get("subject", SOMEBODY).bare_plural:
        allowed = Filler(_ALLOWED[0], core=_ALLOWED[0])
        yield with_fillers(one, fillers | {"complement": allowed}, verb=(), modal="")
