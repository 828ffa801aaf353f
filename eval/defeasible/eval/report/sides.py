"""Runs side by side: a row for each, with who answered and what happened to the other items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from defeasible.eval.metrics.counts import statuses
from defeasible.eval.summary import Summary
from defeasible.eval.table import rows, with_interval
from defeasible.reasoner.verdict import Branch

HEADINGS = (
    "task",
    "pipeline",
    "model",
    "items",
    "score [95 % CI]",
    "coverage",
    "by logic",
    "hinging on the model",
    "fallback to the model",
    "model alone",
    "not understood",
    "not as instructed",
    "failed",
    "tokens",
    "seconds",
)
LEGEND = (
    "Each count of answers is followed by the number that are right. By logic: proved, whatever the model "
    "says; hinging on the model: proved, but would change if the model said the opposite; fallback to the "
    "model: the text is not understood, so the model answers alone. Not understood, not as instructed and "
    "failed (timeouts, errors) have no answer and count as wrong. Tokens: written or scored by the model."
)


@dataclass(frozen=True, slots=True)
class Side:
    """A run's row."""

    place: int
    """From 1, in the order given."""
    cells: tuple[str, ...]
    """Under `HEADINGS`."""


def sides(summaries: Sequence[Summary]) -> list[Side]:
    """Return a row for each run."""
    return [Side(place, _cells(summary)) for place, summary in enumerate(summaries, 1)]


def _cells(summary: Summary) -> tuple[str, ...]:
    manifest, answering = summary.run.manifest, summary.answering
    first = summary.task.headline[0]
    counts = statuses(summary.run.outcomes())
    parts = (Branch.SYMBOLIC, Branch.ARBITRATION, Branch.FALLBACK, Branch.NEURAL)
    pipeline = manifest.pipeline
    for name in ("parser", "prompt", "answer_by"):
        if value := manifest.config.get(f"pipeline.{name}"):
            pipeline += f", {str(value).partition('@')[0]}"
    return (
        summary.task.name,
        pipeline,
        str(manifest.config.get("pipeline.model") or "-"),
        str(summary.n),
        f"{first} {with_interval(rows(summary)[0], first)}",
        f"{summary.coverage:.3f}",
        *(f"{answering.answered[part]} ({answering.right[part]})" for part in parts),
        str(counts["unparsed"]),
        str(counts["invalid"]),
        str(counts["timeout"] + counts["error"]),
        str(answering.tokens),
        f"{manifest.seconds:.1f}",
    )
