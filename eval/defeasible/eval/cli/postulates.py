"""`defeasible postulates`: measure which postulates of belief change the operators satisfy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.table import Table

from defeasible.eval.cli.command import OneValueCommand
from defeasible.eval.cli.output import console, print_json
from defeasible.reasoner.postulates import POSTULATES, SUBJECTS, Report, verify

if TYPE_CHECKING:
    from defeasible.eval.cases import Json
    from defeasible.reasoner.postulates import Line

CASES = 300


@click.command("postulates", cls=OneValueCommand)
@click.option("--operator", type=click.Choice(sorted(SUBJECTS)), help="Only this operator, in detail.")
@click.option("--cases", type=click.IntRange(1), default=CASES, show_default=True, help="Random cases.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed, the same cases.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def command(ctx: click.Context, operator: str | None, cases: int, seed: int, as_json: bool) -> None:
    """Test the operators on the postulates of belief change, with exact possible worlds as reference.

    Exit code: 0 all claims hold, 1 a claim is violated.
    """
    chosen = SUBJECTS if operator is None else {operator: SUBJECTS[operator]}
    reports = [verify(subject, cases=cases, seed=seed) for subject in chosen.values()]
    if as_json:
        print_json({"cases": cases, "seed": seed, "operators": {r.operator: _json(r) for r in reports}})
    elif operator is None:
        _print_overview(reports)
    else:
        _print_detail(reports[0])
    ctx.exit(0 if all(report.ok for report in reports) else 1)


def _print_overview(reports: list[Report]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold", collapse_padding=True)
    table.add_column("", no_wrap=True)
    table.add_column("", no_wrap=True)
    for report in reports:
        table.add_column(report.operator, justify="right", no_wrap=True)
    found = [{line.postulate.id: line for line in report.lines} for report in reports]
    for postulate in POSTULATES.values():
        cells = [_cell(lines.get(postulate.id)) for lines in found]
        table.add_row(postulate.id, postulate.name, *cells)
    out = console()
    out.print(table)
    out.print(
        f"Share of applicable cases ({reports[0].cases} random ones, seed {reports[0].seed}) that violate the"
        " postulate; - none, * claimed, blank: cannot be stated.",
        style="dim",
    )
    for report in reports:
        _print_broken(report)


def _print_detail(report: Report) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("", "demands"):
        table.add_column(heading, overflow="fold")
    for heading in ("cases", "violated"):
        table.add_column(heading, justify="right", no_wrap=True)
    for line in report.lines:
        table.add_row(line.postulate.id, line.postulate.text, str(line.applied), _cell(line))
    out = console()
    out.print(table)
    out.print(f"{report.operator}: {report.cases} random cases, seed {report.seed}; - none, * claimed.")
    for line in report.lines:
        if line.example is not None and not line.claimed:
            out.print(f"\nnot claimed: {line.example}", markup=False)
    _print_broken(report)


def _print_broken(report: Report) -> None:
    for line in report.broken:
        console().print(f"\n{report.operator} CLAIMS AND BREAKS {line.example}", markup=False)


def _cell(line: Line | None) -> str:
    if line is None:
        return ""
    share = f"{line.rate:.1%}" if line.violated else "-" if line.applied else "no case"
    return f"{share} {'*' if line.claimed else ' '}"


def _json(report: Report) -> dict[str, Json]:
    return {
        line.postulate.id: {
            "claimed": line.claimed,
            "applied": line.applied,
            "violated": line.violated,
            "undecided": line.undecided,
            "example": None if line.example is None else str(line.example),
        }
        for line in report.lines
    }
