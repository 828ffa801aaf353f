"""`resume --failed`: what failed for no fault of the question is asked again, and nothing is lost."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from servers import Asked, Says, Serve, chat, error

from defeasible.eval.cases import Status
from defeasible.eval.pipelines import Pipeline
from defeasible.eval.runlog import RunDir
from defeasible.eval.runlog.rundir import pack_run, set_failed_aside
from defeasible.eval.runner import Plan, execute
from defeasible.eval.tasks import find
from defeasible.reasoner.errors import RunError
from defeasible.reasoner.verdict import Verdict


@pytest.fixture
def plan(belief_data: Path, tmp_path: Path, make_scripted: Callable[..., Any]) -> Callable[..., Plan]:
    """Makes plans over the ten items into the same folder."""

    def make(**fields: object) -> Plan:
        pipeline = Pipeline("scripted", make_scripted(**fields), {})
        return Plan(find("belief-r/t1"), pipeline, tmp_path / "run", belief_data)

    return make


def test_what_raised_is_asked_again_and_its_lines_are_kept(plan: Callable[..., Plan]) -> None:
    first = execute(plan(stop_at=3, stop_with=ValueError))
    (raised,) = [o.case.id for o in first.outcomes() if o.status is Status.ERROR]
    before = (first.path / "events.jsonl").read_text().splitlines()
    assert set_failed_aside(first.path) == 1
    aside = (first.path / "failed.jsonl").read_text().splitlines()
    assert [json.loads(line)["event"] for line in aside] == ["decision", "score"]
    assert {json.loads(line)["item"] for line in aside} == {raised}
    assert sorted(aside + (first.path / "events.jsonl").read_text().splitlines()) == sorted(before)
    again = plan()
    run = execute(again)
    assert again.pipeline.answerer.asked == 1  # type: ignore[attr-defined]
    assert not any(o.status is Status.ERROR for o in RunDir.read(run.path).outcomes())


def test_timeouts_are_asked_again_and_other_outcomes_are_not(plan: Callable[..., Plan]) -> None:
    path = execute(plan(verdict=Verdict.TIMEOUT)).path
    assert set_failed_aside(path) == 10
    execute(plan(verdict=Verdict.UNPARSED))
    assert set_failed_aside(path) == 0
    assert len((path / "failed.jsonl").read_text().splitlines()) == 20


def test_a_packed_log_stays_packed(plan: Callable[..., Plan]) -> None:
    path = execute(plan(stop_at=3, stop_with=ValueError)).path
    pack_run(path)
    assert set_failed_aside(path) == 1
    assert len(gzip.decompress((path / "events.jsonl.gz").read_bytes()).splitlines()) == 18
    assert len(RunDir.read(path).pending) == 1
    execute(plan())
    assert not RunDir.read(path).pending


def test_a_torn_last_line_stays_as_it_is(plan: Callable[..., Plan]) -> None:
    path = execute(plan(stop_at=3, stop_with=ValueError)).path
    log = path / "events.jsonl"
    log.write_bytes(log.read_bytes()[:-9])
    assert set_failed_aside(path) == 1
    run = RunDir.read(path)
    assert run.torn is not None
    assert len(run.pending) == 2


def test_an_altered_log_is_refused_and_stays(plan: Callable[..., Plan]) -> None:
    path = execute(plan(stop_at=3, stop_with=ValueError)).path
    log = path / "events.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"status":"error"', b'"status":"wrong"'))
    before = log.read_bytes()
    with pytest.raises(RunError, match="was altered"):
        set_failed_aside(path)
    assert log.read_bytes() == before
    assert not (path / "failed.jsonl").exists()


def test_a_server_that_was_down_is_asked_again(
    cli: Any, belief_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the hybrid pipeline, where logic decided without the model meanwhile."""
    monkeypatch.delenv("HTTP_PROXY", raising=False)
    down = True

    def act(asked: Asked) -> Says:
        shop = json.dumps(asked.body).partition("shop number ")[2][:1]
        return error("no such key", 401) if down and shop in "13" else chat("Final Answer [a].")

    with Serve(act) as server:
        options = ["--pipeline", "hybrid", "--model", f"openai:{server.url}#m", "--no-cache"]
        options += ["--calibration", "1"]  # with less it would be asked fresh items first
        arguments = ["run", "--task", "belief-r/t1", "--data-dir", belief_data, *options, "--out", "o"]
        done = cli(*arguments, "--json", "--fail-on-error", "1")
        assert done.returncode == 0, done.stderr
        refused = json.loads(done.stdout)["metrics"]["model"]["failures"]["rejected"]
        assert refused
        down = False
        asked = len(server.asked)
        done = cli("resume", "o", "--failed", "--no-cache", "--json")
        assert done.returncode == 0, done.stderr
        assert f"retrying {refused} failed items" in done.stderr
        assert json.loads(done.stdout)["metrics"]["model"]["failures"] == {}
        assert len(server.asked) == asked + refused
    assert cli("check", "o").returncode == 0
