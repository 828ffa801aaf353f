"""`defeasible make`: fresh items in the official formats."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from defeasible.datasets.make import find, write


@click.command("make")
@click.argument("task")
@click.option("--n", type=click.IntRange(1), default=1000, show_default=True, help="Number of items.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same items.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    help="A data directory; no file is replaced.",
)
def command(task: str, n: int, seed: int, out: Path) -> None:
    """Make new items, in the official files of a benchmark."""
    maker = find(task)
    paths = write(maker, n, seed, out)
    click.echo(f"{n:,} {maker.unit}: {maker.summary}")
    for path in paths:
        click.echo(f"  {path}")
    click.echo(f"run tasks on it with --data-dir {shlex.quote(str(out))}")
