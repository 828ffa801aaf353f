"""Scores of logged answers, computed during a run and again whenever its log is read."""

from __future__ import annotations

from typing import Any

from defeasible.eval.cases import Case, Judge, Judgement, Status
from defeasible.eval.runlog.events import DecisionEvent, ScoreEvent
from defeasible.reasoner.verdict import Verdict

_FAILED = {"invalid": Status.INVALID, "truncated": Status.INVALID, "timeout": Status.TIMEOUT}
"""The status if a model gave no answer of its own when asked for one; all other failures are errors."""
DIGITS = 9
"""Decimal places of a score: enough for sums, few enough that a score is equal on all machines."""


def score_event(case: Case[Any], decided: DecisionEvent, judge: Judge) -> ScoreEvent:
    """Return the score of a logged decision.

    Args:
        case: The item.
        decided: The logged decision.
        judge: Compares the answer with the gold one.
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
