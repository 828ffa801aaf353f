"""`defeasible check`: check the decisions of a run against their questions."""

from __future__ import annotations

from pathlib import Path

import click

from defeasible.eval.cli.completing import RUN
from defeasible.eval.cli.output import counting, print_json
from defeasible.eval.verify import Verification, verify
from defeasible.reasoner.checker import State


@click.command("check")
@click.argument("path", metavar="DIR|FILE", type=RUN)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def command(ctx: click.Context, path: Path, as_json: bool) -> None:
    """Check every decision of a run, or of one file, against its question, without the solvers.

    Each is verified, failed or unproved. For a trace without its question only the steps are checked.

    Exit code: 0 nothing fails, 1 something does, 2 nothing could be checked.
    """
    with counting("checking") as progress:
        found = verify(path, progress)
    if as_json:
        print_json(found.to_json())
    else:
        print_verification(found)
    ctx.exit(0 if found.ok else 1)


def print_verification(found: Verification) -> None:
    """Print the states, each failing item with its steps and reasons, and the assumptions."""
    for checked in found.failing:
        for failure in checked.report.failures:
            click.echo(f"FAILED {checked.item}: {failure}")
    verified, failed, unproved = (found.count(state) for state in State)
    click.echo(f"{verified} verified, {failed} failed, {unproved} unproved, of {len(found.checked)}")
    if not verified and not failed:
        click.echo("nothing to check")
    for what, counts in (("unproved", found.unproved), ("taken as given", found.given)):
        for why, count in counts.most_common():
            click.echo(f"  {what}: {why} ({count})")
    if found.pending:
        label = "FAILED: the run was finished, but" if found.finished else "the run is not finished:"
        click.echo(f"{label} {found.pending} items have no score in the log")
