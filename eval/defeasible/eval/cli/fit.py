"""`defeasible fit`: fit a small head, or fine-tune a model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from defeasible.datasets.builtin import data_dir as builtin_data_dir
from defeasible.eval.baselines import measure_policies
from defeasible.eval.cases import Json, Outcome
from defeasible.eval.cli import completing
from defeasible.eval.cli.output import print_json
from defeasible.eval.fitting.fit import Fitted, Wanted, fit, for_training
from defeasible.eval.fitting.tuned import Trained, Way, tune
from defeasible.eval.metrics import Metrics
from defeasible.eval.table import number
from defeasible.eval.tasks import Task, select
from defeasible.llm.tuning.loop import Schedule
from defeasible.reasoner.errors import UsageError

WAYS: tuple[Way, ...] = ("encoder", "seq2seq", "lora")


@click.command("fit")
@click.argument("wanted", metavar="TASK", shell_complete=completing.tasks)
@click.option("--data-dir", type=click.Path(path_type=Path), help="Same as for `run`.")
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    help="File of the head, folder of the heads of several tasks, or folder of a model.",
)
@click.option(
    "--folds",
    type=int,
    default=5,
    show_default=True,
    help="Number of folds; each in turn, or one, is left out.",
)
@click.option("--features", default="", metavar="SET", help="Features of the head, if there is a choice.")
@click.option("--subset", help="Same as for `run`.")
@click.option("--split", help="Same as for `run`.  [default: train, or the last that is there]")
@click.option("--variant", help="Same as for `run`.")
@click.option("--limit", type=click.IntRange(min=1), help="Number of items to draw.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed of the folds, the draw and the training."
)
@click.option(
    "--encoder", metavar="MODEL", help="Train this encoder to classify; a folder, or a name on the hub."
)
@click.option("--seq2seq", metavar="MODEL", help="Train this encoder-decoder model to write.")
@click.option("--lora", metavar="MODEL", help="Train adapters of this causal model, and merge them.")
@click.option("--epochs", type=int, default=3, show_default=True, help="Epochs of training a model.")
@click.option("--batch", type=int, default=8, show_default=True, help="Texts per training step.")
@click.option("--rate", type=float, default=5e-5, show_default=True, help="Highest learning rate.")
@click.option("--prompt", default="", metavar="STYLE", help="How the model is asked.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    wanted: str,
    data_dir: Path | None,
    out: Path,
    folds: int,
    features: str,
    subset: str | None,
    split: str | None,
    variant: str | None,
    limit: int | None,
    seed: int,
    epochs: int,
    batch: int,
    rate: float,
    prompt: str,
    as_json: bool,
    **models: str | None,
) -> None:
    """Fit a head on the items of one TASK, or on each of several, and print its out-of-fold scores.

    Weights never answer an item whose group they have seen, here or in any run. With --encoder, --seq2seq or
    --lora a model is trained instead, on all folds but one, and scored on that one.
    """
    folder = data_dir or builtin_data_dir()
    tasks = select(wanted)
    ways = [way for way in WAYS if models[way]]
    if len(ways) > 1 or (ways and len(tasks) > 1):
        raise UsageError(
            "cannot train on several tasks or models", hint="use one --encoder, --seq2seq or --lora"
        )
    described: list[dict[str, Json]] = []
    for task in tasks:
        choice = for_training(task, folder, subset=subset, split=split, variant=variant)
        asked = Wanted(task.name, folder, choice, features, folds, seed, limit, builtin=data_dir is None)
        if ways:
            schedule = Schedule(epochs, batch, rate, seed)
            told = None if as_json else _step
            trained = tune(asked, ways[0], str(models[ways[0]]), out, schedule, style=prompt, progress=told)
            described.append(_tell_trained(trained, quiet=as_json))
        else:
            place = out if len(tasks) == 1 else out / f"{task.name.replace('/', '-')}.json"
            fitted = fit(asked)
            place.parent.mkdir(parents=True, exist_ok=True)
            fitted.head.write(place)
            described.append(_tell_fitted(fitted, place, quiet=as_json))
    if as_json:
        print_json(described[0] if len(described) == 1 else list(described))


def _step(done: int, steps: int, loss: float) -> None:
    if done == steps or done % max(1, steps // 10) == 0:
        click.echo(f"step {done} of {steps}: loss {loss:.3f}", err=True)


def _tell_fitted(fitted: Fitted, place: Path, *, quiet: bool) -> dict[str, Json]:
    head, headline = fitted.head, fitted.task.headline
    baselines = _baselines(fitted.task, fitted.outcomes)
    if not quiet:
        shown = ", ".join((head.task, *head.choice.values(), head.features))
        parts = f"{len(fitted.outcomes)} items in {head.groups} groups, {len(head.folds)} folds"
        click.echo(f"{shown}: {parts}, out of fold")
        more = [name for name in head.scores if name not in (*headline, "unread")]
        _print_table((*headline, *more), {"head": fitted.metrics, **baselines})
        folds = ", ".join(number(scores[headline[0]]) for scores in head.fold_scores)
        click.echo(f"{headline[0]} of each fold: {folds}")
        use = fitted.kind.use if fitted.kind.use.endswith(":") else f"{fitted.kind.use} "
        click.echo(f"saved in {place}; `defeasible run --task {head.task} {use}{place}` uses it")
    return {
        "task": head.task,
        "features": head.features,
        "choice": head.choice,
        "n": head.n,
        "groups": head.groups,
        "metrics": fitted.metrics,
        "folds": list(head.fold_scores),
        "baselines": baselines,
        "out": str(place),
    }


def _tell_trained(trained: Trained, *, quiet: bool) -> dict[str, Json]:
    taught, course = trained.taught, trained.taught.course
    baselines = _baselines(trained.task, trained.outcomes)
    if not quiet:
        shown = ", ".join((taught.task, *taught.choice.values(), taught.way))
        click.echo(f"{shown}: trained on {taught.n} items, scored on {taught.held_out} of other groups")
        losses = " -> ".join(f"{loss:.3f}" for loss in (course.before, *course.held_out))
        click.echo(f"loss on these: {losses} nats; questions longer than the model reads: {course.too_long}")
        _print_table(trained.task.headline, {"model": trained.metrics, **baselines})
        way = "--answer-by score " if taught.way == "encoder" else ""
        style = taught.prompt.partition("@")[0]
        click.echo(
            f"saved; `defeasible run --task {taught.task} --pipeline neural --model {trained.address} "
            f"{way}--prompt {style}` runs it on unseen items"
        )
    return {
        "task": taught.task,
        "way": taught.way,
        "choice": taught.choice,
        "n": taught.n,
        "held_out": taught.held_out,
        "losses": {"before": course.before, "trained": course.trained, "held_out": course.held_out},
        "metrics": trained.metrics,
        "baselines": baselines,
        "model": trained.address,
    }


def _baselines(task: Task, outcomes: tuple[Outcome, ...]) -> dict[str, Metrics]:
    cases = [outcome.case for outcome in outcomes]
    return measure_policies(task.policies, cases, task.measure, task.judge)


def _print_table(names: tuple[str, ...], rows: dict[str, Any]) -> None:
    width = max(10, *(len(name) + 2 for name in names))
    click.echo(f"{'':24}" + "".join(f"{name:>{width}}" for name in names))
    for name, metrics in rows.items():
        cells = [metrics.get(metric) for metric in names]
        values = [number(float(cell) if isinstance(cell, int | float) else None) for cell in cells]
        click.echo(f"{name:24}" + "".join(f"{value:>{width}}" for value in values))
