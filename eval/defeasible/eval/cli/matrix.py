"""What one `defeasible run` runs: tasks by pipelines by repeats, and the folder of each run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from defeasible.eval.pipelines import NEURAL, PIPELINES, SYMBOLIC, Pipeline, Settings
from defeasible.eval.runlog.shards import Shard
from defeasible.eval.tasks import Choice, Task
from defeasible.reasoner.errors import UsageError


@dataclass(frozen=True, slots=True)
class Cell:
    """One run of several that are made together."""

    task: Task
    choice: Choice
    pipeline: str
    repeat: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """Where runs go that are made together: `OUT/PIPELINE/TASK/repeat-K`, less what is the same in all."""

    out: Path
    by_pipeline: bool
    """Whether each pipeline has a folder of its own."""
    by_task: bool
    """Whether each task has one."""
    by_repeat: bool
    """Whether each repeat has one."""

    def folder(self, cell: Cell, shard: Shard | None = None) -> Path:
        """Return the run directory of a cell, or of a shard of it."""
        parts = [cell.pipeline] if self.by_pipeline else []
        parts += [cell.task.name.replace("/", "-")] if self.by_task else []
        parts += [f"repeat-{cell.repeat + 1}"] if self.by_repeat else []
        parts += [shard.folder] if shard else []
        return self.out.joinpath(*parts)


def pipelines_in(wanted: str) -> tuple[str, ...]:
    """Return the pipelines that `all`, a name, or a comma list of names means.

    Raises:
        UsageError: If there is no such pipeline.
    """
    if wanted == "all":
        return PIPELINES
    names = tuple(dict.fromkeys(name.strip() for name in wanted.split(",")))
    for name in names:
        if name not in PIPELINES:
            raise UsageError(
                f"there is no pipeline `{name}`", hint=f"one of {', '.join(PIPELINES)}, or `all`"
            )
    return names


def settings_for(pipeline: str, settings: Settings) -> Settings:
    """Return what counts for one pipeline of several: `neural` parses nothing, a grammar needs no model."""
    if pipeline == NEURAL:
        return replace(settings, parser=None)
    if pipeline == SYMBOLIC and settings.parser == "grammar":
        return replace(settings, model="")
    return settings


def possible(
    cells: Sequence[Cell], build: Callable[[Cell], Pipeline], *, several: bool
) -> tuple[list[Cell], list[str]]:
    """Tell the cells that can be run from those that a task makes impossible.

    Args:
        cells: What is to be run.
        build: Builds the pipeline of one.
        several: Whether there are several pipelines; a single one has to run on every task.

    Returns:
        Those that can be run, and why each of the others is passed over.

    Raises:
        UsageError: If a cell cannot be built, and it is the only pipeline or so on every task.
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
