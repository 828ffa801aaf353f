"""Bonds between fluents by their words alone, and the wear of states, as a story trace must state them."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.formulas import atoms_in
from defeasible.reasoner.checker.law_book import OF_MIND, Bond, Fluent, law_book, slug
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.forms import Event, Mood
from defeasible.reasoner.laws.library import KNOWING, SPECIFIC, YEAR

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from defeasible.reasoner.checker.law_book import Signed, Stated
    from defeasible.reasoner.forms import Happening, Participant
    from defeasible.reasoner.logic import FormulaNode

STRETCH = 1000
"""Hours that may pass in a period of unknown length."""
_WITH = ("goal", "place", "instrument", "recipient", "source", "companion")
"""Roles of the things of which an event without a law may change any state."""
_QUALITIES = ("is", "feels", "is_a")
"""Attributes whose values may be qualities."""


def relations(spoken: Iterable[Fluent]) -> Iterator[Bond]:
    """Yield each relation that has an inverse, with its converse, and what narrower words imply."""
    for f in list(spoken):
        word = law_book().inverses.get(f.value)
        if word and f.other and f.attribute == "related_to":
            mate = Fluent(f.attribute, f.other, f.participant, word)
            reason = f"who is {f.value} of another has the other as {word}"
            yield Bond("relation", "then", None, reason, ((f, True),), (mate, True), mutual=True)
        for of in (f.value, ""):
            if (found := law_book().broader.get((f.attribute, of))) is not None:
                name, value, positive = found
                reason = f"{of or f.attribute} implies {'' if positive else 'not '}{value or name}"
                broad = Fluent(name, f.participant, f.other, value or f.value)
                yield Bond("broader", "then", None, reason, ((f, True),), (broad, positive))
                break


def heads(spoken: Collection[Fluent], people: Mapping[str, Participant]) -> Iterator[Bond]:
    """Yield the generalisation of a relation, or of a kind: who has Rex has a dog; a beagle is a dog."""
    for f in spoken:
        for noun in sorted(law_book().kinds.get(f.value, ())) if f.attribute == "is_a" else ():
            broad = Fluent("is_a", f.participant, f.other, slug(noun))
            if broad in spoken:
                reason = f"every {f.value} is a {broad.value}"
                yield Bond("kind", "then", None, reason, ((f, True),), (broad, True))
        if f.other and f.attribute != "related_to":
            person = people[f.other]
            nouns = [person.head, *([] if f.value else sorted(law_book().kinds.get(person.head, ())))]
            for noun in nouns:
                kind, affirmed = law_book().canonical(f.attribute, f.participant, "", f.value or noun)
                if kind in spoken and affirmed:
                    reason = f"{person.name} is a {noun}"
                    plain = Bond("kind", "then", None, reason, ((f, True),), (kind, True))
                    if noun == "home" != person.head:
                        yield from _homes(plain, f, spoken, people)
                    else:
                        yield plain


def _homes(
    bond: Bond, f: Fluent, spoken: Collection[Fluent], people: Mapping[str, Participant]
) -> Iterator[Bond]:
    """Yield the bond of somebody in a house with being at home: strict in his own, usual in `the house`."""
    owners = {g.participant for g in spoken if (g.attribute, g.other, g.value) == ("owns", f.other, "")}
    if f.participant in owners:
        had = {g.other for g in spoken if g.participant == f.participant and g.attribute in ("has", "owns")}
        houses = [h for h in had if h and "home" in law_book().kinds.get(people[h].head, ())]
        yield bond._replace(mutual=len(houses) == 1)
    elif not owners and people[str(f.other)].name.lower().startswith("the "):
        yield bond._replace(part="usually_then", weight=SPECIFIC)


def instances(
    spoken: Collection[Fluent], people: Mapping[str, Participant], happenings: Sequence[Happening]
) -> Iterator[Bond]:
    """Yield that there is somebody where Ann is; not of a somebody of whom the story affirms something."""
    affirmed = affirmed_of(happenings)
    unnamed = (g for g in spoken if people[g.participant].is_unnamed and g.participant not in affirmed)
    for g, f in product(unnamed, spoken):
        anybody, person = people[g.participant], people[f.participant]
        same = (f.attribute, f.other, f.value) == (g.attribute, g.other, g.value)
        if same and not person.is_unnamed and person.kind in anybody.stands_for:
            reason = f"{person.name} is {anybody.head}"
            yield Bond("instance", "then", None, reason, ((f, True),), (g, True))


def affirmed_of(happenings: Iterable[Happening]) -> set[str | None]:
    """Return those of whom a story affirms something."""
    return {who for h in happenings if h.polarity for who in _mentioned(h)}


def _mentioned(h: Happening) -> set[str | None]:
    return {who for _, who in h.roles} if isinstance(h, Event) else {h.participant, h.other}


def particulars(spoken: Collection[Fluent], people: Mapping[str, Participant]) -> Iterator[Bond]:
    """Yield the particular states that usually hold if the general one does."""
    for f, g in permutations(spoken, 2):
        wishes = f.attribute == g.attribute == "wants" and f.participant == g.participant
        words = f.value.split("_")
        if wishes and g.other and not f.other and words[0] in law_book().aims:
            reason = "who wants to go to a place, or to do a thing, usually wants that"
            for sign in (True, False) if slug(people[g.other].head) in words[1:] else ():
                yield Bond("aim", "usually_then", SPECIFIC, reason, ((g, sign),), (f, sign))
    for f in spoken:
        can = Fluent("can", f.participant, f.other, f.value)
        if f.attribute == "knows" and f.value and can in spoken:
            reason = "who knows how to do a thing can usually do it, and else not"
            for sign in (True, False):
                yield Bond("knows-how", "usually_then", SPECIFIC, reason, ((f, sign),), (can, sign))
            continue
        for how, knows in KNOWING.items() if f.attribute == "knows" else ():
            state = Fluent("is", f.participant, "", how)
            if state in spoken:
                verb = "knows" if knows else "does not know"
                reason = f"who is {how} usually {verb} a thing"
                yield Bond("specific", "usually_then", SPECIFIC, reason, ((state, True),), (f, knows))
        kind_of = f.attribute == "is_a"
        quality, about, _ = f.value.partition("_" if kind_of else "_at_")
        if kind_of and quality in _of_acts():
            continue
        if not quality or not (about or (f.other and not kind_of)) or f.attribute not in _QUALITIES:
            continue
        whole, affirmed = law_book().canonical("is" if kind_of else f.attribute, f.participant, "", quality)
        if whole in spoken:
            reason = f"whether one is {whole.value} in this is usually as in general"
            of_others = {g.other for g in spoken if (g[:2], g.value) == (f[:2], f.value)} - {"", f.other}
            for sign in (False,) if f.other and of_others else (True, False):
                left = ((whole, affirmed is sign),)
                yield Bond("specific", "usually_then", SPECIFIC, reason, left, (f, sign))


@cache
def _of_acts() -> frozenset[str]:
    """Return the adjectives that say how, or with what, one does what a noun says: a heavy smoker."""
    lists = read_toml("defeasible.reasoner.english", "closed.toml")["of_kinds"]
    return frozenset(lists["of_acts"].split() + lists["languages"].split())


def scales(spoken: Iterable[Fluent]) -> Iterator[Bond]:
    """Yield the pairs of fluents that exclude each other."""
    for f, g in permutations(spoken, 2):
        same = (f.attribute, f.participant, f.other) == (g.attribute, g.participant, g.other)
        if same and f < g and g.value in law_book().rivals.get((f.attribute, f.value), ()):
            reason = f"nobody and nothing is {f.value} and {g.value} at once"
            yield Bond("scale", "then", None, reason, ((f, True), (g, True)), None)


def beyond(f: Fluent, event: Event, people: Mapping[str, Participant], *, named: bool) -> bool:
    """Return whether somebody may be at the destination (a platform, a house) and still in the same town.

    The same holds for a place that only the question names, and not the law, and for the room of the window.
    It does not hold for places that are apart: who is in the kitchen is not in the garden.
    """
    spots = [people[who] for role, who in event.roles if role in ("goal", "place") and who in people]
    if f.attribute == "has" and f.participant in people and asked_only(people[f.participant]):
        return True
    unnamed = not f.other or asked_only(people[f.other])
    asked = slug(people[f.other].head) if f.other else f.value
    pairs = [{asked, slug(spot.head)} for spot in spots if slug(spot.head) != asked]
    if unnamed and pairs and all(any(pair <= row for row in law_book().apart) for pair in pairs):
        return False
    if f.attribute == "at" and ((unnamed and not named) or in_room(f, event, people)):
        return True
    if f.attribute == "at" and f.other and spots:
        inside, there = law_book().inside, people[f.other]
        known = {spot.head for spot in spots} | {spot.kind for spot in spots if event.verb == "be_at"}
        loose = there.kind == "place" and {slug(s.head) for s in spots} <= inside.get("anywhere", set())
        if loose or slug(there.head) in set().union(*(inside.get(key, ()) for key in known)):
            return True
    spots += [people[f.other]] if f.other else []
    towns = [spot.kind == "place" and spot.name[:1].isupper() for spot in spots]
    away = any(towns[:-1]) or any(spot.head == "home" for spot in spots[:-1])
    return bool(f.other) and len(spots) > 1 and towns[-1] and not away


def asked_only(person: Participant) -> bool:
    """Return whether only the question mentions a participant."""
    return person.span is not None and person.span.source[0] == "q"


def in_room(f: Fluent, event: Happening, people: Mapping[str, Participant]) -> bool:
    """Return whether an event leads to what is inside a place, and a state is at that place."""
    roles = event.roles if isinstance(event, Event) else ()
    spots = [people[who] for role, who in roles if role in ("goal", "place") and who in people]
    if f.attribute != "at" or not f.other or not spots:
        return False
    within = (law_book().inside.get(key, set()) for key in (people[f.other].kind, people[f.other].head))
    return {slug(spot.head) for spot in spots} <= set().union(*within)


def wholes_of(f: Fluent, people: Mapping[str, Participant]) -> Iterator[Fluent]:
    """Yield a fluent of one thing as that of things in the plural, with the same noun: of both tickets."""
    for own, role in ((f.participant, "participant"), (f.other, "other")):
        for p in people.values() if own in people else ():
            if of_several(own, p, people):
                yield f._replace(**{role: p.id})


def met_by(
    h: Event, themes: AbstractSet[str], people: Mapping[str, Participant]
) -> tuple[set[str], set[str]]:
    """Return the themes of an event with each of several, and these with the things beside them."""
    all_ = {*themes} | {p.id for p in people.values() for who in themes if of_several(who, p, people)}
    near = {who for role, who in h.roles if role in _WITH and who in people}
    return all_, all_ | {who for who in near if people[who].kind == "thing"}


def of_several(own: str, p: Participant, people: Mapping[str, Participant]) -> bool:
    """Return whether somebody or something may be one of several in the plural."""
    alike = own in people and p.id != own and p.head == people[own].head and p.kind in ("thing", "group")
    return alike and p.name.split()[-1].lower() != p.head


def shared(
    of: Mapping[Fluent, set[int]], fluents: Iterable[Fluent], bonds: Sequence[Bond]
) -> dict[Fluent, list[int]]:
    """Return the moments of each fluent, merged with those of all its bonds."""
    times = {f: set(of.get(f, ())) for f in fluents}
    grew = True
    while grew:
        grew = False
        for bond in bonds:
            together = set().union(*(times[f] for f in bond.fluents()))
            for f in bond.fluents():
                if times[f] != together:
                    times[f], grew = set(together), True
    return {f: sorted(moments) for f, moments in times.items()}


def sources_of(
    f: Fluent, origin: int, bonds: Iterable[Bond], shown: Sequence[Mapping[Fluent, set[int]]]
) -> set[Fluent]:
    """Return the fluents shown at a moment from which one that is not may follow: it lasts no longer."""
    there = {g for of in shown for g, moments in of.items() if origin in moments}
    return set() if f in there else {g for b in bonds if f in b.fluents() for g in b.fluents() & there}


def too_long(event: Happening, f: Fluent, people: Mapping[str, Participant], aged: bool) -> bool:
    """Return whether more time passes in an event than a state lasts."""
    mover = people[f.participant].kind in ("person", "group", "animal") if f.participant in people else True
    if not isinstance(event, Event) or event.mood is not Mood.ACTUAL:
        return False
    attribute = "lies" if f.attribute == "at" and not mover else f.attribute
    held = people[f.other].head if f.other else ""
    spans = law_book().spans
    span = spans.get(f.value) or spans.get(held) or spans.get(attribute) or YEAR
    for told, hours in passed(event, people):
        taken = hours + ([STRETCH] if aged and set(told) & law_book().stretches else [])
        if span != "ever" and taken and max(taken) >= int(span):
            return True
    return False


def is_time(h: Happening) -> bool:
    """Return whether nothing but time goes by."""
    return isinstance(h, Event) and h.verb == "pass" and {role for role, _ in h.roles} <= {"time"}


def passed(event: Event, people: Mapping[str, Participant]) -> Iterator[tuple[list[str], list[int]]]:
    """Yield the words of each time that an event says, with the hours of those that say how much goes by."""
    hours = law_book().hours
    for role, who in event.roles:
        named = role == "theme" and who in people and people[who].kind == "abstract"
        told = people[who].name.lower().split() if named else who[1:].split() if role == "time" else []
        taken = [hours[word] for word in told if word in hours]
        yield told, [] if "never" in taken else [int(n) for n in taken]


def ends(  # noqa: PLR0913 - plain on purpose
    h: Happening, f: Fluent, people: Mapping[str, Participant], *, so: bool, aged: bool, told: bool
) -> bool:
    """Return whether an event of a later line may end a state or, unless `so`, its absence.

    Elapsed time ends a state that does not last that long; everything else only an `aged` one, or that of a
    thing which no event or supporting line shows (`told`).
    """
    if not isinstance(h, Event):
        return False
    if too_long(h, f, people, aged):
        return True
    if so and _meddled(h, f, people):
        return True
    if not (aged or told) or not stirs(h):
        return False
    named = {who for _, who in h.roles}
    if f.other and not so:
        return aged and f.participant in named and f.other in named
    both = {f.participant, f.other} & named & set(people)
    movers = {who for who in both if lively(who, people)}
    counted = both if aged and law_book().passes(f) else both - movers
    return alters(h, f, counted, people)


def _meddled(h: Event, f: Fluent, people: Mapping[str, Participant]) -> bool:
    """Return whether an event brings in somebody or something that may change a thing by being there."""
    if not h.polarity or h.mood is not Mood.ACTUAL:
        return False
    if lively(f.participant, people) or not {f.attribute, f.value} & law_book().exposed:
        return False
    new = [who for role, who in h.roles if role in ("agent", "theme") and who in people]
    new = [who for who in new if (span := people[who].span) and span.source == f"s{h.line}"]
    if h.verb in law_book().meddling and any(people[who].head in law_book().meddlers for who in new):
        return True
    if h.verb not in law_book().handling or f.participant in {who for _, who in h.roles}:
        return False
    return any(lively(who, people) for who in new)


def lively(who: str, people: Mapping[str, Participant]) -> bool:
    """Return whether somebody is a person, a group or an animal."""
    return who in people and people[who].kind in ("person", "group", "animal")


def stirs(h: Happening) -> bool:
    """Return whether something happened that may change anything."""
    if not isinstance(h, Event) or not h.polarity or law_book().changing.get(h.verb, "*") == frozenset():
        return False
    return h.mood in (Mood.ACTUAL, Mood.ATTEMPTED, Mood.OBLIGED)


def alters(event: Event, f: Fluent, about: set[str], people: Mapping[str, Participant]) -> bool:
    """Return whether an event may change a state by what it does to or with some of those in it."""
    acted_on = {who for role, who in event.roles if role == "theme" and not lively(who, people)}
    may = law_book().changing.get(event.verb, {"*"})
    for who in about:
        if who == f.other and f.attribute == "at":
            sides = {"*", "holds"}
        elif ("theme", who) not in event.roles and lively(who, people) and f.attribute not in OF_MIND:
            sides = {"*", f"own_{f.attribute}"}
        elif who in acted_on:
            sides = {"*", f.attribute, f.value}
        else:
            sides = set(may)
        if sides & may:
            return True
    return False


def relevant(
    rules: Collection[Stated], told: Iterable[FormulaNode], goal: FormulaNode, fluents: Collection[str]
) -> Iterator[Stated]:
    """Yield the rules that are reachable from the fluents of the goal, through rules and told fluents."""
    reached = atoms_in(goal)
    claims = [*(rule.claim for rule in rules), *told]
    groups = [{name for name in atoms_in(c) if name in fluents} for c in claims]
    before = -1
    while len(reached) != before:
        before = len(reached)
        for group in groups:
            if group & reached:
                reached |= group
    bearing = {rule for rule, group in zip(rules, groups, strict=False) if group & reached}
    named = atoms_in(goal).union(*(atoms_in(rule.claim) for rule in bearing))
    for rule in rules:
        if rule in bearing or (rule.law == "implicature" and atoms_in(rule.claim) <= named):
            yield rule


def usually_so(told: Signed, bonds: Sequence[Bond], rounds: int) -> set[Signed]:
    """Return what follows from a told state by what is usual, and not by hard bonds, in so many steps."""
    hard = [bond for bond in bonds if bond.weight is None]
    return _reached(told, bonds, rounds, ("broader",)) - _reached(told, hard, rounds)


def _reached(told: Signed, bonds: Sequence[Bond], rounds: int, back: Collection[str] = ()) -> set[Signed]:
    known = {told}
    for bond in (bond for _ in range(rounds) for bond in bonds):
        left, right = bond.left, bond.right
        if right is None:
            known |= {(g, not so) for f, (g, so) in (left, left[::-1]) if f in known}
            continue
        if all(signed in known for signed in left):
            known.add(right)
        if (right[0], not right[1]) in known and len(left) == 1:
            known.add((left[0][0], not left[0][1]))
        if bond.law in back and right in known:
            known.update(left)
    return known


def asked_at(query: Happening, happenings: Sequence[Happening], last: int) -> set[int]:
    """Return the moments of which a query asks, at one of which it should be so: `last` if it names none."""
    when = None if isinstance(query, Event) else query.when
    named = [k for k, h in enumerate(happenings, 1) if when is not None and h.id == when[1]]
    if when is not None and named:
        return {named[0] - 1, named[0]} - {"before": {named[0]}, "after": {named[0] - 1}}.get(when[0], set())
    return {0 if query.mood is Mood.PRIOR else last}
