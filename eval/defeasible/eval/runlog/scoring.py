"""From a logged answer to its score. Used when a run is made, and again whenever its log is read."""

from __future__ import annotations

from defeasible.eval.cases import Case, Status
from defeasible.eval.runlog.events import DecisionEvent, ScoreEvent
from defeasible.reasoner.verdict import Verdict

_FAILED = {"invalid": Status.INVALID, "truncated": Status.INVALID, "timeout": Status.TIMEOUT}
"""What it comes to if a model whose own answer was asked for gave none; all else is an error."""


def score_event(case: Case, decided: DecisionEvent) -> ScoreEvent:
    """Map a logged decision to a label and compare it with the gold one."""
    label = None if decided.answer is None else case.label(decided.answer)
    if decided.error is not None or (decided.answer is not None and label is None):
        status = Status.ERROR  # it raised, or answered with none of the options: the log holds which
    elif decided.verdict is Verdict.UNPARSED:
        status, label = Status.UNPARSED, None
    elif decided.verdict is Verdict.TIMEOUT:
        status, label = Status.TIMEOUT, None
    elif label is None and decided.verdict is Verdict.UNPROVED and decided.model and decided.model.failed:
        status = _FAILED.get(decided.model.failed, Status.ERROR)
    elif label is None:
        status = Status.UNDECIDED
    else:
        status = Status.CORRECT if label == case.gold else Status.WRONG
    return ScoreEvent(decided.key, case.id, label, case.gold, status)
