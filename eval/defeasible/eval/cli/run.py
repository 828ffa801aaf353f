"""`defeasible run`: run a task and score it."""

from __future__ import annotations

import shlex
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from defeasible.eval.cli.command import OneValueCommand
from defeasible.eval.cli.models import PIPELINE, SETTINGS, WORK, Work, with_options
from defeasible.eval.cli.output import print_json, print_summary, progress_bar
from defeasible.eval.pipelines import Settings
from defeasible.eval.runlog.journal import Torn, torn_line
from defeasible.eval.runlog.rundir import EVENTS, MANIFEST, RunDir
from defeasible.eval.runner import Plan, execute
from defeasible.eval.summary import summarise
from defeasible.eval.tasks import find


@click.command("run", cls=OneValueCommand)
@click.option("--task", "task_name", required=True, help="Name of a task; `defeasible ls tasks` lists them.")
@PIPELINE
@click.option(
    "--data-dir",
    type=click.Path(path_type=Path),
    help="Folder with belief_r/, ccons/, ...; without it the small suite in the package.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Run directory; one that holds this very run is continued.  [default: runs/<task>-<time>]",
)
@click.option("--limit", type=int, help="Draw so many items; a longer limit keeps those of a shorter one.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Of the draw under --limit, and of a model."
)
@click.option("--subset", help="easy or hard, where the task has them (ccons).")
@click.option("--split", help="train, dev or test, where the task has them.")
@with_options(*SETTINGS, *WORK)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    task_name: str,
    pipeline: str,
    data_dir: Path | None,
    out: Path | None,
    limit: int | None,
    seed: int,
    subset: str | None,
    split: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Run a task, log every answer with its proof, and print the scores.

    Exit code: 0 done, 2 an error, 130 interrupted (what was answered is saved; `defeasible resume` goes on).
    """
    task = find(task_name)
    work = Work.take(options)
    plan = Plan(
        task=task,
        pipeline=work.build(pipeline, Settings(seed=seed, **options), task.dataset),
        out=out or default_out(task_name),
        data_dir=data_dir,
        limit=limit,
        seed=seed,
        subset=subset,
        split=split,
        argv=tuple(sys.argv),
    )
    finish(plan, as_json=as_json)


def default_out(task: str) -> Path:
    """Return a fresh `runs/<task>-<local time>`."""
    return Path("runs") / f"{task.replace('/', '-')}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"


def finish(plan: Plan, *, as_json: bool) -> None:
    """Execute a plan with a progress bar and print its result."""
    known = (plan.out / MANIFEST).exists()
    torn = torn_line(plan.out / EVENTS) if known else None
    with progress_bar(plan.task.name) as progress:
        run = execute(plan, progress)
    if known:
        click.echo(_continued(run, torn), err=True)
    summary = summarise(run)
    if as_json:
        print_json(summary.to_json())
        return
    print_summary(summary)
    click.echo(f"saved in {run.path}; `defeasible report {shlex.quote(str(run.path))}` shows every item")


def _continued(run: RunDir, torn: Torn | None) -> str:
    asked = run.manifest.sessions[-1].answered
    text = f"continued {run.path}: {len(run.cases) - asked} items were there, {asked} asked now"
    if torn is not None:
        text += f"\n{torn}"
    commits = {(s.environment.version, s.environment.git) for s in run.manifest.sessions}
    if len(commits) > 1:
        text += "\nwarning: its items were answered by more than one state of the code (see manifest.json)"
    return text
