"""`defeasible pack`: compress the log of a run."""

from __future__ import annotations

from pathlib import Path

import click

from defeasible.eval.cli.completing import RUN
from defeasible.eval.runlog.rundir import pack_run


@click.command("pack")
@click.argument("directory", metavar="DIR", type=RUN)
def command(directory: Path) -> None:
    """Compress the log of a run, proofs included.

    The other commands read packed logs like plain ones, and `resume` appends to them. `zcat` shows the lines.
    """
    plain, packed = pack_run(directory)
    times = f" ({plain / packed:.0f} times smaller)" if packed else ""
    click.echo(f"{directory}: {plain:,} bytes of events in {packed:,}{times}")
