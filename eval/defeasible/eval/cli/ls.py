"""`defeasible ls`: what can be run."""

from __future__ import annotations

import click
from rich.table import Table

from defeasible.eval.cases import Json
from defeasible.eval.cli.output import console, print_json
from defeasible.eval.tasks import TASKS


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
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("task", "what", "choices"):
        table.add_column(heading)
    for task in TASKS.values():
        choices = (task.subsets, task.splits, task.variants)
        table.add_row(task.name, task.summary, "; ".join(", ".join(one) for one in choices if one) or "-")
    console().print(table)
