"""Semantic roles of the subject, the objects and the prepositional phrases of a verb."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from defeasible.reasoner.english.closed import NUMBERS
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.comparing import measure
from defeasible.reasoner.grammar.stories.referent import Ids
from defeasible.reasoner.grammar.stories.syntax import Clause, Noun, Prepositional
from defeasible.reasoner.grammar.stories.writer import Writer

_EACH = " each"
_RETURNED = (" and back", " and home again")
Roles: TypeAlias = list[tuple[str, str]]
"""Pairs of a role and its filler: the id of a participant or, after `=`, words."""
_DITRANSITIVE = 2
"""Number of objects of a verb that names the recipient and the thing."""
_SPOTS = frozenset({"in", "on", "by", "at", "under", "behind", "beside", "near"})


def roles_of(out: Writer, clause: Clause, lemma: str, subject: Ids) -> Roles:
    """Return pairs of role and filler, subject first, for the event of a clause."""
    return [*_subject(out, clause, subject), *_objects(out, clause, subject),
        *_phrases(out, clause, lemma, subject), *_rest(out, clause)]  # fmt: skip


def _subject(out: Writer, clause: Clause, subject: Ids) -> Iterator[tuple[str, str]]:
    group = clause.group
    if group.passive:
        role = "recipient" if clause.objects and group.lemma in lx.of("transfer") else "theme"
    elif group.lemma in lx.of("experience") and not clause.particle:
        role = "experiencer"
    else:
        animate = any(out.referents.get(id_).animate() for id_ in subject)
        acted_on = any((group.lemma, id_) in out.done_to for id_ in subject)  # `left the car`, `the car left`
        acts = out.query and acted_on and group.lemma not in lx.of_classes("alternating")
        still = not (clause.objects or animate or acts)
        role = "theme" if still else "agent"
    for id_ in subject:
        yield role, id_
    if clause.subject is not None:
        yield from _whole(out, clause.subject, ())
        if clause.subject.head in lx.of("sky"):  # `night fell`: it is dark
            yield "weather", out.referents.weather(out.span(clause.start, clause.end))


_POSTED = frozenset({"", "the", "a", "an", "own"})
"""Determiners of what somebody is made: `mayor`, `his steward`."""


_SCORE = re.compile(rf"(?:{'|'.join(NUMBERS)})(?:(?: to |-)(?:{'|'.join(NUMBERS)})|[ -](?:nil|all|love))")
"""A result, which nobody wins: `won two to one`."""


def _objects(out: Writer, clause: Clause, subject: Ids) -> Iterator[tuple[str, str]]:
    told = [n for n in clause.objects if not _SCORE.fullmatch(out.source.text[n.start : n.end].lower())]
    things = [noun for noun in told if not noun.time or len(told) == 1]
    appointed = clause.group.lemma in lx.of("appointing") and len(things) > 1 - clause.group.passive
    a_post = appointed and things[-1].kind == "person" and things[-1].determiner in _POSTED
    if a_post and not things[-1].name:
        yield "manner", f"={things.pop().thing}"  # `elected her mayor`, `made her its captain`
    if len(things) == 2 and things[1].name and clause.group.lemma in lx.of("naming"):
        name = things.pop()  # `named it Duke`
        for id_ in out.who(things[0], avoid=subject):
            out.referents.christen(id_, name)
    if len(things) == 2 and (clause.group.lemma in lx.of("transfer") or _animate(out, things[0], subject)):
        for role, noun in zip(("recipient", "theme"), things, strict=True):
            for id_ in out.who(noun, avoid=subject):
                yield role, id_
        return
    heard = clause.group.lemma in lx.of("addressing") and clause.group.lemma not in ("thank", "call")
    for n, noun in enumerate(things):
        role = "recipient" if heard and n == 0 and _animate(out, noun, subject) else "theme"
        for id_ in out.who(noun, avoid=subject):
            yield role, id_
        yield from _whole(out, noun, subject)


def _whole(out: Writer, noun: Noun, avoid: Ids) -> Iterator[tuple[str, str]]:
    """Yield those of whom something is said of some: `ate two of them`, `one came back up`.

    Not where several are left: three of five plums are still plums.
    """
    if noun.pronoun != "one" or noun.owner is None or not noun.owner.pronoun:
        return
    said = out.source.text[noun.start : noun.end + len(_EACH)].lower()
    taken = 0 if said.endswith(_EACH) else NUMBERS.get(said.split()[0], 0)
    for id_ in out.who(noun.owner, avoid=avoid):
        first = out.referents.get(id_).name.lower().partition(" ")[0]
        if not taken or NUMBERS.get(first, 0) - taken <= 1:
            yield "whole", id_


def _animate(out: Writer, noun: Noun, subject: Ids) -> bool:
    return any(out.referents.get(id_).animate() for id_ in out.who(noun, avoid=subject))


def _trim(out: Writer, clause: Clause, ids: Ids) -> None:
    """Make what something is stuck on the likely `it`: `stuck a stamp on the letter and posted it`."""
    trimmings = lx.of("trimmings")
    if clause.group.lemma in lx.of("trims") and any(noun.head in trimmings for noun in clause.objects):
        out.referents.forward = ids[0]


def _phrases(out: Writer, clause: Clause, lemma: str, subject: Ids) -> Iterator[tuple[str, str]]:
    for n, phrase in enumerate(clause.phrases):
        if phrase.preposition in lx.of("lacking") or _tells_which(clause, phrase, lemma):
            continue
        if phrase.noun is None:
            if phrase.clause is not None and phrase.preposition in ("by", "of", "about", "for", "to"):
                role = "manner" if phrase.preposition == "by" else "topic"
                yield role, f"={out.phrase(phrase.clause)}"
            continue
        noun = phrase.noun
        how = measure(out.source.text, clause, phrase)
        if time := _time(phrase) or how:
            yield ("manner", f"={how} {out.name(noun)}") if how else ("time", time)
            continue
        bare = not (noun.determiner or noun.adjectives or noun.owner or noun.name)
        if bare and phrase.preposition in ("for", "on") and noun.head in lx.of("non_referring"):
            yield "topic", f"={noun.head}"  # `put up for sale`: nothing that `it` may mean
            continue
        theme = n == 0 and "_" in lemma and lemma.endswith("_" + phrase.preposition.replace(" ", "_"))
        others = tuple(id_ for thing in clause.objects for id_ in out.who(thing, avoid=subject))
        # `took her sister with her`, `a bus splashed mud on it`: not the sister, the mud or the bus
        near = others and any(out.referents.get(id_).animate() for id_ in subject)
        avoid = others if near and phrase.preposition in lx.of("around") else (*others, *subject)
        ids = out.who(noun, avoid=avoid, beside=True)
        _trim(out, clause, ids)
        if noun.name:
            out.referents.locate(noun, phrase.preposition, said=clause.group.lemma in lx.of("transfer"))
        alone = theme and all(o.time for o in clause.objects)
        role = "theme" if alone else _role(out, clause, phrase, ids)
        afar = phrase.preposition in ("in", "at") and clause.group.lemma in lx.of("from_afar")
        afar = afar and (n > 0 or any(thing.may_act for thing in clause.objects))
        returned = role == "goal" and out.source.text[noun.end :].lower().startswith(_RETURNED)
        if returned or (role == "place" and afar and noun.kind == "place"):
            continue  # `walked to the mill and back`; `wrote to Ben in Paris`: he may be there, or she
        if (
            role in ("goal", "place") or phrase.preposition in ("in", "into", "on", "onto")
        ) and out.referents.get(ids[0]).kind in ("thing", "place"):
            out.referents.spot = ids[0]
        for id_ in ids:
            yield role, id_
        if phrase.preposition == "for" and lemma in lx.of("exchanges") and noun.owner is not None:
            for id_ in out.who(noun.owner):
                yield "recipient", id_


def _taken_from(out: Writer, clause: Clause, phrase: Prepositional) -> bool:
    """Return whether a known thing is taken from where it was: `took the book on the shelf`; not a dog."""
    there = phrase.preposition in _SPOTS and phrase.noun is not None and phrase.noun.determiner == "the"
    things = [noun for noun in clause.objects if noun.determiner in ("the", "own")]
    known = there and clause.verb in lx.of("taking_from") and bool(things)
    return known and not any(_animate(out, noun, ()) for noun in (*things, phrase.noun) if noun is not None)


def _tells_which(clause: Clause, phrase: Prepositional, lemma: str) -> bool:
    """Return whether a phrase tells which train it was, and no goal: `nearly missed the train to Leeds`."""
    denied = lemma == "miss" and (clause.group.negated or bool(clause.group.nearly))
    bound = phrase.preposition in ("to", "from") and (lemma == "catch" or denied)
    return bound and not lx.VEHICLES.isdisjoint(thing.head for thing in clause.objects)


def _by_vehicle(clause: Clause, phrase: Prepositional) -> bool:
    """Return whether one goes somewhere by a vehicle, as in `went home in a taxi`; not `drove off`."""
    noun = phrase.noun
    if noun is None or phrase.preposition not in ("in", "on") or noun.head not in lx.VEHICLES:
        return False
    elsewhere = clause.particle == "back" or any(p.preposition == "to" for p in clause.phrases)
    elsewhere |= not lx.PLACE_ADVERBS.isdisjoint(clause.adverbs) or noun.determiner in ("a", "an")
    return elsewhere and clause.group.lemma in lx.of("journeys") and clause.particle not in ("off", "away")


def _role(out: Writer, clause: Clause, phrase: Prepositional, ids: Ids) -> str:
    preposition, lemma = phrase.preposition, clause.group.lemma
    animate = any(out.referents.get(id_).animate() for id_ in ids)
    if preposition == "with" or (preposition == "in" and lemma in lx.of("coating")):
        return "companion" if animate else "instrument"
    if preposition == "through" and clause.particle in ("out", "away", "off"):
        return "source"  # `got out through the window`: not at it
    uprooted = preposition in ("in", "on") and clause.verb in lx.of("uprooting")
    if uprooted or _taken_from(out, clause, phrase):
        return "source"  # `pulled up the weeds in the bed`: no longer in it
    if preposition == "by" and clause.group.passive:
        return "agent"
    if _by_vehicle(clause, phrase):
        return "instrument"
    if preposition == "to":
        given = lemma in lx.of("transfer") and (lemma != "get" or bool(clause.objects))
        return "recipient" if animate and given else "goal"
    if preposition == "for":  # not `gave Tom a book for Ann`
        return "recipient" if animate and len(clause.objects) < _DITRANSITIVE else "topic"
    actor = clause.subject is not None and clause.subject.may_act
    over = preposition == "over" and actor and not clause.objects  # `flew over Paris`: not to it
    over &= lemma not in lx.of("surmounting")
    if (
        not over
        and preposition in lx.of("goals")
        and lemma in lx.of("motion")
        and clause.particle not in ("asleep", "ill")  # `fell asleep on the train`
        and phrase.start >= clause.group.end
    ):
        return "goal"
    role: str = lx.ROLES.get(preposition) or lx.ROLES.get(preposition.split()[-1], "place")
    if role == "time" and animate:  # `ran after the dog`, `knelt before the king`
        return "place" if preposition == "before" else "goal"
    return role


def _time(phrase: Prepositional) -> str:
    """Return a phrase as the filler of a time, `after an hour`; empty if it is none."""
    noun = phrase.noun
    if noun is None or not (
        noun.time or (noun.head in lx.TIMES and phrase.preposition not in lx.of("no_time"))
    ):
        return ""
    return f"={phrase.preposition} {' '.join((*noun.adjectives, *noun.words))}"


def times_of(clause: Clause) -> list[str]:
    """Return the times of a clause, as fillers of a role: `two days later`, `after an hour`."""
    return [*filter(None, map(_time, clause.phrases)), *_bare_times(clause)]


def _bare_times(clause: Clause) -> Iterator[str]:
    for noun in (*clause.times, *(o for o in clause.objects if o.time and len(clause.objects) > 1)):
        since = [adverb for adverb in clause.adverbs if adverb in ("later", "ago")]
        yield f"={' '.join((noun.determiner, *noun.adjectives, *noun.words, *since)).strip()}"


def _rest(out: Writer, clause: Clause) -> Iterator[tuple[str, str]]:
    for time in _bare_times(clause):
        yield "time", time
    entered = clause.particle in lx.of("indoors") and clause.group.lemma in lx.of("motion")
    spot = "" if clause.objects or clause.phrases or not entered else out.referents.indoors()
    if spot:
        yield "goal", spot  # `parked outside the bakery and went in`
    for adverb in clause.adverbs:
        if adverb == "anywhere" and clause.group.negated:
            continue  # `could not find it anywhere`: not at all
        if adverb in lx.PLACE_ADVERBS - {"out", "back"}:
            place = out.referents.somewhere(adverb, out.span(clause.start, clause.end))
            yield ("goal" if clause.group.lemma in lx.of("motion") else "place"), place
        elif adverb not in lx.of("sentence_adverbs") and (adverb[-2:] == "ly" or adverb in lx.of("manners")):
            yield "manner", f"={adverb}"


def entrusts(clause: Clause) -> bool:
    """Return whether a thing is given for a time: `gave it to Bob to look after`, `to wash`."""
    aims = (comp.clause for comp in clause.complements if comp.kind == "to")
    return any(aim.verb in lx.of("entrusting") and not aim.objects for aim in aims)
