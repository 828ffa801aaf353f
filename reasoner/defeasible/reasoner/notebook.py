"""HTML of decisions, traces and bases for notebooks, with all text escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from defeasible.reasoner.number import in_short

if TYPE_CHECKING:
    from collections.abc import Iterable

    from defeasible.reasoner.decision import Decision
    from defeasible.reasoner.trace import Trace

MOST_LINES = 200
"""Most lines of a proof, and most statements of a base, that are shown."""
_COLOURS = {"entailed": "#1a7f37", "refuted": "#cf222e", "unknown": "#6e7781", "inconsistent": "#8250df"}
"""The colours of verdicts; undecided ones are orange."""


def of_decision(decision: Decision) -> str:
    """Return a decision: its verdict, answer and confidence, and its collapsed proof."""
    colour = _COLOURS.get(decision.verdict, "#bc4c00")
    head = f'<b style="color:{colour}">{escape(decision.verdict.upper())}</b>'
    said = [] if decision.answer is None else [escape(decision.answer)]
    said += [f"confidence {in_short(decision.confidence)}"] if decision.verdict.decided else []
    if decision.before is not None and decision.change is not None:
        said.append(f"{decision.change}, was {escape(decision.before.upper())}")
    said += [escape(decision.reason)] if decision.reason else []
    proof = of_trace(decision.trace)
    count = len(decision.trace.steps)
    steps = f"proof: {count} step{'s' * (count != 1)}"
    return f"<div>{' · '.join([head, *said])}<details><summary>{steps}</summary>{proof}</details></div>"


def of_trace(trace: Trace) -> str:
    """Return a trace as printed."""
    lines = str(trace).splitlines()
    more = f"\n... {len(lines) - MOST_LINES} more lines" if len(lines) > MOST_LINES else ""
    text = escape("\n".join(lines[:MOST_LINES]) + more)
    return f'<pre style="overflow-x:auto;text-align:left;line-height:1.35">{text}</pre>'


def of_statements(title: str, rows: Iterable[tuple[str, str, str]]) -> str:
    """Return statements as a table.

    Args:
        title: The title of the table.
        rows: The id, the words and a remark for each statement.
    """
    told = list(rows)
    cells = [
        "<tr>" + "".join(f'<td style="text-align:left">{escape(cell)}</td>' for cell in row) + "</tr>"
        for row in told[:MOST_LINES]
    ]
    more = f"<p>... {len(told) - MOST_LINES} more</p>" if len(told) > MOST_LINES else ""
    return f"<div><b>{escape(title)}</b><table>{''.join(cells)}</table>{more}</div>"
