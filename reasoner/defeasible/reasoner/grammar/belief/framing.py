"""From a clause to its frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import inf

from defeasible.reasoner.english.closed import ADVERBS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar.belief.adjuncts import is_time
from defeasible.reasoner.grammar.belief.counts import COUNTING
from defeasible.reasoner.grammar.belief.fillers import AGENT, Filler, filler_of, stems_of, worded
from defeasible.reasoner.grammar.belief.frames import GIVING, NOT, Frame
from defeasible.reasoner.grammar.belief.lists import LINKS, NEUTRAL, PLACING, PRESENT, plain, stems, verbs
from defeasible.reasoner.grammar.belief.normal import Clause
from defeasible.reasoner.grammar.belief.opposites import POSITIVE, opposed
from defeasible.reasoner.grammar.belief.roles import affirmed, roles_of, take_verb
from defeasible.reasoner.grammar.belief.words import Word, Words

_CACHE = 8192
_PERFECT = frozenset({"has", "have", "'s", "'ve"})
_ENDS = frozenset({"most", "least"})
_BOUNDS = {("at", *the, end) for the in ((), ("the",)) for end in _ENDS}
_BOARDING, _VEHICLES = verbs(LINKS["boarding"]), stems(LINKS["vehicles"])
_SAME_ADVERBS = LINKS["same_adverbs"]
_MUCH = frozenset({("lot",), ("great", "deal")})
_SOME = frozenset({"some", "several", "many", "most", "half", "number", "at least", "more than", "exactly"})
"""Kinds of quantifiers incompatible with `all`, where the same is denied of some."""

_SINCE, _LASTING = frozenset({"by:for", "by:since", "clause:since"}), frozenset({"always", "long"})
_AWAY = frozenset({"by:from", "by:into", "by:onto"})
"""Roles beside which a participle tells an event: `was broken into pieces`."""
_MOVING = frozenset({("take",), ("leave",)})
"""Verbs whose participles are qualities only alone: `is taken`, not `was taken to the vet`."""


def _undergone(clause: Clause, roles: Mapping[str, Sequence[Word]]) -> bool:
    """Return whether a passive has an object of its own: `was promised a job` is not `promised a job`."""
    end = max((w.start for w in clause.words if w.role == "verb"), default=0)
    return clause.passive and any(w.start > end for w in roles.get("object", ()))


_STATES = {plain((stem(word),)) for word in ("married", "divorced", "engaged", "employed")}
"""Participles that tell a state and no result: who `has been married` need not be so now."""


@lru_cache(_CACHE)
def frame_of(clause: Clause, names: tuple[tuple[str, str], ...] = ()) -> Frame | None:
    """Return the frame of a clause, or None if some words have no role.

    Args:
        clause: The clause.
        names: Pronouns, each with the only name that it can refer to.
    """
    denied = clause.antonym and clause.denied
    quality = denied and any(w.role == "complement" and w.low in POSITIVE for w in clause.words)
    clause = affirmed(clause, {**POSITIVE, "few": "many"}) if clause.antonym else clause
    if any(w.low in _ENDS for w in clause.words):
        clause = replace(clause, words=_bound_first(clause.words))
    roles, aliases = roles_of(clause), dict(names)
    if roles is None:
        return None
    participle = list(roles.get("verb", ()))
    verb = take_verb(clause, roles)
    got = clause.passive and verb[:1] == ("get",) and verb[1:2] != (stem("marry"),)
    given = _received(clause, verb, roles)
    # `got eaten`, `was promised a job`
    verb = plain(verb[1:]) if got else ("be", *verb) if not given and _undergone(clause, roles) else verb
    passive = clause.passive and (given or not {"object", "complement"} & roles.keys())
    by = tuple(roles.get("by:by", ())[1:])
    by = () if by and is_time("by:by", filler_of(by, aliases)) else by  # `was finished by Thursday`
    led = any(role.startswith("by:") for role in roles)
    moved = not _AWAY.isdisjoint(roles) or (led and verb in _MOVING)  # `was taken to the vet`
    bare = passive and not (by or moved or clause.modal)  # not `can be closed`
    state = verb if bare and (verb in _STATES or opposed("qualities", verb)) else ()  # `was closed`
    if state:
        passive, verb, roles["complement"] = False, (), participle
    elif passive:  # somebody did it
        roles |= {} if given else {"object": roles["subject"]}
        roles["subject"] = roles.pop("by:by")[1:] if by else []
    adverbs = _adverbs(clause, roles)
    if verb in {("come",), ("finish",)} and adverbs & PLACING:  # `came first`
        verb, adverbs = (*verb, *sorted(adverbs & PLACING)), adverbs - PLACING
    fillers = []
    if passive and not roles["subject"]:
        del roles["subject"]
        fillers.append(("subject", AGENT))
    for role, words in sorted(roles.items()):
        leads = role.partition(":")[2].split()
        own = words[len(leads) :] if [w.low for w in words[: len(leads)]] == leads else words
        one = _whose(role, words, filler_of(tuple(w for w in own if w.low not in adverbs), aliases))
        one = _content(own, aliases, past=clause.past) if role == "content" else one
        if role == "complement" and state:
            one = one.reworded(state)
        if role == "complement" and quality:  # `is unhappy`
            one = replace(one, stems=("not", *one.stems))
        if role == "object" and verb in _BOARDING and not _VEHICLES.isdisjoint(one.core[-1:]):
            role, verb = "by:by", ("go",)  # noqa: PLW2901 - `takes the bus`
        fillers.append((role, one))
    past, perfect = _tense(clause, verb, roles, state=bool(state) and state not in _STATES)
    perfect = got or perfect
    adverbs -= frozenset() if past else PRESENT
    said = tuple(item for item in fillers if not _is_much(*item))
    adverbs |= {"much"} if len(said) < len(fillers) else set()
    found = Frame(
        verb,
        clause.modal,
        said,
        adverbs,
        past,
        denied and not quality,
        clause.ahead,
        clause.free,
        perfect,
        clause.going,
    )
    return _apart(found) if clause.apart else found


def _whose(role: str, words: Sequence[Word], one: Filler) -> Filler:
    """Return a filler that is not Ann if its words are `Ann's`, and no noun is known for them."""
    lone = role in {"subject", "object"} and bool(words) and words[-1].tag == "POS"
    return one.reworded((*one.stems, "'s")) if lone else one


def _tense(
    clause: Clause, verb: tuple[str, ...], roles: Mapping[str, object], *, state: bool
) -> tuple[bool, bool]:
    """Return whether a clause is about the past, and whether what it says holds now: `has left`."""
    had = _had(clause, verb)
    over = _SINCE.isdisjoint(roles) and _LASTING.isdisjoint(clause.adverbs)  # not `has been ill for days`
    past = clause.past or bool(had and over and not state)
    return past, not (had.isdisjoint(_PERFECT) or clause.past or (past and not verb))


def _is_much(role: str, filler: Filler) -> bool:
    """Return whether an object is an adverb: `smokes a lot`."""
    return role == "object" and filler.indefinite and filler.stems in _MUCH


def _had(clause: Clause, verb: tuple[str, ...]) -> set[str]:
    """Return the forms of `have` that make the perfect: not `has to`, `has got`."""
    owns = {"to", "got"} if verb == ("have",) else {"to"}
    pairs = pairwise((*clause.words, clause.words[-1]))
    return {w.low for w, of in pairs if w.role == "aux" and w.lemma == "have" and of.low not in owns}


def _received(clause: Clause, verb: tuple[str, ...], roles: dict[str, list[Word]]) -> bool:
    """Put who was given or told something behind `to`; return whether something was given or told."""
    told = "content" in roles
    given = told or (verb in GIVING and "object" in roles)
    whom = "object" if told and "object" in roles else "subject" if clause.passive and given else ""
    if whom and "by:to" not in roles and roles[whom][0].low != "it":  # not `it was announced that`
        roles["by:to"] = roles[whom]  # `told Ann that`, `was given a key`
    if told:
        roles.pop("object", None)
    return given


def _content(words: list[Word], aliases: Mapping[str, str], *, past: bool) -> Filler:
    """Return what is said as a filler: `shop close` for `that the shop was shut`."""
    was = ("then",) if not past and any(w.tag == "VBD" for w in words) else ()  # `says that she was ill`
    said = (*stems_of(words, aliases), *was)
    return worded(said)


def _adverbs(clause: Clause, roles: dict[str, list[Word]]) -> frozenset[str]:
    """Remove the adverbs from the roles of a clause and return those that matter."""
    nominal = {w.low for role in ("subject", "object") for w in roles.get(role, [])}
    nominal |= {w.low for w, of in pairwise(clause.words) if of.tag == "CD" and w.low in COUNTING}
    found = frozenset(w.low for w in roles.pop("adverb", [])) | (clause.adverbs - nominal)
    found = frozenset(_SAME_ADVERBS.get(a, a) for a in found)
    found = frozenset(
        a
        for a in found
        if ADVERBS.get(a) != "discourse" and (a not in NEUTRAL or (a == "still" and clause.past))
    )
    before = clause.no_longer and (clause.past or clause.free)
    found |= {"still"} if before else frozenset()  # who gave up smoking smoked
    # `somewhere near the square`
    found -= {"somewhere"} if any(role.startswith("by:") for role in roles) else frozenset()
    return found - {"possibly"} if clause.modal == "can" else found


def _bound_first(words: Words) -> Words:
    """Return `at most thirty pupils` for `thirty pupils at most`."""
    lows = [w.low for w in words]
    for n in range(len(words) - 1):
        size = next((k for k in (2, 3) if tuple(lows[n : n + k]) in _BOUNDS), 0)
        start = n - 1
        while size and start >= 0 and words[start].role == words[n - 1].role and words[start].tag != "CD":
            start -= 1
        if size and start >= 0 and words[start].tag == "CD" and words[start].role == words[n - 1].role:
            bound = (w._replace(role=words[start].role) for w in (words[n], words[n + size - 1]))
            return (*words[:start], *bound, *words[start:n], *words[n + size :])
    return words


def not_all(one: Frame) -> Frame | None:
    """Return `some do not`, `most do not` as a denial of `all do`; None for other quantifiers."""
    some = one[one.counted]
    several = some.stems[:1] == ("someone",) or some.kind in _SOME or some.indefinite
    if not several or some.least < 1 or some.kind == "every":
        return None
    every = replace(some, kind="every", least=1, counted=True, indefinite=False)
    return one.but({one.counted: every}, adverbs=one.adverbs - {NOT}, denied=True)


def _apart(one: Frame) -> Frame | None:
    """Return a denial about some only: `some do not` just means that not all do."""
    some = one[one.counted]
    if (some.least, some.most) == (1, inf) and some.kind in {"", "some", "number", "at least"}:
        return not_all(one)
    return replace(one, adverbs=one.adverbs | {NOT})
