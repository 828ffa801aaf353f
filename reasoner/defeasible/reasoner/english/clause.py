"""Clauses: who does what to whom, and how the text says that it is so, is not so, may be so or is asked."""

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
    """A word that denies, and what it denies."""

    word: str
    """`not`, `never`, `no`, `nobody`, `hardly`."""
    kind: str
    """`not`, `never`, `nor`, `seldom`, `nearly`, or `quantifier` (`no`, `nobody`)."""
    start: int
    """First character of the word."""
    end: int
    """One past its last character."""
    scope_start: int
    """First character of what it denies."""
    scope_end: int
    """One past the last character of what it denies."""
    clausal: bool = True
    """Whether it denies its clause; `not far`, `not Ann` deny a part of it."""
    under: str = ""
    """Words of a quantifier of the subject that the negation stays under: `several` guests did not sing."""
    ambiguous: bool = False
    """Whether it may also reach over that quantifier: `all guests did not sing`."""


@dataclass(frozen=True, slots=True)
class Modality:
    """A modal verb or what stands for one: `must`, `is allowed to`."""

    kind: str
    """`ability`, `possibility`, `necessity`, `advice`, `permission`, `conditional`, `habit`, `likelihood`."""
    words: str
    """As in `closed.toml`: `be_able_to`."""
    start: int
    end: int
    negated: bool = False
    """Whether the negation denies the modal and not what follows it: `need not`, `is not required to`."""


@dataclass(frozen=True, slots=True)
class Adverb:
    """An adverb of the clause."""

    token: Token
    kind: str
    """`likelihood`, `frequency`, `discourse`, `focus`, or `manner` for any other."""


@dataclass(frozen=True, slots=True)
class Embedding:
    """What the verb above a clause says of its truth."""

    kind: str
    """A kind of `attitudes.toml` (`factive`, `report`, `dream`, `implicative`); `modal` (`is allowed to`),
    `degree` (`too big to`), `without`; `other` for a verb that no list knows."""
    holds: Literal["yes", "no", "open"]
    """Whether the clause is so, by the verb above and its polarity."""
    verb: Token
    """The verb above."""
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
    """First character of its own words; those of clauses under it are not counted."""
    end: int
    head: Token
    """The main verb; without one, the noun or adjective that the fragment stands on."""
    lemma: str
    """Of the main verb; empty for a fragment without verb."""
    relation: Relation
    parent: int | None = None
    """Number of the clause it hangs on."""
    link: Connective | None = None
    """What joins it to its parent."""
    particle: str = ""
    """`up` in `gave it up`."""
    subject: Phrase | None = None
    shared: bool = False
    """Whether the subject is that of another clause: `sings` in `walks and sings`, an infinitive."""
    expletive: str = ""
    """`there` or `it`, where it stands for no thing: then the subject is what there is."""
    objects: tuple[Phrase, ...] = ()
    """Direct object last; a receiver before it."""
    complement: Phrase | None = None
    """What the subject is said to be: `a robin`."""
    adjective: Token | None = None
    """What the subject is said to be like: `happy`."""
    obliques: tuple[Oblique, ...] = ()
    adverbs: tuple[Adverb, ...] = ()
    times: tuple[Phrase, ...] = ()
    """Noun phrases used as adverbs: `last week`, `two miles`."""
    voice: Voice = "active"
    tense: Tense = "none"
    aspect: Aspect = "simple"
    mood: Mood = "declarative"
    asked: tuple[Token, ...] = ()
    """Words that ask: `who`, `where`; of a yes-no question none."""
    negations: tuple[Negation, ...] = ()
    modals: tuple[Modality, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    antecedent: Phrase | None = None
    """What a relative clause is about; it also fills the place of its gap."""
    embedding: Embedding | None = None
    remnants: tuple[Phrase, ...] = ()
    """What stands for a clause that repeats the rest of this one: `and the dog in the crate`, `but not her`.
    Its words count as unread."""
    echo: int | None = None
    """Number of the clause whose predicate it repeats: `so does Bob`, `nor does Bob`, `Ann does not`."""
    unread: tuple[Token, ...] = ()
    """Words of its own that no field accounts for: what they change is not known."""

    @property
    def denied(self) -> bool:
        """Whether an odd number of negations deny the clause; `seldom` and its like do not."""
        return sum(n.clausal and n.kind != "seldom" for n in self.negations) % 2 == 1

    @property
    def finite(self) -> bool:
        """Whether it has a tense."""
        return self.tense != "none"

    @property
    def asserted(self) -> bool:
        """Whether the text puts it forward as so: no question, wish, condition, report or modal."""
        held = self.embedding is None or self.embedding.holds == "yes"
        conditional = self.link is not None and self.link.role in {
            "condition",
            "alternative",
            "likeness",
            "question",
        }
        return self.mood == "declarative" and held and not conditional and not self.modals
