"""Noun phrases, verb groups and clauses. Positions are those of characters."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from defeasible.reasoner.english.clause import Clause as Said
from defeasible.reasoner.english.embedding import Holds
from defeasible.reasoner.english.inflection import Form
from defeasible.reasoner.english.phrase import Oblique
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.grammar.stories import lexicon as lx


@dataclass(frozen=True, slots=True, eq=False)
class Noun:
    """A noun phrase; two are never equal, so that each keeps its own referent."""

    start: int
    end: int
    words: tuple[str, ...] = ()
    """Its nouns, lower case, as written; the last is the head."""
    head: str = ""
    """Lemma of the head: `roof`."""
    determiner: str = ""
    adjectives: tuple[str, ...] = ()
    pronoun: str = ""
    """Subject form of a pronoun: `he`, `someone`; empty for a noun."""
    name: bool = False
    plural: bool = False
    negative: bool = False
    """Whether it negates its clause: `no money`, `nobody`."""
    owner: Noun | None = None
    """Its possessor: `Tom's dog`, `his roof`, `the lid of the jar`."""
    alias: str = ""
    """Lemma of a noun in apposition to a name: `Kiwi the cat`, `his friend Amy`."""
    time: bool = False
    """Whether it is a time: `last night`."""
    vessel: str = ""
    """What holds it: `jar`, in `a jar of honey`."""
    part: bool = False
    """Whether it names some of many only: `two of the eggs`, `all the eggs but one`."""
    items: tuple[Noun, ...] = ()
    """Its conjuncts, if it is a coordination: `Nadine and her mom`."""
    either: bool = False
    """Whether one of its conjuncts is meant: `Nadine or her mom`."""
    excepted: Noun | None = None
    """Whom it does not include: `Kim`, in `everyone except Kim`."""

    @property
    def each(self) -> tuple[Noun, ...]:
        """Its conjuncts, or itself."""
        return self.items or (self,)

    @property
    def kind(self) -> lx.Kind:
        """The kind of participant that it names."""
        if self.thing.replace(" ", "_") in lx.of("appliances"):
            return "thing"
        return lx.kind_of(self.words[-1] if self.words else self.head, plural=self.plural)

    @property
    def may_act(self) -> bool:
        """Whether it can be an agent."""
        if self.name or self.items or self.pronoun:
            return self.pronoun not in lx.of("no_actors")
        return self.kind in ("person", "group", "animal")

    @property
    def bare(self) -> bool:
        """Whether it is of no certain amount: `meat`, `cigars`."""
        return not (self.determiner or self.owner or self.name or self.pronoun or self.items)

    @property
    def thing(self) -> str:
        """Its noun without adjectives: `wooden bridge` is a `bridge`, `light bulbs` a `light bulb`."""
        return " ".join((*self.words[:-1], self.head))

    @property
    def value(self) -> str:
        """Its normal form as the value of a state: adjectives and nouns."""
        return " ".join((*self.adjectives, self.thing))


@dataclass(frozen=True, slots=True)
class Adjectives:
    """A predicate: `very happy`, `more careful than`."""

    start: int
    end: int
    words: tuple[str, ...]
    """Adjectives in normal form: `happy`, `taller`, `more careful`."""
    cue: str = ""
    """Degree or comparison, for the trace."""
    compared: Noun | None = None
    """The complement of `than`."""
    further: tuple[tuple[str, Noun], ...] = ()
    """Later adjectives with their own complement of `than`: `older than Ann and younger than Bob`."""
    contrary: tuple[str, ...] = ()
    """Those that are denied where the others are affirmed, and the reverse: `hot but not spicy`."""


@dataclass(frozen=True, slots=True)
class Group:
    """A verb group: `has not been put`, `to fit`, `crawling`."""

    start: int
    end: int
    lemma: str
    form: Form | None = None
    """Main verb as written."""
    modal: str = ""
    """`can`, `will`, `may`, `must`, `should`, `would`, `used`."""
    perfect: bool = False
    past: bool = False
    passive: bool = False
    progressive: bool = False
    copula: bool = False
    negations: tuple[str, ...] = ()
    nearly: tuple[str, ...] = ()
    """Adverbs that deny the event: `almost`."""

    @property
    def present(self) -> bool:
        """Whether it is in the simple present."""
        other = self.past or self.perfect or self.progressive or self.passive or self.modal
        return self.form in ("s", "base") and not other

    @property
    def negated(self) -> bool:
        """Whether it has an odd number of negations."""
        return len(self.negations) % 2 == 1


CompKind: TypeAlias = Literal["to", "ing", "bare", "that", "wh", "how"]


@dataclass(frozen=True, slots=True, eq=False)
class Complement:
    """The complement clause of a verb or an adjective: `to swim`, `that he won`."""

    kind: CompKind
    clause: Clause
    own_subject: bool = False
    """Whether it has a subject of its own: `wanted him to go`, `knew she won`."""


@dataclass(frozen=True, slots=True, eq=False)
class Prepositional:
    """A preposition and its object."""

    preposition: str
    start: int
    end: int
    noun: Noun | None = None
    clause: Clause | None = None
    """A gerund: `without paying`."""


@dataclass(frozen=True, slots=True, eq=False)
class Clause:
    """A verb with its dependents."""

    start: int
    end: int
    subject: Noun | None
    group: Group
    objects: tuple[Noun, ...] = ()
    phrases: tuple[Prepositional, ...] = ()
    predicate: Adjectives | None = None
    """Adjectives predicated of the subject or, with an object, of the object: `made him happy`."""
    particle: str = ""
    adverbs: tuple[str, ...] = ()
    times: tuple[Noun, ...] = ()
    complements: tuple[Complement, ...] = ()
    link: str = ""
    """Its connective or relation: `because`, `before`, `relative`, `and`; empty for the first."""
    there: bool = False
    """Whether it is existential."""
    ends: bool = False
    """Whether it says how long it was so: `was ill until Friday`."""
    perhaps: bool = False
    """Whether it need not be so: `walked` in `took the bus or walked`; `the door, Ann thought, was shut`."""
    holds: Holds = "open"
    """What the verb above implies of it: `plucked up the courage to jump`."""

    @property
    def things(self) -> list[Noun]:
        """Its objects without those that are times."""
        return [noun for noun in self.objects if not noun.time]

    @property
    def nouns(self) -> list[Noun]:
        """Subject, objects, and prepositional objects."""
        subjects = (self.subject,) if self.subject is not None else ()
        return [*subjects, *self.objects, *self.behind()]

    @property
    def of_part(self) -> bool:
        """Whether it is about a part of a thing only: `washed half the car`, `drank some of the milk`."""
        return any(n.part and not n.plural and n.excepted is None for n in self.objects)

    def behind(self, prepositions: Container[str] | None = None) -> list[Noun]:
        """Return the objects of some prepositions, in order; by default of any."""
        phrases = (p for p in self.phrases if prepositions is None or p.preposition in prepositions)
        return [phrase.noun for phrase in phrases if phrase.noun is not None]

    @property
    def states(self) -> tuple[str, ...]:
        """Its predicate adjectives."""
        return self.predicate.words if self.predicate is not None else ()

    @property
    def inner(self) -> list[Clause]:
        """The clauses below it, as complements or after prepositions."""
        found = (*(c.clause for c in self.complements), *(p.clause for p in self.phrases))
        return [clause for clause in found if clause is not None]

    @property
    def verb(self) -> str:
        """Its verb as in laws: lemma, particle, and a preposition that belongs to it."""
        lemma = self.group.lemma
        if lemma.endswith("ise") and f"{lemma[:-3]}ize" in lx.of("in_ize"):
            lemma = f"{lemma[:-3]}ize"  # `apologise`
        lemma = f"{lemma}_{self.particle}" if self.particle else lemma
        for phrase in self.phrases[:1] if not self.things else ():
            joined = f"{lemma}_{phrase.preposition.replace(' ', '_')}"
            goes = phrase.noun is not None and phrase.noun.kind == "place" and lemma in lx.of("motion")
            if goes and phrase.preposition == "into":
                return lemma  # `ran into the garden`, not into a friend
            # `was taken to hospital` is no `took to it`, nor `waited for an hour` a `waited for her`
            other = phrase.noun is not None and (self.group.passive or phrase.noun.time)
            other |= joined == "go_without" and bool(self.adverbs)  # `went home without it`
            if not other and joined in lx.of("prepositional_verbs") and phrase.start >= self.group.end:
                return joined
        return lemma

    @property
    def affirmed(self) -> Clause:
        """The same clause without the negations of its verb."""
        return replace(self, group=replace(self.group, negations=()))

    @property
    def about(self) -> str:
        """The head of its subject, if it has one."""
        return self.subject.head if self.subject is not None else ""

    @property
    def dated(self) -> bool:
        """Whether it ends with a time long past: `had flu last winter`, `two years ago`."""
        late = [t for t in self.times if t.start >= self.group.end and t.head not in ("night", "week")]
        young = any(noun.head in lx.of("youthful") for noun in self.behind(("as",)))
        young |= any("first" in noun.adjectives for noun in self.behind(("for",)))
        return young or any("last" in (t.determiner, *t.adjectives) or "ago" in self.adverbs for t in late)


def leads_on(adverb: Token) -> bool:
    """Return whether an adverb belongs to the preposition behind it: `straight into the box`."""
    return adverb.low in lx.of("directly") and adverb.head == adverb.index + 1


def told_phrases(said: Said) -> list[Oblique]:
    """Return the prepositional phrases of a clause but those that another is set against."""
    apart = set_apart(said)
    return [o for o in said.obliques if o.start not in apart]


def set_apart(said: Said) -> set[int]:
    """Return where the phrases start that another is set against: `on the table, not in the drawer`."""
    ends = [o.end for o in said.obliques]
    denied = (n for n in said.negations if not n.clausal and any(end <= n.start for end in ends))
    return {n.scope_start for n in denied} & {o.start for o in said.obliques}
