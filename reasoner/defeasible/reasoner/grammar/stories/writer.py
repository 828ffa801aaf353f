"""Writes the events and states of one text, with ids, spans and resolved participants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import product

from defeasible.reasoner.english.closed import PRIVATIVE
from defeasible.reasoner.forms.story import (
    CONTRASTED,
    EXCEPTED,
    IMPLIED,
    PERHAPS,
    Event,
    Happening,
    Mood,
    State,
)
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.moods import WHERE_AND_WHEN, Standing
from defeasible.reasoner.grammar.stories.pronouns import KIN
from defeasible.reasoner.grammar.stories.referent import BESIDE, SUBJECT, Ids
from defeasible.reasoner.grammar.stories.referents import INDEFINITE, Referents
from defeasible.reasoner.grammar.stories.syntax import Clause, Noun
from defeasible.reasoner.text import Source, Span

_DEEPEST = 3
"""Maximum depth of clauses in a normal form."""


@dataclass(slots=True)
class Writer:
    """Collects the events and states of one source; ids are assigned at the end."""

    source: Source
    referents: Referents
    line: int
    query: bool = False
    told: frozenset[str] = frozenset()
    """For a query, the verbs of what has happened."""
    done_to: frozenset[tuple[str, str]] = frozenset()
    """For a query, the verbs of what somebody has done, each with what it was done to."""
    found: list[Happening] = field(default_factory=list)
    introduced: set[Noun] = field(default_factory=set)

    def span(self, start: int, end: int) -> Span:
        """Return the span of the characters from `start` to `end`."""
        return Span(self.source.id, start, max(start, end))

    def who(self, noun: Noun | None, *, subject: bool = False, avoid: Ids = (), beside: bool = False) -> Ids:
        """Return the referents of a noun phrase and write its possessives; `beside`: after a preposition."""
        if noun is None:
            return ()
        rank = SUBJECT if subject else BESIDE if beside else 0.0
        ids = self.referents.resolve(noun, rank=rank, avoid=avoid)
        if noun.alias and not self.query and lx.is_noun(noun.alias):
            self._named(noun, ids)
        self._possessives()
        return ids

    def ahead(self, clauses: Sequence[Clause]) -> None:
        """Find those first whom the clauses of a sentence name, so that its pronouns may refer to them."""
        if self.line and not any(r.animate() for r in self.referents.all):
            self._behind_a_pronoun(clauses)
        order = sorted(clauses, key=lambda c: c.start)
        for clause in order:
            who = clause.subject
            again = who is not None and (bool(who.name) or who.determiner in ("the", "own"))
            if who is None or who.pronoun or (who.may_act and not again):
                break
            named = [n for n in clause.nouns[1:] if n.name]
            subject = [who] if again else []
            # `Ann was cross with Tom because he was late`; Tom first in `the loss of his job hit Tom hard`
            for noun in (*subject, *named) if who.may_act else (*named, *subject):
                self.who(noun, subject=noun is who)
        if self.line and order:
            self._in_front(order[0], clauses[: clauses.index(order[0])])

    def _in_front(self, first: Clause, before: Sequence[Clause]) -> None:
        """Find what an `it` may be that is read before it: `took the kite home after Ann had mended it`."""
        nouns = (n for c in before for n in (c.subject, *c.objects) if n is not None)
        if any(n.pronoun in ("it", "they", "them") for n in nouns):
            for noun in first.objects:
                if noun.determiner in ("the", "own") and not noun.may_act:
                    self.who(noun)

    def _behind_a_pronoun(self, clauses: Sequence[Clause]) -> None:
        """Find who is named only behind a pronoun for them: `When her phone rang, Ann was asleep`."""
        first = min(clauses, key=lambda c: c.start, default=None)
        owner = first.subject.owner if first is not None and first.subject is not None else None
        named = next((c.subject for c in clauses if c.subject is not None and c.subject.name), None)
        if owner is not None and owner.pronoun and named is not None:
            self.who(named, subject=True)

    def name(self, noun: Noun) -> str:
        """Return the normal form of a noun phrase: names and pronouns by their referents."""
        if noun.items:
            return " and ".join(self.name(item) for item in noun.items)
        if noun.pronoun or noun.name:
            return " and ".join(self.referents.get(id_).head for id_ in self.who(noun))
        return noun.thing

    def phrase(self, clause: Clause, depth: int = 0) -> str:
        """Return the normal form of a predicate: lemmas without articles and adverbs."""
        lemma = clause.verb
        words = ["not"] if clause.group.negated else []
        said = clause.predicate or clause.objects or clause.phrases
        done = f"be {lemma}" if clause.group.passive else lemma  # who wants to be paid need not want to pay
        words.append("be" if lemma == "become" or (clause.group.copula and said) else done)
        words += map(self.name, clause.things)
        if clause.predicate is not None:
            words += clause.predicate.words
        for n, phrase in enumerate(p for p in clause.phrases if p.noun is None or not p.noun.time):
            if n or "_" not in lemma or not lemma.endswith(phrase.preposition.replace(" ", "_")):
                words.append(phrase.preposition)
            if phrase.noun is not None:
                words.append(self.name(phrase.noun))
            elif phrase.clause is not None and depth < _DEEPEST:
                words.append(self.phrase(phrase.clause, depth + 1))
        for comp in clause.complements if depth < _DEEPEST else ():
            words.append(self.sentence(comp.clause, depth + 1, own=comp.own_subject))
        return " ".join(words)

    def sentence(self, clause: Clause, depth: int = 0, *, own: bool = True) -> str:
        """Return the normal form of a clause with its subject, if it has one of its own."""
        phrase = self.phrase(clause, depth)
        return f"{self.name(clause.subject)} {phrase}" if own and clause.subject is not None else phrase

    def _named(self, noun: Noun, ids: Ids) -> None:
        """Write once what a name is the name of: `a dog called Rex`; `Tom, formerly a nurse`, is none."""
        behind = self.source.text[noun.end :].lower().lstrip(" ,").partition(",")[0]
        beside = {*self.source.text[noun.start : noun.end].lower().split(), *behind.split()}
        over = not beside.isdisjoint(lx.of("once_so") | {"former"})
        if noun in self.introduced or not (over or beside.isdisjoint(PRIVATIVE | {"once"})):
            return
        self.introduced.add(noun)
        told = ((True, Mood.PRIOR), (False, Mood.ACTUAL)) if over else ((True, Mood.ACTUAL),)
        span = self.referents.span(noun)
        for id_, (so, mood) in product(ids, told):
            self.state(State("", self.line, id_, "is_a", noun.alias, None, so, mood, span, "named"))

    def _possessives(self) -> None:
        related, self.referents.related = self.referents.related, []
        for owner, relation, owned, span in () if self.query else related:
            said: list[tuple[str, str, str, str | None]] = [(owner, a, "", owned) for a in ("has", "owns")]
            if relation in ("at", "in"):  # `the boot of his car`, `the crate of plums`
                said = [(owned, "at", "", owner)]
            elif relation:
                said = [(owned, "related_to", relation, owner), (owner, "has", relation, None)]
            elif self.referents.get(owned).head in lx.of("asked_for"):
                said = []  # `turned down her loan`: she has none
            mood = Mood.HABITUAL if relation == "at" else Mood.ACTUAL
            for state in said:
                self.state(State("", self.line, *state, mood=mood, span=span, cue="possessive"))

    def of_thing(self, values: Set[str]) -> bool:
        """Return whether what was told last is one of some states, of a thing: `the soup was hot`."""
        states = (h for h in self.found[-1:] if isinstance(h, State) and h.value in values)
        return any(self.referents.get(h.participant).kind == "thing" for h in states)

    def unspecific(self, noun: Noun, *, denied: bool) -> str:
        """Return the words of a non-specific noun phrase, otherwise an empty string.

        In a query, and under negation, `a car` is any car, unless the story already has one.
        """
        if not (self.query or denied) or noun.pronoun or noun.name or noun.owner or noun.items:
            return ""
        known = self.referents.known(noun) and noun.head not in lx.of("replaceable")
        if noun.determiner not in INDEFINITE or known:
            return ""
        kinds = noun.words[:-1] if any(r.stuff == noun.words[:-1] for r in self.referents.all) else ()
        return " ".join((*noun.adjectives, *kinds, noun.head))

    def state(self, state: State) -> None:
        """Add a state, unless it is a duplicate or empty (`the whole thing` is not `whole`)."""
        if "modifier" in state.cue and state.value in lx.of("no_properties"):
            return
        mate = state.value in ("wife", "husband") and (self.query or not state.polarity)
        gender = self.referents.get(state.participant).gender
        if mate and gender and (lx.gender_of(state.value) == gender) is (state.attribute != "has"):
            state = replace(state, value="spouse")  # what else might she be
        alike = (replace(known, span=state.span, cue=state.cue) for known in self.found)
        if state in alike:
            return
        self.found.append(state)
        for rival in self._rivals(state.participant, state.mood):
            perhaps = replace(state, participant=rival, mood=Mood.POSSIBLE)
            self.found.append(replace(perhaps, cue=f"{state.cue}, {PERHAPS}"))

    def event(self, clause: Clause, verb: str, roles: Iterable[tuple[str, str]], how: Standing) -> None:
        """Add an event."""
        unique = tuple(dict.fromkeys(roles))
        if IMPLIED in how.cue and not how.polarity:  # `meant to call at six, but forgot`: nor at another time
            unique = tuple(pair for pair in unique if pair[0] not in WHERE_AND_WHEN)
        span = self.span(clause.start, clause.end)
        told = Event("", self.line, verb, unique, how.polarity, how.mood, span, how.cue)
        if not self.query and how.ceased():  # `no longer smokes`
            self.found.append(replace(told, polarity=True, mood=Mood.PRIOR))
        if how.mood is Mood.PRIOR and how.polarity and verb in lx.of("parting"):
            # Who had left his wallet at home has it no more where this is told.
            self.found = [h for h in self.found if not _had(h, unique)]
        self.found.append(told)
        self.referents.done.pop(verb, None)
        self.referents.done[verb] = tuple(id_ for role, id_ in unique if role == "theme")
        for noun in (n for n in clause.nouns if n.excepted is not None and not self.query):
            self._except(told, noun)
        alone = clause.subject is not None and not clause.objects and not clause.group.passive
        named = {n.head for n in (clause.subject, *clause.objects) if n is not None and not n.pronoun}
        fillers = ((role, id_) for role, id_ in unique if id_[:1] != "=")
        for role, id_ in fillers:
            # `The driver handed the girl her teddy`: `her` may be another, and `the girl` is not
            for rival in self._rivals(id_, how.mood, named=self.referents.get(id_).head in named):
                animate = self.referents.get(rival).animate()
                if role == "agent" and not animate:
                    continue
                own = "agent" if alone and role == "theme" and animate else role
                other = tuple((own, rival) if pair == (role, id_) else pair for pair in unique)
                self.found.append(replace(told, roles=other, mood=Mood.POSSIBLE, cue=PERHAPS))

    def _except(self, told: Event, noun: Noun) -> None:
        """Write that an event is not so of whom a noun leaves out: `everyone but Kim`, `tea, not coffee`."""
        whole, but = self.who(noun), self.who(noun.excepted)
        cue = EXCEPTED
        if not (noun.plural or noun.pronoun or noun.determiner in lx.of("each")):
            cue = CONTRASTED
            for id_ in but:
                self.referents.get(id_).seen -= 2 * KIN  # `bought tea, not coffee, and drank it`
        other = tuple((role, x) for role, id_ in told.roles for x in (but if id_ in whole else (id_,)))
        if other != told.roles:
            self.found.append(replace(told, roles=other, polarity=not told.polarity, cue=cue))

    def _rivals(self, id_: str, mood: Mood, *, named: bool = False) -> Ids:
        """Return the rival referents of an `it`, of which the statement possibly holds too.

        Args:
            id_: The referent chosen.
            mood: The mood of the statement.
            named: Whether a noun names it, so that only those count that the noun may mean.
        """
        told = not self.query and mood in (Mood.ACTUAL, Mood.PRIOR)
        by_pronoun = () if named else self.referents.rivals.get(id_, ())
        return (*by_pronoun, *self.referents.unclear.get(id_, ())) if told else ()


def _had(item: Happening, roles: tuple[tuple[str, str], ...]) -> bool:
    """Return whether a possessive says that the agent of an event has its theme."""
    if not isinstance(item, State) or item.attribute != "has" or item.cue != "possessive":
        return False
    return ("agent", item.participant) in roles and ("theme", item.other) in roles
