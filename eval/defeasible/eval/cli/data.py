"""`defeasible data`: get benchmark files, check them, say which are there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from defeasible.datasets.benchmark import Benchmark
from defeasible.datasets.catalog import BENCHMARKS, inventory, locate, require_data_directory
from defeasible.datasets.validate import FileReport
from defeasible.datasets.validate import validate as validate_files
from defeasible.eval.cases import Json
from defeasible.eval.cli.output import print_json
from defeasible.reasoner.folders import data_dir as users_data_dir

SHOWN_FAULTS = 10
"""Faults of one file that `validate` prints."""
DATA_DIR = click.option(
    "--data-dir", type=click.Path(path_type=Path), help="Without it the user's, or that in DEFEASIBLE_DATA."
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@click.group("data")
def command() -> None:
    """Get benchmark files, check them, look at which are there."""


@command.command("ls")
@DATA_DIR
@click.option("--all", "show_all", is_flag=True, help="List every official file.")
@JSON
def ls(data_dir: Path | None, show_all: bool, as_json: bool) -> None:
    """List the benchmarks: where they come from, their licences, what of them is in a folder."""
    if data_dir is not None:
        require_data_directory(data_dir)
    folder = data_dir or users_data_dir()
    placed = list(inventory(folder))
    if as_json:
        print_json(
            {
                "data_dir": str(folder),
                "benchmarks": [_described(known) for known in BENCHMARKS],
                "files": [
                    {
                        "benchmark": p.benchmark.name,
                        "source": p.source.name,
                        "file": p.file.path,
                        "url": p.source.url(p.file.path),
                        "rows": p.file.rows,
                        "sha256": p.file.sha256,
                        "path": str(p.path),
                        "present": p.present,
                        "bytes": p.path.stat().st_size if p.present else None,
                    }
                    for p in placed
                ],
            }
        )
        return
    for known in BENCHMARKS:
        click.echo(f"{known.name}  {known.title}")
        click.echo(f"  licence: {known.licence}")
        for source in known.sources:
            here = [p for p in placed if p.benchmark is known and p.source is source]
            count = sum(p.present for p in here)
            click.echo(f"  {count} of {len(here)} files from {source.name}, {source.page}")
            for p in here:
                if p.present or show_all:
                    size = f"{p.path.stat().st_size:,} bytes" if p.present else "absent"
                    click.echo(f"    {p.file.path}  {size}")
    click.echo(f"folder: {folder}")


def _described(known: Benchmark) -> Json:
    return {
        "name": known.name,
        "title": known.title,
        "folder": known.folder,
        "licence": known.licence,
        "citation": known.citation,
        "sources": [{"name": source.name, "page": source.page} for source in known.sources],
    }


@command.command("validate")
@click.argument("what", nargs=-1, metavar="[DATASET|PATH]...")
@DATA_DIR
@JSON
@click.pass_context
def validate(ctx: click.Context, what: Sequence[str], data_dir: Path | None, as_json: bool) -> None:
    """Read benchmark files in full and name every fault; without an argument, all of the folder.

    Ends with 1 if there is a fault.
    """
    folder = data_dir or users_data_dir()
    names = {known.name for known in BENCHMARKS}
    places = [locate(folder, name) if name in names else Path(name) for name in what] or [folder]
    faulty = False
    listed: list[Json] = []
    for report in validate_files(places):
        faulty |= bool(report.faults)
        if as_json:
            listed.append(_report(report))
        else:
            _print_report(report)
    if as_json:
        print_json({"ok": not faulty, "files": listed})
    ctx.exit(1 if faulty else 0)


def _report(report: FileReport) -> Json:
    return {
        "benchmark": report.benchmark.name,
        "file": report.file.path,
        "path": str(report.path),
        "rows": report.rows,
        "official_rows": report.file.rows,
        "faults": [
            {"line": fault.line, "field": fault.field, "what": fault.what, "hint": fault.hint}
            for fault in report.faults
        ],
    }


def _print_report(report: FileReport) -> None:
    rows = f"{report.rows:,} rows"
    if report.part:
        rows += f"; the official file has {report.file.rows:,}"
    click.echo(f"{'faulty' if report.faults else 'ok'}  {report.path}  {rows}")
    for fault in report.faults[:SHOWN_FAULTS]:
        field = f", field `{fault.field}`" if fault.field else ""
        click.echo(f"  line {fault.line}{field}: {fault.what}\n    hint: {fault.hint}")
    if len(report.faults) > SHOWN_FAULTS:
        click.echo(f"  and {len(report.faults) - SHOWN_FAULTS} more; `--json` lists all")
