"""`defeasible compare`: compare runs of the same items, pair by pair."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from defeasible.eval.cli.completing import RUN
from defeasible.eval.cli.output import console, print_json, print_notices
from defeasible.eval.comparison import Comparison, Flip, Pair, compare
from defeasible.eval.comparison.words import letter, p_value, sentence
from defeasible.eval.runlog import RunDir

WORSE = 1
"""Exit code if `--fail-if-worse` finds a worse run; errors exit with 2."""


@click.command("compare")
@click.argument("directories", metavar="DIR DIR...", nargs=-1, required=True, type=RUN)
@click.option("--flips", "listed", is_flag=True, help="List the items on which two runs differ.")
@click.option("--margin", type=float, help="Also test whether runs are equivalent within this difference.")
@click.option(
    "--fail-if-worse",
    is_flag=True,
    help="Exit with 1 if any run is significantly worse than the first of its task.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    directories: tuple[Path, ...], listed: bool, margin: float | None, fail_if_worse: bool, as_json: bool
) -> None:
    """Compare runs: which is better, by how much, and whether the difference is significant.

    Runs of one task are compared on the items that all of them plan; the first is the baseline. Intervals and
    p-values account for items that share their material; p-values are corrected for all pairs and tasks
    (Holm).
    """
    found = compare([RunDir.read(directory) for directory in directories])
    worse = [pair for pair in found.pairs if pair.a in _firsts(found) and pair.worse()]
    if as_json:
        equivalent = [] if margin is None else [pair.equivalent(margin) for pair in found.pairs]
        print_json(found.to_json() | ({} if margin is None else {"margin": margin, "equivalent": equivalent}))
    else:
        for run in found.runs:
            print_notices(run)
        _print(found, margin, listed=listed)
    if fail_if_worse and worse:
        for pair in worse:
            click.echo(f"worse: {found.names[pair.b]} on {pair.task.name}", err=True)
        raise click.exceptions.Exit(WORSE)


def _firsts(found: Comparison) -> set[int]:
    firsts: dict[str, int] = {}
    for place, run in enumerate(found.runs):
        firsts.setdefault(run.manifest.task, place)
    return set(firsts.values())


def _print(found: Comparison, margin: float | None, *, listed: bool) -> None:
    out = console()
    for place, name in enumerate(found.names):
        out.print(f"[bold]{letter(place)}[/]  {escape(name)}  [dim]{escape(str(found.runs[place].path))}[/]")
    task = ""
    for pair in found.pairs:
        if pair.task.name != task:
            task = pair.task.name
            r = pair.result
            out.print(f"\n[bold]{task}[/]  {r.n} items in {r.clusters} clusters, {pair.task.headline[0]}")
            if dropped := found.left_out.get(task):
                out.print(f"{dropped} items left out: not in all of these runs")
        _print_pair(out, found, pair, margin, listed=listed)
    for name, q in found.cochran.items():
        out.print(f"\n{name}: Cochran's Q = {q.statistic:.1f} with {q.freedom} degrees, {p_value(q.p)}")
    for name, alpha in found.repeats.items():
        out.print(f"{name}: repeats agree with Krippendorff's alpha {alpha:.3f}")


def _print_pair(out: Console, found: Comparison, pair: Pair, margin: float | None, *, listed: bool) -> None:
    out.print(sentence(pair, margin))
    if not pair.flips:
        return
    if listed:
        out.print(_table(pair.flips, letter(pair.a), letter(pair.b)))
    a, b = (shlex.quote(str(found.runs[place].path)) for place in (pair.a, pair.b))
    first = pair.flips[0]
    for line in (
        f"proof of one: defeasible show {a if first.gained else b} {first.case.id}",
        f"all flips: defeasible show {a} --flipped {b}",
    ):
        out.print(escape(line), style="dim", soft_wrap=True)  # to be copied as a whole


def _table(listed: tuple[Flip, ...], a: str, b: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for heading in ("item", "gold", a, b, "worse answer rests on"):
        table.add_column(heading, overflow="fold")
    for flip in listed:
        first, second = (str(o.label or o.status) for o in (flip.a, flip.b))
        cells = (flip.case.id, flip.case.gold, first, second, str(flip.ground))
        table.add_row(*map(escape, cells), style="green" if flip.gained else "red")
    return table
