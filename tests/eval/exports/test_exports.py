"""Exports hold what the log holds, and Every Eval Ever accepts its files by its own schemas."""

from __future__ import annotations

import csv
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import defeasible.eval as library
from defeasible.eval.exports import export
from defeasible.eval.pipelines import Settings, build
from defeasible.eval.runner import Plan, execute
from defeasible.eval.tasks import find
from defeasible.llm.scripted import Scripted as Model
from defeasible.reasoner.errors import RunError, UsageError
from defeasible.reasoner.verdict import Verdict

SCHEMAS = Path(__file__).resolve().parents[2] / "data" / "every_eval_ever"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs of the built-in suite: `logic`, and `model`, which answers A."""
    task, folder = find("belief-r/t1"), tmp_path_factory.mktemp("runs")
    execute(Plan(task=task, pipeline=build("symbolic", asking=task.asking), out=folder / "logic"))
    model = Model(lambda _: "Final Answer [A].")
    neural = build("neural", Settings(), asking=task.asking, model=model, cache=False)
    execute(Plan(task=task, pipeline=neural, out=folder / "model"))
    return folder


def test_tables_hold_every_item(folder: Path, tmp_path: Path) -> None:
    runs = library.load(folder / "logic", folder / "model").runs
    as_csv, as_lines, as_parquet = export(runs, ["csv", "jsonl", "parquet"], tmp_path)
    with as_csv.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    lines = [json.loads(line) for line in as_lines.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == len(lines) == sum(len(run.cases) for run in runs)
    for run in runs:
        mine = [line for line in lines if line["run"].startswith(run.manifest.pipeline)]
        assert [line["item"] for line in mine] == [case.id for case in run.cases]
        assert [line["score"] for line in mine] == [outcome.score for outcome in run.outcomes()]
    pandas = pytest.importorskip("pandas", reason="needs the extra `frames`")
    assert len(pandas.read_parquet(as_parquet)) == len(lines)


def test_printed_tables_hold_every_item_on_a_line(folder: Path, tmp_path: Path) -> None:
    runs = library.load(folder / "logic", folder / "model").runs
    markdown, latex = (path.read_text() for path in export(runs, ["md", "latex"], tmp_path))
    head, rule, *lines = markdown.splitlines()
    assert {line.replace("\\|", "").count("|") for line in (head, rule, *lines)} == {8}
    cells = [[cell.strip() for cell in line.split(" | ")] for line in lines]
    planned = [(case.id, case.gold) for run in runs for case in run.cases]
    assert [(line[1], line[2]) for line in cells] == planned
    assert any("right if" in line[6] for line in cells)
    body = latex.partition("\\endhead\n")[2].partition("\\hline")[0].splitlines()
    assert [line.split(" & ")[1] for line in body] == [item for item, _ in planned]
    assert all(line.endswith(" \\\\") for line in body)


def test_every_eval_ever_accepts_the_files(folder: Path, tmp_path: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="needs jsonschema")
    runs = library.load(folder / "logic", folder / "model").runs
    paths = export(runs, ["every-eval-ever"], tmp_path)
    assert len(paths) == 4
    scores, items = (
        json.loads((SCHEMAS / name).read_text(encoding="utf-8"))
        for name in ("eval.schema.json", "instance_level_eval.schema.json")
    )
    for run, path, samples in zip(runs, paths[::2], paths[1::2], strict=True):
        document = json.loads(path.read_text(encoding="utf-8"))
        jsonschema.validate(document, scores)
        detailed = document["detailed_evaluation_results"]
        assert detailed["checksum"] == hashlib.sha256(samples.read_bytes()).hexdigest()
        lines = samples.read_text(encoding="utf-8").splitlines()
        assert len(lines) == detailed["total_rows"] == len(run.cases)
        for line in lines:
            jsonschema.validate(json.loads(line), items)
            assert json.loads(line)["evaluation_id"] == document["evaluation_id"]


def test_frames_and_one_call_that_replays_a_failure(folder: Path) -> None:
    pytest.importorskip("pandas", reason="needs the extra `frames`")
    found = library.load(folder / "logic")
    items = found.items()
    assert len(items) == len(found.runs[0].cases)
    assert set(items.groupby("modus")["score"].mean().index) == {"ponens", "tollens"}
    scores = found.scores()
    assert {"run", "baseline", "published"} <= set(scores["kind"])
    failure = found.failures()[0]
    again = found.replay(failure.case.id[:10])
    assert failure.event is not None
    assert (again.verdict, again.answer) == (failure.event.verdict, failure.event.answer)
    assert again.verdict is not Verdict.UNPARSED


def test_what_cannot_be_replayed_or_found_is_refused(folder: Path) -> None:
    found = library.load(folder / "model")
    with pytest.raises(UsageError, match="the model that reads or answers"):
        found.replay(found.runs[0].cases[0].id)
    with pytest.raises(UsageError, match="items start with ''"):
        library.load(folder / "logic").replay("")
    with pytest.raises(UsageError, match="no runs given"):
        library.load()
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        library.nothing  # type: ignore[attr-defined] # noqa: B018 - asked for


def test_a_run_and_a_comparison_from_python(folder: Path, tmp_path: Path) -> None:
    stated = library.run("belief-r/t1", out=tmp_path / "stated", roles="stated")
    (pair,) = library.compare(folder / "logic", stated).pairs
    assert pair.result.n == len(stated.runs[0].cases)
    with pytest.raises(UsageError, match="unknown setting"):
        library.run("belief-r/t1", out=tmp_path / "x", rolls="stated")


def test_unknown_formats_and_folders_that_cannot_be_written(folder: Path, tmp_path: Path) -> None:
    runs = library.load(folder / "logic").runs
    with pytest.raises(UsageError, match="unknown format 'xls'"):
        export(runs, ["xls"], tmp_path)
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(RunError, match="cannot write to"):
        export(runs, ["csv"], tmp_path / "file")


def test_the_command(cli: Any, folder: Path) -> None:
    done = cli("export", folder / "logic", "--format", "csv,every-eval-ever", "--out", "x")
    assert done.returncode == 0, done.stderr
    assert all((cli.folder / line).exists() for line in done.stdout.splitlines())
    assert len(done.stdout.splitlines()) == 3
