"""What a noun says that somebody does, and what it says a thing is like.

`Ann is a good singer` and `Ann sings well`, `Ann has blue eyes` and `Ann's eyes are blue` say the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from defeasible.reasoner.english.closed import ADVERBS, NEGATORS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import is_base
from defeasible.reasoner.grammar.belief.fillers import NONE, Filler, quality_of, worded
from defeasible.reasoner.grammar.belief.frames import Frame
from defeasible.reasoner.grammar.belief.lists import LINKS, plain, stems, verbs

_AGENTS, _WAYS = LINKS["agents"], LINKS["ways"]
_HABITS = verbs(LINKS["habits"])
_ONCE, _COLOUR = stems(LINKS["done_once"]), stems("colour color")
_NOT_LACKING = stems(LINKS["not_lacking"])
_VOWELS = frozenset("aeiou")
_SERVING = verbs(LINKS["serving"])
_JOBS = {(stem(word), "as") for word in ("job", "position", "post")}
_NOT_A_WAY = frozenset(ADVERBS) | frozenset(NEGATORS)
"""Adverbs that say how often or whether: who hardly works is no hard worker."""


def agentive(one: Frame) -> Iterator[Frame]:
    """Yield `sings well` of `is a good singer`, `eats fish` of `is a fish eater`, and the other way round."""
    what = one["complement"]
    if one.verb == () and what.indefinite and what.core == what.stems != ():
        verb, before = _doing(what.stems[-1]), what.stems[:-1]
        if verb and not before and one["subject"].person:
            yield one.but({"complement": None}, verb=verb)
        if verb and len(before) == 1:
            yield one.but({"complement": None, "object": worded(before)}, verb=verb)
            for way in _WAYS.get(before[0], f"{before[0]}ly").split():
                yield one.but({"complement": None}, verb=verb, adverbs=one.adverbs | {way})
    habitual = len(one.verb) == 1 and not (one.past or one.going or one.perfect or one.ahead)
    beside = {role for role, _ in one.fillers} - {"subject"}
    if not habitual or len(one.adverbs) + len(beside) > 1:
        return
    bare = one["object"].core == one["object"].stems and one["object"].bare
    for doer in _doers(one.verb[0]):
        for way in one.adverbs - _NOT_A_WAY:
            yield _is_a(one, (_quality(way), doer))
        if beside == {"object"} and bare:
            yield _is_a(one, (*one["object"].stems, doer))
        elif one.verb in _HABITS and not beside:
            yield _is_a(one, (doer,))


def attributed(one: Frame) -> Iterator[Frame]:
    """Yield `her eyes are blue` of `she has blue eyes`, `is a nurse` of `works as a nurse`, and back."""
    subject, thing, what = one["subject"], one["object"], one["complement"]
    role = one["by:as"]
    if one.verb == ("have",) and thing.core == thing.stems and thing.kind not in {"no", "few"}:
        if like := quality_of(thing):
            own = (*subject.stems, thing.stems[-1])
            whose = Filler(own, owned=frozenset(subject.stems), core=own)
            yield one.but({"object": None, "subject": whose, "complement": like}, verb=())
    elif one.verb == () and what.core == what.stems != () and not (what.indefinite or what.the or what.owned):
        cut = max((n + 1 for n, word in enumerate(subject.core) if word in subject.owned), default=0)
        if cut and subject.core[cut:] and subject.core == subject.stems:
            had = replace(worded((*what.stems, *subject.core[cut:])), indefinite=True)
            whose = worded(subject.core[:cut])
            yield one.but({"complement": None, "subject": whose, "object": had}, verb=("have",))
    if one.verb in _SERVING and role != NONE:
        yield one.but({"by:as": None, "complement": replace(role, indefinite=True)}, verb=())
    elif one.verb == ("have",) and thing.stems[:2] in _JOBS:
        yield one.but(
            {"object": None, "complement": replace(worded(thing.stems[2:]), indefinite=True)}, verb=()
        )


def lacking(one: Frame) -> Iterator[Frame]:
    """Yield `has no sleeves` of `is sleeveless`."""
    what = one["complement"]
    noun = what.stems[0].removesuffix("less") if what.stems == what.core and len(what.core) == 1 else ""
    if one.verb == () and noun and noun != what.stems[0] and what.stems[0] not in _NOT_LACKING:
        thing = replace(worded((stem(noun),)), bare_plural=True)
        yield one.but({"complement": None, "object": thing}, verb=("have",), denied=not one.denied)


def coloured(one: Frame) -> Frame:
    """Return `the car is red` for `the colour of the car is red`."""
    subject = one["subject"]
    if (
        one.verb
        or not subject.owned
        or _COLOUR.isdisjoint(subject.core[-1:])
        or subject.stems != subject.core
    ):
        return one
    return one.but({"subject": replace(subject.reworded(subject.stems[:-1]), owned=frozenset())})


def _is_a(one: Frame, said: tuple[str, ...]) -> Frame:
    return one.but(
        {"object": None, "complement": replace(worded(said), indefinite=True)}, verb=(), adverbs=frozenset()
    )


def _doing(noun: str) -> tuple[str, ...]:
    """Return the verb of what somebody does: `drive` for `driver`; empty for another noun."""
    cut = noun[:-2] if noun.endswith(("er", "or")) and noun not in _ONCE else ""
    twice = cut[:-1] if cut[-2:-1] == cut[-1:] else ""
    verb = _AGENTS.get(noun) or next(filter(is_base, (twice, f"{cut}e", cut) if cut else ()), "")
    return plain((stem(verb),)) if verb else ()


def _doers(verb: str) -> list[str]:
    """Return the nouns for who does something, as stems: `driver` for `drive`, `collector` for `collect`."""
    known = [noun for noun, own in _AGENTS.items() if own == verb]
    twice = (
        verb[-1:] not in _VOWELS | {"w", "x", "y"} and verb[-2:-1] in _VOWELS and verb[-3:-2] not in _VOWELS
    )
    cut = verb.removesuffix("e") + verb[-1:] * twice
    return [plain((stem(noun),))[-1] for noun in known or (f"{cut}er", f"{cut}or")]


def _quality(way: str) -> str:
    """Return the adjective of an adverb, as a stem: `careful` for `carefully`, `good` for `well`."""
    own = next((adjective for adjective, ways in _WAYS.items() if way in ways.split()), "")
    cut = way.removesuffix("ly")
    return own or plain((stem(f"{cut[:-1]}y" if cut[-1:] == "i" else cut),))[-1]
