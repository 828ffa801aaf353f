"""What a clause says of places: what is throughout a day is in it, and what a shop has is in the shop."""

from __future__ import annotations

from collections.abc import Iterator

from defeasible.reasoner.english.closed import AMBIENT, SITUATED
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.grammar.belief.adjuncts import is_time
from defeasible.reasoner.grammar.belief.fillers import NONE, SOMEBODY, SOMETHING, worded
from defeasible.reasoner.grammar.belief.frames import Frame
from defeasible.reasoner.grammar.belief.lists import stems, verbs

_DATA = read_toml("defeasible.reasoner.grammar.belief", "paraphrases.toml")
_PLACED = {word: said.split() for word, said in _DATA["prepositions"].items()}
_CONTAINERS, _ROOMS = (stems(_DATA["groups"][key]) for key in ("containers", "rooms"))
_WHERE_TO = {f"by:{word}" for word in _DATA["where_to"]["prepositions"].split()}
_ALLOWED = sorted(verbs(_DATA["where_to"]["allowed"]))
_AMBIENT = {(stem(word),) for word in AMBIENT | SITUATED}
_ITSELF = {("it",), ("them",), ("they",)}
_CONTENT = ((SOMETHING, _CONTAINERS), (SOMEBODY, _ROOMS))


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
    """Return `a ring is in the box` for `the box has a ring in it`."""
    role = next((r for r in ("by:in", "by:inside") if one[r] != NONE), "")
    subject, thing = one["subject"], one["object"]
    if one.verb != ("have",) or thing == NONE or one[role].stems not in _ITSELF:
        return one
    return one.but({"object": None, "subject": thing, role: None, "by:in": subject}, verb=())


def emptied(one: Frame) -> Iterator[Frame]:
    """Yield what `the tin is empty` denies: that something is in it, or somebody, of what is no container."""
    thing = one["subject"]
    if one.verb or one.adverbs or one["complement"].stems != ("empty",):
        return
    for content in (f for f, nouns in _CONTENT if not nouns.isdisjoint(thing.core[-1:])):
        for verb in ((), ("there",)):
            inside = {"complement": None, "subject": content, "by:in": thing}
            yield one.but(inside, verb=verb, denied=True)


def allowed(one: Frame) -> Iterator[Frame]:
    """Yield `may go on the beach` for `is allowed on the beach`; for dogs in general, the converse too."""
    if not any(role in _WHERE_TO and not is_time(role, f) for role, f in one.fillers):
        return
    if not (one.verb or one.modal) and one["complement"].stems in _ALLOWED:
        yield one.but({"complement": None}, verb=("go",), modal="may")
    elif (one.verb, one.modal) == (("go",), "may") and one["subject"].bare_plural:
        yield one.but({"complement": worded(_ALLOWED[0])}, verb=(), modal="")
