"""`Symbolic`: a parser reads the text, and logic alone decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from defeasible.eval.asking import Asking
from defeasible.reasoner.api import Reasoner
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.grammar import GrammarParser
from defeasible.reasoner.grammar.ahead import analyse_ahead
from defeasible.reasoner.question import Question

Q = TypeVar("Q", bound=Question)


class Symbolic(Generic[Q]):
    """Decides with a reasoner.

    Args:
        asking: How its questions are asked.
        reasoner: Reads and decides.
    """

    def __init__(self, asking: Asking[Q], reasoner: Reasoner) -> None:
        self.asking, self.reasoner = asking, reasoner

    def prepare(self, questions: Sequence[Question]) -> None:
        """Analyse their texts in one batch, so that reading them later needs no parse."""
        if isinstance(self.reasoner.parser, GrammarParser):
            analyse_ahead(self.reasoner.parser, questions)

    def decide(self, question: Q) -> Decision:
        """Return the decision of logic."""
        return self.asking.decide(self.reasoner, question)
