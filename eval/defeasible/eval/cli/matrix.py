"""The runs of one `defeasible run`: tasks by pipelines by repeats, each with its folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from defeasible.eval.pipelines import NEURAL, PIPELINES, SYMBOLIC, Pipeline, Settings
from defeasible.eval.runlog.shards import Shard
from defeasible.eval.tasks import Choice, Task
from defeasible.reasoner.errors import UsageError, unknown


@dataclass(frozen=True, slots=True)
class Cell:
    """One run of several."""

    task: Task
    choice: Choice
    pipeline: str
    repeat: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """The folders of several runs: `OUT/PIPELINE/TASK/repeat-K`, without the parts that all share."""

    out: Path
    by_pipeline: bool
    """Whether each pipeline has its own folder."""
    by_task: bool
    """Whether each task has its own folder."""
    by_repeat: bool
    """Whether each repeat has its own folder."""

    def folder(self, cell: Cell, shard: Shard | None = None) -> Path:
        """Return the run directory of a cell, or of a shard of it."""
        parts = [cell.pipeline] if self.by_pipeline else []
        parts += [cell.task.name.replace("/", "-")] if self.by_task else []
        parts += [f"repeat-{cell.repeat + 1}"] if self.by_repeat else []
        parts += [shard.folder] if shard else []
        return self.out.joinpath(*parts)


def pipelines_in(wanted: str) -> tuple[str, ...]:
    """Return the pipelines named by `all`, a name, or a comma-separated list.

    Raises:
        UsageError: If there is no such pipeline.
    """
    if wanted == "all":
        return PIPELINES
    names = tuple(dict.fromkeys(name.strip() for name in wanted.split(",")))
    for name in names:
        if name not in PIPELINES:
            raise unknown("pipeline", name, (*PIPELINES, "all"))
    return names


def settings_for(pipeline: str, settings: Settings) -> Settings:
    """Return the settings for one of several pipelines: no parser for `neural`, no model for a grammar."""
    if pipeline == NEURAL:
        return replace(settings, parser=None)
    if pipeline == SYMBOLIC and settings.parser == "grammar":
        return replace(settings, model="")
    return settings


def possible(
    cells: Sequence[Cell], build: Callable[[Cell], Pipeline], *, several: bool
) -> tuple[list[Cell], list[str]]:
    """Separate the cells that can run from those that their task makes impossible.

    Args:
        cells: The planned cells.
        build: Builds the pipeline of a cell.
        several: Whether there are several pipelines; a single one must run on every task.

    Returns:
        The cells that can run, and the reasons why the others are skipped.

    Raises:
        UsageError: If a cell cannot be built, and its pipeline is the only one or cannot be built for any
            task.
    """
    found: list[Cell] = []
    refused: list[tuple[Cell, UsageError]] = []
    for cell in cells:
        try:
            build(cell)
        except UsageError as error:
            refused.append((cell, error))
        else:
            found.append(cell)
    running = {cell.pipeline for cell in found} if several else ()
    for cell, why in refused:
        if cell.pipeline not in running:
            raise why
    return found, [f"{cell.task.name}, {cell.pipeline}: {why.args[0]}" for cell, why in refused]
