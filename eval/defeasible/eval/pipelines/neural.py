"""`Neural`: the model answers alone. No text is read into logic, and nothing is proved."""

from __future__ import annotations

from typing import Generic, TypeVar

from defeasible.eval.asking import Asking
from defeasible.eval.pipelines.opinion import Adviser, alone
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.question import Question

Q = TypeVar("Q", bound=Question)


class Neural(Generic[Q]):
    """Gives the answers of a model.

    Args:
        asking: How its questions are asked.
        oracle: Asks the model.
    """

    def __init__(self, asking: Asking[Q], oracle: Adviser) -> None:
        self.asking, self.oracle = asking, oracle

    def decide(self, question: Q) -> Decision:
        """Return the model's choice or text, as a decision that proves nothing."""
        opinion = self.oracle.answer(self.asking, question)
        return alone(self.oracle, opinion, question.sources)
