"""`defeasible show`: the items of a run, failures first, and one item with its proof."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console, Group
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from defeasible.eval.cli.completing import RUN
from defeasible.eval.cli.output import console, print_json, print_notices
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.number import in_short

if TYPE_CHECKING:
    from defeasible.eval.inspection.items import Item
    from defeasible.eval.inspection.rates import Rates
    from defeasible.reasoner.trace import Step, Trace

PAGE = 20
"""Default number of items in a list."""
_STYLES = {"accepted": "green", "overruled": "red strike", "tied": "yellow"}


@click.command("show")
@click.argument("directory", metavar="RUN", type=RUN)
@click.argument("item", required=False)
@click.option("--wrong", is_flag=True, help="Only items that are not right.")
@click.option(
    "--flipped",
    type=RUN,
    help="Only items that this other run scores differently.",
)
@click.option(
    "--where", multiple=True, metavar="KEY=VALUE", help="Only items with this value: `modus=tollens`."
)
@click.option(
    "--by", metavar="KEY", help="Group items: by a facet, blame, why, ground, cue, status, verdict."
)
@click.option(
    "--limit", type=click.IntRange(min=1), default=PAGE, show_default=True, help="Number of items to list."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, with all items chosen.")
def command(  # noqa: PLR0913, PLR0917 - one parameter an option
    directory: Path,
    item: str | None,
    wrong: bool,
    flipped: Path | None,
    where: tuple[str, ...],
    by: str | None,
    limit: int,
    as_json: bool,
) -> None:
    r"""Show the items of a run: failures first, what they rest on, and the stage that caused each failure.

    With ITEM, the start of an item's id, show its text, gold answer, proof, and what would change it.

    \b
    defeasible show runs/a --wrong --by why
    defeasible show runs/a --flipped runs/b --where modus=tollens
    defeasible show runs/a c73ef6
    """
    from defeasible.eval.inspection.items import (  # noqa: PLC0415 - imports spaCy and Z3
        chosen,
        grouped,
        items_of,
        require_key,
    )
    from defeasible.eval.inspection.rates import Rates  # noqa: PLC0415 - imports spaCy and Z3
    from defeasible.eval.runs import read_run  # noqa: PLC0415 - not for `--help`
    from defeasible.eval.tasks import find  # noqa: PLC0415 - not for `--help`

    run = read_run(directory)
    task, items = find(run.manifest.task), items_of(run)
    rates = Rates.of(items)
    if item is not None:
        items = _named(items, item)
    if flipped is not None:
        other = {outcome.case.id: outcome.score for outcome in read_run(flipped).outcomes()}
        items = [i for i in items if other.get(i.case.id, i.outcome.score) != i.outcome.score]
    if wrong:
        items = [i for i in items if not i.outcome.correct]
    items = chosen(items, where, task)
    if by is not None:
        require_key(items, by, task)
    if as_json:
        groups = {} if by is None else {key: len(part) for key, part in grouped(items, by).items()}
        print_json({**rates.to_json(), "groups": groups, "items": [i.to_json() for i in items]})
        return
    print_notices(run)
    out = console()
    if item is not None:
        out.print(one(items[0]))
    elif by is not None:
        for key, part in grouped(items, by).items():
            right = sum(i.outcome.correct for i in part)
            out.print(f"[bold]{escape(key)}[/]  {len(part)} items, {right} right")
            out.print(_list(part[: max(1, limit // 5)]))
    else:
        more = len(items) - limit
        rest = [Text(f"{more} more: `--limit {len(items)}`", style="dim")] if more > 0 else []
        _page(out, Group(_rates(rates), "", _list(items[:limit]), *rest))


def _named(items: Sequence[Item], start: str) -> list[Item]:
    found = [i for i in items if i.case.id.startswith(start)] or [i for i in items if i.case.name == start]
    if len(found) != 1:
        what = "no item of this run starts" if not found else f"{len(found)} items of this run start"
        raise UsageError(f"{what} with {start!r}", hint="`defeasible show RUN` lists their ids")
    return found


def _page(out: Console, shown: Group) -> None:
    if out.is_terminal and sys.stdin.isatty():
        with out.pager(styles=True):
            out.print(shown)
    else:
        out.print(shown)


def _rates(rates: Rates) -> Text:
    stages = ", ".join(f"{n} {stage}" for stage, n in rates.stages.items()) or "none"

    def share(value: float | None) -> str:
        return "-" if value is None else f"{value:.3f}"

    return Text(
        f"{rates.n} items, {rates.right} right; executed {share(rates.execution_rate)}, right when executed "
        f"{share(rates.execution_accuracy)}, right with fallbacks as failures "
        f"{share(rates.accuracy_without_fallback)}\nto blame: {stages}"
    )


def _list(items: Sequence[Item]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for heading in ("item", "gold", "answer", "rests on", "to blame"):
        table.add_column(heading, overflow="fold")
    for item in items:
        said = item.outcome.label or item.outcome.text or str(item.outcome.status)
        why = f"{item.blame.stage}: {item.blame.why}" if item.blame else ""
        cells = (item.case.id[:8], item.case.gold, said, str(item.ground), why)
        style = "green" if item.outcome.correct else ""
        table.add_row(*(escape(_short(cell)) for cell in cells), style=style)
    return table


def _short(text: str, most: int = 90) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 3]}..."


def one(item: Item) -> Group:
    """Return one item for a terminal: its text, gold answer, answer, cause of failure and proof."""
    case, event = item.case, item.event
    status = Text(str(item.outcome.status), style="green" if item.outcome.correct else "red")
    head = Text.assemble(("item ", "bold"), f"{case.id} ({case.name})  ", status)
    facets = Text("  ".join(f"{key}={value}" for key, value in case.facets.items()), style="dim")
    rows = _Rows()
    for source in case.question.sources:
        rows.add(source.id, source.text)
    rows.add("gold", f"{case.gold}: {case.gold_answer}" if case.labels else case.gold)
    certainty = (
        f" ({event.verdict}, confidence {in_short(event.confidence)}, {event.branch})" if event else ""
    )
    rows.add("answer", f"{item.answer}{certainty}")
    if event is not None and event.reason:
        rows.add("reason", event.reason)
    trace = item.trace
    rows.add("rests on", f"{item.ground}{_deciding(trace)}")
    if item.blame is not None:
        rows.add("to blame", f"{item.blame.stage}: {item.blame.why}", "bold")
    if trace is not None:
        return Group(head, facets, rows.grid, "", _proof(trace))
    if event is not None and event.error is not None:
        return Group(head, facets, rows.grid, "", Text(event.error.traceback, style="dim"))
    return Group(head, facets, rows.grid)


class _Rows:
    """Two columns; lines of the second wrap within it."""

    def __init__(self) -> None:
        self.grid = Table.grid(padding=(0, 2, 0, 0))
        self.grid.add_column(justify="right", no_wrap=True, style="dim")
        self.grid.add_column(overflow="fold")

    def add(self, name: str, text: str, style: str = "") -> None:
        self.grid.add_row(name, Text(text, style=style))


def _deciding(trace: Trace | None) -> str:
    """Return the steps on which the verdict hinges, and what it would be without them."""
    if trace is None:
        return ""
    parts = []
    for flip in trace.conclusion.flips:
        steps = ", ".join(map(str, flip.evidence))
        parts.append(f"step{'s' if len(flip.evidence) > 1 else ''} {steps} decided, else {flip.verdict}")
    return f": {'; '.join(parts)}" if parts else ""


def _proof(trace: Trace) -> Table:
    from defeasible.reasoner.trace.render.printer import Printer  # noqa: PLC0415 - not for `--help`

    printer, rows = Printer(trace), _Rows()
    for atom in trace.atoms:
        rows.add(atom.id, atom.gloss, "cyan")
    for number, step in enumerate(trace.steps, 1):
        head, *more = printer.lines(step)
        rows.add(str(number), head, _style(step))
        for line in more:
            rows.add("", line, "dim")
    return rows.grid


def _style(step: Step) -> str:
    status = getattr(step, "status", None)
    if status in _STYLES:
        return _STYLES[status]
    return {"conclusion": "bold", "retraction": "red"}.get(step.kind, "")
