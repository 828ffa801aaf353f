"""`Trial`: questions to a solver about a written text, and measures from its verdicts.

A run asks them once, when the text is logged, and stores the verdicts with their proofs beside the answer.
The writer is not involved, and the questions may contain what the writer was not told.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from pydantic import FiniteFloat, JsonValue, SkipValidation

from defeasible.eval.cases import Case
from defeasible.reasoner.api import Reasoner
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.question import StateQuestion
from defeasible.reasoner.record import Record
from defeasible.reasoner.verdict import Verdict

MOST = 200
"""Number of items on which the texts of baselines are tried, each time a run is summarised."""


@dataclass(frozen=True, slots=True)
class Trial:
    """How a task evaluates texts with a solver."""

    ask: Callable[[Case[Any], str], tuple[StateQuestion, ...]]
    """The questions about a text; empty if the text does not have the requested form."""
    worth: Callable[[Case[Any], str, Sequence[Verdict]], Mapping[str, float]]
    """Measures of the text by name, from the verdicts in the order of the questions."""

    def decide(self, case: Case[Any], text: str) -> tuple[Decision, ...]:
        """Ask the built-in grammar, laws and solver."""
        return tuple(_reasoner().decide(question) for question in self.ask(case, text))

    def measure(self, case: Case[Any], text: str) -> Mapping[str, float]:
        """Return the measures of a text. Earlier verdicts are reused."""
        return self.worth(case, text, [_verdict(question) for question in self.ask(case, text)])


@dataclass(frozen=True, slots=True)
class Tried(Record):
    """One verdict on a text, as logged in a run."""

    verdict: Verdict
    confidence: FiniteFloat
    trace: SkipValidation[dict[str, JsonValue]]
    """The proof."""

    @staticmethod
    def of(decision: Decision) -> Tried:
        """Return a decision in its logged form."""
        return Tried(decision.verdict, decision.confidence, json.loads(decision.trace.to_json()))


@lru_cache(maxsize=1 << 14)
def _verdict(question: StateQuestion) -> Verdict:
    return _reasoner().decide(question).verdict


@cache
def _reasoner() -> Reasoner:
    return Reasoner()
