"""`defeasible data`: which benchmark files a folder holds."""

from __future__ import annotations

from pathlib import Path

import click
from rich.table import Table

from defeasible.datasets.builtin import data_dir as builtin_data_dir
from defeasible.datasets.catalog import inventory
from defeasible.eval.cases import Json
from defeasible.eval.cli.output import console, print_json


@click.group("data")
def command() -> None:
    """Look at benchmark files."""


@command.command("ls")
@click.option("--data-dir", type=click.Path(path_type=Path), help="Without it the suite in the package.")
@click.option("--all", "show_all", is_flag=True, help="List the files that are absent, too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, absent files included.")
def ls(data_dir: Path | None, show_all: bool, as_json: bool) -> None:
    """List the official files in a folder, with rows and hashes."""
    folder = data_dir or builtin_data_dir()
    files = inventory(folder)
    if as_json:
        listed: list[Json] = [
            {
                "benchmark": f.benchmark,
                "file": f.file,
                "path": str(f.path),
                "present": f.present,
                "bytes": f.bytes,
                "rows": f.rows,
                "sha256": f.sha256,
            }
            for f in files
        ]
        print_json({"data_dir": str(folder), "files": listed})
        return
    out = console()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("benchmark", no_wrap=True)
    table.add_column("file", overflow="fold")
    table.add_column("rows", justify="right")
    table.add_column("sha256", no_wrap=True)
    for file in files:
        if file.present:
            rows = "?" if file.rows is None else str(file.rows)
            table.add_row(file.benchmark, file.file, rows, (file.sha256 or "")[:12])
        elif show_all:
            table.add_row(file.benchmark, file.file, "-", "absent", style="dim")
    out.print(table)
    absent = sum(not f.present for f in files)
    click.echo(f"{len(files) - absent} files; {absent} official files are not there" if absent else "")
