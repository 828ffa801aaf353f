"""Evidence: weighted soft statements that stand beside the hard ones and yield to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from defeasible.reasoner.errors import FormError
from defeasible.reasoner.forms import Comparison, Conditional, Premises, Role, SizeContext, SizeStatement
from defeasible.reasoner.forms.premises import role_named
from defeasible.reasoner.logic import Formula
from defeasible.reasoner.number import positive
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import quote


@dataclass(frozen=True, slots=True)
class RoleClaim(Record):
    """That conditional `conditional` has `role` beside the earlier conditional `of`."""

    conditional: str
    """Statement id of the later conditional."""
    of: str
    """Statement id of the earlier one."""
    role: Role

    def __post_init__(self) -> None:
        if not isinstance(self.role, Role):
            object.__setattr__(self, "role", role_named(self.role))


@dataclass(frozen=True, slots=True)
class SizeClaim(Record):
    """That one object is bigger than another: by typical sizes, or as words of the text make likely.

    Raises:
        FormError: On construction, if the comparison is not a plain `>`: how much bigger, or whether things
            are equal, is nothing that typical sizes tell.
    """

    comparison: Comparison

    def __post_init__(self) -> None:
        if self.comparison.relation != ">" or self.comparison.factor != 1:
            raise FormError(
                f"a typical size cannot claim `{self.comparison.relation}` by {self.comparison.factor}",
                hint="claim that one object is bigger: relation `>`, factor 1",
            )


@dataclass(frozen=True, slots=True)
class FormulaClaim(Record):
    """That a formula holds: a belief, a reading or an answer that somebody holds with some confidence."""

    formula: Formula


Claim: TypeAlias = RoleClaim | SizeClaim | FormulaClaim

MAX_WEIGHT = 1e6
"""Heaviest evidence, in nats: as certain as anything gets, and sums of weights stay finite."""


@dataclass(frozen=True, slots=True)
class Evidence(Record):
    """One weighted claim, and who makes it."""

    claim: Claim
    weight: float
    """Log-odds in favour of the claim against its rivals, in nats; positive, at most `MAX_WEIGHT`."""
    source: str
    """Who says so: `lexicon:sizes`, `gguf:model.gguf`. What begins with `lexicon:` is the package's own; the
    checker works it out again from the lexicons' data and refuses what differs."""
    reason: str = ""
    """One phrase a reader can judge: `shares 'library' with the consequent`."""

    def __post_init__(self) -> None:
        if not positive(self.weight, MAX_WEIGHT):
            raise ValueError(f"evidence weight {self.weight!r} is not in (0, {MAX_WEIGHT:g}] nats")


@dataclass(frozen=True, slots=True)
class Opinion(Record):
    """A sentence with its weight: evidence before it is read."""

    text: str
    weight: float
    """Log-odds in favour of the sentence, in nats; positive: say the opposite where it is negative."""
    source: str = "user"
    """Who says so."""
    reason: str = ""
    """One phrase a reader can judge."""


class RoleSource(Protocol):
    """Says how a later conditional bears on an earlier one."""

    def __call__(
        self, premises: Premises, earlier: Conditional, later: Conditional, /
    ) -> tuple[Evidence, ...]:
        """Return weighted role claims about `later` beside `earlier`; rivals may both be claimed."""
        ...


class SizeSource(Protocol):
    """Says how big things usually are."""

    def __call__(self, context: SizeContext, /) -> tuple[Evidence, ...]:
        """Return weighted size claims between objects of the context, by their ids."""
        ...


FRAMES = "lexicon:frames"
"""Who says what the words of a text make likely."""


def likely(context: SizeContext) -> tuple[Evidence, ...]:
    """Return what a text only makes likely about sizes, as evidence that quotes its words."""
    return tuple(
        Evidence(SizeClaim(s.comparison), s.weight, FRAMES, _quoted(context, s))
        for s in context.statements
        if s.weight is not None
    )


def _quoted(context: SizeContext, statement: SizeStatement) -> str:
    words = "" if statement.span is None else f'"{quote(context.sources, statement.span)}": '
    return words + statement.reason


def no_roles(premises: Premises, earlier: Conditional, later: Conditional) -> tuple[Evidence, ...]:
    """Be the `RoleSource` that says nothing: every conditional stands as stated."""
    return ()


def no_sizes(context: SizeContext) -> tuple[Evidence, ...]:
    """Be the `SizeSource` that says nothing: only the text counts."""
    return ()
