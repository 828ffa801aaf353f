"""`Neural`: the model answers by itself. Nothing is read into logic, and nothing is proved."""

from __future__ import annotations

from collections.abc import Sequence

from defeasible.eval.pipelines.opinion import Oracle, alone, sources_of
from defeasible.reasoner.decision import Decision


class Neural:
    """Chooses the option that a model chooses.

    Args:
        oracle: Asks it.
    """

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle

    def answer(self, premises: Sequence[str], options: Sequence[str], *, new: str | None = None) -> Decision:
        """Return the option that the model says follows, as a decision that proves nothing."""
        fields = {"premises": list(premises), "new": new or ""}
        opinion = self.oracle.ask(fields, options)
        stated = [*premises, *([] if new is None else [new])]
        return alone(self.oracle, opinion, sources_of(stated, options))

    def compare_size(self, context: str, a: str, b: str) -> Decision:
        """Return the object that the model says is bigger, as a decision that proves nothing."""
        opinion = self.oracle.ask({"context": context}, (a, b))
        return alone(self.oracle, opinion, sources_of([context], (a, b)))
