"""Assigns the words of a clause to roles, for comparison."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from defeasible.reasoner.english.closed import (
    EVEN,
    NEGATORS,
    ONLY,
    PARTICLES,
    QUANTIFIER_PHRASES,
    QUANTIFIERS,
)
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import is_participle
from defeasible.reasoner.grammar.belief.adjuncts import is_time
from defeasible.reasoner.grammar.belief.counts import COUNTING
from defeasible.reasoner.grammar.belief.fillers import filler_of
from defeasible.reasoner.grammar.belief.lists import plain
from defeasible.reasoner.grammar.belief.normal import Clause
from defeasible.reasoner.grammar.belief.words import Word

_EMPHASIS = frozenset({"right", "just", "all"})
_TELLING = NEGATORS.keys() | ONLY | EVEN | PARTICLES
"""Words that are more than an adverb."""
_BOUND = COUNTING - {"to", "at"} | {"of", "than", "as", "like", "that", "whether", "if"}
"""Words that introduce part of a noun phrase, or at least no place."""
_DEICTIC = frozenset({"today", "tonight", "tomorrow", "yesterday"})


def roles_of(clause: Clause) -> dict[str, list[Word]] | None:
    """Return the words of each role of a clause; None if some words have no role."""
    bare = not clause.words or clause.open or clause.inner or "or" in clause.connectives
    roles = None if bare else _by_role(clause)
    if roles is None:
        return None
    being = [w.lemma for w in roles.get("verb", [])] == ["be"]
    rest = [w for w in roles.pop("", []) if w.low not in clause.adverbs | _EMPHASIS]
    complement = [w.low for w in roles.get("complement", [])]
    if being and [w.low for w in rest] == ["there"]:
        roles["verb"], rest = rest, []
    elif being and not complement and rest and all(w.low in PARTICLES for w in rest):
        roles["complement"], rest = rest, []  # `is out now`
    elif being and complement == ["old"] and any(w.tag == "CD" for w in rest):
        roles["complement"], rest = [w for w in rest if w.lemma != "year"], []  # `is thirty years old`
    if roles.get("complement") and any(w.low == "half" for w in rest):  # `half empty`
        one, *more = roles["complement"]
        roles["complement"] = [one._replace(low=f"half-{one.low}"), *more]
        rest = [w for w in rest if w.low != "half"]
    led = roles["complement"][0] if being and roles.get("complement") else None
    if led is not None and led.tag == "IN" and len(roles["complement"]) > 1:  # not `is off`
        roles[f"by:{led.low}"] = roles.pop("complement")  # `is in the hall`
    known = [w for w in rest if w.tag == "RB" and w.low not in _TELLING]
    roles["adverb"] += known
    for role in [r for r in roles if r.startswith("by:") and not {"subject", "object"} <= roles.keys()]:
        opened = tuple(w.low for w in roles[role][:2])
        if any(opened == phrase for phrase, _ in QUANTIFIER_PHRASES):  # `holds at most six people`
            roles["object" if "subject" in roles else "subject"] = roles.pop(role)
    if "subject" not in roles or len(known) < len(rest):
        return None
    return roles


def _by_role(clause: Clause) -> dict[str, list[Word]] | None:
    unread = {start for start, _ in clause.unread}
    roles: dict[str, list[Word]] = defaultdict(list)
    last = ""
    for word, after in pairwise((*clause.words, clause.words[-1])):
        helps = word.role == "inner aux" and word.tag == "MD" and "content" in roles  # `said she would call`
        word = word._replace(role="content") if helps else word  # noqa: PLW2901
        if word.role == "infinitive" and is_participle(word.low) and last == "be":
            word = word._replace(low=f"be-{word.low}")  # noqa: PLW2901 - `to be seen`
        last = word.low if word.role == "inner aux" else last
        if not word.is_word or word.role in {"aux", "inner aux", "not"}:
            continue
        counts = after.tag == "CD" and word.low in COUNTING | ONLY and word.role in {"", "adverb"}
        role = after.role if counts else word.role
        aged = word.role == "" and (word.tag == "CD" or word.lemma == "year")
        if word.start in unread and word.low not in COUNTING and not aged:
            if word.low in _DEICTIC and last:
                role = "time"  # `closed for cleaning today`
            elif word.tag == "CC":
                continue  # `slowly, and with a torch, she climbed down`
            elif word.tag != "RB":
                return None
        if word.tag == "CC" and clause.connectives and not role.startswith(("by:", "clause:")):
            return None
        roles[role].append(word)
        last = word.low if word.tag != "IN" else ""
    things = roles.get("object", [])
    if things and things[0].tag == "CD":  # `only has one torch`
        things[:0] = [w for w in roles["adverb"] if w.low in ONLY]
        roles["adverb"] = [w for w in roles["adverb"] if w.low not in ONLY]
    elif things[1:] and things[0].low in ONLY and things[1].tag != "CD":  # `drinks only tea`
        roles["adverb"].append(things.pop(0)._replace(low="only"))
    there = [w.low for w in roles.get("", [])] == ["there"]
    _detach(roles, "subject" if there else "object")
    _date(roles)
    return roles


def _date(roles: dict[str, list[Word]]) -> None:
    """Tell the time from the place in `on Friday she fell asleep on the train`."""
    for role in [r for r in roles if r[:3] == "by:"]:
        words = roles[role]
        starts = [n for n, word in enumerate(words) if word.low == role[3:]]
        if len(starts) != 2 or starts[0] or "time" in roles:
            continue
        phrases = words[: starts[1]], words[starts[1] :]
        timed = [is_time(role, filler_of(tuple(phrase), {})) for phrase in phrases]
        if any(timed) and not all(timed):
            roles["time"], roles[role] = phrases[timed[1]][1:], phrases[timed[0]]


def _detach(roles: dict[str, list[Word]], role: str) -> None:
    """Detach `in the report` from the object in `mentions the flood in the report`: it may modify either."""
    words = [w for w in roles.get(role, []) if role == "object" or (w.low, w.tag) != ("left", "VBN")]
    cut = next((n for n, w in enumerate(words) if n and w.tag == "IN" and w.low not in _BOUND), len(words))
    own, behind = words[:cut], words[cut:]
    counted = any(QUANTIFIERS.get(w.low, "some") not in {"some", "several", "many"} for w in own)
    clausal = any(w.tag[:1] in {"W", "V"} for w in words)
    if counted or clausal or not behind or not own[-1].tag.startswith(("NN", "PRP")):
        return
    place = f"by:{behind[0].low}"
    if place not in roles and not any(w.tag == "IN" and w.low not in _BOUND for w in behind[1:]):
        roles[role], roles[place] = own, behind


def take_verb(clause: Clause, roles: dict[str, list[Word]]) -> tuple[str, ...]:
    """Remove the verb and its particles from the roles of a clause and return them."""
    had = any(w.role == "aux" and w.low in {"has", "have", "'s", "'ve"} for w in clause.words)
    verb = tuple(stem(w.low) for w in roles.pop("verb", []) if w.lemma != "be")
    for role in [r for r in roles if r.startswith("by:") and " ".join(w.low for w in roles[r]) == r[3:]]:
        verb = (*verb, *(w.low for w in roles.pop(role)))  # `packs in again`
    if had and verb[:1] == ("get",):  # `has got a car`
        verb = ("have", *verb[1:])
    verb = verb[:-1] if len(verb) > 1 and f"by:{verb[-1]}" in roles else verb  # `was put behind the shed`
    return plain(verb)


def affirmed(clause: Clause, alike: Mapping[str, str]) -> Clause:
    """Return a clause with words replaced by the ones that they deny: `awake` for `asleep`."""
    words = []
    for word in clause.words:
        role = ":".join(alike.get(one, one) for one in word.role.split(":"))
        low, lemma = alike.get(word.low, word.low), alike.get(word.lemma, word.lemma)
        tag = "JJ" if word.tag == "JJR" and low != word.low else word.tag
        words.append(word._replace(low=low, lemma=lemma, tag=tag, role=role))
    return replace(clause, words=tuple(words), antonym=False)
