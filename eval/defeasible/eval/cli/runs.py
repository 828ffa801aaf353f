"""`defeasible runs`: list runs."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import click
from rich.markup import escape
from rich.table import Table

from defeasible.eval.cli.output import console, print_json
from defeasible.eval.comparison import names_of
from defeasible.eval.runindex import Listed, listed


@click.group("runs")
def command() -> None:
    """List the runs on this disk."""


@command.command("ls")
@click.argument("folder", default="runs", type=click.Path(path_type=Path, file_okay=False))
@click.option("--rebuild", is_flag=True, help="Read every run again and rebuild the index.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def ls(folder: Path, rebuild: bool, as_json: bool) -> None:
    """List the runs in FOLDER (`runs`) and below it: what was run, its progress, its score.

    Runs that have not changed are not read again: FOLDER/.runs.sqlite caches what was read.
    """
    runs = listed(folder, rebuild=rebuild)
    if as_json:
        print_json({"folder": str(folder), "runs": [run.to_json() for run in runs]})
        return
    out = console()
    for task, group in groupby((run for run in runs if not run.fault), key=lambda run: run.task):
        members = list(group)
        names = names_of([run.settings for run in members], [Path(run.path) for run in members])
        table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
        for heading in ("run", "pipeline"):
            table.add_column(heading, overflow="fold")
        table.add_column("items", justify="right", no_wrap=True)
        table.add_column(f"{members[0].metric} [95 % CI]".replace("[", r"\["), no_wrap=True)
        table.add_column("state", no_wrap=True)
        for run, name in zip(members, names, strict=True):
            done = str(run.scored) if run.scored == run.planned else f"{run.scored} of {run.planned}"
            style = "" if run.state == "finished" else "yellow"
            what = name.removesuffix(f" ({run.path})")
            table.add_row(*map(escape, (run.path, what, done, _score(run), run.state)), style=style)
        out.print(f"[bold]{escape(task)}[/]")
        out.print(table)
        out.print()
    for run in runs:
        if run.fault:
            out.print(f"{escape(run.path)}: {escape(run.fault)}", style="red")
    if not runs:
        click.echo(f"no run in `{folder}`")


def _score(run: Listed) -> str:
    if run.value is None:
        return "-"
    if run.low is None or run.high is None:
        return f"{run.value:.3f}"
    return f"{run.value:.3f} [{run.low:.2f}, {run.high:.2f}]"
