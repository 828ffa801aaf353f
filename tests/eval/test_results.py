"""The page of results: made from runs alone, the same for the same runs, and nothing on it by hand."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from defeasible.eval.cli.results import command
from defeasible.eval.comparison import compare
from defeasible.eval.comparison.words import sentence
from defeasible.eval.pipelines import Settings, build
from defeasible.eval.report.results import Result, to_page
from defeasible.eval.runner import Plan, execute
from defeasible.eval.summary import read_summary
from defeasible.eval.table import rows
from defeasible.eval.tasks import TASKS
from defeasible.eval.verify import Checked, verify
from defeasible.llm.scripted import Scripted
from defeasible.reasoner.checker import Report
from defeasible.reasoner.errors import UsageError

ARGV = ("/somewhere/bin/defeasible", "run", "--task", "one of them", "--out", "a run")


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A run of every task on the built-in suite, and one more of `belief-r/t1` with other roles."""
    folder = tmp_path_factory.mktemp("runs")
    settings = {name: Settings() for name in TASKS} | {"belief-r/t1 stated": Settings(roles="stated")}
    for name, setting in settings.items():
        task = TASKS[name.partition(" ")[0]]
        execute(Plan(task, build("symbolic", setting, asking=task.asking), _place(folder, name), argv=ARGV))
    return {name: _place(folder, name) for name in settings}


def _place(folder: Path, name: str) -> Path:
    return folder / re.sub(r"\W", "-", name)


@pytest.fixture(scope="module")
def results(runs: dict[str, Path]) -> dict[str, Result]:
    return {name: Result(read_summary(path), verify(path)) for name, path in runs.items()}


@pytest.fixture(scope="module")
def page(results: dict[str, Result]) -> str:
    return to_page(list(results.values()))


def test_the_same_runs_make_the_same_page_in_any_order(results: dict[str, Result], page: str) -> None:
    assert to_page(list(results.values())[::-1]) == page


@pytest.mark.parametrize("task", TASKS)
def test_a_task_stands_there_with_its_score_its_baselines_and_its_note(
    task: str, results: dict[str, Result], page: str
) -> None:
    part = page.partition(f"\n## {task}\n")[2].partition("\n## ")[0]
    summary = results[task].summary
    assert f"{summary.metrics[summary.task.headline[0]]:.3f}" in part
    for name in summary.baselines:
        assert re.search(rf"^\| {re.escape(name)}\b.*\| baseline \|$", part, re.MULTILINE)
    assert all(text in part for text in (summary.task.note, summary.task.caution))
    assert all(row.note in part for row in rows(summary))


def test_runs_of_the_same_items_share_a_table_and_are_told_apart_by_their_settings(page: str) -> None:
    part = page.partition("\n## belief-r/t1\n")[2].partition("\n## ")[0]
    assert part.count("\n### ") == 1
    assert [*re.findall(r"^\| \*\*(.*?)\*\*", part, re.MULTILINE)] == [
        "symbolic, lexicon",
        "symbolic, stated",
    ]


def test_runs_of_the_same_items_are_compared_in_pairs(results: dict[str, Result], page: str) -> None:
    (pair,) = compare([results[name].run for name in ("belief-r/t1", "belief-r/t1 stated")]).pairs
    told = sentence(pair, letters=["*symbolic, lexicon*", "*symbolic, stated*"])
    assert page.count(f"\n- {told}\n") == 1
    assert page.count("Pairs of runs on these items") == 1


def test_of_many_pairs_those_that_cannot_be_told_apart_are_counted(
    results: dict[str, Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("defeasible.eval.report.results.MOST_PAIRS", 0)
    two = [results[name] for name in ("belief-r/t1", "belief-r/t1 stated")]
    (pair,) = compare([result.run for result in two]).pairs
    told = sentence(pair, letters=["*symbolic, lexicon*", "*symbolic, stated*"])
    page = to_page(two)
    assert (told in page) is pair.separable
    assert ("\n- 1 pairs are not separable.\n" in page) is not pair.separable


def test_what_a_model_took_is_told(tmp_path: Path) -> None:
    task = TASKS["belief-r/t"]
    model = Scripted(lambda request: "Final Answer [a].")
    run = execute(Plan(task, build("neural", asking=task.asking, model=model), tmp_path / "run", argv=ARGV))
    asked = len(run.cases)
    told = re.findall(r"^Model: (.*)\.$", to_page([Result(read_summary(run.path), verify(run.path))]), re.M)
    assert len(told) == 1
    assert re.fullmatch(rf"{asked} calls for {asked} items \(0 kept\), [\d,]+ tokens read, .* s", told[0])


def test_each_run_says_how_to_repeat_it_what_it_learned_from_and_what_became_of_the_items(
    results: dict[str, Result], page: str
) -> None:
    assert page.count("\ndefeasible run --task 'one of them' --out 'a run'\n") == len(results)
    assert "/somewhere" not in page
    assert page.count("Learned from data: nothing, no weight is fitted.") == len(results)
    manifest = results["ccons/context"].run.manifest
    assert f"`{manifest.data.files[0].path}` {manifest.data.files[0].sha256[:12]}" in page
    verified = re.findall(r"Proofs: ([\d,]+) verified, 0 failed", page)
    assert len(verified) == len(results)


def test_what_logic_leaves_open_is_counted_in_the_open(results: dict[str, Result], page: str) -> None:
    undecided = results["pasta/state"].summary.metrics["outcomes"]
    assert isinstance(undecided, dict)
    assert undecided["undecided"] > 0
    assert f"{undecided['undecided']} undecided" in page


def test_reasons_are_counted_without_the_words_that_they_quote(results: dict[str, Result]) -> None:
    result = results["belief-r/t"]
    reasons = (
        "nothing is found in the query `It isn't shut.`",
        "nothing is found in the query `Ann waits`",
        "a language model's word: 'It isn\\'t shut' is not what was asked for",
        "a language model's word: \"It isn't shut\" is not what was asked for",
        "the time ran out for step 7",
        "the time ran out for step 12, 13, 4",
    )
    checked = tuple(Checked(str(n), Report(unproved=(why,))) for n, why in enumerate(reasons))
    page = to_page([replace(result, verification=replace(result.verification, checked=checked))])
    assert (
        "6 decisions without one (2 a language model's word: … is not what was asked for, "
        "2 nothing is found in the query …, 2 the time ran out for a step)."
    ) in page


@pytest.mark.parametrize("name", ["results.md", "results-models.md"])
def test_the_pages_of_the_docs_quote_no_sentence_of_the_benchmarks(name: str, open_data: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / name).read_text(encoding="utf-8")
    files = (path for path in open_data.rglob("*") if path.suffix in {".csv", ".json", ".jsonl", ".tsv"})
    texts = _plain(" ".join(path.read_text(encoding="utf-8") for path in files))
    quoted = [a or b for a, b in re.findall(r"`([^`\n]{12,})`|'([^'\n]{12,})'", page)]
    assert not [text for text in quoted if len(_plain(text).split()) > 3 and _plain(text) in texts]


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def test_every_row_of_a_table_has_as_many_cells_as_its_head(page: str) -> None:
    for table in re.findall(r"(?:^\|.*\n)+", page, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1, table


def test_a_run_that_is_not_finished_is_refused(runs: dict[str, Path], tmp_path: Path) -> None:
    cut = tmp_path / "cut"
    shutil.copytree(runs["belief-r/t"], cut)
    lines = (cut / "events.jsonl").read_bytes().splitlines(keepends=True)
    (cut / "events.jsonl").write_bytes(b"".join(lines[:-2]))
    with pytest.raises(UsageError, match=r"1 of .* items .* have no score"):
        to_page([Result(read_summary(cut), verify(cut))])
    with pytest.raises(UsageError, match="no runs"):
        to_page([])


def test_the_command_takes_a_folder_of_runs(runs: dict[str, Path], page: str, tmp_path: Path) -> None:
    out = tmp_path / "results.md"
    folder = runs["belief-r/t"].parent
    done = CliRunner().invoke(command, [str(folder), "--out", str(out)], catch_exceptions=False)
    assert done.output == f"{out}: {len(runs)} runs\n"
    assert out.read_text(encoding="utf-8") == page


def test_a_page_has_the_title_that_it_is_given(results: dict[str, Result], page: str) -> None:
    titled = to_page(list(results.values()), "Results of a model")
    assert titled.partition("\n")[0] == "# Results of a model"
    assert titled.partition("\n")[2] == page.partition("\n")[2]


def test_a_note_stands_above_the_overview(results: dict[str, Result], page: str) -> None:
    noted = to_page(list(results.values()), note="It is small.")
    before, _, after = noted.partition("\n\nIt is small.\n\n")
    assert after.startswith("| task |")
    assert f"{before}\n\n{after}" == page
