"""The result table of a run: a row each for the pipeline, constant policies and the best papers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from defeasible.eval.cases import Json
from defeasible.eval.comparison.names import names_of
from defeasible.eval.published import HUMAN, best
from defeasible.eval.summary import Summary

Kind: TypeAlias = Literal["run", "baseline", "published"]


@dataclass(frozen=True, slots=True)
class Row:
    """The numbers of one system."""

    name: str
    kind: Kind
    values: Mapping[str, float | None]
    """Headline metric to value; None if there is no such number."""
    intervals: Mapping[str, tuple[float, float]]
    """95 % intervals, for the run and the policies."""
    people: bool = False
    """Whether it is a published human result."""
    note: str = ""
    """For published numbers: the source, and how the protocol differs from ours."""
    same_protocol: bool | None = None
    """For published numbers: whether ours was measured in the same way on the same items."""


def rows(summary: Summary) -> list[Row]:
    """Return the rows of a run's table: ours, the policies, the best published for each metric, people."""
    metrics = summary.task.headline
    found = [_measured(summary.run.manifest.pipeline, "run", summary.metrics, metrics)]
    found += [_measured(_named(name, m), "baseline", m, metrics) for name, m in summary.baselines.items()]
    machines = tuple(p for p in summary.published if p.model != HUMAN)
    winners = (best(machines, metric) for metric in metrics)
    names = dict.fromkeys(winner.name for winner in winners if winner is not None)
    names |= dict.fromkeys(p.name for p in summary.published if p.model == HUMAN and p.metric in metrics)
    for name in names:
        numbers = [p for p in summary.published if p.name == name and p.metric in metrics]
        first = numbers[0]
        protocol = "same protocol" if first.same_protocol else "another protocol"
        found.append(
            Row(
                name=name,
                kind="published",
                values={m: next((p.value for p in numbers if p.metric == m), None) for m in metrics},
                intervals={},
                people=first.model == HUMAN,
                note=f"{first.source}; {protocol}: {first.note}",
                same_protocol=first.same_protocol,
            )
        )
    return found


def score_rows(summaries: Sequence[Summary]) -> list[dict[str, Json]]:
    """Return one row for each run, row of its table, and headline metric."""
    runs = [summary.run for summary in summaries]
    names = names_of([run.manifest.config for run in runs], [run.path for run in runs])
    found: list[dict[str, Json]] = []
    for summary, name in zip(summaries, names, strict=True):
        for row in rows(summary):
            for metric, value in row.values.items():
                low, high = row.intervals.get(metric, (None, None))
                found.append(
                    {
                        "run": name,
                        "task": summary.task.name,
                        "system": row.name,
                        "kind": row.kind,
                        "metric": metric,
                        "value": value,
                        "low": low,
                        "high": high,
                        "n": None if row.kind == "published" else summary.n,
                        "note": row.note,
                    }
                )
    return found


def footnotes(table: list[Row]) -> dict[str, int]:
    """Return the distinct notes of a table, numbered from 1 in the order of its rows."""
    return {note: place for place, note in enumerate(dict.fromkeys(row.note for row in table if row.note), 1)}


def _named(name: str, metrics: Mapping[str, Json]) -> str:
    area = metrics.get("auc")
    return f"{name}, AUC {area:.2f}" if isinstance(area, float) else name


def _measured(name: str, kind: Kind, metrics: Mapping[str, Json], headline: tuple[str, ...]) -> Row:
    intervals = metrics["intervals"]
    assert isinstance(intervals, Mapping)
    values: dict[str, float | None] = {}
    ranges: dict[str, tuple[float, float]] = {}
    for metric in headline:
        value = metrics[metric]
        values[metric] = float(value) if isinstance(value, int | float) else None
        interval = intervals.get(metric)
        if isinstance(interval, Mapping):
            low, high = interval["low"], interval["high"]
            assert isinstance(low, float)
            assert isinstance(high, float)
            ranges[metric] = (low, high)
    return Row(name, kind, values, ranges)


def number(value: float | None) -> str:
    """Return a share with three places, or a dash."""
    return "-" if value is None else f"{value:.3f}"


def with_interval(row: Row, metric: str) -> str:
    """Return a row's value of a metric, with its interval if it has one: `0.712 [0.64, 0.77]`."""
    text = number(row.values[metric])
    if metric in row.intervals:
        low, high = row.intervals[metric]
        text += f" [{low:.2f}, {high:.2f}]"
    return text
