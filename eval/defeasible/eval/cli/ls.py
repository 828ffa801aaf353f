"""`defeasible ls`: what can be run."""

from __future__ import annotations

import click

from defeasible.eval.cases import Json
from defeasible.eval.cli.output import print_json
from defeasible.eval.tasks import TASKS

WIDTH = 21
"""Columns of a name, so that lines look the same whatever other tasks there are."""


@click.group("ls")
def command() -> None:
    """List what can be run."""


@command.command("tasks")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def tasks(as_json: bool) -> None:
    """List the tasks."""
    if as_json:
        listed: list[Json] = [
            {
                "name": task.name,
                "dataset": task.dataset,
                "summary": task.summary,
                "metrics": task.headline,
                "subsets": task.subsets,
                "splits": tuple(task.splits),
                "variants": task.variants,
                "prompts": task.asking.prompts,
                "baselines": tuple(task.policies),
            }
            for task in TASKS.values()
        ]
        print_json({"tasks": listed})
        return
    for task in TASKS.values():
        click.echo(f"{task.name:<{WIDTH}}{task.summary}")
        for name in ("subset", "split", "variant"):
            if values := task.offers(name):
                click.echo(f"{'':<{WIDTH}}--{name} {'|'.join(values)}")
