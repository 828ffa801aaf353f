"""`defeasible report`: write a run's report."""

from __future__ import annotations

from pathlib import Path

import click

from defeasible.eval.cli.completing import RUN
from defeasible.eval.cli.output import counting, print_notices
from defeasible.eval.report import FORMATS, write_report
from defeasible.eval.summary import read_summary


@click.command("report")
@click.argument("directories", metavar="DIR...", nargs=-1, required=True, type=RUN)
@click.option(
    "--format",
    "formats",
    default="html",
    show_default=True,
    help=f"Comma-separated list of {', '.join(FORMATS)}.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Folder for the files.  [default: the first DIR]"
)
def command(directories: tuple[Path, ...], formats: str, out: Path | None) -> None:
    """Write the report of one or more runs; several share one page.

    The HTML page is a single file for a browser: overview and plots, a table of items by runs, and every item
    with its text beside its proof, which is checked again.
    """
    summaries = [read_summary(directory) for directory in directories]
    for summary in summaries:
        print_notices(summary.run)
    names = [name.strip() for name in formats.split(",")]
    with counting("looking at items") as progress:
        paths = write_report(summaries, names, out or directories[0], progress)
    for path in paths:
        click.echo(str(path))
