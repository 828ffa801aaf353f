"""The overview of the page: runs, tables, sentences, and the data of the plots."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from defeasible.eval.cases import Json
from defeasible.eval.comparison import compare, names_of
from defeasible.eval.comparison.words import letter, sentence
from defeasible.eval.inspection.rates import Rates
from defeasible.eval.report.items import Looked, RunItems
from defeasible.eval.summary import Summary
from defeasible.eval.table import Row, rows
from defeasible.eval.tasks import Task
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.version import __version__

BINS = 10
"""Number of bins of confidence, of equal width."""
POINTS = 120
"""Most points of a curve."""


def overview(summaries: Sequence[Summary], runs: Sequence[RunItems]) -> dict[str, Any]:
    """Return what the page shows before an item is opened, as JSON values."""
    names = [""] * len(summaries)
    tasks: dict[str, list[int]] = {}
    for place, summary in enumerate(summaries):
        tasks.setdefault(summary.task.name, []).append(place)
    for places in tasks.values():
        manifests = [summaries[place].run.manifest for place in places]
        paths = [summaries[place].run.path for place in places]
        for place, name in zip(places, names_of([m.config for m in manifests], paths), strict=True):
            names[place] = name
    return {
        "version": __version__,
        "runs": [_run(*parts) for parts in zip(range(len(runs)), names, summaries, runs, strict=True)],
        "tasks": [_task([summaries[p] for p in places], places) for places in tasks.values()],
    }


def _run(place: int, name: str, summary: Summary, found: RunItems) -> dict[str, Json]:
    manifest, answering = summary.run.manifest, summary.answering
    looked = list(found.items.values())
    rates = Rates.of([each.item for each in looked])
    counted = [each for each in looked if summary.task.counts(each.item.case)]
    sure = _sure(counted)
    row = rows(summary)[0]
    return {
        "letter": letter(place),
        "name": name,
        "path": str(summary.run.path),
        "task": summary.task.name,
        "pipeline": manifest.pipeline,
        "model": str(manifest.config.get("pipeline.model") or ""),
        "n": summary.n,
        "pending": len(summary.run.pending),
        "coverage": summary.coverage,
        "seconds": manifest.seconds,
        "tokens": [answering.prompt_tokens, answering.tokens] if answering.asked else None,
        "model_seconds": answering.seconds if answering.asked else None,
        "row": _row(row, summary.task),
        "states": dict(found.states),
        "unproved": [list(pair) for pair in found.unproved.most_common()],
        "given": [list(pair) for pair in found.given.most_common()],
        "rates": {**rates.to_json(), "execution_rate": rates.execution_rate},
        "branches": {b: [n, answering.right[b]] for b, n in answering.answered.items() if n},
        "selective": selective(sure, len(counted)),
        "bins": bins(sure),
        "metrics": summary.metrics,
        "manifest": manifest.to_json(),
    }


def _task(summaries: Sequence[Summary], places: Sequence[int]) -> dict[str, Json]:
    """Return the table, the differing settings and the sentences for the runs of one task."""
    first = summaries[0]
    task = first.task
    found: dict[str, Json] = {
        "name": task.name,
        "summary": task.summary,
        "note": task.note,
        "headline": list(task.headline),
        "runs": list(places),
        "settings": _settings(summaries),
        "rows": [_row(row, task) for row in rows(first)[1:]],
        "published": [
            [p.name, p.metric, p.value, p.source, p.same_protocol, p.note] for p in first.published
        ],
    }
    if len(summaries) > 1:
        found["sentences"] = _sentences(summaries, places)
    return found


def _settings(summaries: Sequence[Summary]) -> list[Json]:
    """Return the settings in which runs differ, each with its value in every run."""
    configs = [summary.run.manifest.config for summary in summaries]
    keys = sorted({key for config in configs for key in config})
    table = {key: [config.get(key) for config in configs] for key in keys}
    return [
        [key.removeprefix("pipeline."), *values]
        for key, values in table.items()
        if len({repr(value) for value in values}) > 1
    ]


def _sentences(summaries: Sequence[Summary], places: Sequence[int]) -> list[Json]:
    """Return the result of `compare` for each pair of runs, as `[first, second, sentence]`."""
    try:
        found = compare([summary.run for summary in summaries])
    except UsageError as error:
        return [[None, None, error.message]]
    said: list[Json] = [
        [places[pair.a], places[pair.b], sentence(pair, letters=[letter(place) for place in places])]
        for pair in found.pairs
    ]
    said += [[None, None, f"{n} items left out: not in all runs."] for n in found.left_out.values()]
    return said


def _row(row: Row, task: Task) -> dict[str, Json]:
    return {
        "name": row.name,
        "kind": row.kind,
        "note": row.note,
        "same": row.same_protocol,
        "values": [row.values[metric] for metric in task.headline],
        "intervals": [_finite(row.intervals.get(metric)) for metric in task.headline],
    }


def _finite(interval: tuple[float, float] | None) -> list[Json] | None:
    return list(interval) if interval is not None and all(map(math.isfinite, interval)) else None


def _sure(items: Sequence[Looked]) -> list[tuple[float, bool]]:
    """Return confidence and correctness of the answers, most confident first."""
    found = [
        (round(each.item.event.confidence, 6), each.item.outcome.correct)
        for each in items
        if each.item.event is not None and each.item.event.error is None and each.item.outcome.answered
    ]
    return sorted(found, reverse=True)


def selective(sure: Sequence[tuple[float, bool]], n: int) -> list[list[float]]:
    """Return the accuracy of the most confident answers against their share of all items.

    This is the risk-coverage curve with accuracy instead of risk (El-Yaniv and Wiener 2010). Answers of equal
    confidence are added together, so that their order does not matter.

    Args:
        sure: Confidence and correctness of each answer, most confident first.
        n: Number of items, answered or not.

    Returns:
        Points `[coverage, accuracy, lowest confidence]`, at most `POINTS`; the last one covers all answers.
    """
    points: list[list[float]] = []
    taken = right = 0
    for confidence, group in groupby(sure, key=lambda pair: pair[0]):
        corrects = [correct for _, correct in group]
        taken, right = taken + len(corrects), right + sum(corrects)
        points.append([round(taken / n, 4), round(right / taken, 4), confidence])
    step = max(1, math.ceil(len(points) / POINTS))
    return points[::-1][::step][::-1]


def bins(sure: Sequence[tuple[float, bool]]) -> list[list[float]]:
    """Return mean confidence and accuracy of the answers in each non-empty bin of confidence.

    Args:
        sure: Confidence and correctness of each answer.

    Returns:
        `[mean confidence, accuracy, answers]` for each, least confident first (Guo et al. 2017, section 2).
    """
    parts: dict[int, list[tuple[float, bool]]] = {}
    for confidence, correct in sure:
        place = min(max(int(confidence * BINS), 0), BINS - 1)
        parts.setdefault(place, []).append((confidence, correct))
    return [
        [
            round(math.fsum(confidence for confidence, _ in part) / len(part), 4),
            round(sum(correct for _, correct in part) / len(part), 4),
            len(part),
        ]
        for _, part in sorted(parts.items())
    ]
