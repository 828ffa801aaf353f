"""The report as Markdown, CSV, LaTeX and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence

from defeasible.eval.cases import Json
from defeasible.eval.report.sides import HEADINGS, LEGEND, sides
from defeasible.eval.summary import Summary
from defeasible.eval.table import footnotes, number, rows, score_rows, with_interval

_LATEX = {
    "\\": r"\textbackslash{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def to_markdown(summaries: Sequence[Summary]) -> str:
    """Return a Markdown table per run, preceded by a table of all runs if there are several."""
    blocks: list[str] = []
    if len(summaries) > 1:
        shown = [HEADINGS, ("---",) * len(HEADINGS), *(side.cells for side in sides(summaries))]
        blocks.append("\n".join(f"| {' | '.join(piped(cell) for cell in line)} |" for line in shown))
        blocks.append(LEGEND)
    for summary in summaries:
        metrics = summary.task.headline
        lines = [
            f"## {summary.task.name}",
            "",
            f"{summary.n} items, coverage {summary.coverage:.3f}; 95 % intervals.",
            "",
            f"| system | {' | '.join(metrics)} | kind |",
            f"|---|{'---:|' * len(metrics)}---|",
        ]
        table = rows(summary)
        notes = footnotes(table)
        for row in table:
            kind = f"{row.kind} [{notes[row.note]}]" if row.note else row.kind
            cells = [row.name, *(with_interval(row, m) for m in metrics), kind]
            lines.append("| " + " | ".join(map(piped, cells)) + " |")
        lines += ["", *(f"[{place}] {note}." for note, place in notes.items())] if notes else []
        lines += ["", summary.task.note] if summary.task.note else []
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def to_csv(summaries: Sequence[Summary]) -> str:
    """Return one line for each system and metric."""
    return in_csv(score_rows(summaries))


def in_csv(found: Sequence[Mapping[str, Json]]) -> str:
    """Return rows as CSV, with a column for every key that occurs."""
    out = io.StringIO()
    columns = list(dict.fromkeys(name for row in found for name in row))
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return out.getvalue()


def to_latex(summaries: Sequence[Summary]) -> str:
    """Return one `tabular` per run; it needs no LaTeX package."""
    blocks: list[str] = []
    for summary in summaries:
        metrics = summary.task.headline
        lines = [
            f"% {summary.task.name}: {summary.n} items, coverage {summary.coverage:.3f}",
            rf"\begin{{tabular}}{{l{'r' * len(metrics)}}}",
            r"\hline",
            " & ".join(["system", *map(texed, metrics)]) + r" \\",
            r"\hline",
        ]
        lines += [
            " & ".join([texed(row.name), *(number(row.values[m]) for m in metrics)]) + r" \\"
            for row in rows(summary)
        ]
        blocks.append("\n".join([*lines, r"\hline", r"\end{tabular}"]))
    return "\n\n".join(blocks) + "\n"


def to_json(summaries: Sequence[Summary]) -> str:
    """Return the objects that `run --json` prints, in a list."""
    return json.dumps([summary.to_json() for summary in summaries], ensure_ascii=False, indent=1) + "\n"


def piped(text: str) -> str:
    """Return a text escaped for a cell of a Markdown table."""
    return text.replace("|", "\\|")


def texed(text: str) -> str:
    """Return a text escaped for LaTeX."""
    return "".join(_LATEX.get(character, character) for character in text)
