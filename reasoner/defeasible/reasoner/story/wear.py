"""The end of states without a law: by elapsed time, and by events two lines later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.forms import Event, Mood
from defeasible.reasoner.laws.library import OF_MIND

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from defeasible.reasoner.forms import Happening, Participant
    from defeasible.reasoner.laws import Fluent, Library, Literal

CHANGERS = frozenset({Mood.ACTUAL, Mood.POSSIBLE, Mood.ATTEMPTED, Mood.OBLIGED})
"""Moods of events that change fluents, or may."""
ANIMATE = frozenset({"person", "group", "animal"})
"""Kinds of participants whose states may outlast their actions, and who move by themselves."""
STRETCH = 1000
"""Hours that may have gone by in a period of which nobody says how long it was: `all term`, `on Friday`."""


def times_of(event: Event, cast: Mapping[str, Participant]) -> Iterator[Sequence[str]]:
    """Yield the words of each time that an event takes, or says: `an hour later`, `twenty years passed`."""
    for role, filler in event.roles:
        if role == "time" and filler.startswith("="):
            yield filler[1:].split()
        elif role == "theme" and filler in cast and cast[filler].kind == "abstract":
            yield cast[filler].name.lower().split()


def elapses(item: Happening) -> bool:
    """Return whether it is only time that goes by: `two days later` of a state, or since the last line."""
    return isinstance(item, Event) and item.verb == "pass" and all(role == "time" for role, _ in item.roles)


class Wear:
    """Decides which events of later lines end the persistence of a state."""

    def __init__(self, library: Library, cast: Mapping[str, Participant]) -> None:
        self.library = library
        self.cast = cast

    def ends(self, happening: Happening, literal: Literal, *, old: bool, told: bool) -> bool:
        """Return whether an event of a later line may have ended a state.

        It does if more time passes than the state lasts. If it is `old` (two lines on), so does a stretch of
        time, and an event with a thing that the state is about or with the person whose passing state it
        is; where it was only `told` of a thing, any event with the thing does. Who is brought in may end it
        (`thieves came`). That a thing is not with somebody, or somewhere, ends only where both are mentioned.
        """
        if not isinstance(happening, Event):
            return False
        return (
            self.outlasts(happening, literal.fluent, old=old)
            or self._touches(happening, literal, old=old, told=told)
            or self._meddles(happening, literal)
        )

    def outlasts(self, event: Happening, fluent: Fluent, *, old: bool) -> bool:
        """Return whether more time passes in an event than a state lasts: `twenty years passed`."""
        if not isinstance(event, Event) or event.mood is not Mood.ACTUAL:
            return False
        if fluent.attribute == "at" and self._kind(fluent.participant) not in ANIMATE:
            fluent = fluent._replace(attribute="lies")  # what lies somewhere lasts longer than who is there
        of = self.cast[fluent.other].head if fluent.other else ""
        taken = [
            max(self.library.takes(words), STRETCH * (old and not self.library.stretches.isdisjoint(words)))
            for words in times_of(event, self.cast)
        ]
        return any(hours and not self.library.outlives(fluent, of, hours) for hours in taken)

    def _kind(self, who: str) -> str:
        return self.cast[who].kind if who in self.cast else ""

    def _touches(self, event: Event, literal: Literal, *, old: bool, told: bool) -> bool:
        happened = event.polarity and event.mood in CHANGERS - {Mood.POSSIBLE}
        if not happened or not self.library.may_change(event.verb):
            return False
        fluent, named = literal.fluent, {filler for _, filler in event.roles}
        about = {who for who in (fluent.participant, fluent.other) if who}
        if fluent.other and not literal.positive:
            return old and about <= named
        passes = old and self.library.passes(fluent)
        met = {who for who in about & named if (passes if self._kind(who) in ANIMATE else old or told)}
        return self.alters(event, fluent, met)

    def _meddles(self, event: Event, literal: Literal) -> bool:
        """Return whether an event brings in somebody or something that may change a thing: `thieves came`."""
        fluent, library = literal.fluent, self.library
        exposed = not library.exposed.isdisjoint((fluent.attribute, fluent.value)) and literal.positive
        if not exposed or self._kind(fluent.participant) in ANIMATE:
            return False
        if not event.polarity or event.mood is not Mood.ACTUAL:
            return False
        new = f"s{event.line}"
        who = [self.cast[f] for role, f in event.roles if role in ("agent", "theme") and f in self.cast]
        come = [one for one in who if one.span and one.span.source == new]
        there = event.verb in library.meddling and any(one.head in library.meddlers for one in come)
        named = any(fluent.participant == filler for _, filler in event.roles)  # `dusted the lamp`
        handled = event.verb in library.handling and not named
        return there or (handled and any(one.kind in ANIMATE for one in come))

    def alters(self, event: Event, fluent: Fluent, about: set[str]) -> bool:
        """Return whether an event may change a state, as one of some participants that it involves.

        Of a thing that it acts on, it may change what its verb may (`painted it`: not whether it is full);
        of a place, what is there; of who acts or gets it, the mood, and the place if the verb moves them. Of
        anybody and anything else it may change everything, unless its verb changes nothing.
        """
        for who in about:
            animate = self._kind(who) in ANIMATE
            states: tuple[str, ...] = ()
            if fluent.attribute == "at" and who == fluent.other:
                states = ("holds",)
            elif ("theme", who) in event.roles and not animate:
                states = fluent.attribute, fluent.value
            elif animate and ("theme", who) not in event.roles and fluent.attribute not in OF_MIND:
                states = (f"own_{fluent.attribute}",)
            if self.library.may_change(event.verb, *states):
                return True
        return False
