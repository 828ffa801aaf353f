"""`defeasible published`: the tables of the papers, cell by cell."""

from __future__ import annotations

from decimal import Decimal

import click
from rich.markup import escape
from rich.table import Table as Screen

from defeasible.eval.cli import completing
from defeasible.eval.cli.output import console, print_json
from defeasible.eval.published import Paper, Table, file_of, numbers, tables
from defeasible.eval.published.tables import SPREAD


@click.command("published")
@click.argument("task", shell_complete=completing.tasks)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(task: str, as_json: bool) -> None:
    """Print the results that the papers report for a TASK, or for all tasks of a benchmark.

    Values are shown as printed in the paper; with --json, percentages are converted to shares.
    """
    paper, found = tables(task)
    if as_json:
        names = dict.fromkeys(table.task for table in found)
        listed = [{"task": name} | number.to_json() for name in names for number in numbers(name)]
        print_json({"paper": paper.paper, "title": paper.title, "file": file_of(task), "numbers": listed})
        return
    out = console()
    for table in found:
        out.print(f"[bold]{escape(_heading(paper, table))}[/]")
        out.print(_shown(table))
        same = "yes" if table.same_protocol else f"no, {table.reason}"
        items = "" if table.items is None else f" {table.items:,} items."
        out.print(escape(f"{table.protocol}.{items} Same protocol here: {same}"), style="dim")
        out.print()


def _heading(paper: Paper, table: Table) -> str:
    setting = "".join(f", {key} {value}" for key, value in table.setting.items())
    return f"{table.task}{setting}: {paper.paper}, {table.source}, in {table.unit}"


def _shown(table: Table) -> Screen:
    screen = Screen(box=None, pad_edge=False, show_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    screen.add_column("model", overflow="fold")
    for setting in table.by:
        screen.add_column(setting, overflow="fold")
    metrics = [column for column in table.columns if not column.endswith(SPREAD)]
    for metric in metrics:
        screen.add_column(metric, justify="right", overflow="fold")
    for row in table.rows:
        values = dict(zip(table.columns, table.cells(row), strict=True))
        shown = [_cell(values[metric], values.get(metric + SPREAD)) for metric in metrics]
        screen.add_row(*(escape(str(cell)) for cell in row[: 1 + len(table.by)]), *shown)
    return screen


def _cell(value: Decimal | None, spread: Decimal | None) -> str:
    if value is None:
        return "-"
    return str(value) if spread is None else f"{value} ± {spread}"
