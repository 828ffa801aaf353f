"""`Pipeline`: what answers the questions of a run, one by one or in batches."""

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
    """What answers questions; `defeasible.reasoner.Reasoner` does."""

    def decide(self, question: Any, /) -> Decision:
        """Answer one question; `Decision.answer` is an option word for word, a text, or None."""
        ...


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of one question."""

    decision: Decision | Failure
    """The decision, or what was raised instead."""
    seconds: float
    """Wall time; in a batch an equal part of that of the whole."""
    model: ModelUse | None = None
    """What it cost a model, where one was asked."""


@dataclass(frozen=True, slots=True)
class Pipeline:
    """An answerer with its name and settings."""

    name: str
    answerer: Answerer
    settings: Mapping[str, Setting] = field(default_factory=dict)
    """Everything that can change an answer; part of the identity of a run."""
    turns: Turns | None = None
    """The model that questions of a batch share; None without one."""
    batch: int = 1
    """Questions that are answered together."""
    seen: frozenset[str] = frozenset()
    """Digests of what its model was trained on; see `defeasible.eval.fitting.tuned.traces_of`."""

    ahead: Callable[[Sequence[Question]], None] | None = None
    """Prepares for questions that come next, where many at once cost less than each by itself."""

    def decide_many(self, questions: Sequence[Question]) -> list[Answered]:
        """Answer questions, in order; what they ask of a model goes out together.

        Where answering one raises, that is its outcome, and the others are answered all the same.
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
