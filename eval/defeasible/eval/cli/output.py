"""Output of sub-commands: result tables as wide as the terminal, JSON, progress."""

from __future__ import annotations

import json
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from defeasible.datasets.benchmark import OfficialFile
from defeasible.datasets.download import Progress as ByteProgress
from defeasible.eval.cases import Json, Status
from defeasible.eval.metrics.counts import statuses
from defeasible.eval.runlog import RunDir
from defeasible.eval.runner import Done
from defeasible.eval.runner import Progress as Callback
from defeasible.eval.summary import Summary
from defeasible.eval.table import number, rows, with_interval

WIDTH, NARROWEST, WIDEST = 80, 40, 200
"""Columns of output: if the terminal does not report them, the minimum, and the maximum."""
METRIC = 10
"""Columns of each further metric, after a name and the first metric."""
LINE_EVERY = 30.0
"""Seconds between two progress lines if stderr is not a terminal."""


def print_json(value: Mapping[str, Json] | list[Json]) -> None:
    """Print one JSON value on stdout, escaping characters that its encoding lacks."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    try:
        text.encode(sys.stdout.encoding if sys.stdout else "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value, allow_nan=False)
    click.echo(text)


def console() -> Console:
    """Return a console on stdout as wide as the terminal, from `NARROWEST` to `WIDEST`; 80 if unknown."""
    width = Console(file=sys.stdout).width or WIDTH  # COLUMNS=0 means unknown
    return Console(file=sys.stdout, width=min(WIDEST, max(NARROWEST, width)), highlight=False, emoji=False)


@contextmanager
def loading(model: str) -> Iterator[None]:
    """Say on stderr, if it is a terminal, that a model is loading while the block runs."""
    screen = Console(stderr=True)
    if not (model and screen.is_terminal):
        yield
        return
    with screen.status(f"loading {escape(model)}"):
        yield


@contextmanager
def progress_bar(name: str) -> Iterator[Callback]:
    """Show the progress of a run on stderr while the block runs.

    On a terminal it is a bar; elsewhere, as in the log of a batch job, a line at most every `LINE_EVERY`
    seconds.
    """
    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield _Lines(name)
        return
    columns = (
        TextColumn("{task.description}"),
        SpinnerColumn(),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn("{task.fields[said]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=screen, transient=True) as progress:
        bar = progress.add_task(name, said="", total=None)
        began = time.monotonic()
        first: int | None = None

        def advance(done: Done) -> None:
            nonlocal first
            first = done.scored if first is None else first
            said = _said(done, done.scored - first, time.monotonic() - began)
            progress.update(bar, completed=done.scored, total=done.planned, said=said)

        yield advance


class _Lines:
    """Prints occasional lines about the progress of a run."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.began = self.printed = time.monotonic()
        self.first: int | None = None

    def __call__(self, done: Done) -> None:
        now = time.monotonic()
        if self.first is None:
            self.first = done.scored
        if now - self.printed < LINE_EVERY:
            return
        self.printed = now
        spent, answered = now - self.began, done.scored - self.first
        left = (done.planned - done.scored) * spent / answered if answered else 0.0
        text = f"{self.name}: {done.scored} of {done.planned} items, {_said(done, answered, spent)}"
        click.echo(f"{text}, {left / 60:.0f} min left" if answered else text, err=True)


def _said(done: Done, answered: int, seconds: float) -> str:
    parts = [f"score {done.points / done.scored:.3f}"] if done.scored else []
    parts += [f"{answered / seconds:.1f}/s"] if answered and seconds > 0 else []
    parts += [f"{done.tokens} tokens"] if done.tokens else []
    parts += [f"{done.failed} failed"] if done.failed else []
    return ", ".join(parts)


@contextmanager
def counting(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show the progress of some work on stderr while the block runs: a bar, or occasional lines."""
    screen = Console(stderr=True)
    if not screen.is_terminal:
        printed = time.monotonic()

        def say(done: int, total: int) -> None:
            nonlocal printed
            if time.monotonic() - printed >= LINE_EVERY:
                printed = time.monotonic()
                click.echo(f"{what}: {done} of {total}", err=True)

        yield say
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True) as progress:
        bar = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(bar, completed=done, total=total)


@contextmanager
def download_bars() -> Iterator[Callable[[OfficialFile], ByteProgress | None]]:
    """Show a bar on stderr for each file while the block runs; nothing if stderr is not a terminal."""
    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield lambda file: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True) as progress:

        def bar(file: OfficialFile) -> ByteProgress:
            task = progress.add_task(file.path.rpartition("/")[2], total=None)
            return lambda done, total: progress.update(task, completed=done, total=total)

        yield bar


def print_notices(run: RunDir) -> None:
    """Print warnings about a run on stderr: a torn line, unanswered items."""
    if run.torn is not None:
        click.echo(str(run.torn), err=True)
    if missing := len(run.pending):
        text = f"{run.path}: {missing} of {len(run.cases)} items have no score and count as wrong"
        if run.finished:
            text += ", although the manifest says that the run finished: its log was truncated"
        click.echo(f"{text}; `defeasible resume {shlex.quote(str(run.path))}` continues it", err=True)


def print_summary(summary: Summary) -> None:
    """Print a run's table: its numbers, the constant policies, and the best published ones."""
    out = console()
    task, seconds = summary.task, summary.run.manifest.seconds
    out.print(
        f"[bold]{task.name}[/]  {summary.run.manifest.pipeline}  {summary.n} items"
        f"  coverage {summary.coverage:.3f}  {seconds:.1f} s"
    )
    first, *others = task.headline
    others = others[: max(0, (out.width - NARROWEST) // METRIC)]
    table = Table(box=None, pad_edge=False, show_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("", ratio=1, overflow="fold", min_width=10)
    table.add_column(f"{first} [95 % CI]".replace("[", r"\["), justify="right", no_wrap=True)
    for metric in others:
        table.add_column(metric, justify="right", no_wrap=True)
    styles = {"run": "bold", "baseline": "", "published": "dim"}
    for row in rows(summary):
        name = f"* {row.name}" if row.kind == "published" else row.name
        cells = [with_interval(row, first).replace("[", r"\["), *(number(row.values[m]) for m in others)]
        table.add_row(name, *cells, style=styles[row.kind])
    out.print(table)
    printed = [p for p in summary.published if p.metric in task.headline]
    if printed:
        alike = sum(p.same_protocol for p in printed)
        protocol = "all" if alike == len(printed) else "some" if alike else "none"
        out.print(f"* best in {printed[0].source.partition(',')[0]}; same protocol and items: {protocol}")
    if task.note:
        out.print(escape(task.note), style="dim")
    counts = statuses(summary.run.outcomes())
    lost = ", ".join(f"{n} {status}" for status, n in counts.items() if n and status != Status.CORRECT)
    if line := summary.answering.line():
        out.print(line, style="dim")
    out.print(f"not right: {lost or 'none'}", style="dim")


def print_side_by_side(summaries: Sequence[Summary]) -> None:
    """Print a row per task: each pipeline's headline score and the model's tokens, for first repeats."""
    pipelines = list(dict.fromkeys(summary.run.manifest.pipeline for summary in summaries))
    of: dict[str, dict[str, Summary]] = {}
    for summary in summaries:
        of.setdefault(summary.task.name, {}).setdefault(summary.run.manifest.pipeline, summary)
    table = Table(box=None, pad_edge=False, show_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    for name in ("task", "measure"):
        table.add_column(name, no_wrap=True)
    for name in ("items", *pipelines, "tokens"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, runs in of.items():
        first = next(iter(runs.values()))
        metric = first.task.headline[0]
        scores = [runs[which].metrics.get(metric) if which in runs else None for which in pipelines]
        spent = sum(run.answering.prompt_tokens + run.answering.tokens for run in runs.values())
        cells = [number(score if isinstance(score, float | int) else None) for score in scores]
        table.add_row(name, metric, str(first.n), *cells, f"{spent:,}")
    console().print(table)
