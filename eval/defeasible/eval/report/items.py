"""The items of a report: failures first, each with its question, its answer and its proof."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from pydantic import JsonValue

from defeasible.eval.cases import BeliefQuestion, Case, Outcome, Status
from defeasible.eval.runlog import DecisionEvent, RunDir
from defeasible.reasoner.checker import check
from defeasible.reasoner.errors import TraceError
from defeasible.reasoner.trace import Trace

FULL_CORRECT = 200
"""So many right items are shown with their proof; failures all are, while the budget lasts."""
TRACE_CHARACTERS = 850_000
"""Proof text of one run, escaped: keeps a thousand items below 2 MB. Beyond it an item names the log."""
_LABELS = {Status.CORRECT: 1}


@dataclass(frozen=True, slots=True)
class ReportItem:
    """One item as a reader sees it."""

    case: Case
    outcome: Outcome
    question: str
    answer: str
    """What was answered, in words; or why there is no answer."""
    gold: str
    trace: str
    """The printed proof; empty where there is none or no room for it."""
    proof: str
    """`verified`, or which step failed; empty where no proof is shown."""


def report_items(run: RunDir) -> list[ReportItem]:
    """Return the items of a run: all that are not right first, then the right ones."""
    outcomes = sorted(run.outcomes(), key=lambda o: _LABELS.get(o.status, 0))
    return list(_items(run, outcomes))


def _items(run: RunDir, outcomes: list[Outcome]) -> Iterator[ReportItem]:
    room, right = TRACE_CHARACTERS, 0
    for outcome in outcomes:
        case = outcome.case
        decision = run.decisions.get(case.id)
        right += outcome.correct
        text = proof = ""
        if decision is not None and decision.trace is not None and room > 0 and right <= FULL_CORRECT:
            text, proof = _proof(decision.trace)
            room -= len(escape(text))
        if decision is not None and decision.error is not None:
            text = decision.error.traceback
        yield ReportItem(
            case=case,
            outcome=outcome,
            question=question_text(case),
            answer=_answer(outcome, decision),
            gold=f"{case.gold}: {case.question.options[case.labels.index(case.gold)]}",
            trace=text,
            proof=proof,
        )


def question_text(case: Case) -> str:
    """Return a case's question as lines of text."""
    question = case.question
    if isinstance(question, BeliefQuestion):
        lines = [*question.premises, *([f"new: {question.new}"] if question.new is not None else [])]
    else:
        lines = [question.context or "(no context)"]
    return "\n".join(
        [*lines, *(f"({label}) {o}" for label, o in zip(case.labels, question.options, strict=True))]
    )


def _answer(outcome: Outcome, decision: DecisionEvent | None) -> str:
    if decision is None:
        return "not reached"
    if decision.error is not None:
        return f"{decision.error.kind}: {decision.error.message}"
    if outcome.label is not None:
        return f"{outcome.label}: {decision.answer}"
    return f"{decision.verdict}: {decision.reason or decision.answer or 'none of the options'}"


def _proof(document: dict[str, JsonValue]) -> tuple[str, str]:
    try:
        trace = Trace.from_json(json.dumps(document, ensure_ascii=False))
    except TraceError as error:
        return json.dumps(document, ensure_ascii=False, indent=1), f"unreadable: {error.message}"
    return str(trace), str(check(trace))
