"""Noun phrases: what a clause is about, with its quantifier, possessor and modifiers."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from fractions import Fraction

from defeasible.reasoner.english.closed import PronounClass
from defeasible.reasoner.english.people import GENDERED, PERSONS
from defeasible.reasoner.english.tokens import Token

_DEFINITE = frozenset({"the", "this", "that", "these", "those"})


@dataclass(frozen=True, slots=True)
class Quantifier:
    """How many of the things that a noun names: `every`, `no`, `at least two`."""

    kind: str
    """A kind of `closed.toml` (`every`, `no`, `at least`), `number`, or one with `not` (`not every`)."""
    words: str
    """As written, in lower case."""
    start: int
    """First character."""
    end: int
    """One past the last character."""
    count: int | None = None
    """The number, where one is given."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison, or a degree: `twice as big as a cat`, `too small`, `the biggest`."""

    kind: str
    """`more`, `less`, `equal`, `most`, `least`, `too`, `enough`."""
    word: Token
    """What is compared: the adjective, adverb or noun of dimension (`size`)."""
    start: int
    """First character of the comparing words."""
    end: int
    """One past their last character."""
    factor: Fraction | None = None
    """How many times: 2 in `twice as big`."""
    measure: Phrase | None = None
    """By how much: `two metres` in `two metres taller`."""
    standard: Phrase | None = None
    """What is compared with."""


@dataclass(frozen=True, slots=True)
class Oblique:
    """A preposition with its complement: `out of the box`, `by holding it`."""

    preposition: str
    """In lower case, all its words: `in front of`."""
    phrase: Phrase | None
    """The noun phrase; None if it governs a clause or nothing (a stranded preposition)."""
    start: int
    """First character of the preposition."""
    end: int
    """One past its last character."""
    clause: int | None = None
    """Number of the clause that it governs."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase."""

    head: Token
    start: int
    """First character, determiner included."""
    end: int
    """One past the last character of the noun, without postmodifiers."""
    determiner: str = ""
    """`the`, `a`, `this`, in lower case."""
    quantifier: Quantifier | None = None
    owner: Phrase | None = None
    """The possessor: `the cat` in `the cat's ear`; a pronoun in `its ear`."""
    adjectives: tuple[Token, ...] = ()
    """Adjectives and participles before the noun."""
    nouns: tuple[Token, ...] = ()
    """Nouns before the noun: `light` in `light bulb`; first names."""
    obliques: tuple[Oblique, ...] = ()
    """Prepositional phrases attached to the noun: `of the house`."""
    comparisons: tuple[Comparison, ...] = ()
    joined: tuple[Phrase, ...] = ()
    """The other conjuncts of a coordination that it opens."""
    conjunction: str = ""
    """The conjunction: `and`, `or`, `nor`, `but`."""
    correlative: str = ""
    """`either`, `neither`, `both`, `not` before it; `not` in `but not`."""
    excepted: Phrase | None = None
    """What a quantifier excepts: `Ann` in `nobody but Ann`."""
    only: Token | None = None
    """`only`, `even` before it."""
    apposition: Phrase | None = None
    """The apposition: `a robin` in `Pip, a robin`."""
    pronoun: PronounClass | None = None
    narrowed: bool = False
    """Whether a clause, or `else`, says which of them it means: `nobody who sings`, `nobody else`."""

    @property
    def lemma(self) -> str:
        """Dictionary form of the noun, with the nouns before it: `light bulb`."""
        return " ".join([*(n.low for n in self.nouns), self.head.lemma])

    @property
    def name(self) -> bool:
        """Whether it is a proper name."""
        return self.head.tag in {"NNP", "NNPS"} and self.head.text[:1].isupper()

    @property
    def person(self) -> bool:
        """Whether it is a name, or its noun is one for a person."""
        return self.name or self.head.lemma in PERSONS

    @property
    def plural(self) -> bool:
        """Whether it refers to several things."""
        if self.pronoun is not None:
            return self.pronoun.plural
        return self.head.tag in {"NNS", "NNPS"} or (bool(self.joined) and self.conjunction == "and")

    @property
    def definite(self) -> bool:
        """Whether it is definite: a name, or a noun with `the`, `this` or a possessor."""
        return self.name or self.owner is not None or self.determiner in _DEFINITE

    @property
    def amount(self) -> str:
        """Kind of its quantifier; empty without one."""
        return self.quantifier.kind if self.quantifier is not None else ""

    @property
    def gender(self) -> str:
        """`male`, `female`, `person`, `group`, or empty if the noun does not tell."""
        return GENDERED.get(self.head.lemma, "")

    def all(self) -> tuple[Phrase, ...]:
        """Return the phrase and its conjuncts."""
        return (self, *self.joined)


def behind(obliques: Iterable[Oblique], prepositions: Container[str]) -> list[Phrase]:
    """Return the noun phrases that some prepositions govern, in order."""
    return [o.phrase for o in obliques if o.preposition in prepositions and o.phrase is not None]
