"""`benchmarks/kills.py`: a few kills, and that it sees what it is to see."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import kills
from defeasible.eval.pipelines import build
from defeasible.eval.runs import read_run
from defeasible.eval.tasks import find
from defeasible.llm.cache import Cache, cached


def test_eight_killed_processes_lose_nothing_and_pay_nothing_twice(tmp_path: Path) -> None:
    report = kills.killed(8, 1, tmp_path)
    assert report.kills == 8
    assert report.faults == []


def test_a_log_that_is_forgotten_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetting(folder: Path, out: Path) -> Path:
        if (log := out / "events.jsonl").exists():
            log.write_bytes(b"")
        return execute(folder, out)

    execute: Callable[[Path, Path], Path] = kills._execute
    monkeypatch.setattr(kills, "_execute", forgetting)
    monkeypatch.setattr(kills, "LONGEST", 2 * kills.LONGEST)
    report = kills.killed(4, 1, tmp_path)
    assert any("lines are lost" in fault for fault in report.faults)


def test_an_answer_that_is_paid_again_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def asking_all_again(folder: Path, out: Path) -> Path:
        if (out / "manifest.json").exists():
            model = cached(kills.Paid(folder / "ledger"), Cache(folder / "other.sqlite"))
            again = build("neural", asking=find(kills.TASK).asking, model=model)
            again.decide_many([case.question for case in read_run(out).cases])
        return execute(folder, out)

    execute: Callable[[Path, Path], Path] = kills._execute
    monkeypatch.setattr(kills, "_execute", asking_all_again)
    report = kills.killed(2, 1, tmp_path)
    assert any("paid again" in fault for fault in report.faults)
