"""`Library`: all laws, with mutually exclusive values and synonyms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import NamedTuple, TypeAlias

from defeasible.reasoner.english.closed import LANGUAGES, OF_ACTS
from defeasible.reasoner.english.wordlists import word_set
from defeasible.reasoner.forms import State
from defeasible.reasoner.laws.fluents import Fluent, Literal, slug
from defeasible.reasoner.laws.law import Law
from defeasible.reasoner.laws.sieve import Sieve

PERSISTENCE = 3.0
"""Weight, in nats, of a state's persistence (or that it already held) if the story tells no change."""
IMPLICATURE = 1.5
"""Weight, in nats, of what is implied of an event and not told: `wanted to go, but she was ill`."""
IMPLIES = {
    False: "what is wished, planned, asked for or tried and then opposed is usually not done",
    True: "what had to be done was usually done",
}
"""Whether the event took place, to the reason for it."""
UNFORESEEN = 1.5
"""Log-odds, in nats, that an answer by persistence alone is right: what `docs/stories.md` reports."""
SPECIFIC = 1.5
"""Log-odds, in nats, that a good (or proud, or bad) person is so at, or about, the thing in question."""
FADES = 2
"""Number of lines after which a told state need no longer hold: `the tin was full on Monday`."""
YEAR = 9_000
"""Hours that a state lasts by default."""
REMEMBERED = 10_000
"""Number of wordings whose meanings are cached."""

KNOWING = {"knowing": True, "unknowing": False}
"""Values for a person who knows, or does not know, an unspecified secret of the story."""
OF_MIND = word_set("likes loves hates wants needs fears feels knows thinks cares_about trusts respects can")
"""Attributes that tell somebody's attitude to a thing, not the state of the thing."""

Shape: TypeAlias = tuple[str, str]
"""Attribute and value of a fluent."""


class AboutStates(NamedTuple):
    """A law about states."""

    place: int
    """Its place among all laws."""
    law: Law
    wanted: tuple[Fluent, ...]
    """The fluents of its states, over its variables."""


@dataclass(frozen=True, slots=True)
class Library:
    """Laws and their shared vocabulary; created by `read_library`."""

    laws: tuple[Law, ...]
    rivals: Mapping[tuple[str, str], frozenset[str]]
    """Attribute and value to the values that it excludes."""
    opposites: Mapping[tuple[str, str], str]
    """Attribute and value to the word for its opposite: the other end of its scale, or its denial."""
    synonyms: Mapping[tuple[str, str], tuple[str, str, bool]]
    """Attribute and value to their canonical attribute and value, and whether these affirm them."""
    attributes: Mapping[str, tuple[str, bool]]
    """Attribute to its canonical one: `possesses` to `owns`, `dislikes` to the denial of `likes`."""
    persons: frozenset[str]
    """Nouns that only mean a person: a `kind person` is kind."""
    inverses: Mapping[str, str]
    """Relation to its inverse: `parent` to `child`, `friend` to itself."""
    kinds: Mapping[str, tuple[str, ...]]
    """Noun to its hypernyms, in order: `beagle` to `animal`, `dog`, `pet`."""
    changing: Mapping[str, frozenset[str]]
    """Verb to the attributes and values that it may change of what it acts on; all, if it has no entry."""
    lasting: frozenset[str] = frozenset()
    """Attributes and values that end only by an event whose law says so."""
    passing: frozenset[str] = frozenset()
    """Attributes and values that end when the person goes on to other things."""
    stretches: frozenset[str] = frozenset()
    """Words for a period in which the effect of an event may end: `all week`."""
    hours: Mapping[str, int] = field(default_factory=dict)
    """Words for a period to its hours; -1 for one that takes no time."""
    spans: Mapping[str, int] = field(default_factory=dict)
    """Attributes and values to the hours that such a state lasts; -1 for a permanent one."""
    inside: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Kind or noun to nouns for what is inside: sitting down by the window does not leave the room."""
    aims: frozenset[str] = frozenset()
    """Verbs for what people do with a thing that they want: `go`, `see`, `have`."""
    meddlers: frozenset[str] = frozenset()
    """Nouns for those who may change a thing by being there: `burglar`, `storm`."""
    meddling: frozenset[str] = frozenset()
    """Verbs for what they do: `come_by`."""
    handling: frozenset[str] = frozenset()
    """Verbs for what anybody who is brought in may do to a thing: `tidy_up`."""
    exposed: frozenset[str] = frozenset()
    """Attributes and values of a thing that may change by it: `at`, `locked`."""
    apart: tuple[frozenset[str], ...] = ()
    """Nouns for places of which none is within another, nor another name for it: `kitchen`, `garden`."""
    broader: Mapping[Shape, tuple[str, str, bool]] = field(default_factory=dict)
    """Attribute and value to the broader ones, and whether these are affirmed: who is furious is angry.

    Without a value, an attribute and all its values: who loves somebody likes them.
    """
    orders: Mapping[str, str] = field(default_factory=dict)
    """Comparative to the one of which it is the converse, `younger` to `older`, or to itself."""

    _about: dict[str, Sieve] = field(default_factory=dict, repr=False, compare=False)
    """Cache of the laws about each verb."""
    _states: dict[Shape, list[AboutStates]] = field(default_factory=dict, repr=False, compare=False)
    """Cache of the laws about states, by the shape of the first state."""
    _meant: dict[tuple[str, str], tuple[str, str, bool]] = field(
        default_factory=dict, repr=False, compare=False
    )
    """Cache of attribute and value as written to the canonical ones, and whether these affirm them."""

    def about(self, verb: str) -> Sieve:
        """Return the laws about events of a verb, in order."""
        found = self._about.get(verb)
        if found is None:
            found = self._about[verb] = Sieve([law for law in self.laws if law.about(verb)])
        return found

    def about_states(self, shapes: Iterable[Shape]) -> list[AboutStates]:
        """Return the laws whose first state has one of some shapes, in order."""
        if not self._states:
            for place, law in enumerate(self.laws):
                if law.states:
                    said = (self.canonical(t.attribute, t.subject, t.other, t.value) for t in law.states)
                    wanted = tuple(literal.fluent for literal in said)
                    shape = wanted[0].attribute, wanted[0].value
                    self._states.setdefault(shape, []).append(AboutStates(place, law, wanted))
        return sorted(found for shape in shapes for found in self._states.get(shape, ()))

    def lasts(self, fluent: Fluent) -> bool:
        """Return whether a state outlasts events whose effects no law states: being married."""
        return fluent.attribute in self.lasting or fluent.value in self.lasting

    def passes(self, fluent: Fluent) -> bool:
        """Return whether a state ends when the person goes on to other things: being hungry."""
        return fluent.attribute in self.passing or fluent.value in self.passing

    def may_change(self, verb: str, *states: str) -> bool:
        """Return whether what a verb acts on may change in some attributes or values; in none: at all."""
        may = self.changing.get(verb)
        return may is None or (not may.isdisjoint((*states, "*")) if states else bool(may))

    def said(self, state: State) -> Literal:
        """Return the literal of a state of a form."""
        about = (state.attribute, state.participant, state.other or "", state.value)
        return self.canonical(*about, positive=state.polarity)

    def exclude(self, one: Fluent, other: Fluent) -> bool:
        """Return whether two fluents are mutually exclusive values of one thing: hot and cold."""
        rivals = self.rivals.get((one.attribute, one.value), frozenset())
        return one[:3] == other[:3] and other.value in rivals

    def takes(self, words: Sequence[str]) -> int:
        """Return the hours that a time expression takes: `two days later`; 0 if none: `an hour ago`."""
        known = [self.hours[word] for word in words if word in self.hours]
        return max(known) if known and min(known) >= 0 else 0

    def outlives(self, fluent: Fluent, of: str, hours: int) -> bool:
        """Return whether a state lasts for more than a number of hours.

        Args:
            fluent: The state.
            of: The noun of the second participant, or an empty string: people have a cold for some days.
            hours: The number of hours.
        """
        named = (fluent.value, of, fluent.attribute)
        span = next((self.spans[word] for word in named if word in self.spans), YEAR)
        return hours < span or span < 0

    def canonical(
        self, attribute: str, participant: str, other: str, value: str, *, positive: bool = True
    ) -> Literal:
        """Return the canonical form of a state: synonyms and opposites become one fluent.

        Args:
            attribute: As in a form or a law.
            participant: Id of the first participant.
            other: Id of the second, or an empty string.
            value: In words.
            positive: Whether it is affirmed, not denied.
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

        Return None if the fluent is not a quality, or has no complement.
        """
        if fluent.attribute == "is_a":
            quality, about, _ = fluent.value.partition("_")
            if quality in OF_ACTS | LANGUAGES:
                return None  # a heavy smoker is not heavy
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
