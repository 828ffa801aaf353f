"""Clauses and what they imply: who does what to whom, where, and which of two things is bigger."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from defeasible.reasoner.forms.sizes import Relation
from defeasible.reasoner.grammar.sizes.lexicon import Phrase, lexicon

USUAL = 9.0
"""Weight of what is said to be usual: more than typical sizes weigh (8), less than what is so here."""


@dataclass(frozen=True, slots=True)
class Found:
    """A comparison of two objects, by number (None for the metre), with the words and the reason."""

    bigger: int | None
    smaller: int | None
    start: int
    end: int
    frame: str
    reason: str
    weight: float | None = None
    """Log-odds in nats, if the words only make it likely."""
    relation: Relation = ">"
    factor: Fraction = Fraction(1)


def usually(found: Iterable[Found]) -> Iterator[Found]:
    """Yield what a clause makes likely that says how things usually are: `usually fits in the box`."""
    for one in found:
        if one.relation == ">" and one.factor == 1 and one.smaller is not None:
            yield replace(one, weight=min(USUAL, one.weight or USUAL))


def related(kind: str, whole: int, part: int, start: int, end: int) -> Found:
    """Return what a part-whole relation implies, by its kind in `frames.toml`."""
    frame, reason = lexicon().parts[kind]
    return Found(whole, part, start, end, frame, reason, relation="=" if kind == "same" else ">")


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb group: `has not been put`, `to fit`, `crawling`. Without lemmas, there is no verb."""

    lemmas: tuple[str, ...] = ()
    """Possible lemmas of the main verb; one made-up lemma if the verb is unknown."""
    known: bool = True
    """Whether the lexicon has it."""
    correction: str = ""
    """The known form that replaces it, if it is misspelt."""
    passive: bool = False
    """Whether a form of `be` or `get` makes it passive."""
    bare: bool = False
    """Whether it may be a participle without an auxiliary."""

    def __bool__(self) -> bool:
        return bool(self.lemmas)

    @property
    def be(self) -> bool:
        """Whether it is `be`, as a copula or a verb of place."""
        return self.lemmas == ("be",)

    def among(self, verbs: Collection[str], particle: str = "") -> bool:
        """Return whether it, alone or joined to its particle by `_`, is one of these."""
        return any(v in verbs or (particle and f"{v}_{particle}" in verbs) for v in self.lemmas)


@dataclass(frozen=True, slots=True)
class Attached:
    """A prepositional phrase: the preposition, its noun phrase, and the place of the preposition."""

    phrase: Phrase
    numbers: tuple[int, ...]
    """Objects that it governs; several if they are joined by `and`."""
    start: int
    end: int
    head: str = ""
    """Lemma of the noun: `hand`."""
    bare: bool = False
    """Whether the noun has no article."""


@dataclass(slots=True)
class Clause:
    """A verb with its arguments; without a verb, a noun phrase with its modifiers (`a cat in a box`)."""

    start: int
    end: int
    """Characters of the verb, or of the noun phrase if there is no verb."""
    verb: Verb = Verb()
    subject: list[int] = field(default_factory=list)
    patient: list[int] = field(default_factory=list)
    recipient: list[int] = field(default_factory=list)
    phrases: list[Attached] = field(default_factory=list)
    marks: set[str] = field(default_factory=set)
    """Conditions of frame rules other than roles: `several` objects, an `owner` of what it has."""
    patient_head: str = ""
    """Lemma of the object noun."""
    own_part: bool = False
    """Whether the object is a part of the subject's body: `poked its head out of`."""
    light: str = ""
    """An object in form only: `spend a night`, `take shelter`."""
    link: str = ""
    """The word that joins it to the clause before: `and`, `so`, `when`."""
    within: bool = False
    """Whether it refers to a place in something named before: `inside`, `at the bottom`."""
    particle: str = ""
    """`out` in `pull out`."""
    negated: bool = False
    """Whether the text denies it."""
    capacity: bool = False
    """Whether it states an ability or possibility."""
    reverse: bool = False
    """Whether it is denied for reasons of size (`too big to fit`)."""
    attempted: bool = False
    """Whether it is only an attempt, which need not succeed in moving anything."""
    controller: list[int] = field(default_factory=list)
    """Subject of the verb above, if it is a different one: `the whale let a boat enter its mouth`."""
    hypothetical: bool = False
    """Whether it is only supposed, asked or doubted."""
    cleft: bool = False
    """Whether its verb precedes any subject; the next noun phrase is then the subject."""

    @property
    def theme(self) -> list[int]:
        """What is located or moves: the patient if there is one, otherwise the agent."""
        return self.subject if self.verb.passive or not self.patient else self.patient
