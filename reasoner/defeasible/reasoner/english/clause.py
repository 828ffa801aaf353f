"""Clauses: who does what to whom, and whether the text asserts, denies or asks it or calls it possible."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from defeasible.reasoner.english.connectives import Connective
from defeasible.reasoner.english.phrase import Comparison, Oblique, Phrase
from defeasible.reasoner.english.tokens import Token

Voice: TypeAlias = Literal["active", "passive"]
Tense: TypeAlias = Literal["past", "present", "future", "none"]
Aspect: TypeAlias = Literal["simple", "progressive", "perfect"]
Mood: TypeAlias = Literal["declarative", "question", "imperative", "wish"]
Relation: TypeAlias = Literal[
    "main", "conjunct", "adverbial", "relative", "content", "infinitive", "participle", "gerund", "fragment"
]


@dataclass(frozen=True, slots=True)
class Negation:
    """A negation and its scope."""

    word: str
    """`not`, `never`, `no`, `nobody`, `hardly`."""
    kind: str
    """`not`, `never`, `nor`, `seldom`, `nearly`, or `quantifier` (`no`, `nobody`)."""
    start: int
    """First character of the word."""
    end: int
    """One past its last character."""
    scope_start: int
    """First character of its scope."""
    clausal: bool = True
    """Whether it denies its clause; `not far`, `not Ann` deny a part of it."""
    under: str = ""
    """A quantifier of the subject that is outside its scope: `several` guests did not sing."""
    ambiguous: bool = False
    """Whether that quantifier may also be inside its scope: `all guests did not sing`."""


@dataclass(frozen=True, slots=True)
class Modality:
    """A modal verb or an equivalent: `must`, `is allowed to`."""

    kind: str
    """`ability`, `possibility`, `necessity`, `advice`, `permission`, `conditional`, `habit`, `likelihood`."""
    words: str
    """As in `closed.toml`: `be_able_to`."""
    start: int
    end: int
    negated: bool = False
    """Whether the negation scopes over the modal: `need not`, `is not required to`."""


@dataclass(frozen=True, slots=True)
class Adverb:
    """An adverb of the clause."""

    token: Token
    kind: str
    """`likelihood`, `frequency`, `discourse`, `focus`, or `manner` for any other."""


@dataclass(frozen=True, slots=True)
class Embedding:
    """What the governing verb implies about the truth of a clause."""

    kind: str
    """A kind of `attitudes.toml` (`factive`, `report`, `dream`, `implicative`); `modal` (`is allowed to`),
    `degree` (`too big to`), `without`; `other` for a verb in no list."""
    holds: Literal["yes", "no", "open"]
    """Whether the clause is true, by the governing verb and its polarity."""
    verb: Token
    """The governing verb."""
    by: int
    """Number of the clause above."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A predicate with its arguments."""

    index: int
    """Its number in the text."""
    sentence: int
    """Number of its sentence."""
    start: int
    """First character of its own words, without those of the clauses under it."""
    end: int
    head: Token
    """The main verb; in a fragment without one, the head noun or adjective."""
    lemma: str
    """Of the main verb; empty for a verbless fragment."""
    relation: Relation
    parent: int | None = None
    """Number of the clause that it depends on."""
    link: Connective | None = None
    """What joins it to its parent."""
    particle: str = ""
    """`up` in `gave it up`."""
    subject: Phrase | None = None
    shared: bool = False
    """Whether the subject is that of another clause: of `sings` in `walks and sings`, of an infinitive."""
    expletive: str = ""
    """Expletive `there` or `it`; with `there`, the subject is what there is."""
    objects: tuple[Phrase, ...] = ()
    """The direct object last, an indirect object before it."""
    complement: Phrase | None = None
    """Nominal predicate: `a robin`."""
    adjective: Token | None = None
    """Adjectival predicate: `happy`."""
    obliques: tuple[Oblique, ...] = ()
    adverbs: tuple[Adverb, ...] = ()
    times: tuple[Phrase, ...] = ()
    """Noun phrases used as adverbs: `last week`, `two miles`."""
    voice: Voice = "active"
    tense: Tense = "none"
    aspect: Aspect = "simple"
    mood: Mood = "declarative"
    asked: tuple[Token, ...] = ()
    """Question words: `who`, `where`; none in a yes-no question."""
    negations: tuple[Negation, ...] = ()
    modals: tuple[Modality, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    antecedent: Phrase | None = None
    """The noun phrase that a relative clause modifies; it also fills the gap."""
    embedding: Embedding | None = None
    remnants: tuple[Phrase, ...] = ()
    """Remnants of elided clauses that repeat the rest of this one: `and the dog in the crate`, `but not her`.
    Its words count as unread."""
    further: tuple[Oblique, ...] = ()
    """Phrases of a way that goes on: `to Rome and then to Oslo`. Their words count as unread."""
    echo: int | None = None
    """Number of the clause whose predicate it elides: `so does Bob`, `nor does Bob`, `Ann does not`."""
    unread: tuple[Token, ...] = ()
    """Its own words that no field accounts for; what they change is unknown."""

    @property
    def denied(self) -> bool:
        """Whether an odd number of negations deny the clause; words such as `seldom` do not count."""
        return sum(n.clausal and n.kind != "seldom" for n in self.negations) % 2 == 1

    @property
    def finite(self) -> bool:
        """Whether it has a tense."""
        return self.tense != "none"

    @property
    def attitude(self) -> str:
        """Kind of its embedding; empty without one."""
        return self.embedding.kind if self.embedding is not None else ""
