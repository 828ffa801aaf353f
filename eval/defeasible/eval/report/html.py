"""The HTML report: one file, no network, readable from disk and on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined

from defeasible.eval.metrics.counts import statuses
from defeasible.eval.report.items import ReportItem, report_items
from defeasible.eval.report.sides import HEADINGS, LEGEND, sides
from defeasible.eval.summary import Summary
from defeasible.eval.table import Row, footnotes, number, rows, with_interval


@dataclass(frozen=True, slots=True)
class Section:
    """One run in the report."""

    number: int
    summary: Summary
    rows: list[Row]
    items: list[ReportItem]
    counts: dict[str, int]


def to_html(summaries: Sequence[Summary]) -> str:
    """Return the report of some runs as one HTML document. All text of the runs is escaped."""
    environment = Environment(
        loader=PackageLoader("defeasible.eval.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"number": number}
    sections = [
        Section(
            number=place,
            summary=summary,
            rows=rows(summary),
            items=report_items(summary.run),
            counts={k: n for k, n in statuses(summary.run.outcomes()).items() if n},
        )
        for place, summary in enumerate(summaries, 1)
    ]
    template = environment.get_template("report.html.j2")
    return template.render(
        sections=sections,
        with_interval=with_interval,
        footnotes=footnotes,
        headings=HEADINGS,
        sides=sides(summaries) if len(summaries) > 1 else [],
        legend=LEGEND,
    )
