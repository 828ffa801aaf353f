"""Single published numbers, for comparison with a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache

from defeasible.eval.cases import Json
from defeasible.eval.published.tables import BENCHMARKS, SPREAD, Paper, Table, paper
from defeasible.reasoner.errors import UsageError

HUMAN = "Human"
"""The model name of human results."""


@dataclass(frozen=True, slots=True)
class Published:
    """One number that a paper prints."""

    model: str
    setting: Mapping[str, str]
    """The settings of the number: `{"prompt": "direct"}`."""
    metric: str
    """Name of our corresponding metric."""
    value: float
    """Percentages are converted to shares."""
    spread: float | None
    """Standard deviation or error, if the paper gives one."""
    source: str
    """Paper and table."""
    protocol: str
    """How it was measured."""
    same_protocol: bool
    """Whether ours was measured in the same way on the same items; if not, `reason` says what differs."""
    reason: str
    items: int | None
    """Number of items; None if the paper does not say."""

    @property
    def name(self) -> str:
        """The model and its settings: `GPT-4 Turbo, prompt direct`."""
        return ", ".join([self.model, *(f"{key} {value}" for key, value in self.setting.items())])

    @property
    def note(self) -> str:
        """How the number was measured, and why it is not comparable if so."""
        return f"{self.protocol}; {self.reason}" if self.reason else self.protocol

    def to_json(self) -> dict[str, Json]:
        """Return the fields as JSON values."""
        return asdict(self)


@cache
def numbers(task: str) -> tuple[Published, ...]:
    """Return the published numbers of a task, in the order of the paper's tables; () if there are none."""
    if task.partition("/")[0] not in BENCHMARKS:
        return ()
    document = paper(task.partition("/")[0])
    return tuple(
        number for table in document.table if table.task == task for number in _numbers(document, table)
    )


def tables(task: str) -> tuple[Paper, tuple[Table, ...]]:
    """Return a paper and its tables for a task, or for all tasks of a benchmark: `belief-r`.

    Raises:
        UsageError: If there are none; the message names the tasks that have some.
    """
    document = paper(task.partition("/")[0])
    found = tuple(table for table in document.table if task in (table.task, table.task.partition("/")[0]))
    if not found:
        names = ", ".join(dict.fromkeys(table.task for table in document.table))
        raise UsageError(f"no published numbers for `{task}`", hint=f"choose from {names}")
    return document, found


def beside(
    task: str, *, n: int, official: bool, setting: Mapping[str, str] | None = None
) -> tuple[Published, ...]:
    """Return the published numbers of a task for comparison with a run.

    Numbers with other settings than the run's are left out, as are those on a validation file unless the run
    uses one. If the run has other or fewer items than the paper, the protocol is not the same, and `reason`
    says so.

    Args:
        task: Name of the task.
        n: Number of items of the run.
        official: Whether they come from the benchmark's own files.
        setting: Known settings of the run: `{"level": "hard"}`.
    """
    known = {"split": "test"} | dict(setting or {})
    return tuple(
        _beside(number, n, official)
        for number in numbers(task)
        if all(known.get(key, value) == value for key, value in number.setting.items())
    )


def best(published: Sequence[Published], metric: str) -> Published | None:
    """Return the highest number of a metric, or None if there is none."""
    return max((p for p in published if p.metric == metric), key=lambda p: p.value, default=None)


def _beside(number: Published, n: int, official: bool) -> Published:
    size = "an unknown number of items" if number.items is None else f"{number.items} items"
    if not official:
        other = f"on {size} of the benchmark, this run on {n} others"
    elif number.items is not None and n != number.items:
        other = f"on {size}, this run on {n}"
    else:
        return number
    reason = f"{number.reason}; {other}" if number.reason else other
    return replace(number, same_protocol=False, reason=reason)


def _numbers(document: Paper, table: Table) -> Iterator[Published]:
    scale = 100 if table.unit == "percent" else 1
    for row in table.rows:
        setting = table.setting | dict(zip(table.by, map(str, row[1:]), strict=False))
        printed = dict(zip(table.columns, table.cells(row), strict=True))
        for metric, value in printed.items():
            if value is None or metric.endswith(SPREAD):
                continue
            spread = printed.get(metric + SPREAD)
            yield Published(
                model=str(row[0]),
                setting=setting,
                metric=metric,
                value=float(value / scale),
                spread=None if spread is None else float(spread / scale),
                source=f"{document.paper}, {table.source}",
                protocol=table.protocol,
                same_protocol=table.same_protocol,
                reason=table.reason,
                items=table.items,
            )
