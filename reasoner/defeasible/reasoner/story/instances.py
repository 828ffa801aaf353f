"""Instances of laws: events matched with verbs and roles, states with variables."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, groupby, product
from typing import TYPE_CHECKING

from defeasible.reasoner.forms import Event, Mood
from defeasible.reasoner.forms.story import CONTRASTED
from defeasible.reasoner.laws import Fluent, Literal, slug
from defeasible.reasoner.laws.law import ACTED, BRIDGED, EVERYONE, NOBODY, UNNAMED
from defeasible.reasoner.laws.library import KNOWING, SPECIFIC
from defeasible.reasoner.story.consequence import Consequence
from defeasible.reasoner.story.links import Link, both_ways
from defeasible.reasoner.story.wear import times_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set

    from defeasible.reasoner.forms import Happening, Participant
    from defeasible.reasoner.laws import Law, Library, Term
    from defeasible.reasoner.laws.law import Claimed
    from defeasible.reasoner.laws.library import Shape

_INSERT = re.compile(r"\{([a-z]+)\}")
_OF_OTHERS = re.compile(r" of |^[a-z ]+'s ")
"""In a name, that the thing belongs to another: `the lid of the piano`, `the piano's lid`."""
_HOME = "home"
"""A kind that a house is only to who lives there."""
BESIDE = frozenset({"goal", "place", "instrument", "recipient", "source", "companion"})
"""Roles for the things that an event is done with, at or to."""
NARROWS = frozenset({"instrument", "place", "goal"})
"""Roles of which a denial may be: `did not lock it with her key`."""
PLACES = frozenset({"goal", "place"})
"""Roles for the place of somebody after an event."""


class Instances:
    """Applies the laws of a library to the participants of a story, and to what happens in it, in order."""

    def __init__(self, library: Library, cast: Iterable[Participant], told: Sequence[Happening]) -> None:
        self.library = library
        self.cast = {person.id: person for person in cast}
        self._place = {one.id: n for n, one in enumerate(told)}
        self._first: dict[str | None, int] = {}
        """Each agent with the place of their first deed in the story."""
        for one in told:
            if isinstance(one, Event):
                self._first.setdefault(one.role("agent"), self._place[one.id])
        self._named: dict[str | None, tuple[frozenset[str], frozenset[str]]] = {}
        self._several = [w for w in self.cast.values() if w.kind in ("thing", "group") and several(w)]

    def of_event(self, event: Event, *, told: bool = True) -> list[Consequence]:
        """Return the consequences of an event by laws.

        Args:
            event: The event.
            told: Whether a law must match the mood of the event; if not, the event is treated as actual.
        """
        found: list[Consequence] = []
        single = [(one, self._also(one)) for one in _single(event)]
        hours = max(map(self.library.takes, times_of(event, self.cast)), default=0)
        mood = event.mood if told else Mood.ACTUAL
        named = {who for _, who in event.roles}
        about = self.library.about(event.verb)
        called = ({role: self._names(one.role(role))[0] for role in about.roles} for one, _ in single)
        for n in sorted(set().union(*map(about.passed, called))):
            law = about.laws[n]
            if law.negated is event.polarity or mood not in law.moods or law.takes > hours:
                continue
            if not (law.negated and self._narrows(event, law)):
                bridged = self._bridged(law, named).items()
                for one, also in single:
                    way = replace(one, roles=(*one.roles, *bridged)) if bridged else one
                    fits = (r in UNNAMED or self._fits(way.role(r), nouns, also) for r, nouns in law.where)
                    if all(fits):
                        found += self._consequences(law, way)
        return found

    def _bridged(self, law: Law, named: Collection[str] = ()) -> dict[str, str]:
        """Return the participant that a law bridges to, if just one can be meant and it is not named.

        A part of something else is not its part: `the lid of the piano`, for a box.
        """
        nouns = next((nouns for role, nouns in law.where if role == BRIDGED), None)
        if nouns is None:
            return {}
        found = [who for who in self.cast if self._fits(who, nouns)]
        if len(found) != 1 or found[0] in named:
            return {}
        others = any(_OF_OTHERS.search(self.cast[who].name) for who in named if who in self.cast)
        return {} if others else {BRIDGED: found[0]}

    def _also(self, event: Event) -> frozenset[str]:
        """Return how a law excludes an agent beside kind and noun: one who has acted before."""
        place = self._place.get(event.id, 0)
        acted = self._first.get(event.role("agent"), place) < place
        return frozenset({f"~{ACTED}"} if acted else ())

    def _narrows(self, event: Event, law: Law) -> bool:
        """Return whether a denial may be of how, where or who alone: `did not lock it with her key`."""
        told = {role for role, who in event.roles if role in NARROWS and who in self.cast}
        told = {role for role in told if self.cast[event.role(role) or ""].kind in ("thing", "place")}
        terms = (role for _, term in law.parts for role in (term.subject, term.other))
        narrowed = bool(told) and not told.issubset((*(role for role, _ in law.where), *terms))
        return narrowed or event.cue == CONTRASTED  # `Ann, not Bob, opened the gate`: it is open

    def _consequences(self, law: Law, event: Event) -> Iterator[Consequence]:
        for part, term in law.parts:
            literal = self._resolve(term, event)
            if literal is not None:
                yield Consequence(law, part, literal, term.everyone)

    def _fits(self, filler: str | None, nouns: frozenset[str], also: Set[str] = frozenset()) -> bool:
        named = self._names(filler)
        return not nouns.isdisjoint(named[0]) and nouns.isdisjoint(named[1]) and nouns.isdisjoint(also)

    def _names(self, filler: str | None) -> tuple[frozenset[str], frozenset[str]]:
        """Return what a law may call a filler, and how it excludes it; kept, since each law asks it."""
        if (known := self._named.get(filler)) is not None:
            return known
        if filler is None:
            names = {NOBODY}
        elif filler.startswith("="):
            names = {"words", slug(filler)}
        else:
            who = self.cast[filler]
            words = who.name.lower().split()
            names = {who.kind, who.head, *(["_".join(words[-2:])] if words[1:] else ())}  # `ice_cream`
        found = self._named[filler] = frozenset({"any", *names}), frozenset(f"~{name}" for name in names)
        return found

    def _resolve(self, term: Term, event: Event) -> Literal | None:
        """Replace roles by the participants of an event; return None if a role has no filler."""
        subject = "" if term.subject == EVERYONE else event.role(term.subject)
        if subject is None or subject.startswith("="):
            return None
        other, value = "", term.value
        if term.other not in ("", EVERYONE):
            filler = event.role(term.other)
            if filler is None or (filler.startswith("=") and value):
                return None
            other, value = ("", filler[1:]) if filler.startswith("=") else (filler, value)
        words = {
            role: event.verb if role == "verb" else self._words(event.role(role))
            for role in _INSERT.findall(term.value)
        }
        if None in words.values():
            return None
        if words:
            value = _INSERT.sub(lambda inserted: words[inserted[1]] or "", value)
        return self.library.canonical(term.attribute, subject, other, value, positive=term.positive)

    def wholes(self, fluent: Fluent) -> Iterator[Fluent]:
        """Yield a fluent as that of what its thing may be one of: of `two tickets`, for `one ticket`."""
        for role in ("participant", "other"):
            yield from (fluent._replace(**{role: heap}) for heap in self.heaps(getattr(fluent, role)))

    def heaps(self, who: str) -> list[str]:
        """Return the participants in the plural of which one may be one: `two tickets`, for `one ticket`."""
        head = self.cast[who].head if who in self.cast else ""
        return [heap.id for heap in self._several if heap.head == head and heap.id != who]

    def beside(self, event: Event) -> set[str]:
        """Return the things that an event is done with, at or to, besides its theme."""
        fillers = {filler for role, filler in event.roles if role in BESIDE and filler in self.cast}
        return {filler for filler in fillers if self.cast[filler].kind == "thing"}

    def beyond(self, fluent: Fluent, event: Event, law: Law) -> bool:
        """Return whether a denial does not extend to a place.

        Who steps onto a platform may still be in Bristol, and who sits down by the window in the same room.
        Unless the law names places, one that only the question mentions may be another name for the goal.
        Places that are apart are not: `the garden` is no other name for the kitchen.
        """
        cast = self.cast
        if fluent.attribute == "has" and (who := cast.get(fluent.participant)) and asked_alone(who):
            return True  # the officer who took it may be the policewoman
        near, held = self._near(event), cast.get(fluent.other)
        if held is None or asked_alone(held):
            head = fluent.value if held is None else slug(held.head)
            pairs = [{head, slug(p.head)} for p in near if head != slug(p.head)]
            if pairs and all(any(pair <= row for row in self.library.apart) for pair in pairs):
                return False
            return fluent.attribute == "at" and "something" not in dict(law.where)
        if fluent.attribute == "at" and near:
            inside, loose = self.library.inside, self.library.inside.get("anywhere", frozenset[str]())
            keys = (key for p in near for key in ((p.head, p.kind) if event.verb == "be_at" else (p.head,)))
            part = any(slug(held.head) in inside.get(key, ()) for key in keys)  # the garden of a box
            around = held.kind == "place" and loose.issuperset(slug(p.head) for p in near)
            if part or around or self.indoors(fluent, event):
                return True
        return _town(held) and bool(near) and not any(_town(p) or p.head == "home" for p in near)

    def _near(self, event: Event) -> list[Participant]:
        return [self.cast[who] for role, who in event.roles if role in PLACES and who in self.cast]

    def indoors(self, fluent: Fluent, event: Event) -> bool:
        """Return whether an event leads to something within the place of a state: to the window."""
        near, held = self._near(event), self.cast.get(fluent.other)
        keys = (held.kind, held.head) if held is not None and fluent.attribute == "at" and near else ()
        inside = {noun for key in keys for noun in self.library.inside.get(key, ())}
        return bool(keys) and inside.issuperset(slug(p.head) for p in near)

    def _words(self, filler: str | None) -> str | None:
        if filler is None or filler.startswith("="):
            return filler and filler[1:]
        return self.cast[filler].head

    def of_states(self, fluents: Iterable[Fluent]) -> Iterator[Link]:
        """Yield the instances of laws about states for some fluents."""
        shapes: dict[Shape, list[Fluent]] = {}
        for fluent in fluents:
            shapes.setdefault((fluent.attribute, fluent.value), []).append(fluent)
        for _, law, wanted in self.library.about_states(shapes):
            if not all((fluent.attribute, fluent.value) in shapes for fluent in wanted):
                continue
            for binding in _bindings(wanted, self._bridged(law), shapes):
                if all(self._fits(binding.get(variable), nouns) for variable, nouns in law.where):
                    premises = tuple(self._bound(term, binding) for term in law.states)
                    for part, term in law.parts:
                        usual = part == "usually_then"
                        weight = law.weight if usual else None
                        kind: Claimed = "usually_then" if usual else "then"
                        yield Link(law.id, law.reason, premises, self._bound(term, binding), kind, weight)

    def _bound(self, term: Term, binding: Mapping[str, str]) -> Literal:
        other = binding[term.other] if term.other else ""
        subject = binding[term.subject]
        return self.library.canonical(term.attribute, subject, other, term.value, positive=term.positive)

    def mates(self, fluents: Iterable[Fluent]) -> Iterator[Link]:
        """Yield each relation that has an inverse, with its converse."""
        for fluent in fluents:
            word = self.library.inverses.get(fluent.value)
            if fluent.attribute == "related_to" and fluent.other and word:
                mate = fluent._replace(participant=fluent.other, other=fluent.participant, value=word)
                yield Link(
                    "relation",
                    f"who is {fluent.value} of another has the other as {word}",
                    (Literal(fluent),),
                    Literal(mate),
                    both_ways=True,
                )

    def kinds(self, fluents: Iterable[Fluent]) -> Iterator[Link]:
        """Yield the generalisation of a relation: who has Rex has a dog, a beagle is a dog."""
        known = list(fluents)
        present = set(known)
        for fluent in known:
            if not fluent.other:
                above = self.library.kinds.get(fluent.value, ()) if fluent.attribute == "is_a" else ()
                for broad in (fluent._replace(value=slug(kind)) for kind in above):
                    if broad in present:
                        reason = f"every {fluent.value} is a {broad.value}"
                        yield Link("kind", reason, (Literal(fluent),), Literal(broad))
                continue
            head = self.cast[fluent.other].head
            for kind in (head, *self.library.kinds.get(head, ())):
                found = general(self.library, fluent, kind)
                if found is not None and found.fluent in present and found.positive:
                    reason = f"{self.cast[fluent.other].name} is a {kind}"
                    plain = Link("kind", reason, (Literal(fluent),), found)
                    yield from self._homes(plain, fluent, known) if kind == _HOME != head else (plain,)
                if fluent.value:
                    break

    def _homes(self, link: Link, fluent: Fluent, known: Sequence[Fluent]) -> Iterator[Link]:
        """Yield that who is in his own house is at home, and else is not; `the house` may be his own."""
        place = fluent.other
        owners = {f.participant for f in known if f.attribute == "owns" and f.other == place and not f.value}
        if fluent.participant in owners:
            his = (f for f in known if f.participant == fluent.participant and f.attribute in {"has", "owns"})
            own = {f.other for f in his if f.other}
            only = sum(_HOME in self.library.kinds.get(self.cast[o].head, ()) for o in own) == 1
            yield link._replace(both_ways=only)
        elif not owners and self.cast[place].name.lower().startswith("the "):
            yield link._replace(part="usually_then", weight=SPECIFIC)

    def somebody(self, fluents: Iterable[Fluent], nobody: Collection[str]) -> Iterator[Link]:
        """Yield that there is somebody where Ann is, and something where the ring is.

        Args:
            fluents: Those that are mentioned.
            nobody: The unnamed participants of whom the story affirms nothing.
        """
        known = list(fluents)
        for one in (fluent for fluent in known if fluent.participant in nobody):
            whoever = self.cast[one.participant]
            for fluent in known:
                who = self.cast[fluent.participant]
                same = fluent._replace(participant=one.participant) == one
                if same and who.kind in whoever.stands_for and not who.is_unnamed:
                    reason = f"{who.name} is {whoever.head}"
                    yield Link("instance", reason, (Literal(fluent),), Literal(one))

    def specifics(self, fluents: Iterable[Fluent]) -> Iterator[Link]:
        """Yield usual implications of states: who is good is good at chess, who knows how to swim can."""
        known = list(fluents)
        present = set(known)
        for fluent in known:
            able = fluent._replace(attribute="can")
            skill = fluent.attribute == "knows" and fluent.value and able in present
            found = self.library.in_general(fluent)
            if found is not None and found.fluent in present:
                reason = f"whether one is {found.fluent.value} in this is usually as in general"
                of_others = {f.other for f in known if f._replace(other=fluent.other) == fluent}
                apart = not of_others <= {"", fluent.other}  # anger at Beth does not imply anger at Ann
                yield from [*both_ways("specific", reason, found, Literal(fluent))][apart:]
            for aim in known:
                if aim.attribute == "wants" and aim.other and self._aims(fluent, aim):
                    reason = "who wants to go to a place, or to do a thing, usually wants that"
                    yield from both_ways("aim", reason, Literal(aim), Literal(fluent))
            for how, positive in KNOWING.items() if fluent.attribute == "knows" and not skill else ():
                one = Fluent("is", fluent.participant, "", how)
                verb = "knows" if positive else "does not know"
                reason = f"who is {how} usually {verb} a thing"
                if one in present:
                    said = Literal(fluent, positive)
                    yield Link("specific", reason, (Literal(one),), said, "usually_then", SPECIFIC)
            if skill:
                reason = "who knows how to do a thing can usually do it, and else not"
                yield from both_ways("knows-how", reason, Literal(fluent), Literal(able))

    def _aims(self, fluent: Fluent, aim: Fluent) -> bool:
        """Return whether a wish is to have, see or do the wanted thing: `go to Oslo` and Oslo."""
        verb, *words = fluent.value.split("_")
        same = aim[:2] == fluent[:2] and not fluent.other
        return same and verb in self.library.aims and slug(self.cast[aim.other].head) in words

    def rivals(self, fluents: Iterable[Fluent]) -> Iterator[Link]:
        """Yield the pairs of fluents that exclude each other."""
        for _, alike in groupby(sorted(fluents), key=lambda fluent: fluent[:3]):
            for first, second in combinations(alike, 2):
                if self.library.exclude(first, second):
                    reason = f"nobody and nothing is {first.value} and {second.value} at once"
                    yield Link("scale", reason, (Literal(first), Literal(second)), None)


def _single(event: Event) -> Iterator[Event]:
    """Yield an event with one filler per role, in every combination: `Ann and Bob met` holds of both.

    An experiencer counts as the agent if there is no other: `she forgot the code`. Of several agents, each is
    `fellow` to the other: `Ann and Bob made up`.
    """
    fillers: dict[str, list[str]] = {}
    for role, filler in event.roles:
        fillers.setdefault(role, []).append(filler)
    if "experiencer" in fillers:
        fillers.setdefault("agent", fillers["experiencer"])
    agents = fillers.get("agent", [])
    if len(agents) > 1:
        fillers["fellow"] = agents
    for choice in product(*fillers.values()):
        one = dict(zip(fillers, choice, strict=True))
        if len(agents) < 2 or one["agent"] != one["fellow"]:
            yield replace(event, roles=tuple(one.items()))


def _bindings(
    wanted: Sequence[Fluent], binding: dict[str, str], known: Mapping[Shape, Sequence[Fluent]]
) -> Iterator[dict[str, str]]:
    """Yield the assignments of variables under which all of some states are mentioned."""
    if not wanted:
        yield binding
        return
    first = wanted[0]
    for fluent in known[first.attribute, first.value]:
        if bool(fluent.other) is not bool(first.other):
            continue
        new = dict(binding)
        pairs = ((first.participant, fluent.participant), (first.other, fluent.other))
        if all(not v or new.setdefault(v, who) == who for v, who in pairs):
            yield from _bindings(wanted[1:], new, known)


def general(library: Library, fluent: Fluent, head: str) -> Literal | None:
    """Return a relation without its object, with the object's kind as value if it has no value of its own.

    Who has Rex has a dog; who is happy about Rex is happy. None for `related_to`, which is about both.
    """
    if fluent.attribute == "related_to":
        return None
    return library.canonical(fluent.attribute, fluent.participant, "", fluent.value or head)


def several(who: Participant) -> bool:
    """Return whether a name ends in another word than its noun: `two tickets`, of the noun `ticket`."""
    return who.name.split()[-1].lower() != who.head


def asked_alone(who: Participant) -> bool:
    """Return whether only the question mentions a participant."""
    return who.span is not None and who.span.source.startswith("q")


def _town(place: Participant) -> bool:
    return place.kind == "place" and place.name[:1].isupper()
