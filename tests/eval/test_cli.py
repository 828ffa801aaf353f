"""The command line as a user meets it: real processes, the JSON contract, exit codes, 80 columns."""

from __future__ import annotations

import json
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from defeasible.datasets.builtin import data_dir
from defeasible.eval.tasks import TASKS

CONTRACT = {
    "task",
    "pipeline",
    "n",
    "coverage",
    "metrics",
    "baselines",
    "published",
    "seconds",
    "manifest",
}


@pytest.mark.parametrize("task", TASKS)
def test_run_prints_one_json_object_and_writes_the_run(cli: Any, task: str) -> None:
    done = cli("run", "--task", task, "--pipeline", "symbolic", "--out", "o", "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert set(result) == CONTRACT
    assert (result["task"], result["pipeline"]) == (task, "symbolic")
    headline = set(TASKS[task].headline)
    assert headline <= set(result["metrics"])
    assert result["n"] == len(TASKS[task].load(data_dir()))
    assert 0 <= result["coverage"] <= 1
    assert set(result["baselines"]) == set(TASKS[task].policies)
    for metrics in result["baselines"].values():
        assert headline <= set(metrics)
    assert set(result["published"]) == {"file", "sha256"}
    manifest = result["manifest"]
    assert manifest["state"] == "finished"
    assert {"git", "packages", "solvers", "data", "seeds", "argv", "python", "os", "cpu"} <= set(manifest)
    assert {p.name for p in (cli.folder / "o").iterdir()} >= {"manifest.json", "items.jsonl", "events.jsonl"}
    again = json.loads(cli("score", "o", "--json").stdout)
    assert again["metrics"] == result["metrics"]


@pytest.mark.parametrize("task", TASKS)
def test_a_run_is_the_same_whatever_the_hash_seed(
    cli: Any, monkeypatch: pytest.MonkeyPatch, task: str
) -> None:
    subset = ["--subset", "hard"] if TASKS[task].subsets else []
    drawn = ["--limit", "9", "--seed", "3", "--timeout", "60"]  # none may run out of time on a busy machine
    seen = []
    for seed in ("0", "4242"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        done = cli("run", "--task", task, *drawn, *subset, "--out", seed, "--json")
        assert done.stdout.count("\n") == 1
        result = json.loads(done.stdout, parse_constant=pytest.fail)  # no NaN, no Infinity
        events = [json.loads(line) for line in (cli.folder / seed / "events.jsonl").read_text().splitlines()]
        timed = [{k: v for k, v in event.items() if k not in ("at", "seconds")} for event in events]
        items = (cli.folder / seed / "items.jsonl").read_bytes()
        seen.append((result["metrics"], result["baselines"], timed, items))
    assert seen[0] == seen[1]


def test_run_table_fits_in_80_columns_and_names_its_folder(cli: Any) -> None:
    done = cli("run", "--task", "belief-r/t1", "--limit", "10")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    (folder,) = (cli.folder / "runs").iterdir()
    assert folder.name.startswith("belief-r-t1-")
    lines = done.stdout.splitlines()
    assert max(len(line) for line in lines[:-1]) <= 80
    assert str(Path("runs") / folder.name) in lines[-1]
    for name in ("symbolic", "always update", "always maintain", "majority", "GPT-4 Turbo"):
        assert any(name in line for line in lines), name


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "--task", "belief"], "error: unknown task 'belief'"),
        (["run", "--task", "belief-r/t", "--pipeline", "neural"], "the pipeline `neural` needs a model"),
        (["run", "--task", "belief-r/t", "--pipeline", "best"], "unknown pipeline 'best'"),
        (["run", "--task", "belief-r/t", "--subset", "easy"], "has no subsets"),
        (["run", "--task", "ccons/context", "--split", "dev"], "has no splits"),
        (["run", "--task", "belief-r/t", "--data-dir", "nowhere"], "nowhere"),
        (["run", "--task", "belief-r/t", "--limit", "0"], "limit must be at least 1, got 0"),
        (["run", "--task", "belief-r/t", "--out", "/dev/null/run"], "cannot write the run directory"),
        (["score", "nowhere"], "is not a run directory"),
        (["resume", "nowhere"], "is not a run directory"),
        (["report", "nowhere"], "is not a run directory"),
        (["check", "nowhere"], "cannot read `nowhere`"),
        (["ask", "It rains."], "premises without a question"),
        (["data", "ls", "--data-dir", "nowhere"], "nowhere"),
    ],
    ids=lambda value: " ".join(value[:4]) if isinstance(value, list) else "",
)
def test_errors_go_to_stderr_with_exit_code_2(cli: Any, arguments: list[str], message: str) -> None:
    json_too = [] if arguments[0] == "report" else ["--json"]
    done = cli(*arguments, *json_too)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("error: ")
    assert message in done.stderr


def test_an_empty_file_is_an_error_that_names_it(cli: Any, belief_data: Path) -> None:
    file = belief_data / "belief_r" / "basic_time_t.csv"
    file.write_text("")
    done = cli("run", "--task", "belief-r/t", "--data-dir", belief_data, "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "basic_time_t.csv" in done.stderr


def test_a_longer_limit_extends_a_run_and_a_second_run_asks_nothing(cli: Any) -> None:
    run = ["run", "--task", "belief-r/t", "--out", "o", "--json"]
    few = json.loads(cli(*run, "--limit", "6").stdout)
    assert few["n"] == 6
    done = cli(*run)
    everything = json.loads(done.stdout)
    assert everything["n"] == everything["manifest"]["answered"] + 6 > 6
    assert "6 items done before" in done.stderr
    again = cli(*run)
    assert json.loads(again.stdout)["manifest"]["answered"] == 0
    assert json.loads(again.stdout)["metrics"] == everything["metrics"]


def test_roles_can_come_from_nowhere_and_are_part_of_a_run(cli: Any) -> None:
    """Without evidence every conditional stands as stated: no belief is ever given up."""
    arguments = ["run", "--task", "belief-r/t1", "--out", "r", "--limit", "20", "--json"]
    metrics = json.loads(cli(*arguments, "--roles", "stated").stdout)["metrics"]
    assert (metrics["bu_acc"], metrics["bm_acc"]) == (0.0, 1.0)
    other = cli(*arguments, "--roles", "lexicon")
    assert other.returncode == 2
    assert "pipeline.roles" in other.stderr


def test_check_passes_a_run_and_fails_an_altered_proof(cli: Any) -> None:
    assert cli("run", "--task", "belief-r/t1", "--out", "o").returncode == 0
    done = cli("check", "o", "--json")
    assert done.returncode == 0, done.stdout
    found = json.loads(done.stdout)
    assert found["failing"] == []
    assert found["checked"] == len(TASKS["belief-r/t1"].load(data_dir()))
    assert (found["failed"], found["verified"] + found["unproved"]) == (0, found["checked"])
    assert found["verified"] > 0
    assert set(found["items"].values()) <= {"verified", "unproved"}
    log = cli.folder / "o" / "events.jsonl"
    first, rest = log.read_text(encoding="utf-8").split("\n", 1)
    event = json.loads(first)
    event["trace"]["steps"].pop(0)
    log.write_text(json.dumps(event) + "\n" + rest, encoding="utf-8")
    done = cli("check", "o")
    assert done.returncode == 1
    assert f"FAILED {event['item']}: " in done.stdout


def test_ask_about_beliefs(cli: Any) -> None:
    text = "If it rains then the match is off. It rains."
    done = cli("ask", text, "--query", "The match is off.")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("answer: The match is off.\nverdict: ENTAILED\n")
    assert "therefore  ENTAILED" in done.stdout
    done = cli("ask", text, "--option", "The match is off.", "--option", "The match is not off.", "--json")
    decision = json.loads(done.stdout)
    assert (decision["answer"], decision["verdict"]) == ("The match is off.", "entailed")
    (cli.folder / "d.json").write_text(done.stdout)
    assert cli("check", "d.json").returncode == 0
    done = cli("ask", text, "--new", "If the pitch is wet then the match is off.", "--json")
    assert json.loads(done.stdout)["before"] == "entailed"


def test_ask_about_sizes(cli: Any) -> None:
    context = "There is a house inside a light bulb."
    done = cli("ask", "--context", context, "--bigger", "house", "light bulb", "--json")
    assert json.loads(done.stdout)["answer"] == "light bulb"


def test_several_tasks_run_one_after_another(cli: Any) -> None:
    chosen = ["--task", "pasta/state,ccons/nocontext", "--variant", "subset", "--subset", "hard"]
    done = cli("run", *chosen, "--limit", "3", "--out", "o", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [(one["task"], one["n"]) for one in found] == [("pasta/state", 3), ("ccons/nocontext", 3)]
    configs = [one["manifest"]["config"] for one in found]
    assert [(one["subset"], one["variant"]) for one in configs] == [(None, "subset"), ("hard", None)]
    assert sorted(path.name for path in (cli.folder / "o").iterdir()) == ["ccons-nocontext", "pasta-state"]
    again = cli("resume", "o/pasta-state", "--json")
    assert json.loads(again.stdout)["manifest"]["answered"] == 0


def test_several_pipelines_run_side_by_side(cli: Any) -> None:
    (cli.folder / "s.json").write_text(json.dumps({"": "(a)"}), encoding="utf-8")
    model = ["--model", "scripted:s.json", "--parser", "grammar", "--out", "o"]
    command = ["run", "--task", "belief-r/t,ccons/context", "--pipeline", "all", *model, "--limit", "4"]
    done = cli(*command)
    assert done.returncode == 0, done.stderr
    last = [line.split() for line in done.stdout.splitlines()[-3:]]
    assert last[0] == ["task", "measure", "items", "neural", "symbolic", "hybrid", "tokens"]
    assert [row[:3] for row in last[1:]] == [["belief-r/t", "acc_t", "4"], ["ccons/context", "accuracy", "4"]]
    manifests = [json.loads(path.read_text()) for path in sorted(cli.folder.glob("o/*/*/manifest.json"))]
    assert [one["pipeline"] for one in manifests] == ["hybrid"] * 2 + ["neural"] * 2 + ["symbolic"] * 2
    assert ["pipeline.model" in one["config"] for one in manifests] == [True] * 4 + [False] * 2
    again = cli(*command, "--json")
    assert [one["manifest"]["answered"] for one in json.loads(again.stdout)] == [0] * 6


def test_of_several_pipelines_those_that_a_task_makes_impossible_are_passed_over(cli: Any) -> None:
    (cli.folder / "s.json").write_text(json.dumps({"": "(a)"}), encoding="utf-8")
    options = ["--prompt", "cloze", "--limit", "2", "--out", "o"]
    done = cli(
        "run", "--task", "belief-r/t,ccons/context", "--pipeline", "symbolic,neural",
        "--model", "scripted:s.json", "--parser", "grammar", *options,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "skipped: belief-r/t, neural: " in done.stderr
    assert sorted(path.name for path in (cli.folder / "o" / "neural").iterdir()) == ["ccons-context"]
    alone = cli("run", "--task", "belief-r/t", "--pipeline", "all", *options)
    assert alone.returncode == 2
    assert "the pipeline `neural` needs a model" in alone.stderr


def test_of_several_tasks_those_without_files_are_passed_over(cli: Any, belief_data: Path) -> None:
    options = ["--data-dir", belief_data, "--out", "o"]
    done = cli("run", "--task", "belief-r/t,ccons/context", *options)
    assert done.returncode == 0, done.stderr
    assert f"skipped: ccons/context: no files in `{belief_data}`" in done.stderr
    assert [path.name for path in (cli.folder / "o").iterdir()] == ["belief-r-t"]
    for wanted in ("ccons/context", "ccons"):
        alone = cli("run", "--task", wanted, "--data-dir", belief_data, "--out", "p")
        assert alone.returncode == 2
        assert "`defeasible data get ccons" in alone.stderr


def test_a_choice_that_no_task_has_is_refused_before_anything_runs(cli: Any) -> None:
    done = cli("run", "--task", "belief-r", "--split", "dev", "--out", "o")
    assert done.returncode == 2
    assert "task `belief-r/t` has no splits" in done.stderr
    assert not (cli.folder / "o").exists()


def test_ls_tasks_lists_every_task(cli: Any) -> None:
    listed = json.loads(cli("ls", "tasks", "--json").stdout)
    assert [task["name"] for task in listed["tasks"]] == list(TASKS)
    plain = cli("ls", "tasks").stdout
    assert all(name in plain for name in TASKS)
    assert max(map(len, plain.splitlines())) <= 80


@pytest.mark.parametrize("part", ["events", "items", "manifest", "trace"])
def test_schemas_are_printed(cli: Any, part: str) -> None:
    schema = json.loads(cli("schema", part).stdout)
    assert schema["$id"].endswith(f"#{part}")
    assert "properties" in schema or "oneOf" in schema


def test_help_is_cheap(cli: Any, make_belief_data: Callable[[int], Path]) -> None:
    def cost() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = cli("--help")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert "Commands:" in done.stdout
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    assert min(cost() for _ in range(3)) <= 0.2
