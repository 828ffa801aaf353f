"""`defeasible fit`: a small head."""

from __future__ import annotations

from pathlib import Path

import click

from defeasible.datasets.builtin import data_dir as builtin_data_dir
from defeasible.eval.baselines import measure_policies
from defeasible.eval.cases import Json
from defeasible.eval.cli import completing
from defeasible.eval.cli.output import print_json
from defeasible.eval.fitting.fit import fit
from defeasible.eval.fitting.roles import FEATURES
from defeasible.eval.metrics import Metrics
from defeasible.eval.table import number


@click.command("fit")
@click.argument("task", shell_complete=completing.tasks)
@click.option("--data-dir", type=click.Path(path_type=Path), help="As for `run`.")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="File of the head.")
@click.option("--folds", type=int, default=5, show_default=True, help="Parts that are left out in turn.")
@click.option(
    "--features",
    type=click.Choice(FEATURES),
    default=FEATURES[0],
    show_default=True,
    help="Whether the length of the condition is one of them.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the folds.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(  # noqa: PLR0913 - one parameter an option
    *, task: str, data_dir: Path | None, out: Path, folds: int, features: str, seed: int, as_json: bool
) -> None:
    """Fit a logistic regression on the items of a TASK, and print its out-of-fold scores.

    An item is only ever answered by weights that have not seen its group: here, and in `run --roles FILE`.
    """
    folder = data_dir or builtin_data_dir()
    fitted = fit(task, folder, names=features, folds=folds, seed=seed, builtin=data_dir is None)
    fitted.head.write(out)
    cases = [outcome.case for outcome in fitted.outcomes]
    baselines = measure_policies(fitted.task.policies, cases, fitted.task.measure, fitted.task.judge)
    head = fitted.head
    if as_json:
        described: dict[str, Json] = {
            "task": task,
            "features": features,
            "n": head.n,
            "groups": head.groups,
            "metrics": fitted.metrics,
            "folds": list(head.fold_scores),
            "baselines": baselines,
            "out": str(out),
        }
        print_json(described)
        return
    headline = fitted.task.headline
    click.echo(f"{task}, {features}: {len(cases)} items in {head.groups} groups, {folds} folds, out of fold")
    click.echo(f"{'':24}" + "".join(f"{name:>10}" for name in (*headline, "auc")))
    rows: list[tuple[str, Metrics]] = [("head", fitted.metrics), *baselines.items()]
    for name, metrics in rows:
        cells = [metrics.get(metric) for metric in (*headline, "auc")]
        values = [number(float(cell) if isinstance(cell, int | float) else None) for cell in cells]
        click.echo(f"{name:24}" + "".join(f"{value:>10}" for value in values))
    folds_said = ", ".join(number(scores[headline[0]]) for scores in head.fold_scores)
    click.echo(f"{headline[0]} of each fold: {folds_said}")
    click.echo(f"auc among conditions of equal length: {number(head.scores['auc_equal_length'])}")
    click.echo(f"saved in {out}; `defeasible run --task {task} --roles {out}` uses it")
