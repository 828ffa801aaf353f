"""Shards: what they answer, and that merged they are the run of one process."""

from __future__ import annotations

import importlib.util
import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from defeasible.eval.inspection.items import items_of
from defeasible.eval.merging import merge
from defeasible.eval.pipelines import Pipeline, Settings, build
from defeasible.eval.runlog.files import sole_writer
from defeasible.eval.runlog.rundir import RunDir, pack_run
from defeasible.eval.runlog.shards import Shard
from defeasible.eval.runner import Interrupted, Plan, execute
from defeasible.eval.runs import read_run
from defeasible.eval.summary import summarise
from defeasible.eval.tasks import find
from defeasible.llm.backend import Request
from defeasible.llm.scripted import Scripted as Model
from defeasible.reasoner.errors import RunError, UsageError

TASK = find("belief-r/t1")
Run = Callable[..., RunDir]


@pytest.fixture
def run(belief_data: Path, tmp_path: Path, make_scripted: Callable[..., Any]) -> Run:
    """Runs the ten items, or a shard of them, with an answerer that changes its mind with the item."""

    def run(name: str, shard: Shard | None = None, *, answerer: Any = None, **changes: Any) -> RunDir:
        pipeline = changes.pop("pipeline", None) or Pipeline("scripted", answerer or make_scripted(), {})
        plan = Plan(TASK, pipeline, tmp_path / name, belief_data, shard=shard, **changes)
        return execute(plan)

    return run


def lines(path: Path) -> list[dict[str, Any]]:
    """The log without the times at which answers were made."""
    found = [json.loads(line) for line in (path / "events.jsonl").read_text().splitlines()]
    return [{k: v for k, v in line.items() if k not in ("at", "seconds")} for line in found]


def reply(request: Request) -> str:
    return f"Final Answer [{'ABC'[sum(map(ord, str(request))) % 3]}]."


def numbers(run: RunDir) -> dict[str, Any]:
    """All that is said of a run, without its times."""
    found = summarise(run).to_json()
    return {key: value for key, value in found.items() if key not in ("seconds", "manifest")}


@pytest.mark.parametrize("count", [1, 3, 10])
def test_parts_are_consecutive_and_all(count: int) -> None:
    items = list(range(10))
    parts = [Shard(index, count).part(items) for index in range(1, count + 1)]
    assert [item for part in parts for item in part] == items
    assert {len(part) for part in parts} <= {10 // count, 10 // count + 1}


@pytest.mark.parametrize("count", [1, 3])
def test_merged_shards_are_the_run_of_one_process(run: Run, tmp_path: Path, count: int) -> None:
    neural = build("neural", Settings(), asking=TASK.asking, model=Model(reply), batch=2, cache=False)
    whole = run("whole", pipeline=neural)
    for index in range(count, 0, -1):
        run(f"shards/{index}", Shard(index, count), pipeline=neural)
    merged = merge([tmp_path / "shards"], tmp_path / "merged")
    assert (merged.path / "items.jsonl").read_bytes() == (whole.path / "items.jsonl").read_bytes()
    assert lines(merged.path) == lines(whole.path)
    assert numbers(merged) == numbers(whole)
    assert merged.finished
    blamed = [
        [(i.case.id, str(i.ground), i.blame) for i in items_of(read_run(found.path))]
        for found in (merged, whole)
    ]
    assert blamed[0] == blamed[1]
    assert merged.manifest.shard is None
    assert merged.manifest.config_hash == whole.manifest.config_hash


def test_a_merged_run_can_be_extended_like_any_other(
    run: Run, tmp_path: Path, make_scripted: Callable[..., Any]
) -> None:
    for index in (1, 2):
        run(f"s{index}", Shard(index, 2), limit=6)
    merge([tmp_path / "s1", tmp_path / "s2"], tmp_path / "merged")
    rest = make_scripted()
    assert len(run("merged", answerer=rest).scores) == 10
    assert rest.asked == 4


def test_a_shard_that_was_cut_short_leaves_its_items_pending(
    run: Run, tmp_path: Path, make_scripted: Callable[..., Any]
) -> None:
    run("s1", Shard(1, 2))
    with pytest.raises(Interrupted):
        run("s2", Shard(2, 2), answerer=make_scripted(stop_at=3))
    log = tmp_path / "s2" / "events.jsonl"
    log.write_bytes(log.read_bytes() + b'{"event":"deci')
    pack_run(tmp_path / "s1")
    merged = merge([tmp_path / "s2", tmp_path / "s1"], tmp_path / "merged")
    assert (len(merged.scores), len(merged.pending), merged.finished) == (7, 3, False)
    rest = make_scripted()
    assert len(run("merged", answerer=rest).scores) == 10
    assert rest.asked == 3


def test_what_failed_stays_aside(run: Run, tmp_path: Path) -> None:
    for index in (1, 2):
        run(f"s{index}", Shard(index, 2))
        (tmp_path / f"s{index}" / "failed.jsonl").write_text(f"{index}\n")
    merge([tmp_path / "s1", tmp_path / "s2"], tmp_path / "merged")
    assert (tmp_path / "merged" / "failed.jsonl").read_text() == "1\n2\n"


def _shards(run: Run, count: int = 3, **changes: Any) -> list[Path]:
    return [run(f"s{index}", Shard(index, count), **changes).path for index in range(1, count + 1)]


@pytest.mark.parametrize(
    ("chosen", "fault"),
    [
        ((0, 2, 2), "missing shards: 2 of 3"),
        ((0, 1, 2, 3), "are both shard 2/3"),
    ],
)
def test_a_merge_needs_each_shard_once(run: Run, tmp_path: Path, chosen: Sequence[int], fault: str) -> None:
    paths = [*_shards(run), tmp_path / "copy"]
    shutil.copytree(paths[1], paths[3])
    with pytest.raises(RunError, match=fault):
        merge([paths[place] for place in chosen], tmp_path / "merged")
    assert not (tmp_path / "merged").exists()
    assert not list(tmp_path.glob(".merged*"))


def test_shards_of_other_runs_are_refused(run: Run, tmp_path: Path) -> None:
    paths = _shards(run)
    others = {
        "to different runs: seed": run("seed", Shard(1, 3), seed=1).path,
        "shard 1/2 with limit None": run("half", Shard(1, 2)).path,
        "shard 1/3 with limit 9": run("nine", Shard(1, 3), limit=9).path,
        "is not a shard": run("all").path,
    }
    for fault, other in others.items():
        with pytest.raises(RunError, match=fault):
            merge([paths[1], other, paths[2]], tmp_path / "merged")


def test_a_merge_writes_over_nothing(run: Run, tmp_path: Path) -> None:
    paths = _shards(run)
    (tmp_path / "merged").mkdir()
    (tmp_path / "merged" / "thesis.tex").write_text("dear")
    with pytest.raises(RunError, match="already exists and is not empty"):
        merge(paths, tmp_path / "merged")
    with pytest.raises(UsageError, match="no run in"):
        merge([tmp_path / "merged"], tmp_path / "other")


def test_a_shard_that_is_written_to_is_not_merged(run: Run, tmp_path: Path) -> None:
    paths = _shards(run)
    with sole_writer(paths[1]), pytest.raises(RunError, match="another process is writing"):
        merge(paths, tmp_path / "merged")


def test_a_shard_is_continued_as_itself_alone(run: Run) -> None:
    run("s", Shard(1, 3))
    with pytest.raises(RunError, match="holds shard 1/3, not shard 2/3"):
        run("s", Shard(2, 3))
    with pytest.raises(RunError, match="holds shard 1/3, not a whole run"):
        run("s")
    with pytest.raises(RunError, match="holds shard 1/3 with another `--limit`"):
        run("s", Shard(1, 3), limit=4)


@pytest.mark.parametrize(
    ("text", "environ", "shard"),
    [
        ("2/8", {}, Shard(2, 8)),
        ("slurm", {"ID": "0", "MIN": "0", "COUNT": "4"}, Shard(1, 4)),
        ("slurm", {"ID": "7", "MIN": "1", "STEP": "2", "COUNT": "4"}, Shard(4, 4)),
    ],
)
def test_a_shard_has_a_name(text: str, environ: dict[str, str], shard: Shard) -> None:
    assert Shard.parse(text, {f"SLURM_ARRAY_TASK_{k}": v for k, v in environ.items()}) == shard


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("0/8", "invalid shard 0/8"),
        ("9/8", "invalid shard 9/8"),
        ("1", "invalid shard '1'"),
        ("slurm", "needs a number in SLURM_ARRAY_TASK_ID"),
    ],
)
def test_what_names_no_shard_is_refused(text: str, fault: str) -> None:
    with pytest.raises(UsageError, match=fault):
        Shard.parse(text, {})


def test_more_shards_than_items_are_refused(run: Run) -> None:
    with pytest.raises(UsageError, match="cannot split 10 items into 11 shards"):
        run("s", Shard(1, 11))


def test_the_commands(cli: Any, belief_data: Path) -> None:
    one = ("run", "--task", "belief-r/t1", "--data-dir", belief_data)
    for index in (1, 2):
        done = cli(*one, "--out", "s", "--shard", f"{index}/2", "--json")
        assert (done.returncode, json.loads(done.stdout)["n"]) == (0, 5), done.stderr
    again = cli("resume", "s/shard-2-of-2", "--json")
    assert "5 items done before, 0 now" in again.stderr
    merged = json.loads(cli("merge", "m", "s", "--json").stdout)
    cli(*one, "--out", "w")
    whole = json.loads(cli("score", "w", "--json").stdout)
    assert (merged["metrics"], merged["baselines"]) == (whole["metrics"], whole["baselines"])
    assert "sharded runs need `--out`" in cli(*one, "--shard", "1/2").stderr


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="no ray")
def test_a_cluster_of_processes_makes_the_run_of_one(
    cli: Any, run: Run, belief_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    one = ("run", "--task", TASK.name, "--data-dir", belief_data, "--roles", "stated")
    quiet = type("Quiet", (type(cli),), {"environment": cli.environment | {"PYTHONWARNINGS": ""}})(
        cli.folder, cli.warm
    )
    done = quiet(*one, "--executor", "ray", "--workers", "2", "--out", "r", "--json")
    assert done.returncode == 0, done.stderr
    assert "2 shards on 1 machines" in done.stderr
    whole = run("w", pipeline=build("symbolic", Settings(roles="stated"), asking=TASK.asking))
    assert lines(cli.folder / "r") == lines(whole.path)
    found = json.loads(done.stdout)
    assert {name: found[name] for name in numbers(whole)} == json.loads(json.dumps(numbers(whole)))
    assert found["manifest"]["sessions"] == 3  # two shards and the merge
