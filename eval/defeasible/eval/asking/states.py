"""States of participants: does a story imply a state? A model answers yes or no."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from defeasible.eval.asking.asking import Asking
from defeasible.reasoner.question import StateQuestion
from defeasible.reasoner.verdict import Verdict

YES, NO = YES_OR_NO = ("yes", "no")


@dataclass(frozen=True, slots=True)
class States(Asking[StateQuestion]):
    """Does a story imply a state? If logic leaves it open, the model answers alone."""

    prompts: str = "pasta/state"
    style: str = "direct"
    question = StateQuestion
    verdicts: ClassVar[Mapping[Verdict, str]] = {Verdict.ENTAILED: YES, Verdict.REFUTED: NO}

    def fields(self, question: StateQuestion) -> Mapping[str, object]:
        """Return `story` and `state`.

        Supporting sentences are marked with `* `. If the others do not count, only the supporting ones are
        shown.
        """
        support = set(question.support)
        numbered = enumerate(question.lines, 1)
        if support and not question.context:
            shown = [line for number, line in numbered if number in support]
        else:
            shown = [f"* {line}" if number in support else line for number, line in numbered]
        return {"story": shown, "state": question.state}

    def options(self, _question: StateQuestion) -> tuple[str, ...]:
        """Return yes and no."""
        return YES_OR_NO


STATES = States()
