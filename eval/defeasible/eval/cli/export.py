"""`defeasible export`: runs as tables and in exchange formats."""

from __future__ import annotations

from pathlib import Path

import click

from defeasible.eval.cli.completing import RUN
from defeasible.eval.exports import FORMATS, export
from defeasible.eval.runs import read_run


@click.command("export")
@click.argument("directories", metavar="DIR...", nargs=-1, required=True, type=RUN)
@click.option(
    "--format",
    "formats",
    default="csv",
    show_default=True,
    help=f"Comma-separated list of {', '.join(FORMATS)}.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Folder for the files.  [default: the first DIR]"
)
def command(directories: tuple[Path, ...], formats: str, out: Path | None) -> None:
    """Write the items of runs as a table, or in the format of Every Eval Ever.

    A table has one row per item. In csv, jsonl and parquet it contains answer, score, verdict, what that
    rests on, the cause of a failure, facets and tokens; in md and latex, the columns that fit a page.
    """
    runs = [read_run(directory) for directory in directories]
    names = [name.strip() for name in formats.split(",")]
    for path in export(runs, names, out or directories[0]):
        click.echo(str(path))
