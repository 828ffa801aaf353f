"""`defeasible results`: the page of results, made from runs."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import click

from defeasible.eval.cli.completing import RUN
from defeasible.eval.report.results import Result, to_page
from defeasible.eval.runlog.files import write_atomically
from defeasible.eval.runlog.rundir import MANIFEST
from defeasible.eval.summary import read_summary
from defeasible.eval.verify import Verification, verify
from defeasible.reasoner.errors import RunError


@click.command("results")
@click.argument("directories", metavar="DIR...", nargs=-1, required=True, type=RUN)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File to write.  [default: standard output]",
)
@click.option("--title", default="Results", show_default=True, help="Heading of the page.")
@click.option("--note", default="", help="What the reader must know of these runs, below the introduction.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    help="Processes that check proofs, one run each.  [default: one per processor]",
)
def command(directories: tuple[Path, ...], out: Path | None, title: str, note: str, jobs: int | None) -> None:
    """Write the page of results of finished runs, as Markdown; every proof is checked again.

    A DIR may also be a folder of runs. Equal runs give the same page, in any order.
    """
    runs = [run for directory in directories for run in _runs(directory)]
    results = [
        Result(read_summary(run), verification)
        for run, verification in zip(runs, _verified(runs, jobs), strict=True)
    ]
    page = to_page(results, title, note)
    if out is None:
        click.echo(page, nl=False)
        return
    write_atomically(out, page.encode())
    click.echo(f"{out}: {len(results)} runs")


def _verified(runs: Sequence[Path], jobs: int | None) -> Iterator[Verification]:
    """Yield the check of each run, in order."""
    if jobs == 1 or len(runs) == 1:
        yield from map(verify, runs)
        return
    # Spawned, not forked: a forked process could inherit a lock held by a thread that it lacks.
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(verify, runs)


def _runs(directory: Path) -> list[Path]:
    if (directory / MANIFEST).is_file():
        return [directory]
    found = sorted(path.parent for path in directory.rglob(MANIFEST))
    if not found:
        raise RunError(
            f"no run in `{directory}`",
            hint="pass the `--out` folder of `defeasible run`",
        )
    return found
