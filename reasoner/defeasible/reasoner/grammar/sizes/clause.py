"""Clauses and their parts: who does what to whom, where, and what is said of size."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from defeasible.reasoner.english.inflection import Form
from defeasible.reasoner.grammar.sizes.lexicon import Phrase


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb group: `has not been put`, `to fit`, `crawling`."""

    lemmas: tuple[str, ...]
    """What the main verb may be; one made-up lemma when the verb is not known."""
    forms: frozenset[Form]
    """What its written form may be."""
    known: bool
    """Whether the lexicon has it."""
    correction: str = ""
    """The known form it was taken for, when misspelt."""
    be: bool = False
    """Whether it is `be` itself: a copula or a verb of place."""
    passive: bool = False
    """Whether a form of `be` or `get` makes it passive."""
    auxiliary: bool = False
    """Whether anything stands before the main verb: then it is no participle on its own."""


@dataclass(frozen=True, slots=True)
class Compare:
    """The words of a comparison: `bigger than`, `twice as big as`, `half the size of`."""

    direction: Literal[1, 0, -1]
    """1 says that the theme is bigger, -1 smaller, 0 equal but for the factor."""
    factor: Fraction = Fraction(1)
    """How many times."""
    at_least: bool = False
    """`at least as big as`."""
    times: bool = False
    """`three times bigger than`, `the same size as`: the factor is exact, not a bound."""
    small: bool = False
    """`as small as`."""


@dataclass(frozen=True, slots=True)
class Attached:
    """A prepositional phrase: the preposition, its noun phrase, and where the preposition stands."""

    phrase: Phrase
    numbers: tuple[int, ...]
    """Objects governed: several when they are joined by `and`."""
    start: int
    end: int
    head: str = ""
    """Lemma of the noun: `hand`."""
    bare: bool = False
    """Whether the noun has no article."""


@dataclass(slots=True)
class Clause:
    """A verb with its arguments; without a verb, a noun phrase with what is said of it (`a cat in a box`)."""

    start: int
    end: int
    """Characters of the verb, or of the noun phrase when there is no verb."""
    verb: Verb | None = None
    subject: list[int] = field(default_factory=list)
    patient: list[int] = field(default_factory=list)
    recipient: list[int] = field(default_factory=list)
    phrases: list[Attached] = field(default_factory=list)
    compares: list[tuple[Compare, int | None, int, int]] = field(default_factory=list)
    """Comparison, object compared with (None for the metre), and characters of the comparing words."""
    marks: set[str] = field(default_factory=set)
    """What rules of frames ask for beside roles: `several` objects, an `owner` of what it has."""
    patient_head: str = ""
    """Lemma of the noun that is the object."""
    own_part: bool = False
    """Whether the object is a part of the subject's body: `poked its head out of`."""
    light: str = ""
    """A noun that is the object in form only: `spend a night`, `take shelter`."""
    link: str = ""
    """The word that joins it to the clause before: `and`, `so`, `when`."""
    within: bool = False
    """Whether it is about a place in something named before: `inside`, `at the bottom`."""
    particle: str = ""
    """`out` in `pull out`."""
    negated: bool = False
    """Whether it is said not to happen."""
    capacity: bool = False
    """Whether it says what can or could be."""
    reverse: bool = False
    """Whether it is said not to happen for reasons of size (`too big to fit`)."""
    attempted: bool = False
    """Whether it is only tried: then nothing need come to be where it is to go."""
    hypothetical: bool = False
    """Whether it is only supposed, asked or doubted."""
    controller: list[int] = field(default_factory=list)
    """Subject of the verb above, when it is another one: `the whale let a boat enter its mouth`."""
    cleft: bool = False
    """Whether its verb came before any subject: the next noun phrase is the subject."""


@dataclass(frozen=True, slots=True)
class PartWhole:
    """Two things related by a noun: `the roof of a house`, `its mouth`, `a jar of pickles`."""

    whole: int
    part: int
    start: int
    end: int
    kind: Literal["part", "owner", "content", "holds", "serves", "same", "hides", "held"]
    """What makes the whole the bigger one; `same` says that both are one thing."""
