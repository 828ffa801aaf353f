"""Reports: complete, escaped, self-contained, small."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from pages import Page

from defeasible.eval.cases import Case, labelled
from defeasible.eval.pipelines import Pipeline
from defeasible.eval.report import to_csv, to_html, to_json, to_latex, to_markdown, write_report
from defeasible.eval.report.overview import POINTS, bins, selective
from defeasible.eval.report.packing import embed
from defeasible.eval.report.proofs import proof_of
from defeasible.eval.runner import Plan, execute
from defeasible.eval.summary import Summary, read_summary
from defeasible.eval.tasks import find
from defeasible.reasoner.errors import RunError, UsageError
from defeasible.reasoner.evidence import RoleClaim
from defeasible.reasoner.forms import Role
from defeasible.reasoner.logic import And, Atom, Implies
from defeasible.reasoner.question import ChoiceQuestion
from defeasible.reasoner.text import Source, Span
from defeasible.reasoner.trace import (
    ConclusionStep,
    EvidenceStep,
    PremiseStep,
    RetractionStep,
    RuleStep,
    SolverStep,
    Trace,
)
from defeasible.reasoner.verdict import Verdict

EVIL = "<script>alert('1')</script> <!-- & \"friends\" \u202egnp\u2028 {{index}} 大"


class Tags(HTMLParser):
    """Collects what a browser would fetch or run, and checks that tags close."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self.fetched: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        if tag == "script":
            self.scripts.append(found["type"] or "")
        self.fetched += [v for k, v in attributes if k in ("src", "href") and v and not v.startswith("#")]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture
def summary(belief_data: Path, tmp_path: Path, make_scripted: Callable[..., Any]) -> Summary:
    file = belief_data / "belief_r" / "queries_time_t1.csv"
    quoted = EVIL.replace('"', '""')
    file.write_text(file.read_text().replace("shop number 3", f"shop {quoted} 3"))
    plan = Plan(find("belief-r/t1"), Pipeline("scripted", make_scripted()), tmp_path / "run", belief_data)
    return read_summary(execute(plan).path)


def test_the_page_is_one_file_that_runs_its_own_script_alone(summary: Summary) -> None:
    html = to_html([summary])
    tags = Tags()
    tags.feed(html)
    assert tags.open == []
    assert tags.fetched == []
    assert sorted(tags.scripts) == ["application/json", "application/json", "module", "text/plain"]
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy.startswith("default-src 'none'; ")
    for tag, start in (("script", '<script type="module">'), ("style", "<style>")):
        content = html.partition(start)[2].partition(f"</{tag}>")[0]
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


def test_a_page_says_how_far_it_is(summary: Summary) -> None:
    seen: list[tuple[int, int]] = []
    to_html([summary], lambda done, total: seen.append((done, total)))
    assert seen == [(done, 20) for done in range(1, 21)]


def test_no_text_of_a_run_ends_the_data_or_is_lost(summary: Summary) -> None:
    html = to_html([summary])
    assert "<script>alert" not in html
    page = Page(html)
    texts = [text for record in page.records for _, text, _ in record["sources"]]
    assert any(EVIL in text for text in texts)
    assert json.loads(embed({EVIL: EVIL})) == {EVIL: EVIL}
    assert "<" not in embed({EVIL: [EVIL, "\udc80"]})
    assert json.loads(embed("\udc80")) == "\udc80"


def test_the_page_holds_numbers_policies_published_numbers_and_states(summary: Summary) -> None:
    (run,), (task,) = (Page(to_html([summary])).overview[part] for part in ("runs", "tasks"))
    assert run["name"] == "scripted"
    assert run["row"]["values"][0] == summary.metrics["breu"]
    assert run["manifest"]["data"]["files"][0]["sha256"] == summary.run.manifest.data.files[0].sha256
    names = {row["name"]: row for row in task["rows"]}
    assert names["always maintain"]["kind"] == "baseline"
    assert names["GPT-4 Turbo, prompt direct"]["values"][0] == pytest.approx(0.517, abs=5e-4)
    assert names["GPT-4 Turbo, prompt direct"]["same"] is False
    assert "Wilie et al. 2024, table A1" in names["GPT-4 Turbo, prompt direct"]["note"]
    assert sum(run["states"].values()) == 10


def test_every_item_has_its_proof_however_many_and_long_they_are(
    make_belief_data: Callable[[int], Path], tmp_path: Path, make_scripted: Callable[..., Any]
) -> None:
    pipeline = Pipeline("scripted", make_scripted(padding=1000))
    plan = Plan(find("belief-r/t1"), pipeline, tmp_path / "run", make_belief_data(100))
    page = Page(to_html([read_summary(execute(plan).path)]))
    assert len(page.html.encode()) < 1_000_000
    assert len(page.records) == 200
    assert all(len(record["runs"][0]["steps"]) == 4 for record in page.records)
    assert Counter(cell["status"] for cell in page.cells()) == {"correct": 50, "wrong": 150}


def test_a_proof_says_which_words_and_steps_each_step_rests_on() -> None:
    claim = RoleClaim("c2", "c1", Role.REQUIREMENT)
    p, q, r = Atom("p"), Atom("q"), Atom("r")
    trace = Trace(
        "belief",
        (
            Source("s1", "𝄞 if p then q"),
            Source("s2", "p"),
            Source("s3", "if r then q"),
            Source("s4", "s"),
        ),
        (
            PremiseStep("c1", Implies(p, q), Span("s1", 2, 13)),
            PremiseStep("f1", p, Span("s2", 0, 1)),
            PremiseStep("c2", Implies(r, q), Span("s3", 0, 11), new=True),
            PremiseStep("f2", Atom("s"), Span("s4", 0, 1)),
            EvidenceStep(claim, 1.0, "lexicon", "so", "accepted"),
            EvidenceStep(RoleClaim("c2", "c1", Role.ALTERNATIVE), 0.5, "lexicon", "so", "overruled", by=(5,)),
            RuleStep("weakening-by-requirement", (1, 3, 5), Implies(And((p, r)), q)),
            RetractionStep(1, (5,), 7),
            SolverStep("z3", (7, 2, 4), q, Verdict.REFUTED, core=(7, 2)),
            ConclusionStep(Verdict.REFUTED, (8, 9), goal=q),
        ),
    )
    steps = proof_of(trace)["steps"]
    assert [step["status"] for step in steps] == ["retracted", "", "", "", "accepted", "overruled", *[""] * 4]
    assert steps[0]["words"] == [["s1", 3, 14]], "in UTF-16 units"
    assert steps[4]["words"] == [["s3", 0, 11], ["s1", 3, 14]], (
        "evidence on a role speaks of both conditionals"
    )
    assert steps[6]["rests"] == [1, 3, 5]
    assert [step["used"] for step in steps] == [True, True, True, False, True, False, True, True, True, True]


def test_curves_take_answers_of_equal_confidence_together() -> None:
    sure = [(0.95, True), (0.8, True), (0.8, False), (0.12, False)]
    assert selective(sure, 8) == [[0.125, 1.0, 0.95], [0.375, 0.6667, 0.8], [0.5, 0.5, 0.12]]
    assert bins(sure) == [[0.12, 0.0, 1], [0.8, 0.5, 2], [0.95, 1.0, 1]]
    many = [(1 - place / 1000, True) for place in range(1000)]
    points = selective(many, 1000)
    assert len(points) <= POINTS
    assert points[-1][:2] == [1.0, 1.0]


def test_several_runs_share_items_and_are_compared_in_words(summary: Summary) -> None:
    page = Page(to_html([summary, summary]))
    assert len(page.records) == 10
    assert [run["letter"] for run in page.overview["runs"]] == ["A", "B"]
    assert page.cells(0) == page.cells(1)
    ((_, _, sentence),) = page.overview["tasks"][0]["sentences"]
    assert sentence.startswith("A and B have the same score on every item")


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
    with pytest.raises(UsageError, match="unknown format 'pdf'"):
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
