"""`Premises`: conditionals, facts and queries over declared atoms, each with the words it came from."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, ClassVar, TypeAlias

from pydantic import Field

from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.logic import Formula, FormulaNode, Implies, atoms, check_depth
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source, Span, quote


class Role(StrEnum):
    """The role of a later conditional `r -> q` for an earlier `p -> q` (Byrne 1989, the suppression task).

    A role is commonsense, so it is given by evidence or by the user, never by logic.
    """

    REQUIREMENT = "requirement"
    """Both conditions are needed: the conditional becomes `(p & r) -> q`. Byrne's *additional* condition."""
    ALTERNATIVE = "alternative"
    """Either condition suffices: both conditionals hold as stated."""
    IRRELEVANT = "irrelevant"
    """The later conditional does not affect the earlier; both hold as stated."""


def role_named(name: str) -> Role:
    """Return a role, given its name; a role is returned unchanged.

    Raises:
        FormError: If there is no such role.
    """
    try:
        return Role(name)
    except ValueError as error:
        raise FormError(f"no role {name!r}", hint=", ".join(Role)) from error


@dataclass(frozen=True, slots=True)
class AtomDecl(Record):
    """An atomic proposition of a form: its gloss, and where it was first mentioned."""

    id: str
    """Short name used in formulas: `a1`, `a2`, ..."""
    gloss: str
    """The proposition in words, affirmative: `she has an essay to finish`."""
    span: Span | None = None
    """The words that introduced it; None if there are none (an assumption)."""
    opaque: tuple[Span, ...] = ()
    """Words of the texts about it that the reading keeps without analysing them, such as `several`, `often`
    or `must`, and whole statements that make it a default, such as `Dogs bark.`. Empty if the proposition was
    read in full, so that it holds if the text does."""


@dataclass(frozen=True, slots=True)
class Fact(Record):
    """An unconditional statement."""

    id: str
    formula: Formula
    span: Span | None = None
    cue: str = ""
    """The cue that the parser found in the words, for the trace: `negation: does not`."""


@dataclass(frozen=True, slots=True)
class Conditional(Record):
    """`if_ -> then`, perhaps with a stated role for an earlier conditional.

    Raises:
        FormError: On construction, if there is no such role.
    """

    id: str
    if_: Annotated[Formula, Field(alias="if")]
    then: Formula
    span: Span | None = None
    cue: str = ""
    """The cue that the parser found in the words, for the trace: `unless: if not`."""
    role: Role | None = None
    """The *stated* role for the conditional `of`; None leaves it to evidence."""
    of: str | None = None
    """Id of the earlier conditional that `role` refers to."""

    def __post_init__(self) -> None:
        if self.role is not None and not isinstance(self.role, Role):
            object.__setattr__(self, "role", role_named(self.role))

    @property
    def formula(self) -> FormulaNode:
        """The material conditional."""
        return Implies(self.if_, self.then)


Statement: TypeAlias = Fact | Conditional


@dataclass(frozen=True, slots=True)
class Query(Record):
    """A query: does `formula` follow? Or, for an option such as *may or may not*: is it open?"""

    formula: Formula
    span: Span | None = None
    open: bool = False
    """True for the option that the formula is undecided (`may or may not`, `it is unclear whether`)."""

    def asserted(self, words: str) -> FormulaNode:
        """Return the formula of a query that is the only one, and so must assert something.

        Args:
            words: The words of the question, for the error message.

        Raises:
            UsageError: If the query asks whether the formula is open.
        """
        if self.open:
            raise UsageError(
                f"{words!r} leaves the matter open",
                hint="ask whether it is so: the verdict UNKNOWN says that it may or may not be",
            )
        return self.formula


@dataclass(frozen=True, slots=True)
class Premises(Record):
    """A propositional theory read from text, in order of arrival, with the queries about it.

    Raises:
        FormError: On construction, if ids repeat, an atom is undeclared, a formula is nested too deeply, a
            role names no earlier conditional with the same consequent, a span is outside its source, or all
            statements have spans but none quotes some source that is not a query (`q1`, ...).
    """

    family: ClassVar[str] = "premises"
    sources: tuple[Source, ...]
    atoms: tuple[AtomDecl, ...]
    statements: tuple[Statement, ...]
    queries: tuple[Query, ...] = ()
    """The queries; several for a multiple-choice question, over the same atoms."""
    notes: tuple[str, ...] = field(default=())
    """Remarks of the parser for the reader: `the fact is in the past tense`."""

    def __post_init__(self) -> None:
        _unique("atom", [a.id for a in self.atoms])
        _unique("statement", [s.id for s in self.statements])
        _unique("source", [s.id for s in self.sources])
        declared = {a.id for a in self.atoms}
        for owner, formula, span in self._parts():
            check_depth(formula, owner)
            if undeclared := [name for name in atoms(formula) if name not in declared]:
                raise FormError(
                    f"{owner} uses atom `{undeclared[0]}`, which is not declared",
                    hint=f"declared atoms: {', '.join(sorted(declared)) or 'none'}",
                )
            if span is not None:
                quote(self.sources, span)
        for atom in self.atoms:
            for span in atom.opaque:
                quote(self.sources, span)
        self._all_read()
        seen: dict[str, Conditional] = {}
        for statement in self.statements:
            if isinstance(statement, Conditional):
                if (statement.role is None) != (statement.of is None):
                    raise FormError(f"statement `{statement.id}`: `role` and `of` come together")
                if statement.of is not None:
                    self._role_fits(statement, seen.get(statement.of))
                seen[statement.id] = statement

    def _all_read(self) -> None:
        """Refuse a form that omits a text, as far as its spans show."""
        spans = [s.span for s in self.statements]
        quoted = {span.source for span in spans if span is not None}
        if quoted and None not in spans:
            for source in self.sources:
                if source.id not in quoted and not source.id.startswith("q"):
                    raise FormError(
                        f"no statement quotes source `{source.id}`",
                        hint="each text but the queries must be read; a statement without words has no span",
                    )

    def _role_fits(self, later: Conditional, earlier: Conditional | None) -> None:
        if earlier is None:
            raise FormError(f"statement `{later.id}`: no earlier conditional `{later.of}`")
        if earlier.then != later.then or earlier.if_ == later.if_:
            raise FormError(
                f"statement `{later.id}` can have no role beside `{earlier.id}`",
                hint="a role is that of a second condition for the same consequent",
            )

    def _parts(self) -> Iterator[tuple[str, FormulaNode, Span | None]]:
        for statement in self.statements:
            yield f"statement `{statement.id}`", statement.formula, statement.span
        for number, query in enumerate(self.queries, 1):
            yield f"query {number}", query.formula, query.span

    def opaque_words(self, names: Container[str]) -> tuple[str, ...]:
        """Return the unanalysed words of some atoms, in order, and the defaults about them."""
        return tuple(
            quote(self.sources, span) for atom in self.atoms if atom.id in names for span in atom.opaque
        )

    def said(self) -> frozenset[str]:
        """Return the words of all statements."""
        return frozenset(quote(self.sources, s.span) for s in self.statements if s.span is not None)

    def glosses(self) -> dict[str, str]:
        """Return the gloss of each atom, by id."""
        return {atom.id: atom.gloss for atom in self.atoms}


def _unique(what: str, ids: list[str]) -> None:
    if len(set(ids)) < len(ids):
        twice = next(i for i in ids if ids.count(i) > 1)
        raise FormError(f"{what} id `{twice}` is used twice")
