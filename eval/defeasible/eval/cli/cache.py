"""`defeasible cache`: cached answers of models."""

from __future__ import annotations

import time
from pathlib import Path

import click
from rich.table import Table

from defeasible.eval.cases import Json
from defeasible.eval.cli.output import console, print_json
from defeasible.llm.cache import Cache, cache_file

FILE = click.option(
    "--file",
    type=click.Path(path_type=Path),
    help="Cache file.  [default: DEFEASIBLE_CACHE, else the user's]",
)


@click.group("cache")
def command() -> None:
    """List or delete cached answers of models."""


@command.command("ls")
@FILE
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def ls(file: Path | None, as_json: bool) -> None:
    """List cached answers by model."""
    path = file or cache_file()
    holdings = Cache(path).holdings() if path.exists() else []
    if as_json:
        listed: list[Json] = [
            {"model": h.model, "answers": h.answers, "bytes": h.bytes, "first": h.first, "last": h.last}
            for h in holdings
        ]
        print_json({"file": str(path), "models": listed})
        return
    out = console()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("model", overflow="fold")
    for name in ("answers", "bytes", "last"):
        table.add_column(name, justify="right", no_wrap=True)
    for held in holdings:
        day = time.strftime("%Y-%m-%d", time.localtime(held.last))
        table.add_row(held.model, f"{held.answers:,}", f"{held.bytes:,}", day)
    if holdings:
        out.print(table)
    click.echo(f"{path}: {sum(h.answers for h in holdings):,} answers")


@command.command("clear")
@FILE
@click.option("--model", metavar="TEXT", help="Only models whose line in `ls` contains this text.")
def clear(file: Path | None, model: str | None) -> None:
    """Delete cached answers."""
    path = file or cache_file()
    gone = Cache(path).clear(model) if path.exists() else 0
    click.echo(f"{path}: {gone:,} answers deleted")
