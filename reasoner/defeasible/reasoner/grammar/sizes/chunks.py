"""Chunks of a sentence: noun phrases, verb groups, prepositions, and the small words between them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from defeasible.reasoner.english.inflection import Form
from defeasible.reasoner.grammar.sizes.lexicon import Phrase

Kind: TypeAlias = Literal[
    "noun", "verb", "phrase", "compare", "measure", "adjective", "particle",
    "relative", "subordinate", "hypothetical", "join", "comma", "there", "negation",
]  # fmt: skip


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
    infinitive: bool = False
    """Whether `to` stands before it."""
    negated: bool = False
    """Whether an odd number of negations belongs to it."""
    capacity: bool = False
    """Whether the group speaks of what can or will be (`can`, `would`, `does`)."""
    hedged: bool = False
    """Whether it is left open that it happens (`hardly`)."""


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
    """`three times bigger than`: the factor is exact, not a bound."""
    small: bool = False
    """`as small as`."""


@dataclass(frozen=True, slots=True)
class Degree:
    """An adjective of size with what `too` or `enough` makes of it."""

    size: Literal[1, 0, -1]
    """1 for big, -1 for small, 0 for no size."""
    too: bool = False
    """`too big`."""
    enough: bool = False
    """`big enough`."""
    unable: bool = False
    """`unable`, `impossible`: what follows does not happen."""
    able: bool = False
    """`able`: what follows is possible."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a sentence."""

    kind: Kind
    start: int
    """First character."""
    end: int
    """One past the last character."""
    word: str = ""
    """The word, for small words."""
    number: int = -1
    """The object, for a noun phrase."""
    owner: int = -1
    """The object that a noun phrase belongs to (`the cat's ear`), or -1."""
    bare: bool = False
    """Whether a noun phrase has no article and is no object of the question."""
    determiner: str = ""
    """First word of a noun phrase, when it is an article or the like."""
    plural: bool = False
    """Whether a noun phrase looks plural."""
    head: str = ""
    """Lemma of the last noun of a noun phrase."""
    own: bool = False
    """Whether a noun phrase begins with `its`, `his`, `her`, `their`."""
    extreme: Literal[1, 0, -1] = 0
    """1 when an adjective calls the object huge, -1 when tiny."""
    count: int = 1
    """How many, when a number says so."""
    length: Fraction | None = None
    """Length in metres, in a measure or in a noun phrase (`a 30-foot mouse`)."""
    verb: Verb | None = None
    phrase: Phrase | None = None
    compare: Compare | None = None
    degree: Degree | None = None
