"""`Question`: the protocol of all questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

if TYPE_CHECKING:
    from defeasible.reasoner.forms import Unparsed
    from defeasible.reasoner.parsing import Parser
    from defeasible.reasoner.text import Source
    from defeasible.reasoner.trace import Task


class Question(Protocol):
    """One question as a value: everything that its answer depends on but the parser and sources of evidence.

    `Reasoner.decide` answers it; `checker.check_decision` checks an answer against it.
    """

    task: ClassVar[Task]
    """The decider that answers it, which is the task of the trace."""

    @property
    def in_words(self) -> bool:
        """Whether some of it is text that has to be read; if not, `read` ignores its parser."""
        ...

    @property
    def kind(self) -> str:
        """Its kind in JSON: `entailment`, `size`, ..."""
        ...

    @property
    def sources(self) -> tuple[Source, ...]:
        """Its texts, with the ids that a parser gives them."""
        ...

    def read(self, parser: Parser, /) -> object | Unparsed:
        """Return the form that a parser makes of its texts or, if it has none, the form that it is about."""
        ...
