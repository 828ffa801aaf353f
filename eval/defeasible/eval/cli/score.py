"""`defeasible score`: metrics from the log alone."""

from __future__ import annotations

from pathlib import Path

import click

from defeasible.eval.cli.output import print_json, print_notices, print_summary
from defeasible.eval.summary import read_summary


@click.command("score")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, as `run --json` does.")
def command(directory: Path, as_json: bool) -> None:
    """Compute a run's metrics again from its log; nothing is asked, no data are read.

    Items that the run did not reach count as wrong.
    """
    summary = read_summary(directory)
    print_notices(summary.run)
    if as_json:
        print_json(summary.to_json())
    else:
        print_summary(summary)
