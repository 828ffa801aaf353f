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
    assert _seen("lines are lost", tmp_path)


def test_an_answer_that_is_paid_again_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def asking_all_again(folder: Path, out: Path) -> Path:
        if (out / "manifest.json").exists():
            model = cached(kills.Paid(folder / "ledger"), Cache(folder / "other.sqlite"))
            again = build("neural", asking=find(kills.TASK).asking, model=model)
            again.decide_many([case.question for case in read_run(out).cases])
        return execute(folder, out)

    execute: Callable[[Path, Path], Path] = kills._execute
    monkeypatch.setattr(kills, "_execute", asking_all_again)
    assert _seen("paid again", tmp_path)


def _seen(fault: str, folder: Path) -> bool:
    """Return whether some kills show a fault; a kill before anything was logged shows nothing."""
    for seed in range(20):
        (here := folder / str(seed)).mkdir()
        if any(fault in found for found in kills.killed(2, seed, here).faults):
            return True
    return False
