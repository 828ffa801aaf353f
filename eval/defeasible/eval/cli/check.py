"""`defeasible check`: re-verify proofs."""

from __future__ import annotations

from pathlib import Path

import click

from defeasible.eval.cli.output import print_json
from defeasible.eval.verify import Verification, verify


@click.command("check")
@click.argument("path", metavar="DIR|FILE", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def command(ctx: click.Context, path: Path, as_json: bool) -> None:
    """Re-verify every proof of a run, or one trace file, without the solvers that made them.

    In a run, each proof must also be sealed, be about its item, and conclude the logged answer.

    Exit code: 0 all hold up, 1 some do not, 2 nothing could be checked.
    """
    found = verify(path)
    if as_json:
        print_json(found.to_json())
    else:
        print_verification(found)
    ctx.exit(0 if found.ok else 1)


def print_verification(found: Verification) -> None:
    """Print counts, and each failing item with its steps and reasons."""
    for checked in found.failing:
        for failure in checked.failures:
            click.echo(f"FAILED {checked.item}: {failure}")
    decided = sum(c.decided for c in found.checked)
    text = f"{len(found.checked) - len(found.failing)} of {len(found.checked)} proofs verified"
    click.echo(f"{text} ({decided} decided, {len(found.checked) - decided} without an answer to prove)")
    if found.without_trace:
        click.echo(f"{found.without_trace} items have no proof: the pipeline raised")
    if found.pending:
        label = "FAILED: the run was finished, but" if found.finished else "the run is not finished:"
        click.echo(f"{label} {found.pending} items have no score in the log")
