"""`defeasible demo`: all tasks on the built-in suite, proofs checked, one report."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from defeasible.eval.cli.check import print_verification
from defeasible.eval.cli.output import print_summary, progress_bar
from defeasible.eval.cli.run import default_out
from defeasible.eval.pipelines import SYMBOLIC, build
from defeasible.eval.report import write_report
from defeasible.eval.runner import Plan, execute
from defeasible.eval.summary import read_summary, summarise
from defeasible.eval.tasks import TASKS
from defeasible.eval.verify import verify


@click.command("demo")
@click.option(
    "--out", type=click.Path(path_type=Path), help="Folder for the runs.  [default: runs/demo-<time>]"
)
@click.pass_context
def command(ctx: click.Context, out: Path | None) -> None:
    """Run every task on the small suite in the package, check every proof and write one report.

    Exit code: 0 done, 1 a proof does not hold up, 2 an error.
    """
    folder = out or default_out("demo")
    sound = True
    paths: list[Path] = []
    for task in TASKS.values():
        plan = Plan(
            task,
            build(SYMBOLIC, asking=task.asking),
            folder / task.name.replace("/", "-"),
            argv=tuple(sys.argv),
        )
        with progress_bar(task.name) as progress:
            summary = summarise(execute(plan, progress))
        paths.append(plan.out)
        print_summary(summary)
        found = verify(plan.out)
        print_verification(found)
        click.echo()
        sound = sound and found.ok
    (report,) = write_report([read_summary(path) for path in paths], ["html"], folder)
    click.echo(f"report: {report}")
    ctx.exit(0 if sound else 1)
