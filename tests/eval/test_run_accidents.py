"""Accidents of runs in one process: a clock that jumps, two writers, folders and files that refuse."""

from __future__ import annotations

import itertools
import json
import resource
from collections import Counter
from collections.abc import Callable
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from defeasible.eval.cli import run as command
from defeasible.eval.runlog import RunDir
from defeasible.eval.runner import Interrupted, Plan, execute
from defeasible.eval.summary import summarise
from defeasible.reasoner.errors import RunError

Make: TypeAlias = Callable[..., Any]


def events(out: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (out / "events.jsonl").read_text().splitlines()]


def once_each(out: Path, n: int) -> bool:
    counts = Counter((e["event"], e["item"]) for e in events(out))
    return len(counts) == 2 * n and set(counts.values()) == {1}


def test_a_clock_that_jumps_changes_no_answer_and_no_order(
    plan: Callable[..., Plan], make_scripted: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = execute(plan(out=plan().out.with_name("honest")))
    jumps = itertools.cycle([1e9, -5.0, 4e9, 0.0, 1.7e9])
    monkeypatch.setattr("time.time", lambda: next(jumps))
    with pytest.raises(Interrupted):
        execute(plan(make_scripted(stop_at=4)))
    manifest = plan().out / "manifest.json"
    began = json.loads(manifest.read_text())["sessions"][0]["started"]
    manifest.write_text(manifest.read_text().replace(began, "2099-01-01T00:00:00+00:00"))
    execute(plan())
    run = RunDir.read(plan().out)
    assert len({decision.at for decision in run.decisions.values()}) == 5
    assert min(decision.seconds for decision in run.decisions.values()) >= 0
    assert min(session.seconds for session in run.manifest.sessions) >= 0
    assert list(run.decisions) == list(honest.decisions)
    assert summarise(run).metrics == summarise(honest).metrics


def test_a_second_run_of_one_second_has_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Still(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Still:
            return cls(2026, 1, 2, 3, 4, 5, tzinfo=tz)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "datetime", Still)
    first = command.default_out("belief-r/t")
    assert first.name == "belief-r-t-20260102-030405"
    first.mkdir(parents=True)
    assert command.default_out("belief-r/t").name == f"{first.name}-2"


def test_two_processes_do_not_write_one_run(plan: Callable[..., Plan], make_scripted: Make) -> None:
    class Nested(type(make_scripted())):  # type: ignore[misc]
        def decide(self, *args: object, **kwargs: object) -> object:
            with pytest.raises(RunError, match="another process is writing"):
                execute(plan())
            return super().decide(*args, **kwargs)

    assert len(execute(plan(Nested())).scores) == 10


def test_out_below_a_file_is_a_run_error(plan: Callable[..., Plan], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match=r"cannot write the run directory .*: Not a directory"):
        execute(plan(out=tmp_path / "file" / "run"))


def test_a_file_that_may_grow_no_more_says_what_is_saved(
    plan: Callable[..., Plan], make_scripted: Make
) -> None:
    # A real failure of the system's write(), at many places: the kernel cuts the line at the limit.
    whole = execute(plan(make_scripted(), out=plan().out.with_name("whole"))).path
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    total = (whole / "events.jsonl").stat().st_size
    others = max(file.stat().st_size for file in whole.iterdir() if file.name != "events.jsonl")
    for limit in range(others + 100, total, 371):
        out = plan().out.with_name(f"full{limit}")
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
        try:
            with pytest.raises(RunError, match=r"File too large; \d of 10 items are saved in ") as raised:
                execute(plan(out=out))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        saved = len(RunDir.read(out).scores)
        assert f"{saved} of 10 items" in str(raised.value)
        assert "hint: free space, then `defeasible resume" in str(raised.value)
        execute(plan(make_scripted(), out=out))
        assert once_each(out, 10)
