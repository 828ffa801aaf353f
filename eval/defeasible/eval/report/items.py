"""The items of several runs, merged: for each, a row of the list and a record."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from defeasible.eval.cases import Case, Json
from defeasible.eval.inspection.grounds import logged_trace
from defeasible.eval.inspection.items import Item, items_of
from defeasible.eval.pipelines import Settings
from defeasible.eval.report.proofs import proof_of
from defeasible.eval.summary import Summary
from defeasible.eval.verify import basis_of, check_item
from defeasible.reasoner.checker import Report, State
from defeasible.reasoner.errors import FormError, TraceError

CELL = (
    "status",
    "answer",
    "verdict",
    "ground",
    "blame",
    "proof",
    "confidence",
    "score",
    "tokens",
    "seconds",
)
"""The fields of a cell of the list, in order."""
LOOKS = 2
"""Number of looks at each item: the cause of a failure, and the check of its decision."""
_SHORT = 60
"""Most characters of an answer in the list."""


@dataclass(frozen=True, slots=True)
class Looked:
    """An item of one run, with the check of its decision."""

    item: Item
    report: Report | None
    """None if the item has no answer yet."""

    @property
    def state(self) -> str:
        """The state of the check, or `none`."""
        return "none" if self.report is None else str(self.report.state)


@dataclass(frozen=True, slots=True)
class RunItems:
    """The items of one run by id, and the results of their checks."""

    items: dict[str, Looked]
    states: Counter[str] = field(default_factory=Counter)
    unproved: Counter[str] = field(default_factory=Counter)
    """Number of items without a proof, by reason."""
    given: Counter[str] = field(default_factory=Counter)
    """Assumptions of verified items, with the number of items."""

    @staticmethod
    def of(summary: Summary, advance: Callable[[], None] = lambda: None) -> RunItems:
        """Inspect every item of a run: its ground, the cause of a failure, and the check of its decision.

        Args:
            summary: Summary of the run.
            advance: Called `LOOKS` times for each item.
        """
        run = summary.run
        basis = basis_of(run.manifest.pipeline, Settings.of_log(run.manifest.config))
        found = RunItems({})
        for item in items_of(run, advance):
            event, trial = item.event, summary.task.trial
            report = None if event is None else check_item(item.case, event, basis, trial).report
            looked = Looked(item, report)
            found.items[item.case.id] = looked
            found.states[looked.state] += 1
            if report is not None:
                found.unproved.update(report.unproved)
                found.given.update(report.given if report.state is State.VERIFIED else ())
            advance()
        return found


def merged(summaries: Sequence[Summary], runs: Sequence[RunItems]) -> tuple[dict[str, Any], list[Json]]:
    """Return the list that the page filters and sorts, and the record of each item, in the same order.

    The items of a task are adjacent, in the order of its first run, followed by items that only later runs
    have.
    """
    rows: dict[tuple[str, str], Case[Any]] = {}
    for summary in summaries:
        for case in summary.run.cases:
            rows.setdefault((summary.task.name, case.id), case)
    tasks = list(dict.fromkeys(summary.task.name for summary in summaries))
    order = sorted(rows, key=lambda key: tasks.index(key[0]))
    facets = list(dict.fromkeys(facet for case in rows.values() for facet in case.facets))
    cells: list[list[Json]] = [[] for _ in runs]
    listed: list[Json] = []
    records: list[Json] = []
    for task, id_ in order:
        case = rows[task, id_]
        values: list[Json] = [case.facets.get(facet) for facet in facets]
        listed.append([tasks.index(task), id_, case.name, case.gold, question_text(case), values])
        here: list[Looked | None] = [
            run.items.get(id_) if summary.task.name == task else None
            for summary, run in zip(summaries, runs, strict=True)
        ]
        for column, looked in zip(cells, here, strict=True):
            column.append(None if looked is None else _cell(looked))
        records.append(_record(case, here))
    return {"tasks": tasks, "facets": facets, "cell": CELL, "items": listed, "cells": cells}, records


def question_text(case: Case[Any]) -> str:
    """Return a case's question as lines of text: its sources, the question, then the possible answers."""
    arriving = getattr(case.question, "arriving", None)
    lines = [
        f"new: {source.text}" if source.id == arriving else source.text or "(no context)"
        for source in case.question.sources
        if not (source.id.startswith("q") and source.text in case.options)
    ]
    asked = _asked(case)
    lines += [asked] if asked and asked not in lines else []
    chosen = [f"({label}) {option}" for label, option in zip(case.labels, case.options, strict=True)]
    return "\n".join([*lines, *chosen])


def _asked(case: Case[Any]) -> str:
    """Return the wording of the question, if it has one besides its sources."""
    asked = getattr(case.question, "asked", "")
    return asked if isinstance(asked, str) else ""


def _cell(looked: Looked) -> list[Json]:
    """Return the fields of `CELL`."""
    outcome, event, blame = looked.item.outcome, looked.item.event, looked.item.blame
    said = outcome.label or outcome.text or ""
    use = event.model if event else None
    return [
        str(outcome.status),
        said if len(said) <= _SHORT else f"{said[: _SHORT - 1]}…",
        None if event is None or event.verdict is None else str(event.verdict),
        str(looked.item.ground),
        str(blame.stage) if blame else None,
        looked.state,
        round(event.confidence, 4) if event and event.error is None else None,
        round(outcome.score, 4),
        use.prompt_tokens + use.tokens if use else None,
        round(event.seconds, 4) if event else None,
    ]


def _record(case: Case[Any], runs: Sequence[Looked | None]) -> dict[str, Json]:
    """Return everything about an item, for its page."""
    arriving = getattr(case.question, "arriving", None)
    sources = [[source.id, source.text, source.id == arriving] for source in case.question.sources]
    return {
        "asked": _asked(case),
        "sources": sources,
        "options": [list(pair) for pair in zip(case.labels, case.options, strict=True)],
        "gold": f"{case.gold}: {case.gold_answer}" if case.labels else case.gold,
        "runs": [None if looked is None else _answered(looked, sources) for looked in runs],
    }


def _answered(looked: Looked, sources: Sequence[Sequence[Json]]) -> dict[str, Json]:
    item, report = looked.item, looked.report
    event = item.event
    found: dict[str, Json] = {"answer": item.answer, "score": item.outcome.score}
    if item.outcome.values:
        found["values"] = dict(item.outcome.values)
    if item.blame:
        found["why"] = item.blame.why
    if report is not None:
        found["check"] = {
            "state": str(report.state),
            "failures": [[failure.step, failure.reason] for failure in report.failures],
            "unproved": list(report.unproved),
            "verified": list(report.verified),
            "given": list(report.given),
        }
    if event is None:
        return found
    found |= {"branch": str(event.branch), "reason": event.reason}
    if event.error is not None:
        return found | {"error": event.error.traceback}
    if event.tried:
        found["tried"] = [[str(tried.verdict), _printed(tried.trace)] for tried in event.tried]
    return found | _proof(item, sources)


def _printed(document: Mapping[str, JsonValue]) -> str:
    try:
        return str(logged_trace(document))
    except (TraceError, FormError):
        return json.dumps(document, ensure_ascii=False, indent=1)


def _proof(item: Item, sources: Sequence[Sequence[Json]]) -> dict[str, Json]:
    """Return the proof. A document that cannot be read as one is shown unchanged."""
    try:
        trace = item.trace
        if trace is None:
            return {}
        found = proof_of(trace)
    except (TraceError, FormError):
        document = item.event.trace if item.event else None
        return {"raw": json.dumps(document, ensure_ascii=False, indent=1)}
    last = trace.conclusion
    found |= {
        "before": None if last.before is None else str(last.before),
        "change": None if last.change is None else str(last.change),
        "flips": [[list(flip.evidence), str(flip.verdict), flip.step] for flip in last.flips],
    }
    own = [[source.id, source.text, False] for source in trace.sources]
    if {(s[0], s[1]) for s in own} != {(s[0], s[1]) for s in sources}:
        found["sources"] = own  # the proof of another text, which the check refuses
    return found
