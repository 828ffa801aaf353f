"""`Story`: sentences as events and states of participants, each with the words it came from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Literal, TypeAlias

from defeasible.reasoner.errors import FormError
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source, Span, quote

_LINE = re.compile("s[0-9]{1,9}")
ONGOING = "ongoing"
"""In the cue of an event: it goes on at its line (`was singing`); of a query: at the end of the story."""
COMPLETED = "perfect"
"""In the cue of a query: it asks for what is done (`has written it`), which what goes on does not show."""
BEGUN = "begun"
"""In the cue of a query: it asks whether a state came about (`Did Ann fall ill?`), which may be over."""
NEGATED = "negation: "
"""In the cue of an event, a state or a query, before the word that denies it."""
FLASHBACK = "flashback"
"""In the cue of an event: it goes back in time; of a query: it asks of the start, not of any time before."""
EXCEPTED = "excepted"
"""In the cue of an event or state: it is of whom or what a quantifier leaves out (`nobody but Ann`)."""
CONTRASTED = "contrasted"
"""In the cue of an event: it is told by contrast with another (`Ann, not Bob`, `ran faster than Bob`)."""
IMPLIED = "implied"
"""In the cue of an event that is not told, only implied: `wanted to go, but was ill`, `had to be felled`."""
PERHAPS = "perhaps of it"
"""In the cue of a possible event or state: the one before it, of another to whom the pronoun may refer."""
REPORTED = "reported"
"""In the cue of an event or state: somebody says so (`was told that it was stolen`, `said he was ill`)."""
OTHERS = "others"
"""The head of a participant for those that a quantifier is of: `nobody` in `nobody but Ann`."""
_UNSPECIFIC = frozenset({
    "a", "an", "the", "my", "your", "his", "her", "its", "our", "their", "some", "any", "this", "that",
})  # fmt: skip
_ID = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")


class Mood(StrEnum):
    """The relation of a sentence to what really happens in its story."""

    ACTUAL = "actual"
    """It happens, or holds, at its line."""
    PRIOR = "prior"
    """It happened, or held, before its line: `had lost`, `used to`."""
    FUTURE = "future"
    """It is planned or will happen: `is going to`, `decided to`."""
    POSSIBLE = "possible"
    """It may happen or hold: `might`, `could`, `maybe`."""
    DESIRED = "desired"
    """Somebody wants it: `wanted to`, `hoped that`."""
    ATTEMPTED = "attempted"
    """Somebody tries it; the outcome is not stated: `tried to`."""
    HABITUAL = "habitual"
    """It usually happens or holds: `always`, `every day`."""
    OBLIGED = "obliged"
    """It must or should happen or hold: `had to`, `needed to`."""


Timing: TypeAlias = Literal["before", "at", "after"]
"""Right before something happens, around it, or right after it."""


@dataclass(frozen=True, slots=True)
class Participant(Record):
    """A person or thing of a story; one per referent, with pronouns and repeated names resolved."""

    id: str
    """Short name: `p1`, `p2`, ..."""
    name: str
    """Its name for a reader: `Jimmy`, `his roof`."""
    head: str
    """Lemma of its head noun, lower case, for the rules: `roof`; a name or pronoun keeps its own."""
    kind: Literal["person", "group", "animal", "thing", "place", "abstract"] = "thing"
    span: Span | None = None
    """The words that first mention it."""

    @property
    def is_unnamed(self) -> bool:
        """Whether it stands for whatever or whoever there is: `something`, `someone`."""
        return self.head in {"something", "someone"}

    @property
    def stands_for(self) -> tuple[str, ...]:
        """The kinds of those among whom it is, if it is unnamed: a dog may be `something`, not `someone`."""
        return ("animal", "thing") if self.kind == "thing" else ("person", "group")

    @property
    def is_any(self) -> bool:
        """Whether its name is no more than a noun: `the car`, `her car`; not `the blue car`, `Tom's car`."""
        words = self.name.lower().split()
        return len(words) - (not _UNSPECIFIC.isdisjoint(words[:1])) <= 1


@dataclass(frozen=True, slots=True)
class Event(Record):
    """Something that happens or does not happen: a verb with its participants."""

    id: str
    line: int
    """Sentence of the story, from 1; 0 in a query, which belongs to no line."""
    verb: str
    """Lemma, with its particle if it has one: `give`, `turn_off`."""
    roles: tuple[tuple[str, str], ...]
    """Pairs of a role and a participant id or, if the filler is not a participant, `=` and words: `=to swim`.

    Roles: `agent`, `theme` (what is acted on), `recipient`, `source`, `goal`, `place`, `instrument`,
    `companion`, `experiencer`, `topic`, `manner`, `time`; `whole` (those of whom it happens to some) and
    `weather` (`it`, which is dark after `night fell`).
    """
    polarity: bool = True
    mood: Mood = Mood.ACTUAL
    span: Span | None = None
    cue: str = ""
    """The cue that the parser found in the words, for the trace: `passive`, `failed to: negated`."""

    def role(self, name: str) -> str | None:
        """Return the filler of a role, or None.

        The `patient` is what it happens to: the theme, or the agent if there is none (`fell into the pond`,
        `dropped the phone into it`).
        """
        if name == "patient":
            return self.role("theme") or self.role("agent")
        return next((filler for role, filler in self.roles if role == name), None)


UNREAD = "unread"
"""Attribute of what a query asks beyond what was read of it: no line tells it, and no law knows it."""


@dataclass(frozen=True, slots=True)
class State(Record):
    """A property of a participant, or a relation to another, that holds or does not hold.

    Attributes that the rules know: `is` (an adjective), `is_a` (a noun), `has`, `at`, `knows`, `can`,
    `wants`, `needs`, `likes`, `fears`, `feels` (an emotion), `thinks`, `part_of`, `related_to` (with the
    relation as value: the participant is the `wife` of the other), `used_for`. A parser may use others, which
    then only exclude their negation.
    """

    id: str
    line: int
    """Sentence of the story, from 1; 0 in a query."""
    participant: str
    """Id of the participant that it is about."""
    attribute: str
    value: str = ""
    """A lemma or short phrase in lower case: `loose`, `to swim`; empty for a bare relation."""
    other: str | None = None
    """Id of the second participant of a relation: what one has, where one is, whom one likes."""
    polarity: bool = True
    mood: Mood = Mood.ACTUAL
    span: Span | None = None
    cue: str = ""
    """What the parser read in the words, for the trace."""
    when: tuple[Timing, str] | None = None
    """In a query: right before, around or right after the happening with this id, `when Ann left`. None for
    the end of the story, or for its start if the mood is `PRIOR`."""


Happening: TypeAlias = Event | State


@dataclass(frozen=True, slots=True)
class Story(Record):
    """A story as events and states in order of lines, and the states (or events) asked about.

    Raises:
        FormError: On construction, if ids repeat or are not names, a participant is undeclared, a line is not
            one of the sentences, or a span is outside its source.
    """

    family: ClassVar[str] = "story"
    sources: tuple[Source, ...]
    """The sentences `s1`, `s2`, ... and the queries `q1`, `q2`, ..."""
    participants: tuple[Participant, ...]
    happenings: tuple[Happening, ...]
    """By line, and within a line in the order in which they happen."""
    queries: tuple[Happening, ...] = ()
    """The events and states asked about; their line is 0."""
    unread: tuple[int, ...] = ()
    """Lines that were not understood at all; conclusions from the other lines remain valid."""
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        people = [p.id for p in self.participants]
        for name in (*people, *(item.id for item in (*self.happenings, *self.queries))):
            if not _ID.fullmatch(name):
                raise FormError(f"`{name}` is no id", hint="ASCII letters, digits and `_.-`, such as `p1`")
        ids = [item.id for item in (*self.happenings, *self.queries)]
        for what, names in (
            ("participant", people),
            ("happening", ids),
            ("source", [s.id for s in self.sources]),
        ):
            if len(set(names)) < len(names):
                raise FormError(f"{what} id `{next(n for n in names if names.count(n) > 1)}` is used twice")
        lines = self.lines()
        for item in self.happenings:
            if item.line not in lines:
                raise FormError(f"`{item.id}` is in line {item.line}, the story has lines {sorted(lines)}")
        if wrong := [q.id for q in self.queries if q.line != 0]:
            raise FormError(f"query `{wrong[0]}` has a line of the story", hint="the line of a query is 0")
        if wrong := [item.id for item in (*self.happenings, *self.queries) if not self._is_timed(item)]:
            raise FormError(f"`{wrong[0]}` is at no time", hint="a query may name a happening of the story")
        declared = set(people)
        for item in (*self.happenings, *self.queries):
            if missing := [name for name in named(item) if name not in declared]:
                raise FormError(
                    f"`{item.id}` is about participant `{missing[0]}`, which is not declared",
                    hint=f"declared participants: {', '.join(people) or 'none'}",
                )
        for part in (*self.participants, *self.happenings, *self.queries):
            if part.span is not None:
                quote(self.sources, part.span)

    def _is_timed(self, item: Happening) -> bool:
        """Return whether an item is at no other time than its own, or is a query at that of a happening."""
        when = item.when if isinstance(item, State) else None
        return when is None or (item.line == 0 and any(h.id == when[1] for h in self.happenings))

    def lines(self) -> frozenset[int]:
        """Return the numbers of the sentences, which are those of the sources `s1`, `s2`, ..."""
        return frozenset(int(s.id[1:]) for s in self.sources if _LINE.fullmatch(s.id))


def named(item: Happening) -> Iterator[str]:
    """Yield the ids of the participants that an event or state is about."""
    if isinstance(item, State):
        yield item.participant
        if item.other is not None:
            yield item.other
    else:
        yield from (filler for _, filler in item.roles if not filler.startswith("="))
