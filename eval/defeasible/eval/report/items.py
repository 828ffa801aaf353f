"""The items of a report: failures first, each with its question, its answer and its proof."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from pydantic import JsonValue

from defeasible.eval.cases import Case, Outcome
from defeasible.eval.pipelines import Settings
from defeasible.eval.runlog import DecisionEvent, RunDir
from defeasible.eval.tasks import find
from defeasible.eval.verify import basis_of, check_item
from defeasible.reasoner.errors import FormError, TraceError
from defeasible.reasoner.trace import Trace

FULL_CORRECT = 200
"""So many right items are shown with their proof; failures all are, while the budget lasts."""
TRACE_CHARACTERS = 850_000
"""Proof text of one run, escaped: keeps a thousand items below 2 MB. Beyond it an item names the log."""


@dataclass(frozen=True, slots=True)
class ReportItem:
    """One item as a reader sees it."""

    case: Case[Any]
    outcome: Outcome
    question: str
    answer: str
    """What was answered, in words; or why there is no answer."""
    gold: str
    trace: str
    """The printed proof; empty where there is none or no room for it."""
    proof: str
    """`verified`, what is wrong with it, or `unproved` and why; empty where no proof is shown."""


def report_items(run: RunDir) -> list[ReportItem]:
    """Return the items of a run: all that are not right first, then the right ones."""
    outcomes = sorted(run.outcomes(), key=lambda o: o.correct)
    return list(_items(run, outcomes))


def _items(run: RunDir, outcomes: list[Outcome]) -> Iterator[ReportItem]:
    room, right = TRACE_CHARACTERS, 0
    trial = find(run.manifest.task).trial
    basis = basis_of(run.manifest.pipeline, Settings.of_log(run.manifest.config))
    for outcome in outcomes:
        case = outcome.case
        decision = run.decisions.get(case.id)
        right += outcome.correct
        text = proof = ""
        if decision is not None and decision.error is not None:
            text = decision.error.traceback
        elif decision is not None and room > 0 and right <= FULL_CORRECT:
            report = check_item(case, decision, basis, trial).report
            proof = "; ".join([*map(str, report.failures)] or [report.state, *report.unproved])
            text = _printed(decision.trace)
            room -= len(escape(text))
        yield ReportItem(
            case=case,
            outcome=outcome,
            question=question_text(case),
            answer=_answer(outcome, decision),
            gold=_gold(case),
            trace=text,
            proof=proof,
        )


def question_text(case: Case[Any]) -> str:
    """Return a case's question as lines of text: its sources, then what may be answered."""
    arriving = getattr(case.question, "arriving", None)
    lines = [
        f"new: {source.text}" if source.id == arriving else source.text or "(no context)"
        for source in case.question.sources
        if not (source.id.startswith("q") and source.text in case.options)
    ]
    asked = getattr(case.question, "asked", "")
    lines += [asked] if asked and asked not in lines else []
    chosen = [f"({label}) {option}" for label, option in zip(case.labels, case.options, strict=True)]
    return "\n".join([*lines, *chosen])


def _gold(case: Case[Any]) -> str:
    if not case.labels:
        return case.gold
    return f"{case.gold}: {case.gold_answer}"


def _answer(outcome: Outcome, decision: DecisionEvent | None) -> str:
    if decision is None:
        return "not reached"
    if decision.error is not None:
        return f"{decision.error.kind}: {decision.error.message}"
    if outcome.text is not None:
        return f"{outcome.text} (score {outcome.score:.3f})"
    if outcome.label is not None:
        return f"{outcome.label}: {decision.answer or decision.verdict}"
    return f"{decision.verdict}: {decision.reason or decision.answer or 'none of the options'}"


def _printed(document: dict[str, JsonValue] | None) -> str:
    text = json.dumps(document, ensure_ascii=False, indent=1)
    try:
        return str(Trace.from_json(text))
    except (TraceError, FormError):
        return text  # an altered document: shown as it is
