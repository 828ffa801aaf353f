"""Questions about input that needs no reading: a form, two forms, a belief base."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import Evidence
from defeasible.reasoner.forms import (
    AtomDecl,
    DialogueFacts,
    Form,
    Premises,
    SizeContext,
    Snapshot,
    Story,
    Unparsed,
)
from defeasible.reasoner.given import texts
from defeasible.reasoner.logic import Formula, FormulaNode
from defeasible.reasoner.parsing import ReadsBeside
from defeasible.reasoner.question.dialogues import ConsistencyQuestion
from defeasible.reasoner.question.stories import StoryQuestion
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from defeasible.reasoner.parsing import Parser
    from defeasible.reasoner.trace import Task


@dataclass(frozen=True, slots=True)
class PremisesQuestion(Record):
    """Does a formula follow from a form of premises, and how did that change when some of them arrived?

    Raises:
        UsageError: On construction, if no formula is named and the form asks nothing.
    """

    form: Premises
    goal: Formula | None = None
    """The formula asked about; None for the form's first query that asserts something."""
    new: tuple[str, ...] = ()
    """Ids of the statements that arrived last."""
    kind: Literal["premises"] = "premises"
    task: ClassVar[Task] = "belief"
    in_words: ClassVar[bool] = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "new", tuple(self.new))
        _check_asked(self.form, self.goal)

    @property
    def sources(self) -> tuple[Source, ...]:
        """Those of the form."""
        return self.form.sources

    def read(self, _parser: Parser, /) -> Premises:
        """Return the form."""
        return self.form

    def asked(self) -> FormulaNode:
        """Return the formula that is asked about."""
        return _asked(self.form, self.goal)


@dataclass(frozen=True, slots=True)
class WeighingQuestion(Record):
    """Does a formula hold in every model of premises that violates the least evidence?

    Raises:
        UsageError: On construction, if no formula is named and the form asks nothing.
    """

    form: Premises
    evidence: tuple[Evidence, ...]
    """Claims that formulas hold."""
    goal: Formula | None = None
    """The formula asked about; None for the form's first query that asserts something."""
    kind: Literal["weighing"] = "weighing"
    task: ClassVar[Task] = "evidence"
    in_words: ClassVar[bool] = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "evidence", tuple(self.evidence))
        _check_asked(self.form, self.goal)

    @property
    def sources(self) -> tuple[Source, ...]:
        """Those of the form."""
        return self.form.sources

    def read(self, _parser: Parser, /) -> Premises:
        """Return the form."""
        return self.form

    def asked(self) -> FormulaNode:
        """Return the formula that is asked about."""
        return _asked(self.form, self.goal)


@dataclass(frozen=True, slots=True)
class ContextQuestion(Record):
    """Is the first object of a size context's question bigger than the second?

    Raises:
        UsageError: On construction, if the context asks nothing.
    """

    form: SizeContext
    kind: Literal["context"] = "context"
    task: ClassVar[Task] = "size"
    in_words: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if self.form.question is None:
            raise UsageError("the context asks no question", hint="set `question` to the ids of two objects")

    @property
    def sources(self) -> tuple[Source, ...]:
        """Those of the form."""
        return self.form.sources

    def read(self, _parser: Parser, /) -> SizeContext:
        """Return the form."""
        return self.form


@dataclass(frozen=True, slots=True)
class EquivalenceQuestion(Record):
    """Do two readings, or two sets of premises in words, say the same?

    Raises:
        UsageError: On construction, if an argument is not text.
    """

    first: tuple[str, ...] | Form
    """Sentences to be read as premises, or a form."""
    second: tuple[str, ...] | Form
    """The same, of the same family."""
    kind: Literal["equivalence"] = "equivalence"
    task: ClassVar[Task] = "equivalence"

    def __post_init__(self) -> None:
        for name in ("first", "second"):
            side = getattr(self, name)
            if not isinstance(side, Form):
                object.__setattr__(self, name, texts(side, name=name))

    @property
    def in_words(self) -> bool:
        """Whether at least one side is in words."""
        return isinstance(self.first, tuple) or isinstance(self.second, tuple)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The texts of both sides, `1.s1`, ... and `2.s1`, ...; without prefix if both are the same."""
        first, second = (_texts_of(side) for side in (self.first, self.second))
        if first == second:
            return first
        sides = {"1.": first, "2.": second}
        return tuple(Source(side + s.id, s.text) for side, sources in sides.items() for s in sources)

    def read(self, parser: Parser, /) -> tuple[Form, Form] | Unparsed:
        """Read the sides that are in words, over the same propositions if the parser supports it."""
        first, second = self.first, self.second
        if isinstance(first, tuple) and isinstance(second, tuple) and isinstance(parser, ReadsBeside):
            return parser.beside(first, second)
        forms: list[Form] = []
        for side in (first, second):
            form = parser.premises(side) if isinstance(side, tuple) else side
            if isinstance(form, Unparsed):
                return form
            forms.append(form)
        return forms[0], forms[1]


@dataclass(frozen=True)
class BaseQuestion:
    """Does something follow from a belief base at one moment?

    `BeliefBase.question` makes one from words. It has no JSON form: `BeliefBase.save` stores a base.
    """

    snapshot: Snapshot
    goal: FormulaNode
    """The formula asked about."""
    words: Source | None = None
    """The words of the question, if it was asked in words."""
    atoms: tuple[AtomDecl, ...] = ()
    """The declarations of the atoms of the goal."""
    before: Verdict | None = None
    """The verdict when the same question was last asked, if it was."""
    kind: Literal["base"] = "base"
    task: ClassVar[Task] = "base"
    in_words: ClassVar[bool] = False

    @property
    def sources(self) -> tuple[Source, ...]:
        """The words of the question; the snapshot has the texts of the base."""
        return () if self.words is None else (self.words,)

    def read(self, _parser: Parser, /) -> Snapshot:
        """Return the snapshot."""
        return self.snapshot


def asked_by(
    form: Form,
) -> PremisesQuestion | ContextQuestion | StoryQuestion | ConsistencyQuestion:
    """Return the question that a form asks by itself.

    Premises: whether their first query that asserts something follows. A size context: whether the first
    object of its question is bigger. A story: whether its first query holds at its end. Dialogue facts, which
    have no query: whether they can all hold.

    Raises:
        UsageError: If the form asks nothing, or is not a form.
    """
    match form:
        case Premises():
            return PremisesQuestion(form)
        case SizeContext():
            return ContextQuestion(form)
        case Story():
            if not form.queries:
                raise UsageError("the story asks nothing", hint="give the form a query")
            return StoryQuestion(form)
        case DialogueFacts():
            return ConsistencyQuestion(form)
        case _:
            raise UsageError(
                f"{form!r:.40} is not a form", hint="pass Premises, a SizeContext, a Story or DialogueFacts"
            )


def _asked(form: Premises, goal: FormulaNode | None) -> FormulaNode:
    return goal if goal is not None else next(query.formula for query in form.queries if not query.open)


def _check_asked(form: Premises, goal: FormulaNode | None) -> None:
    if goal is None and all(query.open for query in form.queries):
        raise UsageError("the premises ask nothing", hint="give the form a query that is not open, or a goal")


def _texts_of(side: tuple[str, ...] | Form) -> tuple[Source, ...]:
    if not isinstance(side, tuple):
        return side.sources
    return tuple(Source(f"s{number}", text) for number, text in enumerate(side, 1))
