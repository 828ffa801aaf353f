"""Reads the published tables, which ship as TOML beside this file."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib import resources

from defeasible.eval.cases import Json

FILES = ("belief_r.toml", "ccons.toml")


@dataclass(frozen=True, slots=True)
class Published:
    """One number that a paper prints."""

    model: str
    metric: str
    """Name of our metric that it stands beside."""
    value: float
    source: str
    """Paper and table."""
    same_protocol: bool
    """Whether ours was measured in the same way on the same items; if not, `note` says what differs."""
    note: str
    items: int
    """How many items the number was measured on."""

    def to_json(self) -> dict[str, Json]:
        """Return the fields as JSON values."""
        return asdict(self)


@cache
def numbers(task: str) -> tuple[Published, ...]:
    """Return the published numbers of a task, in the order of the papers' tables; () if there are none."""
    found: list[Published] = []
    for name in FILES:
        document = tomllib.loads((resources.files(__package__) / name).read_text(encoding="utf-8"))
        for table in document["table"]:
            if table["task"] != task:
                continue
            for model, *values in table["rows"]:
                found += [
                    Published(
                        model=model,
                        metric=metric,
                        value=value,
                        source=f"{document['paper']}, {table['source']}",
                        same_protocol=table["same_protocol"],
                        note=table["note"],
                        items=table["items"],
                    )
                    for metric, value in zip(table["columns"], values, strict=True)
                ]
    return tuple(found)


def beside(task: str, *, n: int, official: bool) -> tuple[Published, ...]:
    """Return the published numbers of a task as they stand beside a run.

    A run of other or fewer items than the paper's is not the same protocol, and the note says so.

    Args:
        task: Name of the task.
        n: Items of the run.
        official: Whether they come from the benchmark's own files.
    """
    found: list[Published] = []
    for number in numbers(task):
        if not official:
            other = f"on {number.items} items of the benchmark, this run on {n} others"
        elif n != number.items:
            other = f"on {number.items} items, this run on {n}"
        else:
            found.append(number)
            continue
        found.append(replace(number, same_protocol=False, note=f"{number.note}; {other}"))
    return tuple(found)


def best(published: tuple[Published, ...], metric: str) -> Published | None:
    """Return the highest number of a metric, or None if there is none."""
    return max((p for p in published if p.metric == metric), key=lambda p: p.value, default=None)
