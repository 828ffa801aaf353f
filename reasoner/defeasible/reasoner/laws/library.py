"""`Library`: all laws, with the values that exclude each other and the words that mean the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from defeasible.reasoner.english.wordlists import word_set
from defeasible.reasoner.forms import State
from defeasible.reasoner.laws.fluents import Fluent, Literal, slug
from defeasible.reasoner.laws.law import Law

PERSISTENCE = 3.0
"""Log-odds, in nats, that a state still holds (or already held) where the story tells of no change."""
SPECIFIC = 1.5
"""Log-odds, in nats, that who is good (or proud, or bad) is so at, or about, the thing in question."""
FADES = 2
"""Lines after which what was told as a state need no longer hold: `the tin was full on Monday`."""
YEAR = 9_000
"""Hours that a state lasts of which nothing else is known."""
REMEMBERED = 10_000
"""Ways to say something whose meaning is kept."""

KNOWING = {"knowing": True, "unknowing": False}
"""How somebody is who knows, or does not know, whatever it is that a story keeps from somebody."""
OF_MIND = word_set("likes wants needs fears feels knows thinks cares_about trusts respects can")
"""Attributes that say what somebody makes of a thing, and not what becomes of it."""


@dataclass(frozen=True, slots=True)
class Library:
    """Laws and the vocabulary they share; made by `read_library`."""

    laws: tuple[Law, ...]
    rivals: Mapping[tuple[str, str], frozenset[str]]
    """Attribute and value to the values that it excludes."""
    opposites: Mapping[tuple[str, str], str]
    """Attribute and value to the word for its opposite: the other end of its scale, or what denies it."""
    synonyms: Mapping[tuple[str, str], tuple[str, str, bool]]
    """Attribute and value to the attribute and value that stand for them, and whether these affirm them."""
    attributes: Mapping[str, tuple[str, bool]]
    """Attribute to the one that stands for it: `owns` to `has`, `hates` to the denial of `likes`."""
    persons: frozenset[str]
    """Nouns that say no more than that it is somebody: a `kind person` is kind."""
    inverses: Mapping[str, str]
    """Relation to its inverse: `parent` to `child`, `friend` to itself."""
    kinds: Mapping[str, tuple[str, ...]]
    """Noun to the nouns for what it is a kind of, in order: `beagle` to `animal`, `dog`, `pet`."""
    unchanged: frozenset[str]
    """Verbs that leave what they act on as it is."""
    lasting: frozenset[str] = frozenset()
    """Attributes and values that only an event ends of which a law says so."""
    passing: frozenset[str] = frozenset()
    """Attributes and values that end as the person whose state it is goes on to other things."""
    stretches: frozenset[str] = frozenset()
    """Words of a stretch of time, in which what an event brought about may end: `all week`."""
    hours: Mapping[str, int] = field(default_factory=dict)
    """Words of a stretch of time to the hours that it takes; -1 for one by which no time goes by."""
    spans: Mapping[str, int] = field(default_factory=dict)
    """Attributes and values to the hours that such a state lasts; -1 for one that lasts for good."""
    fixtures: frozenset[str] = frozenset()
    """Nouns for what stands in a room: who sits down by the window leaves no room."""
    aims: frozenset[str] = frozenset()
    """Verbs of what is done with a thing that is wanted: `go`, `see`, `have`."""

    _about: dict[str, tuple[Law, ...]] = field(default_factory=dict, repr=False, compare=False)
    """The laws about each verb that was asked for."""
    _states: list[tuple[Law, tuple[Fluent, ...]]] = field(default_factory=list, repr=False, compare=False)
    """The laws about states with their fluents, once they were asked for."""
    _meant: dict[tuple[str, str], tuple[str, str, bool]] = field(
        default_factory=dict, repr=False, compare=False
    )
    """Attribute and value as they were written to what stands for them, and whether that affirms them."""

    def about(self, verb: str) -> tuple[Law, ...]:
        """Return the laws about events of a verb, in order."""
        found = self._about.get(verb)
        if found is None:
            found = self._about[verb] = tuple(law for law in self.laws if law.about(verb))
        return found

    def about_states(self) -> Sequence[tuple[Law, tuple[Fluent, ...]]]:
        """Return the laws about states, each with the fluents of its states, over its variables."""
        if not self._states:
            for law in self.laws:
                if law.states:
                    said = (self.canonical(t.attribute, t.subject, t.other, t.value) for t in law.states)
                    self._states.append((law, tuple(literal.fluent for literal in said)))
        return self._states

    def lasts(self, fluent: Fluent) -> bool:
        """Return whether a state outlasts events of which no law says what they change: being married."""
        return fluent.attribute in self.lasting or fluent.value in self.lasting

    def passes(self, fluent: Fluent) -> bool:
        """Return whether a state ends as its person goes on to other things: being hungry."""
        return fluent.attribute in self.passing or fluent.value in self.passing

    def said(self, state: State) -> Literal:
        """Return what a state of a form says."""
        about = (state.attribute, state.participant, state.other or "", state.value)
        return self.canonical(*about, positive=state.polarity)

    def exclude(self, one: Fluent, other: Fluent) -> bool:
        """Return whether two fluents are values of one thing that exclude each other: hot and cold."""
        rivals = self.rivals.get((one.attribute, one.value), frozenset())
        return one[:3] == other[:3] and other.value in rivals

    def takes(self, words: Sequence[str]) -> int:
        """Return the hours that go by at a time: `two days later`; 0 where none do: `an hour ago`."""
        known = [self.hours[word] for word in words if word in self.hours]
        return max(known) if known and min(known) >= 0 else 0

    def outlives(self, fluent: Fluent, of: str, hours: int) -> bool:
        """Return whether a state lasts for more than so many hours.

        Args:
            fluent: The state.
            of: The noun of the second participant, or an empty string: a cold is had for some days.
            hours: How long.
        """
        named = (fluent.value, of, fluent.attribute)
        span = next((self.spans[word] for word in named if word in self.spans), YEAR)
        return hours < span or span < 0

    def canonical(
        self, attribute: str, participant: str, other: str, value: str, *, positive: bool = True
    ) -> Literal:
        """Return the one way to say something: values of one meaning, and opposites, become one fluent.

        Args:
            attribute: As a form or a law writes it.
            participant: Id of the first participant.
            other: Id of the second, or an empty string.
            value: In words.
            positive: Whether it is said, not denied.
        """
        meant = self._meant.get((attribute, value))
        if meant is None:
            if len(self._meant) >= REMEMBERED:
                self._meant.clear()
            meant = self._meant[attribute, value] = self._meaning(slug(attribute), slug(value))
        name, word, affirms = meant
        return Literal(Fluent(name, participant, other, word), affirms is positive)

    def _meaning(self, attribute: str, word: str) -> tuple[str, str, bool]:
        name, positive = self.attributes.get(attribute, (attribute, True))
        if name == "is_a":
            quality, _, noun = word.rpartition("_")
            if quality and noun in self.persons:
                name, word = "is", quality
        if (found := self.synonyms.get((name, word))) is not None:
            name, word, affirms = found
            positive = positive is affirms
        return name, word, positive

    def in_general(self, fluent: Fluent) -> Literal | None:
        """Return the quality alone: `good at chess` is good, `proud of her` proud, `a kind nurse` kind.

        None if the fluent is no quality, or about nothing.
        """
        if fluent.attribute == "is_a":
            quality, about, _ = fluent.value.partition("_")
            return self.canonical("is", fluent.participant, "", quality) if about else None
        quality, about, _ = fluent.value.partition("_at_")
        if fluent.attribute not in ("is", "feels") or not fluent.value or not (fluent.other or about):
            return None
        return self.canonical(fluent.attribute, fluent.participant, "", quality)


@cache
def library() -> Library:
    """Return the laws that ship with the package."""
    from defeasible.reasoner.laws.reading import read_library  # noqa: PLC0415 - it imports this module

    return read_library(files("defeasible.reasoner.laws"))
