"""`SizeContext`: which object is bigger according to a text, by how much, and the words that say so."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import PlainSerializer, PlainValidator, WithJsonSchema

from defeasible.reasoner.errors import FormError
from defeasible.reasoner.number import positive
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source, Span, quote

METRE = "@metre"
"""The reference object of one metre: `box = 3/10 x @metre` is an absolute size."""

MAX_FACTOR = 10**30
"""Largest numerator and denominator of a ratio: an atom fits into a galaxy 10**30 times."""

HEAVIEST = 1e6
"""Largest weight of a statement that is only likely, in nats."""

Relation: TypeAlias = Literal[">", ">=", "="]


_WRITTEN = re.compile(r"[0-9]+(/0*[1-9][0-9]*)?")


def read_ratio(value: object) -> Fraction:
    """Return an exact ratio; in JSON it must be the string `n` or `n/d`.

    Raises:
        ValueError: If it has another format; `Fraction` would accept `1e999999999` and never return.
    """
    if isinstance(value, Fraction) or (isinstance(value, str) and _WRITTEN.fullmatch(value)):
        return Fraction(value)
    raise ValueError(f"not an exact ratio: {value!r}; write it as '3/10'")


Ratio: TypeAlias = Annotated[
    Fraction,
    PlainValidator(read_ratio),
    PlainSerializer(str),
    WithJsonSchema({"type": "string", "pattern": r"^\d+(/\d+)?$"}),
]
"""An exact positive ratio; in JSON the string `n` or `n/d`."""


@dataclass(frozen=True, slots=True)
class Comparison(Record):
    """`left relation factor x right`, in linear size (a length, in metres for `@metre`)."""

    left: str
    """Id of the bigger (or equal) object."""
    relation: Relation
    right: str
    """Id of the other object, or `@metre`."""
    factor: Ratio = field(default=Fraction(1))
    """Exact positive ratio: 1 for a plain comparison."""

    def __post_init__(self) -> None:
        if self.factor <= 0:
            raise FormError(f"factor {self.factor} of a comparison is not positive")
        if max(self.factor.numerator, self.factor.denominator) > MAX_FACTOR:
            raise FormError(f"a factor of a comparison is not written in numbers up to {MAX_FACTOR:.0e}")
        if self.left == self.right:
            raise FormError(f"object `{self.left}` is compared with itself")


@dataclass(frozen=True, slots=True)
class SizeObject(Record):
    """An object that the text or the question mentions."""

    id: str
    """Short name used in comparisons: `o1`, `o2`, ..."""
    name: str
    """Its noun phrase without article, as in the question or the text: `light bulb`."""
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class SizeStatement(Record):
    """A comparison that the words of a text imply or make likely, with the linguistic reason."""

    id: str
    comparison: Comparison
    span: Span | None = None
    """The words that imply it (verb, preposition, measure phrase)."""
    frame: str = ""
    """Name of the lexicon frame that was found: `containment.in`."""
    reason: str = ""
    """Why the frame implies the comparison: `what is inside a thing is smaller than the thing`."""
    weight: float | None = None
    """Log-odds in nats if the words only make the comparison likely; None if they imply it."""

    def __post_init__(self) -> None:
        if self.weight is None:
            return
        if not positive(self.weight, HEAVIEST):
            raise FormError(f"weight {self.weight} of statement `{self.id}` is not in (0, {HEAVIEST:g}] nats")
        if self.comparison.relation != ">" or self.comparison.factor != 1:
            raise FormError(
                f"statement `{self.id}` is only likely, so it says that one thing is bigger, no more"
            )


@dataclass(frozen=True, slots=True)
class SizeContext(Record):
    """Objects, the comparisons between them that a text implies, and the two objects asked about.

    Raises:
        FormError: On construction, if ids repeat, an object is undeclared, a span is outside its source, or
            the question names one object twice.
    """

    family: ClassVar[str] = "sizes"
    sources: tuple[Source, ...]
    objects: tuple[SizeObject, ...]
    statements: tuple[SizeStatement, ...]
    question: tuple[str, str] | None = None
    """Ids of the two objects to compare."""
    unread: tuple[Span, ...] = ()
    """Sentences that were not understood."""

    def __post_init__(self) -> None:
        known = {o.id for o in self.objects} | {METRE}
        for what, ids in (
            ("object", [o.id for o in self.objects]),
            ("statement", [s.id for s in self.statements]),
            ("source", [s.id for s in self.sources]),
        ):
            if len(set(ids)) < len(ids):
                raise FormError(f"an id of a {what} is used twice: {ids}")
        if any(o.id == METRE for o in self.objects):
            raise FormError(f"`{METRE}` is the metre, it cannot be the id of an object")
        for span in (*(item.span for item in self.objects), *self.unread):
            if span is not None:
                quote(self.sources, span)
        for statement in self.statements:
            for name in (statement.comparison.left, statement.comparison.right):
                if name not in known:
                    raise FormError(f"statement `{statement.id}` uses object `{name}`, which is not declared")
            if statement.span is not None:
                quote(self.sources, statement.span)
        for name in self.question or ():
            if name not in known:
                raise FormError(f"the question asks about object `{name}`, which is not declared")
        if self.question is not None and len(set(self.question)) < len(self.question):
            raise FormError(f"the question compares object `{self.question[0]}` with itself")

    def names(self) -> dict[str, str]:
        """Return the noun phrase of each object, by id."""
        return {o.id: o.name for o in self.objects} | {METRE: "one metre"}
