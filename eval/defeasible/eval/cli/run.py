"""`defeasible run`: run a task and score it."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from defeasible.datasets.builtin import data_dir as builtin_data_dir
from defeasible.eval.cases import Json
from defeasible.eval.cli import completing
from defeasible.eval.cli.command import OneValueCommand
from defeasible.eval.cli.matrix import Cell, Layout, pipelines_in, possible, settings_for
from defeasible.eval.cli.models import FAILURES, SETTINGS, WORK, Work, pipeline_option, with_options
from defeasible.eval.cli.output import loading, print_json, print_side_by_side, print_summary, progress_bar
from defeasible.eval.comparison import compare
from defeasible.eval.pipelines import HEAD, Pipeline, Settings, opened
from defeasible.eval.reliability import fresh_cases
from defeasible.eval.runlog.journal import Torn, torn_line
from defeasible.eval.runlog.rundir import EVENTS, MANIFEST, RunDir
from defeasible.eval.runlog.shards import Shard
from defeasible.eval.runner import Plan, execute
from defeasible.eval.summary import Summary, summarise
from defeasible.eval.tasks import Choice, Task, select
from defeasible.reasoner.errors import UsageError


@click.command("run", cls=OneValueCommand)
@click.option(
    "--task",
    "wanted",
    required=True,
    shell_complete=completing.tasks,
    help="Task (`defeasible ls tasks`), benchmark (`belief-r`), pattern, comma-separated list, or `all`.",
)
@pipeline_option(", a comma-separated list, or `all`")
@click.option(
    "--data-dir",
    type=click.Path(path_type=Path),
    help="Folder with belief_r/, ccons/, ...  [default: the built-in suites]",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Run directory; continued if it holds this run. For several tasks or pipelines: a folder of run "
    "directories.  [default: runs/<task>-<time>]",
)
@click.option(
    "--shard", "part", metavar="I/N", help="Run part I of N, in OUT/shard-I-of-N; `slurm`: in a job array."
)
@click.option(
    "--repeats",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Number of runs, in OUT/repeat-K, with model seed SEED + K - 1; prints how far answers agree.",
)
@click.option("--executor", type=click.Choice(("ray",)), help="Run shards on a Ray cluster, then merge them.")
@click.option(
    "--workers", type=click.IntRange(min=1), help="Parallel shards.  [default: CPUs of the cluster]"
)
@click.option(
    "--limit", type=int, help="Number of items to draw; a larger limit keeps those of a smaller one."
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed of the draw under --limit, and of a model."
)
@click.option("--subset", help="easy or hard, if the task has them.")
@click.option("--split", help="test, train, ..., if the task has them.  [default: the first that is there]")
@click.option("--variant", help="How items are shown, if the task has variants.  [default: the first]")
@with_options(*SETTINGS, *WORK, FAILURES)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    wanted: str,
    pipeline: str,
    data_dir: Path | None,
    out: Path | None,
    part: str | None,
    repeats: int,
    executor: str | None,
    workers: int | None,
    limit: int | None,
    seed: int,
    subset: str | None,
    split: str | None,
    variant: str | None,
    most_failures: float,
    as_json: bool,
    **options: Any,
) -> None:
    """Run tasks, log every answer with its proof, and print the scores.

    Exit code: 0 done, 2 an error, 130 interrupted (answers are saved; `defeasible resume` continues).
    """
    tasks = select(wanted)
    folder = data_dir or builtin_data_dir()
    choices = _choices(tasks, folder, {"subset": subset, "split": split, "variant": variant})
    chosen = _with_files(tasks, choices, folder)
    shard = None if part is None else Shard.parse(part, os.environ)
    if out is None and (shard or executor):
        raise UsageError("sharded runs need `--out`", hint="`--out runs/NAME`")
    if shard and executor:
        raise UsageError("`--executor` and `--shard` cannot be combined", hint="leave out `--shard`")
    out = out or default_out(tasks[0].name if len(tasks) == 1 else "tasks")
    names = pipelines_in(pipeline)
    layout = Layout(out, by_pipeline=len(names) > 1, by_task=len(tasks) > 1, by_repeat=repeats > 1)
    cells = [
        Cell(task, choice, name, repeat)
        for repeat in range(repeats)
        for name in names
        for task, choice in chosen
    ]
    if executor:
        finished = _distributed(cells, layout, workers)
        for summary in () if as_json else finished:
            _print_one(summary)
        _print_together(finished, as_json=as_json)
        return
    work = Work.take(options)
    settings = [Settings(seed=seed + repeat, **options) for repeat in range(repeats)]
    address = settings[0].model
    # All cells share one model, so that it is loaded once. Impossible cells are found before anything runs.
    with loading(address):
        model = opened(address, work.cache) if address and not address.startswith(HEAD) else None

        def pipeline_of(cell: Cell, *, earning: bool = False) -> Pipeline:
            own = settings[cell.repeat]
            own = settings_for(cell.pipeline, own) if layout.by_pipeline else own
            return work.build(
                cell.pipeline,
                own,
                cell.task.asked(cell.choice),
                model if own.model else None,
                examples=cell.task.examples(folder, cell.choice),
                fresh=partial(fresh_cases, cell.task, cell.choice) if earning else None,
            )

        found, passed_over = possible(cells, pipeline_of, several=layout.by_pipeline)
    for words in passed_over:
        click.echo(f"skipped: {words}", err=True)
    finished = []
    for cell in found:
        plan = Plan(
            task=cell.task,
            pipeline=pipeline_of(cell, earning=True),
            out=layout.folder(cell, shard),
            data_dir=data_dir,
            limit=limit,
            seed=seed,
            choice=cell.choice,
            shard=shard,
            argv=tuple(sys.argv),
            most_failures=most_failures,
        )
        finished.append(finish(plan, quiet=as_json))
    _print_together(finished, as_json=as_json)


def _print_together(summaries: Sequence[Summary], *, as_json: bool) -> None:
    """Print the JSON value of all runs; or, for several runs, what their own tables do not show."""
    found: list[Json] = [summary.to_json() for summary in summaries]
    if as_json:
        print_json(summaries[0].to_json() if len(found) == 1 else found)
        return
    repeated: dict[tuple[str, str], list[RunDir]] = {}
    for summary in summaries:
        repeated.setdefault((summary.task.name, summary.run.manifest.pipeline), []).append(summary.run)
    several = len({name for _, name in repeated}) > 1
    for (_, pipeline), runs in repeated.items():
        if len(runs) > 1:
            for task, alpha in compare(runs).repeats.items():
                which = f"{task}, {pipeline}" if several else task
                click.echo(f"{which}: repeats agree with Krippendorff's alpha {alpha:.3f}")
    if several:
        print_side_by_side(summaries)


def _distributed(cells: Sequence[Cell], layout: Layout, workers: int | None) -> list[Summary]:
    """Run this command on a cluster, in shards, and merge them."""
    from defeasible.eval.cluster import run_shards  # noqa: PLC0415 - only where it is wanted
    from defeasible.eval.merging import merge  # noqa: PLC0415 - only where it is wanted

    out = layout.out
    if out.exists():
        raise UsageError(f"`{out}` already exists", hint="choose another `--out`")
    shards = replace(layout, out=out.with_name(f"{out.name}.shards"))
    arguments = ["run", *_given(), "--out", str(shards.out.absolute())]
    count = run_shards(arguments, workers, lambda text: click.echo(text, err=True))
    summaries = []
    for cell in cells:
        parts = [shards.folder(cell, Shard(index, count)) for index in range(1, count + 1)]
        if any(part.exists() for part in parts):  # a task may make a pipeline impossible
            summaries.append(summarise(merge(parts, layout.folder(cell))))
    return summaries


def _given() -> list[str]:
    """Return the options given on the command line, except those about the output and the cluster."""
    context = click.get_current_context()
    given: list[str] = []
    for parameter in context.command.params:
        name = str(parameter.name)
        here = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if here and name not in ("out", "executor", "workers", "as_json"):
            flag = isinstance(parameter, click.Option) and parameter.is_flag
            given += [parameter.opts[0]] if flag else [parameter.opts[0], str(context.params[name])]
    return given


def _choices(tasks: Sequence[Task], folder: Path, wanted: Mapping[str, str | None]) -> list[Choice]:
    """Return the choice for each task; options that only some tasks have are ignored by the others.

    Raises:
        UsageError: If a task has no such subset, split or variant, or none of them has any.
    """
    offered = {name: any(task.offers(name) for task in tasks) for name in wanted}
    return [
        task.choice(
            folder, **{name: v for name, v in wanted.items() if task.offers(name) or not offered[name]}
        )
        for task in tasks
    ]


def _with_files(tasks: Sequence[Task], choices: Sequence[Choice], folder: Path) -> list[tuple[Task, Choice]]:
    """Return the tasks whose files exist, and print the names of the others; all if none has its files.

    This applies only to several tasks. A single task is always returned, so that it reports its missing
    files.
    """
    chosen = list(zip(tasks, choices, strict=True))
    found = [(task, choice) for task, choice in chosen if task.has_files(folder, choice.split)]
    if not found or len(chosen) == 1:
        return chosen
    for task, choice in chosen:
        if (task, choice) not in found:
            click.echo(f"skipped: {task.name}: no files in `{folder}`", err=True)
    return found


def default_out(task: str) -> Path:
    """Return a new path `runs/<task>-<local time>`, numbered if it exists already."""
    name = f"{task.replace('/', '-')}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    names = (name, *(f"{name}-{number}" for number in range(2, 1000)))
    return next(path for path in map(Path("runs").joinpath, names) if not path.exists())


def finish(plan: Plan, *, quiet: bool) -> Summary:
    """Execute a plan with a progress display, print its result unless `quiet`, and return it."""
    known = (plan.out / MANIFEST).exists()
    torn = torn_line(plan.out / EVENTS) if known else None
    with progress_bar(plan.task.name) as progress:
        run = execute(plan, progress)
    if known:
        click.echo(_continued(run, torn), err=True)
    summary = summarise(run)
    if not quiet:
        _print_one(summary)
    return summary


def _print_one(summary: Summary) -> None:
    path = summary.run.path
    print_summary(summary)
    click.echo(f"saved in {path}; `defeasible report {shlex.quote(str(path))}` shows every item")


def _continued(run: RunDir, torn: Torn | None) -> str:
    asked = run.manifest.sessions[-1].answered
    text = f"continued {run.path}: {len(run.cases) - asked} items done before, {asked} now"
    if torn is not None:
        text += f"\n{torn}"
    commits = {(s.environment.version, s.environment.git) for s in run.manifest.sessions}
    if len(commits) > 1:
        text += "\nwarning: its items were answered by different versions of the code (see manifest.json)"
    return text
