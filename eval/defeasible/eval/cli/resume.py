"""`defeasible resume`: continue an unfinished run."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

import click

from defeasible.datasets.builtin import data_dir as builtin_data_dir
from defeasible.eval.cli.completing import RUN
from defeasible.eval.cli.models import FAILURES, WORK, Work, with_options
from defeasible.eval.cli.output import loading, print_json
from defeasible.eval.cli.run import finish
from defeasible.eval.pipelines import Settings
from defeasible.eval.reliability import fresh_cases
from defeasible.eval.runlog.manifest import Manifest
from defeasible.eval.runlog.rundir import MANIFEST, set_failed_aside
from defeasible.eval.runner import Plan
from defeasible.eval.tasks import find
from defeasible.reasoner.errors import RunError


@click.command("resume")
@click.argument("directory", metavar="DIR", type=RUN)
@click.option("--failed", is_flag=True, help="Also repeat items that ended in an error or a timeout.")
@click.option("--data-dir", type=click.Path(path_type=Path), help="Data directory, if it has moved.")
@with_options(*WORK, FAILURES)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    directory: Path,
    failed: bool,
    data_dir: Path | None,
    most_failures: float,
    as_json: bool,
    **options: Any,
) -> None:
    """Answer the open items of a run, with its original settings.

    Logged answers are not requested again. --failed repeats items that ended in an error or a timeout, or for
    which a model could not be asked; their lines move to failed.jsonl. To extend a run, give `defeasible run`
    its --out and a larger --limit.
    """
    manifest = Manifest.read(directory / MANIFEST)
    config = manifest.config
    if data_dir is None and not manifest.data.builtin:
        data_dir = Path(manifest.data.directory)
        if not data_dir.is_dir():
            raise RunError(
                f"the data of `{directory}` are no longer in `{data_dir}`",
                hint="pass their location with `--data-dir`",
            )
    task = find(manifest.task)
    chosen = {name: config.get(name) for name in ("subset", "split", "variant")}
    wanted = {name: str(value) for name, value in chosen.items() if value is not None}
    choice = task.choice(data_dir or builtin_data_dir(), **wanted)
    if failed:
        count = set_failed_aside(directory, task.judge, task.asking.question)
        click.echo(f"retrying {count} failed items", err=True)
    settings = Settings.of_log(config)
    with loading(settings.model):
        pipeline = Work.take(options).build(
            manifest.pipeline,
            settings,
            task.asked(choice),
            examples=task.examples(data_dir or builtin_data_dir(), choice),
            fresh=partial(fresh_cases, task, choice),
        )
    plan = Plan(
        task=task,
        pipeline=pipeline,
        out=directory,
        data_dir=data_dir,
        limit=manifest.limit,
        seed=manifest.seeds["sample"],
        choice=choice,
        shard=manifest.shard,
        argv=tuple(sys.argv),
        most_failures=most_failures,
    )
    summary = finish(plan, quiet=as_json)
    if as_json:
        print_json(summary.to_json())
