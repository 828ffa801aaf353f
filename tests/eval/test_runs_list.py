"""`defeasible runs ls`: what it says of runs, and an index that is never the truth."""

from __future__ import annotations

import json
import shutil
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from defeasible.eval import runindex
from defeasible.eval.pipelines import Pipeline
from defeasible.eval.runindex import INDEX, listed
from defeasible.eval.runner import Plan, execute
from defeasible.eval.tasks import find
from defeasible.reasoner.errors import UsageError


@pytest.fixture
def runs(tmp_path: Path, belief_data: Path, make_scripted: Callable[..., Any]) -> Path:
    """A folder with two runs of one task, of ten items each."""
    for name, choose in (("a", 0), ("deep/b", 1)):
        pipeline = Pipeline("scripted", make_scripted(choose=choose), {"choose": choose})
        execute(Plan(find("belief-r/t"), pipeline, tmp_path / "runs" / name, belief_data))
    return tmp_path / "runs"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the runs whose logs were read."""
    names: list[str] = []
    look = runindex._look

    def noting(path: Path, name: str, seen: str) -> runindex.Listed:
        names.append(name)
        return look(path, name, seen)

    monkeypatch.setattr(runindex, "_look", noting)
    return names


def test_runs_are_listed_with_their_settings_and_scores(runs: Path) -> None:
    a, b = listed(runs)
    assert (a.path, b.path) == ("a", "deep/b")
    assert (a.task, a.pipeline, a.settings["pipeline.choose"]) == ("belief-r/t", "scripted", 0)
    assert (a.planned, a.scored, a.state, a.metric) == (10, 10, "finished", "acc_t")
    assert (a.value, b.value) == (0.5, 0.5)
    assert a.low is not None
    assert a.low < 0.5


def test_only_what_changed_is_read_again(runs: Path, read: list[str]) -> None:
    first = listed(runs)
    assert listed(runs) == first
    assert read == ["a", "deep/b"]
    log = runs / "a" / "events.jsonl"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:4]))
    changed, same = listed(runs)
    assert read == ["a", "deep/b", "a"]
    assert (changed.scored, same) == (2, first[1])
    shutil.rmtree(runs / "deep")
    assert [run.path for run in listed(runs)] == ["a"]
    listed(runs, rebuild=True)
    assert read[3:] == ["a"]


def test_a_damaged_index_is_made_again(runs: Path) -> None:
    truth = listed(runs)
    index = runs / INDEX
    whole = index.read_bytes()
    assert sqlite3.connect(index).execute("SELECT count(*) FROM runs").fetchone() == (2,)
    for place in range(0, len(whole), 401):
        index.write_bytes(whole[:place] + bytes([whole[place] ^ 0x5A]) + whole[place + 1 :])
        assert listed(runs) == truth, place
    for content in (b"", b"no database", whole[: len(whole) // 2]):
        index.write_bytes(content)
        assert listed(runs) == truth
        assert index.read_bytes() == whole


def test_an_altered_index_is_not_believed(runs: Path) -> None:
    truth = listed(runs)
    with sqlite3.connect(runs / INDEX) as index:
        index.execute("UPDATE runs SET value = 0.99")
    index.close()
    assert listed(runs) == truth


def test_an_index_of_another_version_is_made_again(
    runs: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    listed(runs)
    monkeypatch.setattr(runindex, "__version__", "99")
    listed(runs)
    assert read == ["a", "deep/b"] * 2


def test_lists_made_at_once_agree_and_leave_a_whole_index(runs: Path) -> None:
    truth = listed(runs)
    found: list[list[runindex.Listed]] = []

    def look() -> None:
        found.extend(listed(runs, rebuild=True) for _ in range(5))

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [truth] * 20
    assert {run.path for run in runindex._read(runs / INDEX)} == {"a", "deep/b"}
    assert [path.name for path in runs.iterdir() if path.name.startswith(".")] == [INDEX]


def test_a_folder_that_takes_no_index_is_listed_all_the_same(
    runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, content: bytes) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(runindex, "write_atomically", refuse)
    assert len(listed(runs)) == 2
    assert not (runs / INDEX).exists()


def test_a_run_that_cannot_be_read_is_named_beside_the_others(cli: Any, runs: Path) -> None:
    (runs / "a" / "items.jsonl").write_text("altered\n")
    done = cli("runs", "ls", runs, "--json")
    assert done.returncode == 0, done.stderr
    broken, fine = json.loads(done.stdout)["runs"]
    assert broken.keys() == {"path", "fault"}
    assert "line 1 is not an item" in broken["fault"]
    assert (fine["path"], fine["scored"], fine["config"]["pipeline.choose"]) == ("deep/b", 10, 1)
    shown = cli("runs", "ls", runs).stdout
    assert "deep/b" in shown
    assert "line 1 is not an item" in " ".join(shown.split())


def test_a_run_that_was_killed_is_open(runs: Path) -> None:
    manifest = runs / "a" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"finished"', '"running"'))
    assert [run.state for run in listed(runs)] == ["open", "finished"]


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not exist"):
        listed(tmp_path / "none")
