"""From a logged answer to its score. Used when a run is made, and again whenever its log is read."""

from __future__ import annotations

from typing import Any

from defeasible.eval.cases import Case, Judge, Judgement, Status
from defeasible.eval.runlog.events import DecisionEvent, ScoreEvent
from defeasible.reasoner.verdict import Verdict

_FAILED = {"invalid": Status.INVALID, "truncated": Status.INVALID, "timeout": Status.TIMEOUT}
"""What it comes to if a model whose own answer was asked for gave none; all else is an error."""
DIGITS = 9
"""Places of a score that are kept: enough for sums, few enough that a score reads the same everywhere."""


def score_event(case: Case[Any], decided: DecisionEvent, judge: Judge) -> ScoreEvent:
    """Return what a logged decision is worth.

    Args:
        case: The item.
        decided: What was answered.
        judge: Holds an answer against the gold one.
    """
    found = _judged(case, decided, judge)
    return ScoreEvent(
        decided.key,
        case.id,
        case.gold,
        found.status,
        found.label,
        found.text,
        round(found.score, DIGITS),
        {name: round(value, DIGITS) for name, value in (*found.values.items(), *decided.worth.items())},
    )


def _judged(case: Case[Any], decided: DecisionEvent, judge: Judge) -> Judgement:
    if decided.error is not None:
        return Judgement(Status.ERROR)
    if decided.verdict is Verdict.UNPARSED:
        return Judgement(Status.UNPARSED)
    if decided.verdict is Verdict.TIMEOUT:
        return Judgement(Status.TIMEOUT)
    unproved = decided.answer is None and decided.verdict is Verdict.UNPROVED
    if unproved and decided.model and decided.model.failed:
        return Judgement(_FAILED.get(decided.model.failed, Status.ERROR))
    return judge(case, decided.verdict, decided.answer)
