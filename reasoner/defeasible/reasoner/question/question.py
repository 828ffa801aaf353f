"""`Question`: what every question has in common, whatever it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

if TYPE_CHECKING:
    from defeasible.reasoner.forms import Unparsed
    from defeasible.reasoner.parsing import Parser
    from defeasible.reasoner.text import Source
    from defeasible.reasoner.trace import Task


class Question(Protocol):
    """One question as a value: all that its answer depends on but what reads it and what weighs evidence.

    `Reasoner.decide` answers it, `checker.check_decision` holds an answer against it.
    """

    task: ClassVar[Task]
    """The decider that answers it, and so the task of the trace."""

    @property
    def in_words(self) -> bool:
        """Whether some of it is text that has to be read; otherwise `read` makes no use of its parser."""
        ...

    @property
    def kind(self) -> str:
        """Its kind, as `question.to_json` writes it: `entailment`, `size`, ..."""
        ...

    @property
    def sources(self) -> tuple[Source, ...]:
        """Its texts, by the ids that a parser gives them."""
        ...

    def read(self, parser: Parser, /) -> object | Unparsed:
        """Return the form that a parser makes of its texts; where it has none, the form that it is about."""
        ...
