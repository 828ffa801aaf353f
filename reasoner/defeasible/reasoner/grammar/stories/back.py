"""Where what comes back, or is put back, goes: the place that it left."""

from __future__ import annotations

import re

from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.roles import Roles
from defeasible.reasoner.grammar.stories.said import Said
from defeasible.reasoner.grammar.stories.writer import Writer

_BACK_IN = re.compile(r"\bback (?:in|inside|indoors)\b(?! (?:a|an|the|his|her|its|their|my|our|your)\b)")

_OUT = lx.OPEN_AIR | {"outside", "outdoors", "out", "person", "animal"}
"""Nouns and kinds of what nobody goes back inside of."""


def put_back(out: Writer, said: Said, roles: Roles) -> Roles:
    """Add the place that a thing is put `back` to, or somebody comes `back` to; record such places.

    Args:
        out: What is written of the story so far.
        said: The clause.
        roles: The roles of its event.
    """
    lemma, held = said.lemma, out.referents.held
    again = "again" in said.clause.adverbs and lemma in lx.of("confining")
    inside = _BACK_IN.search(out.source.text, said.clause.group.end, said.clause.end) is not None
    returns = again or inside or lemma in lx.of("returning")
    known = [pair for pair in roles if not (inside and pair[0] == "goal")]  # `carried him back inside`
    named = {role: filler for role, filler in reversed(known) if filler[:1] != "="}
    place = named.get("source") or named.get("goal") or named.get("place")
    if place and out.referents.get(place).head in lx.of("openings"):
        place = None  # `through the window`
    moved = [who for role, who in roles if role == "theme" and who[:1] != "="]
    gone = lemma in lx.of("departing") and not place
    mover = named.get("agent", "") if gone or not moved else ""
    thing = mover or (moved or [""])[-1]
    back = held.get(thing) if returns else None
    first = out.referents.get(back) if back else None
    in_the_open = inside and first is not None and bool({first.head, first.kind} & _OUT)
    if in_the_open or out.referents.latest.get(thing) == back:
        back = None  # not in `took it outside and back inside`, `drove it to the garage and back`
    out.referents.latest[thing] = named.get("goal") or named.get("place") or ""
    strayed = out.referents.strayed
    if back and mover and mover not in strayed:
        back = None  # nobody comes back to where they have not left
    elif mover and not returns:
        strayed |= {mover} if said.goes else set()
    spot = out.referents.get(place) if place else None
    if back and spot and spot.head in lx.of("spots") and spot.adjectives <= lx.of("former_spots"):
        return [(role, back if who == place else who) for role, who in roles]  # `in its old place`
    if gone and mover and moved and ("_" in lemma or out.referents.get(moved[-1]).kind == "place"):
        held[mover] = moved[-1]  # `left the house`
    elif place and lemma not in lx.of("coming_upon"):
        for who in moved or [mover] * bool(mover and "source" in named):
            held.setdefault(who, place)
    elif back and "recipient" not in named:
        return [*known, ("goal", back)]
    goals = (out.referents.get(who).head for role, who in roles if inside and role == "goal")
    unnamed = all(head in lx.of("indoors") for head in goals)
    return roles if unnamed else known  # where he was found is not `inside`


def within(out: Writer, verb: str, roles: Roles) -> tuple[str, Roles]:
    """Return `went inside`, where nothing tells inside what, as `went in`: any building may be meant."""
    named = dict(roles)
    goal = named.get("goal", "=")
    moves = verb in lx.of_classes("telic_with_goal") and "_" not in verb
    if out.query or not moves or goal[:1] == "=" or out.referents.get(goal).head not in lx.of("indoors"):
        return verb, roles
    return f"{verb}_in", [pair for pair in roles if pair[0] != "goal"]
