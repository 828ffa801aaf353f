"""`defeasible merge`: merge shards into one run."""

from __future__ import annotations

from pathlib import Path

import click

from defeasible.eval.cli.completing import RUN
from defeasible.eval.cli.output import print_json, print_notices, print_summary
from defeasible.eval.merging import merge
from defeasible.eval.summary import summarise


@click.command("merge")
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path))
@click.argument("shards", metavar="SHARD...", nargs=-1, required=True, type=RUN)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, as `run --json` does.")
def command(out: Path, shards: tuple[Path, ...], as_json: bool) -> None:
    """Merge all shards of a run, made by `run --shard`, into OUT; a SHARD may be a folder of them.

    OUT is what a single process would have made: the same items and lines in the same order.
    """
    run = merge(shards, out)
    print_notices(run)
    summary = summarise(run)
    if as_json:
        print_json(summary.to_json())
    else:
        print_summary(summary)
        click.echo(f"saved in {run.path}")
