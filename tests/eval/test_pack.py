"""A packed log is smaller and reads as the plain one did."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from defeasible.eval.pipelines import Pipeline
from defeasible.eval.runlog import RunDir
from defeasible.eval.runlog.rundir import pack_run
from defeasible.eval.runner import Interrupted, Plan, execute
from defeasible.eval.summary import summarise
from defeasible.eval.tasks import find
from defeasible.eval.verify import verify
from defeasible.reasoner.errors import RunError


@pytest.fixture
def plan(belief_data: Path, tmp_path: Path, make_scripted: Callable[..., Any]) -> Callable[..., Plan]:
    """Makes plans over the ten items into the same folder."""

    def make(answerer: object = None) -> Plan:
        pipeline = Pipeline("scripted", answerer or make_scripted(), {"choose": 0})  # type: ignore[arg-type]
        return Plan(find("belief-r/t1"), pipeline, tmp_path / "run", belief_data)

    return make


def test_a_packed_run_scores_and_checks_as_before(plan: Callable[..., Plan]) -> None:
    run = execute(plan())
    plain, before = (run.path / "events.jsonl").read_bytes(), summarise(RunDir.read(run.path)).to_json()
    checked = verify(run.path).checked
    told, packed = pack_run(run.path)
    assert (told, packed) == (len(plain), (run.path / "events.jsonl.gz").stat().st_size)
    assert packed < len(plain) / 4
    assert not (run.path / "events.jsonl").exists()
    assert gzip.decompress((run.path / "events.jsonl.gz").read_bytes()) == plain
    assert summarise(RunDir.read(run.path)).to_json() == before
    assert verify(run.path).checked == checked
    assert pack_run(run.path) == (told, packed), "packing twice changes nothing"


def test_a_packed_run_goes_on(plan: Callable[..., Plan], make_scripted: Callable[..., Any]) -> None:
    with pytest.raises(Interrupted):
        execute(plan(make_scripted(stop_at=4)))
    path = plan().out
    pack_run(path)
    rest = make_scripted()
    run = execute(plan(rest))
    assert rest.asked == 7
    assert summarise(RunDir.read(run.path)).coverage == 1
    pack_run(path)
    assert len(gzip.decompress((path / "events.jsonl.gz").read_bytes()).splitlines()) == 20
    assert summarise(RunDir.read(run.path)).coverage == 1


def test_a_crash_between_packing_and_removing_loses_and_doubles_nothing(
    plan: Callable[..., Plan], make_scripted: Callable[..., Any]
) -> None:
    with pytest.raises(Interrupted):
        execute(plan(make_scripted(stop_at=4)))
    log = plan().out / "events.jsonl"
    plain = log.read_bytes()
    pack_run(log.parent)
    log.write_bytes(plain)  # as if the process had died before it removed the log
    assert len(RunDir.read(log.parent).scores) == 3
    run = execute(plan())
    assert len(RunDir.read(run.path).scores) == 10
    assert log.read_bytes().count(b"\n") == 14, "the lines that were packed are in one file only"


def test_a_torn_log_is_not_packed(plan: Callable[..., Plan]) -> None:
    log = execute(plan()).path / "events.jsonl"
    log.write_bytes(log.read_bytes()[:-5])
    with pytest.raises(
        RunError, match="last line is incomplete\n  hint: `defeasible resume` continues after it"
    ):
        pack_run(log.parent)


def test_a_damaged_packed_log_is_named(plan: Callable[..., Plan]) -> None:
    path = execute(plan()).path
    pack_run(path)
    packed = path / "events.jsonl.gz"
    packed.write_bytes(packed.read_bytes()[:-9])
    with pytest.raises(RunError, match=r"cannot unpack `.*events.jsonl.gz`"):
        RunDir.read(path)


def test_what_is_no_run_is_not_packed(tmp_path: Path) -> None:
    with pytest.raises(RunError):
        pack_run(tmp_path)
