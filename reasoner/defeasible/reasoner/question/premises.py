"""Questions about premises in words: what follows, what a new premise changes, which option holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import Evidence, FormulaClaim, Opinion
from defeasible.reasoner.forms import Premises, Unparsed
from defeasible.reasoner.given import opinions, texts
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source

if TYPE_CHECKING:
    from collections.abc import Iterable

    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.parsing import Parser
    from defeasible.reasoner.trace import Task


@dataclass(frozen=True, slots=True)
class EntailmentQuestion(Record):
    """Does a query follow from premises?

    Raises:
        UsageError: On construction, if an argument is not text.
    """

    premises: tuple[str, ...]
    """Sentences, in order of arrival."""
    query: str
    kind: Literal["entailment"] = "entailment"
    task: ClassVar[Task] = "belief"
    in_words: ClassVar[bool] = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "premises", texts(self.premises, self.query))

    @property
    def sources(self) -> tuple[Source, ...]:
        """The premises `s1`, `s2`, ... and the query `q1`."""
        return _sources(self.premises, [self.query])

    def read(self, parser: Parser, /) -> Premises | Unparsed:
        """Read the premises and the query."""
        return parser.premises(self.premises, [self.query])

    def goal(self, form: Premises) -> FormulaNode:
        """Return the formula that is asked about.

        Raises:
            UsageError: If the query leaves the matter open.
        """
        return form.queries[0].asserted(self.query)


@dataclass(frozen=True, slots=True)
class RevisionQuestion(Record):
    """How does a new premise change a belief that the others support?

    Raises:
        UsageError: On construction, if an argument is not text.
    """

    premises: tuple[str, ...]
    """Sentences, in order of arrival."""
    new: str
    """The sentence that arrives."""
    query: str | None = None
    """The belief in question; None for the only literal that `premises` entail but do not state."""
    kind: Literal["revision"] = "revision"
    task: ClassVar[Task] = "belief"
    in_words: ClassVar[bool] = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "premises", texts(self.premises, self.new, *self._queries()))

    @property
    def sources(self) -> tuple[Source, ...]:
        """The premises `s1`, `s2`, ..., the new one last, and the query `q1` if there is one."""
        return _sources([*self.premises, self.new], self._queries())

    def read(self, parser: Parser, /) -> Premises | Unparsed:
        """Read the premises, the new one last, and the query."""
        return parser.premises([*self.premises, self.new], self._queries())

    def goal(self, form: Premises) -> FormulaNode | None:
        """Return the formula that is asked about; None for the belief in question.

        Raises:
            UsageError: If the query leaves the matter open.
        """
        return None if self.query is None else form.queries[0].asserted(self.query)

    @property
    def arriving(self) -> str:
        """The id of the source that arrives."""
        return f"s{len(self.premises) + 1}"

    def _queries(self) -> list[str]:
        return [] if self.query is None else [self.query]


@dataclass(frozen=True, slots=True)
class ChoiceQuestion(Record):
    """Which option follows from the premises, and from a new one if there is one?

    Raises:
        UsageError: On construction, if there are no options, or an argument is not text.
    """

    premises: tuple[str, ...]
    """Sentences, in order of arrival."""
    options: tuple[str, ...]
    """The texts of the options, without letters."""
    new: str | None = None
    """The premise that arrives last."""
    kind: Literal["choice"] = "choice"
    task: ClassVar[Task] = "belief"
    in_words: ClassVar[bool] = True

    def __post_init__(self) -> None:
        new = [] if self.new is None else [self.new]
        object.__setattr__(self, "premises", texts(self.premises, *new))
        object.__setattr__(self, "options", texts(self.options, name="options"))
        if not self.options:
            raise UsageError("no options to choose from")

    @property
    def statements(self) -> tuple[str, ...]:
        """The premises, the new one last."""
        return self.premises if self.new is None else (*self.premises, self.new)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The premises `s1`, `s2`, ..., the new one last, and the options `q1`, `q2`, ..."""
        return _sources(self.statements, self.options)

    def read(self, parser: Parser, /) -> Premises | Unparsed:
        """Read the premises and the options; `Unparsed` if no option asserts anything."""
        form = parser.premises(self.statements, self.options)
        if isinstance(form, Premises) and all(query.open for query in form.queries):
            return Unparsed("every option is read as leaving the matter open", form.sources)
        return form

    def goal(self, form: Premises) -> FormulaNode:
        """Return the formula of the first option that asserts something."""
        return next(query.formula for query in form.queries if not query.open)

    @property
    def arriving(self) -> str | None:
        """The id of the source that arrives."""
        return None if self.new is None else f"s{len(self.premises) + 1}"


@dataclass(frozen=True, slots=True)
class EvidenceQuestion(Record):
    """Does a query hold, given certain premises and other, weighted sentences?

    Raises:
        UsageError: On construction, if an argument is not text, or not an opinion.
    """

    premises: tuple[str, ...]
    """Sentences that are certain."""
    evidence: tuple[Opinion, ...]
    """Sentences with their weights."""
    query: str
    kind: Literal["evidence"] = "evidence"
    task: ClassVar[Task] = "evidence"
    in_words: ClassVar[bool] = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "premises", texts(self.premises, self.query))
        object.__setattr__(self, "evidence", opinions(self.evidence))

    @property
    def sources(self) -> tuple[Source, ...]:
        """The premises `s1`, `s2`, ..., the query `q1` and the evidence `q2`, `q3`, ..."""
        return _sources(self.premises, self._queries())

    def read(self, parser: Parser, /) -> Premises | Unparsed:
        """Read the premises, the query and the evidence."""
        return parser.premises(self.premises, self._queries())

    def goal(self, form: Premises) -> FormulaNode:
        """Return the formula that is asked about.

        Raises:
            UsageError: If the query leaves the matter open.
        """
        return form.queries[0].asserted(self.query)

    def weighed(self, form: Premises) -> tuple[Evidence, ...]:
        """Return the evidence over the atoms of a form.

        Raises:
            UsageError: If a sentence asserts nothing, or its weight is not positive.
        """
        found = []
        for item, query in zip(self.evidence, form.queries[1:], strict=True):
            if query.open:
                raise UsageError(
                    f"{item.text!r} leaves the matter open", hint="evidence must assert something"
                )
            try:
                found.append(Evidence(FormulaClaim(query.formula), item.weight, item.source, item.reason))
            except ValueError as error:
                raise UsageError(
                    f"{item.text!r}: {error}",
                    hint="weigh the opposite sentence where the log-odds are negative",
                ) from error
        return tuple(found)

    def _queries(self) -> list[str]:
        return [self.query, *(item.text for item in self.evidence)]


def _sources(statements: Iterable[str], queries: Iterable[str]) -> tuple[Source, ...]:
    stated = tuple(Source(f"s{number}", text) for number, text in enumerate(statements, 1))
    return stated + tuple(Source(f"q{number}", text) for number, text in enumerate(queries, 1))
