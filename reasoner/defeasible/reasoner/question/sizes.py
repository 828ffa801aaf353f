"""Questions about sizes: which of two objects is bigger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from defeasible.reasoner.given import texts
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source

if TYPE_CHECKING:
    from defeasible.reasoner.forms import SizeContext, Unparsed
    from defeasible.reasoner.forms.ledger import SizeLedger
    from defeasible.reasoner.parsing import Parser
    from defeasible.reasoner.trace import Task


@dataclass(frozen=True, slots=True)
class SizeQuestion(Record):
    """Which of two objects is bigger in the situation that a text describes?

    Raises:
        UsageError: On construction, if an argument is not text.
    """

    context: str
    """The situation; empty for typical sizes."""
    a: str
    """One object, as a noun phrase."""
    b: str
    kind: Literal["size"] = "size"
    task: ClassVar[Task] = "size"
    in_words: ClassVar[bool] = True

    def __post_init__(self) -> None:
        texts([self.context], self.a, self.b)

    @property
    def options(self) -> tuple[str, str]:
        """The two objects."""
        return self.a, self.b

    @property
    def sources(self) -> tuple[Source, ...]:
        """The context `s1` and the objects `q1` and `q2`."""
        return Source("s1", self.context), Source("q1", self.a), Source("q2", self.b)

    def read(self, parser: Parser, /) -> SizeContext | Unparsed:
        """Read the context and the two objects."""
        return parser.sizes(self.context, (self.a, self.b))


@dataclass(frozen=True, slots=True)
class LedgerQuestion:
    """Is one object bigger than another, according to many comparisons at one moment?

    It has no JSON form: a trace names a ledger of a million comparisons by its digest.
    """

    ledger: SizeLedger
    a: str
    b: str
    kind: Literal["ledger"] = "ledger"
    task: ClassVar[Task] = "comparisons"
    in_words: ClassVar[bool] = False

    @property
    def sources(self) -> tuple[Source, ...]:
        """Empty: a ledger has no text."""
        return ()

    def read(self, _parser: Parser, /) -> SizeLedger:
        """Return the ledger."""
        return self.ledger
