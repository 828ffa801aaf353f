"""`defeasible data`: download, check and list benchmark files."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

import click

from defeasible.datasets.benchmark import Benchmark
from defeasible.datasets.catalog import BENCHMARKS, benchmark, inventory, locate, require_data_directory
from defeasible.datasets.download import TIMEOUT, Downloader
from defeasible.datasets.get import LOCK_FILE, Got, Order
from defeasible.datasets.get import get as get_files
from defeasible.datasets.validate import FileReport
from defeasible.datasets.validate import validate as validate_files
from defeasible.eval.cases import Json
from defeasible.eval.cli.output import download_bars, print_json
from defeasible.reasoner.folders import data_dir as users_data_dir

SHOWN_FAULTS = 10
"""Most faults of one file that `validate` prints."""
DATA_DIR = click.option(
    "--data-dir",
    type=click.Path(path_type=Path),
    help="Data directory.  [default: DEFEASIBLE_DATA, else the user's]",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@click.group("data")
def command() -> None:
    """Download, check and list benchmark files."""


@command.command("ls")
@DATA_DIR
@click.option("--all", "show_all", is_flag=True, help="List every official file.")
@JSON
def ls(data_dir: Path | None, show_all: bool, as_json: bool) -> None:
    """List the benchmarks: their sources, their licences, and which of their files a folder contains."""
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


@command.command("get")
@click.argument("names", nargs=-1, required=True, metavar="DATASET...")
@DATA_DIR
@click.option("--source", help="Source, if there is a choice: `github`, `huggingface`.")
@click.option("--mirror", metavar="URL", help="Download from a copy of a data directory instead.")
@click.option(
    "--from",
    "copy_from",
    type=click.Path(path_type=Path),
    help="Copy from a folder; download nothing.",
)
@click.option("--force", is_flag=True, help="Replace existing files.")
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=TIMEOUT,
    show_default=True,
    help="Seconds without a byte before a retry.",
)
@JSON
@click.pass_context
def get(  # noqa: PLR0913 - one parameter an option
    ctx: click.Context,
    *,
    names: Sequence[str],
    data_dir: Path | None,
    source: str | None,
    mirror: str | None,
    copy_from: Path | None,
    force: bool,
    timeout: float,
    as_json: bool,
) -> None:
    """Get the official files of benchmarks, at the pinned revision, and check them.

    Exit code: 0 done, 1 a file has a fault, or the source or folder lacks one.
    """
    folder = data_dir or users_data_dir()
    downloader = Downloader(timeout=timeout, notice=lambda text: click.echo(text, err=True))
    listed: list[Json] = []
    complete = True
    with download_bars() as progress:
        for known in [benchmark(name) for name in dict.fromkeys(names)]:
            if not as_json:
                click.echo(f"{known.title}\n  licence: {known.licence}\n  please cite: {known.citation}")
            order = Order(known, folder, source, mirror, copy_from, force, downloader, progress)
            for got in get_files(order):
                complete &= got.state != "absent" and not (got.report and got.report.faults)
                if as_json:
                    listed.append(_got(known, got))
                else:
                    _print_got(got)
    if as_json:
        print_json({"data_dir": str(folder), "files": listed})
    else:
        click.echo(f"in {folder}; run tasks on it with --data-dir {shlex.quote(str(folder))}")
    ctx.exit(0 if complete else 1)


KNOWN = {
    "pinned": "SHA-256 as pinned",
    "locked": "SHA-256 as at the first download",
    "unknown": f"SHA-256 not known before, now recorded in {LOCK_FILE}",
}


def _got(known: Benchmark, got: Got) -> Json:
    return {
        "benchmark": known.name,
        "file": got.file.path,
        "path": str(got.path),
        "url": got.url,
        "state": got.state,
        "known": got.known,
        "sha256": got.sha256 or None,
        "rows": None if got.report is None else got.report.rows,
        "faults": [] if got.report is None else [str(fault) for fault in got.report.faults],
    }


def _print_got(got: Got) -> None:
    if got.state == "absent":
        click.echo(f"  absent  {got.file.path}")
        return
    known = KNOWN[got.known]
    if got.state == "kept" and got.known == "unknown":
        known = "SHA-256 not known: not downloaded here"
    rows = "" if got.report is None else f"{got.report.rows:,} rows, "
    click.echo(f"  {got.state}  {got.file.path}  {rows}{known}")
    if got.report is not None and got.report.faults:
        _print_report(got.report)


@command.command("validate")
@click.argument("what", nargs=-1, metavar="[DATASET|PATH]...")
@DATA_DIR
@JSON
@click.pass_context
def validate(ctx: click.Context, what: Sequence[str], data_dir: Path | None, as_json: bool) -> None:
    """Read benchmark files in full and name every fault; without an argument, all files of the folder.

    Exit code: 0 no fault, 1 a fault.
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
