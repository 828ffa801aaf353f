"""Evidence: weighted soft statements that yield to hard ones."""

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
    """The claim that `conditional` has `role` for the earlier conditional `of`."""

    conditional: str
    """Statement id of the later conditional."""
    of: str
    """Statement id of the earlier conditional."""
    role: Role

    def __post_init__(self) -> None:
        if not isinstance(self.role, Role):
            object.__setattr__(self, "role", role_named(self.role))


@dataclass(frozen=True, slots=True)
class SizeClaim(Record):
    """The claim that one object is bigger than another, from typical sizes or likely from words of the text.

    Raises:
        FormError: On construction, if the comparison is not a plain `>`: typical sizes do not tell ratios or
            equality.
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
    """The claim that a formula holds: a belief, a reading or an answer held with some confidence."""

    formula: Formula


Claim: TypeAlias = RoleClaim | SizeClaim | FormulaClaim

MAX_WEIGHT = 1e6
"""Largest weight of evidence, in nats: practically certain, and sums of weights stay finite."""


@dataclass(frozen=True, slots=True)
class Evidence(Record):
    """One weighted claim with its source."""

    claim: Claim
    weight: float
    """Log-odds in favour of the claim against its rivals, in nats; positive, at most `MAX_WEIGHT`."""
    source: str
    """The source: `lexicon:sizes`, `gguf:model.gguf`. The prefix `lexicon:` marks the package's own sources,
    whose claims the checker computes again from the lexicons' data, and refuses differences."""
    reason: str = ""
    """One phrase that a reader can judge: `shares 'library' with the consequent`."""

    def __post_init__(self) -> None:
        if not positive(self.weight, MAX_WEIGHT):
            raise ValueError(f"evidence weight {self.weight!r} is not in (0, {MAX_WEIGHT:g}] nats")


@dataclass(frozen=True, slots=True)
class Opinion(Record):
    """A sentence with its weight: evidence in words."""

    text: str
    weight: float
    """Log-odds in favour of the sentence, in nats; positive. For negative log-odds, negate the sentence."""
    source: str = "user"
    """Who says so."""
    reason: str = ""
    """One phrase that a reader can judge."""


class RoleSource(Protocol):
    """Weighs the role of a later conditional for an earlier one."""

    def __call__(
        self, premises: Premises, earlier: Conditional, later: Conditional, /
    ) -> tuple[Evidence, ...]:
        """Return weighted claims about the role of `later` for `earlier`; rival roles may both be claimed."""
        ...


class SizeSource(Protocol):
    """Weighs typical sizes."""

    def __call__(self, context: SizeContext, /) -> tuple[Evidence, ...]:
        """Return weighted size claims between objects of the context, by their ids."""
        ...


FRAMES = "lexicon:frames"
"""The source of what the words of a text make likely."""
FRAMES_EARN = 3.0
"""Greatest log-odds, in nats, of an answer by what words only make likely, however heavy they rank: 0.95.

Of 33 answers about the sentences of `tests/data/english` that rest on it, 32 are right.
"""


def likely(context: SizeContext) -> tuple[Evidence, ...]:
    """Return the comparisons that a text only makes likely, as evidence that quotes its words."""
    return tuple(
        Evidence(SizeClaim(s.comparison), s.weight, FRAMES, _quoted(context, s))
        for s in context.statements
        if s.weight is not None
    )


def _quoted(context: SizeContext, statement: SizeStatement) -> str:
    words = "" if statement.span is None else f'"{quote(context.sources, statement.span)}": '
    return words + statement.reason


def no_roles(premises: Premises, earlier: Conditional, later: Conditional) -> tuple[Evidence, ...]:
    """Return no evidence: a `RoleSource` under which every conditional holds as stated."""
    return ()


def no_sizes(context: SizeContext) -> tuple[Evidence, ...]:
    """Return no evidence: a `SizeSource` under which only the text counts."""
    return ()
