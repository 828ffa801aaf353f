"""`Said`: a clause with its subject and standing resolved, and how it is written down as a state."""

from __future__ import annotations

from dataclasses import dataclass, replace

from defeasible.reasoner.forms.story import Mood, State
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.moods import Context, Standing
from defeasible.reasoner.grammar.stories.referent import Ids
from defeasible.reasoner.grammar.stories.syntax import Clause, Complement, Noun
from defeasible.reasoner.grammar.stories.writer import Writer


@dataclass(frozen=True, slots=True)
class Said:
    """What is read of a clause before its meaning."""

    clause: Clause
    lemma: str
    """Its verb, with what belongs to it."""
    ids: Ids
    """Who its subject is."""
    how: Standing
    context: Context

    @property
    def agents(self) -> list[tuple[str, str]]:
        """Who its subject is, as fillers of a role."""
        return [("agent", id_) for id_ in self.ids]

    @property
    def things(self) -> list[Noun]:
        """What its verb is about: its objects, or what stands behind the preposition of `wait for`."""
        behind = [phrase.noun for phrase in self.clause.phrases[:1] if phrase.noun is not None]
        return self.clause.things or (behind if "_" in self.lemma else [])

    def of(self, *ids: str) -> Said:
        """Return the same said of others."""
        return replace(self, ids=ids)

    def put(self, *, polarity: bool | None = None, mood: Mood | None = None) -> Said:
        """Return the same with another standing."""
        how = self.how
        polarity = how.polarity if polarity is None else polarity
        return replace(self, how=Standing(mood or how.mood, polarity, how.cue))

    def lasting(self) -> Said:
        """Return the same, holding outright where it was only a habit: one likes what one always likes."""
        return self.put(mood=Mood.ACTUAL) if self.how.mood is Mood.HABITUAL else self


class Sayer:
    """Writes what is said of somebody as states."""

    def __init__(self, writer: Writer) -> None:
        self.out = writer

    def somewhere(self, said: Said, adverb: str) -> str:
        """Return the place that an adverb of a clause names."""
        return self.out.referents.somewhere(adverb, self.out.span(said.clause.start, said.clause.end))

    def feeling(self, ids: Ids, word: str) -> str:
        """Return the attribute by which an adjective is said of somebody or something."""
        return "feels" if word in lx.EMOTIONS and self.animate(ids) else "is"

    def below(self, complement: Complement, context: Context) -> None:
        """Read a clause below another one; the class on top does."""
        raise NotImplementedError

    def animate(self, ids: Ids) -> bool:
        """Return whether all of these are people or animals."""
        return all(self.out.referents.get(id_).animate() for id_ in ids)

    def say(  # noqa: PLR0913 - what a state says
        self,
        said: Said,
        attribute: str,
        *,
        value: str = "",
        other: str | None = None,
        cue: str = "",
        noun: Noun | None = None,
    ) -> None:
        """Write a state of everybody that something is said of."""
        how = said.how
        cues = ", ".join(part for part in (how.cue, cue) if part)
        span = (
            self.out.span(said.clause.start, said.clause.end)
            if noun is None
            else self.out.referents.span(noun)
        )
        for id_ in said.ids:
            now = (how.polarity, how.mood)
            past = said.clause.group.modal == "used" and how.mood is Mood.PRIOR and not self.out.query
            since = Mood.ACTUAL if past else Mood.POSSIBLE  # `had flu last winter`: it may be over
            over = past or (said.clause.dated and how.mood is Mood.ACTUAL and not self.out.query)
            for polarity, mood in (now, (not how.polarity, since)) if over else (now,):
                self.out.state(
                    State("", self.out.line, id_, attribute, value, other, polarity, mood, span, cues)
                )

    def modifiers(self, said: Said, noun: Noun) -> None:
        """Write what adjectives before a noun say of it: `a new truck`. A query does not ask for that."""
        if self.out.query or not said.how.polarity or said.how.mood not in (Mood.ACTUAL, Mood.PRIOR):
            return
        for adjective in noun.adjectives:
            self.say(said, "is", value=adjective, cue="modifier", noun=noun)
