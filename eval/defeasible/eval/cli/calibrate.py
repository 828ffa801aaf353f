"""`defeasible calibrate`: fit the divisor of a model's log-odds."""

from __future__ import annotations

from pathlib import Path

import click

from defeasible.eval.calibration import answers_of, fit
from defeasible.eval.cli.completing import RUN
from defeasible.eval.cli.output import print_json
from defeasible.eval.runs import read_run
from defeasible.reasoner.errors import UsageError


@click.command("calibrate")
@click.argument("directories", metavar="DIR...", nargs=-1, required=True, type=RUN)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(directories: tuple[Path, ...], as_json: bool) -> None:
    """Fit a calibration (temperature scaling) on runs of the pipeline neural, for `run --calibration`.

    The runs must be of one model, asked in one way. Use the result on items other than theirs.
    """
    runs = [read_run(directory) for directory in directories]
    asked = ("fingerprint", "prompt", "answer_by", "votes", "shots", "shots_version")
    for name in (f"pipeline.{part}" for part in asked):
        found = {run.manifest.config.get(name) for run in runs}
        if len(found) > 1:
            raise UsageError(f"the runs differ in `{name}`: {', '.join(map(str, sorted(found, key=str)))}")
    fitted = fit([answer for run in runs for answer in answers_of(run)])
    if as_json:
        print_json(fitted.to_json())
        return
    click.echo(f"--calibration {fitted.calibration:g}   fitted on {fitted.n} answers")
    click.echo(f"loss in nats       {fitted.loss[0]:.4f} -> {fitted.loss[1]:.4f}")
    click.echo(f"calibration error  {fitted.error[0]:.4f} -> {fitted.error[1]:.4f}")
    if fitted.at_bound:
        click.echo(
            "warning: at the end of the range; the model's probabilities barely separate right from wrong"
        )
