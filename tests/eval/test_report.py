"""Reports: complete, escaped, self-contained, small."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from defeasible.eval.cases import Case, labelled
from defeasible.eval.pipelines import Pipeline
from defeasible.eval.report import to_csv, to_html, to_json, to_latex, to_markdown, write_report
from defeasible.eval.runner import Plan, execute
from defeasible.eval.summary import Summary, read_summary
from defeasible.eval.tasks import find
from defeasible.reasoner.errors import RunError, UsageError
from defeasible.reasoner.question import ChoiceQuestion

EVIL = "<script>alert('1')</script> & \"friends\" </pre>"


class Page(HTMLParser):
    """Collects what a browser would fetch or run, and checks that tags close."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts = 0
        self.fetched: list[str] = []
        self.open: list[str] = []
        self.items: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        self.scripts += tag == "script"
        self.fetched += [v for k, v in attributes if k in ("src", "href") and v and not v.startswith("#")]
        if tag == "details" and "item" in (found.get("class") or ""):
            self.items.append(found["data-status"] or "")
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read_page(html: str) -> Page:
    page = Page()
    page.feed(html)
    assert page.open == []
    return page


@pytest.fixture
def summary(belief_data: Path, tmp_path: Path, make_scripted: Callable[..., Any]) -> Summary:
    file = belief_data / "belief_r" / "queries_time_t1.csv"
    quoted = EVIL.replace('"', '""')
    file.write_text(file.read_text().replace("shop number 3", f"shop {quoted} 3"))
    plan = Plan(find("belief-r/t1"), Pipeline("scripted", make_scripted()), tmp_path / "run", belief_data)
    return read_summary(execute(plan).path)


def test_html_is_one_file_with_failures_first_and_everything_escaped(summary: Summary) -> None:
    html = to_html([summary])
    page = read_page(html)
    assert page.scripts == 1
    assert page.fetched == []
    assert "://" not in html
    assert page.items == ["wrong"] * 8 + ["correct"] * 2
    assert "alert(&#39;1&#39;)" in html
    assert "alert('1')" not in html


def test_html_shows_numbers_baselines_published_and_proofs(summary: Summary) -> None:
    html = to_html([summary])
    for text in (
        "scripted",
        "always maintain",
        "GPT-4 Turbo, prompt direct",
        "Wilie et al. 2024, table A1",
        "0.517",
        "coverage 1.000",
        "therefore  ENTAILED",
        "prefers-color-scheme: dark",
        "@media print",
        summary.run.manifest.data.files[0].sha256,
    ):
        assert text in html, text
    assert re.search(r"0\.250 \[0\.\d\d, 0\.\d\d\]", html)


@pytest.mark.parametrize("padding", [0, 1000], ids=["short proofs", "long proofs"])
def test_html_of_a_thousand_items_stays_small(
    make_belief_data: Callable[[int], Path], tmp_path: Path, make_scripted: Callable[..., Any], padding: int
) -> None:
    pipeline = Pipeline("scripted", make_scripted(padding=padding))
    plan = Plan(find("belief-r/t1"), pipeline, tmp_path / "run", make_belief_data(500))
    html = to_html([read_summary(execute(plan).path)])
    assert len(html.encode()) < 2_000_000
    assert len(read_page(html).items) == 1000
    # 250 of the items are right; the proofs of 200 of them are shown, where there is room.
    left_out = html.count("The proof is in events.jsonl.")
    assert left_out > 250 if padding else left_out == 50


def test_one_page_holds_several_runs(summary: Summary) -> None:
    html = to_html([summary, summary])
    assert read_page(html).items.count("wrong") == 16
    assert 'href="#run-2"' in html


def test_tables_hold_the_same_numbers(summary: Summary) -> None:
    lines = list(csv.DictReader(io.StringIO(to_csv([summary]))))
    ours = {line["metric"]: float(line["value"]) for line in lines if line["kind"] == "run"}
    assert ours == {metric: summary.metrics[metric] for metric in summary.task.headline}
    assert json.loads(to_json([summary]))[0]["metrics"] == summary.metrics
    markdown = to_markdown([summary])
    assert "| GPT-4 Turbo, prompt direct | 0.517 | 0.168 | 0.867 | - | - |" in markdown
    latex = to_latex([summary])
    assert r"system & breu & bu\_acc & bm\_acc & inertia & accuracy \\" in latex
    assert "always update & 0.500 & 1.000 & 0.000" in latex


def test_unknown_formats_and_folders_are_refused(summary: Summary, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no report format `pdf`"):
        write_report([summary], ["html", "pdf"], tmp_path)
    assert not (tmp_path / "report.html").exists()
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match="cannot write"):
        write_report([summary], ["html"], tmp_path / "file")


def test_a_label_of_an_option() -> None:
    case = Case("i", "i", ChoiceQuestion(("p",), ("p", "q")), ("a", "b"), "a", "g")
    assert case.label("q") == "b"
    assert case.label("r") is None
    assert labelled(case, "a").correct
