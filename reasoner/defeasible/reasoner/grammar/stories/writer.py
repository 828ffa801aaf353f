"""Writes the events and states of one text as they are found, with ids, spans and resolved participants."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from defeasible.reasoner.forms.story import Event, Happening, Mood, State
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.moods import Standing
from defeasible.reasoner.grammar.stories.referent import BESIDE, SUBJECT, Ids
from defeasible.reasoner.grammar.stories.referents import INDEFINITE, Referents
from defeasible.reasoner.grammar.stories.syntax import Clause, Noun
from defeasible.reasoner.text import Source, Span


@dataclass(slots=True)
class Writer:
    """Collects what one source says; ids are given at the end."""

    source: Source
    referents: Referents
    line: int
    query: bool = False
    found: list[Happening] = field(default_factory=list)

    def span(self, start: int, end: int) -> Span:
        """Return the span of the characters from `start` to `end`."""
        return Span(self.source.id, start, max(start, end))

    def place(self, noun: Noun) -> Span:
        """Return the span of a noun phrase."""
        return self.span(noun.start, noun.end)

    def who(self, noun: Noun | None, *, subject: bool = False, avoid: Ids = (), beside: bool = False) -> Ids:
        """Return whom a noun phrase speaks of, and say whose it is; `beside`: behind a preposition."""
        if noun is None:
            return ()
        ids = self.referents.resolve(
            noun,
            self.place,
            self.source.text,
            rank=SUBJECT if subject else BESIDE if beside else 0.0,
            avoid=avoid,
        )
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
        for owner, relation, owned, span in related:
            if relation:
                self.state(
                    State("", self.line, owned, "related_to", relation, owner, span=span, cue="possessive")
                )
                self.state(State("", self.line, owner, "has", relation, span=span, cue="possessive"))
            else:
                for attribute in ("has", "owns"):
                    self.state(State("", self.line, owner, attribute, "", owned, span=span, cue="possessive"))

    def unspecific(self, noun: Noun, *, denied: bool) -> str:
        """Return the words of a noun phrase that names nothing in particular, else an empty string.

        In a query, and where it is denied, `a car` is any car, unless the story already has one.
        """
        if not (self.query or denied) or noun.pronoun or noun.name or noun.owner or noun.items:
            return ""
        if noun.determiner not in INDEFINITE or self.referents.known(noun):
            return ""
        kinds = noun.words[:-1] if any(r.stuff == noun.words[:-1] for r in self.referents.all) else ()
        return " ".join((*noun.adjectives, *kinds, noun.head))

    def state(self, state: State) -> None:
        """Add a state, unless it is there already or says nothing (`the whole thing` is not `whole`)."""
        if "modifier" in state.cue and state.value in lx.of("no_properties"):
            return
        if any(_same(state, known) for known in self.found):
            return
        self.found.append(state)
        for rival in self._rivals(state.participant, state.mood):
            self.found.append(
                replace(state, participant=rival, mood=Mood.POSSIBLE, cue=f"{state.cue}, perhaps of it")
            )

    def event(self, clause: Clause, verb: str, roles: Iterable[tuple[str, str]], how: Standing) -> None:
        """Add an event."""
        unique = tuple(dict.fromkeys(roles))
        span = self.span(clause.start, clause.end)
        self.found.append(Event("", self.line, verb, unique, how.polarity, how.mood, span, how.cue))
        for role, id_ in unique:
            for rival in self._rivals(id_, how.mood):
                if role == "agent" and not self.referents.get(rival).animate():
                    continue
                acts = clause.subject is not None and not clause.objects and not clause.group.passive
                own = "agent" if acts and role == "theme" and self.referents.get(rival).animate() else role
                other = tuple((own, rival) if pair == (role, id_) else pair for pair in unique)
                self.found.append(
                    Event("", self.line, verb, other, how.polarity, Mood.POSSIBLE, span, "perhaps of it")
                )

    def _rivals(self, id_: str, mood: Mood) -> Ids:
        """Return of what else an `it` may say what it says: a rival for each thing that it may mean."""
        told = not self.query and mood in (Mood.ACTUAL, Mood.PRIOR)
        return self.referents.rivals.get(id_, ()) if told else ()


def _same(one: State, other: Happening) -> bool:
    return isinstance(other, State) and replace(other, span=one.span, cue=one.cue) == one
