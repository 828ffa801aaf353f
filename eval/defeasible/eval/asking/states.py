"""States of participants: does a story imply one? A model answers yes or no."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from defeasible.eval.asking.asking import Asking
from defeasible.reasoner.question import StateQuestion

YES_OR_NO = ("yes", "no")


@dataclass(frozen=True, slots=True)
class States(Asking[StateQuestion]):
    """A model is shown the story. Where logic leaves the state open, the model answers alone."""

    prompts: str = "pasta/state"
    style: str = "direct"
    question = StateQuestion
    family = "story"

    def fields(self, question: StateQuestion) -> Mapping[str, object]:
        """Return `story` and `state`."""
        return {"story": list(question.lines), "state": question.state}

    def options(self, _question: StateQuestion) -> tuple[str, ...]:
        """Return yes and no."""
        return YES_OR_NO


STATES = States()
