"""`Pipeline`: answers the questions of a run, one by one or in batches."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from defeasible.eval.cases import Setting
from defeasible.eval.pipelines.turns import Turns
from defeasible.eval.runlog.events import Failure
from defeasible.eval.use import ModelUse, counting
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.question import Question


class Answerer(Protocol):
    """Answers questions, as `defeasible.reasoner.Reasoner` does."""

    def decide(self, question: Any, /) -> Decision:
        """Answer one question; `Decision.answer` is an option word for word, a text, or None."""
        ...


@dataclass(frozen=True, slots=True)
class Answered:
    """The outcome of one question."""

    decision: Decision | Failure
    """The decision, or the exception raised instead."""
    seconds: float
    """Wall time; in a batch, an equal part of the batch's time."""
    model: ModelUse | None = None
    """The cost of the model, if one was asked."""


@dataclass(frozen=True, slots=True)
class Pipeline:
    """An answerer with its name and settings."""

    name: str
    answerer: Answerer
    settings: Mapping[str, Setting] = field(default_factory=dict)
    """Everything that can change an answer; part of the identity of a run."""
    turns: Turns | None = None
    """The model that the items of a batch share; None without a model."""
    batch: int = 1
    """Number of questions answered together."""
    seen: frozenset[str] = frozenset()
    """Digests of the model's training items; see `defeasible.eval.fitting.tuned.traces_of`."""

    ahead: Callable[[Sequence[Question]], None] | None = None
    """Prepares for the next questions, if preparing many at once is cheaper than one by one."""

    def decide_many(self, questions: Sequence[Question]) -> list[Answered]:
        """Answer questions, in order, with batched model calls.

        If answering a question raises, that is its outcome, and the others are still answered.
        """
        if self.turns is None or len(questions) < 2:
            return [self._answered(question) for question in questions]
        started = time.perf_counter()
        found = self.turns.together([partial(self._answered, question) for question in questions])
        seconds = (time.perf_counter() - started) / len(questions)
        return [Answered(answered.decision, seconds, answered.model) for answered in found]

    def _answered(self, question: Question) -> Answered:
        started = time.perf_counter()
        decision: Decision | Failure
        with counting() as tally:
            try:
                decision = self.answerer.decide(question)
            except Exception as error:  # noqa: BLE001 - one bad item must not end the run
                decision = Failure(type(error).__name__, str(error), traceback.format_exc(limit=-8))
        return Answered(decision, time.perf_counter() - started, tally.use())
