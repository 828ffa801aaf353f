"""Writes the events and states of one text as they are found, with ids, spans and resolved participants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from defeasible.reasoner.forms.story import Event, Happening, Mood, State
from defeasible.reasoner.grammar.stories.moods import Standing
from defeasible.reasoner.grammar.stories.referents import INDEFINITE, Ids, Referents
from defeasible.reasoner.grammar.stories.syntax import Clause, Noun
from defeasible.reasoner.grammar.tokens import Token
from defeasible.reasoner.text import Source, Span


_NO_PROPERTIES = frozenset({"whole", "entire", "same", "own", "other", "first", "second", "third", "next", "last",
    "certain", "only", "main", "whole", "several", "very", "double", "single", "little", "full", "main", "past"})  # fmt: skip
"""Adjectives that say which one, not what it is like."""


@dataclass(slots=True)
class Writer:
    """Collects what one source says; ids are given at the end."""

    source: Source
    tokens: Sequence[Token]
    referents: Referents
    line: int
    query: bool = False
    found: list[Happening] = field(default_factory=list)

    def span(self, start: int, end: int) -> Span:
        """Return the span of tokens `start` to `end`."""
        last = max(start, min(end, len(self.tokens)) - 1)
        return Span(self.source.id, self.tokens[start].start, self.tokens[last].end)

    def place(self, noun: Noun) -> Span:
        """Return the span of a noun phrase."""
        return self.span(noun.start, noun.end)

    def who(self, noun: Noun | None, *, subject: bool = False, avoid: Ids = ()) -> Ids:
        """Return whom a noun phrase speaks of, and say whose it is."""
        if noun is None:
            return ()
        ids = self.referents.resolve(noun, self.place, self.source.text, subject=subject, avoid=avoid)
        self._possessives()
        return ids

    def name(self, noun: Noun) -> str:
        """Return what stands for a noun phrase in a normal form: names and pronouns by whom they mean."""
        if noun.items:
            return " and ".join(self.name(item) for item in noun.items)
        if noun.pronoun:
            ids = self.who(noun)
            return " and ".join(self.referents.get(id_).head for id_ in ids) or noun.head
        if noun.name:
            self.who(noun)
            return self.referents.get(self.who(noun)[0]).head
        words = (*noun.words[:-1], noun.head)
        return " ".join(words)

    def _possessives(self) -> None:
        related, self.referents.related = self.referents.related, []
        if self.query:
            return
        how = Standing(Mood.ACTUAL, True, "possessive")
        for owner, relation, owned, noun in related:
            if relation:
                self.state(owned, "related_to", how, self.place(noun), value=relation, other=owner)
                self.state(owner, "has", how, self.place(noun), value=relation)
            else:
                self.state(owner, "has", how, self.place(noun), other=owned)

    def unspecific(self, noun: Noun, *, denied: bool) -> str:
        """Return the words of a noun phrase that names nothing in particular, else an empty string.

        In a query, and where it is denied, `a car` is any car, unless the story already has one.
        """
        if not (self.query or denied) or noun.pronoun or noun.name or noun.owner or noun.items:
            return ""
        if noun.determiner not in INDEFINITE or self.referents.known(noun):
            return ""
        return " ".join((*noun.adjectives, *noun.words[:-1], noun.head))

    def state(
        self, participant: str, attribute: str, how: Standing, span: Span, *, value: str = "",
        other: str | None = None, cue: str = "",
    ) -> None:  # fmt: skip
        """Add a state, unless it is there already."""
        if cue == "modifier" and value in _NO_PROPERTIES:
            return
        cues = ", ".join(part for part in (how.cue, cue) if part)
        state = State("", self.line, participant, attribute, value, other, how.polarity, how.mood, span, cues)
        if not any(_same(state, known) for known in self.found):
            self.found.append(state)

    def event(
        self, clause: Clause, verb: str, roles: Iterable[tuple[str, str]], how: Standing, *, cue: str = ""
    ) -> None:
        """Add an event."""
        cues = ", ".join(part for part in (how.cue, cue) if part)
        unique = tuple(dict.fromkeys(roles))
        span = self.span(clause.start, clause.end)
        self.found.append(Event("", self.line, verb, unique, how.polarity, how.mood, span, cues))


def _same(one: State, other: Happening) -> bool:
    return isinstance(other, State) and (
        one.participant, one.attribute, one.value, one.other, one.polarity, one.mood
    ) == (other.participant, other.attribute, other.value, other.other, other.polarity, other.mood)  # fmt: skip
