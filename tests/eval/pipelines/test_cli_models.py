"""Models on the command line, in real processes and against a real server: runs, kills, keys, errors."""

from __future__ import annotations

import importlib.util
import json
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from checking import complaints
from servers import Asked, Says, Serve, chat

from defeasible.eval.pipelines import Settings, build
from defeasible.eval.runner import Plan, execute
from defeasible.eval.summary import read_summary
from defeasible.eval.tasks import find
from defeasible.eval.verify import verify
from defeasible.reasoner.errors import RunError

SCRIPT = {f"shop number {n}": f"Final Answer [{'abc'[n % 3]}]." for n in range(5)}


@pytest.fixture
def script(cli: Any) -> str:
    (cli.folder / "s.json").write_text(json.dumps(SCRIPT))
    return "scripted:s.json"


def run(cli: Any, *arguments: str | Path) -> Any:
    done = cli("run", "--task", "belief-r/t1", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def made(name: str, out: Path, data: Path, **settings: object) -> Path:
    """A run with the scripted model, made in this process."""
    chosen = Settings(model=f"scripted:{out.parent / 's.json'}", **settings)  # type: ignore[arg-type]
    pipeline = build(name, chosen if name != "symbolic" else Settings())
    return execute(Plan(find("belief-r/t1"), pipeline, out, data)).path


def test_three_pipelines_stand_in_one_report(cli: Any, script: str, belief_data: Path) -> None:
    for name in ("neural", "symbolic"):
        made(name, cli.folder / name, belief_data)
    options = ["--pipeline", "hybrid", "--model", script, "--out", "hybrid"]
    result = run(cli, "--data-dir", belief_data, *options)
    config = result["manifest"]["config"]
    assert config["pipeline.model"] == script
    assert config["pipeline.fingerprint"].startswith("scripted ")
    assert config["pipeline.prompt"].startswith("direct@1:")
    assert result["metrics"]["model"]["calls"] == 10
    assert verify(cli.folder / "hybrid").ok
    done = cli("report", "neural", "symbolic", "hybrid", "--format", "html,md")
    assert done.returncode == 0, done.stderr
    table = (cli.folder / "neural" / "report.md").read_text(encoding="utf-8")
    assert "| belief-r/t1 | neural, direct, generate | scripted:" in table
    plain = cli("score", "neural").stdout
    assert "answered: 10 by the model; 10 model calls (0 cached)" in plain
    assert max(map(len, plain.splitlines())) <= 80


def test_a_run_with_a_model_goes_on_with_the_same_settings(cli: Any, script: str, belief_data: Path) -> None:
    settings: dict[str, object] = {"votes": 3, "calibration": 2.0, "prompt": "cot", "seed": 5}
    whole = read_summary(made("neural", cli.folder / "o", belief_data, **settings))
    log = cli.folder / "o" / "events.jsonl"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:7]))
    done = cli("resume", "o", "--json", "--batch", "3")
    assert done.returncode == 0, done.stderr
    again = json.loads(done.stdout)
    assert again["manifest"]["answered"] == 6
    assert again["metrics"]["model"] == whole.metrics["model"]
    assert again["manifest"]["config"] == whole.run.manifest.config


def test_examples_are_shown_and_another_choice_of_them_is_another_run(
    cli: Any, script: str, belief_data: Path
) -> None:
    options = ["--data-dir", str(belief_data), "--pipeline", "neural", "--model", script, "--out", "shown"]
    result = run(cli, *options, "--shots", "2", "--shots-by", "nearest")
    config = result["manifest"]["config"]
    assert config["pipeline.shots_version"].startswith("nearest(all):")
    plain = read_summary(made("neural", cli.folder / "plain", belief_data))
    # The prompts are longer by the examples.
    assert result["metrics"]["model"]["prompt_tokens"] > 2 * plain.answering.prompt_tokens
    again = cli("run", "--task", "belief-r/t1", *options, "--shots", "2")
    assert again.returncode == 2
    assert "pipeline.shots_by" in again.stderr


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"prompt": "cot"}, "pipeline.prompt"),
        ({"votes": 3}, "pipeline.votes"),
        ({"answer_by": "score"}, "pipeline.answer_by"),
        ({"seed": 1}, "pipeline.seed"),
        ({}, "pipeline.fingerprint"),
    ],
)
def test_other_settings_are_another_run(
    tmp_path: Path, belief_data: Path, changed: dict[str, object], field: str
) -> None:
    (tmp_path / "s.json").write_text(json.dumps(SCRIPT))
    made("neural", tmp_path / "o", belief_data)
    if not changed:
        (tmp_path / "s.json").write_text(json.dumps(SCRIPT | {"shop": "no"}))
    with pytest.raises(RunError, match=f"`{field}` was"):
        made("neural", tmp_path / "o", belief_data, **changed)


KEY = "sk-very-secret-0123456789"


def test_a_killed_run_goes_on_and_no_key_is_logged(
    cli: Any, belief_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server holds the third batch back until the process is killed, and says the key in a reply."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("HTTP_PROXY", raising=False)
    reached, answered = threading.Event(), Counter[str]()
    held = threading.Event()

    def act(asked: Asked) -> Says:
        text = json.dumps(asked.body, ensure_ascii=False)
        shop = text.partition("shop number ")[2][:1]
        answered[shop] += 1
        if shop == "2" and not held.is_set():
            reached.set()
            held.wait(60)
        words = f"My key is {asked.headers.get('authorization', KEY)}: none of them" if shop == "4" else None
        return chat(words or SCRIPT[f"shop number {shop}"])

    with Serve(act) as server:
        options = ["--pipeline", "neural", "--model", f"openai:{server.url}#m", "--batch", "2"]
        arguments = ["run", "--task", "belief-r/t1", "--data-dir", belief_data, *options, "--out", "o"]
        process = cli.start(*arguments, "--cache", "c.sqlite")
        assert reached.wait(60)
        process.kill()
        process.communicate()
        log = cli.folder / "o" / "events.jsonl"
        assert log.read_text().count('"event":"decision"') == 4
        held.set()
        done = cli("resume", "o", "--json", "--no-cache")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["manifest"]["answered"] == 6
        assert (answered["0"], answered["1"]) == (2, 2)
    counts = Counter(
        (event["event"], event["item"]) for event in map(json.loads, log.read_text().splitlines())
    )
    assert set(counts.values()) == {1}
    assert len(counts) == 20
    assert cli("check", "o").returncode == 0
    assert cli("report", "o", "--format", "html,md,json").returncode == 0
    outcomes = json.loads(cli("score", "o", "--json").stdout)["metrics"]["outcomes"]
    assert outcomes["invalid"] == 2
    for path in cli.folder.rglob("*"):
        if path.is_file():
            assert KEY.encode() not in path.read_bytes(), path


def test_kept_replies_are_not_asked_for_again(cli: Any, belief_data: Path) -> None:
    with Serve(lambda asked: chat("Final Answer [a].")) as server:
        options = ["--pipeline", "neural", "--model", f"openai:{server.url}#m", "--cache", "c.sqlite"]
        data: list[str | Path] = ["--data-dir", belief_data]
        first = run(cli, *data, *options, "--out", "1")
        asked = len(server.asked)
        second = run(cli, *data, *options, "--out", "2")
        assert len(server.asked) == asked
    assert first["metrics"]["model"]["cached"] == 0
    assert second["metrics"]["model"]["cached"] == 10
    assert second["metrics"]["breu"] == first["metrics"]["breu"]


def test_a_calibration_is_fitted_on_runs_of_one_model(cli: Any, script: str, belief_data: Path) -> None:
    made("neural", cli.folder / "n", belief_data)
    done = cli("calibrate", "n", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["n"] == 10
    made("neural", cli.folder / "m", belief_data, votes=3)
    assert "the runs differ in `pipeline.votes`: 1, 3" in cli("calibrate", "n", "m").stderr


def test_one_question_is_read_or_answered_by_a_model(cli: Any) -> None:
    (cli.folder / "s.json").write_text(
        json.dumps({"Which is bigger": "gizmo", "Suppose": "Final Answer [b]."})
    )
    model = ["--model", "scripted:s.json"]
    done = cli("ask", "--bigger", "gadget", "gizmo", "--pipeline", "neural", *model, "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert (said["answer"], said["verdict"], said["branch"]) == ("gizmo", "unproved", "neural")
    assert not complaints(json.dumps(said["trace"]))
    options = ["--option", "It is late.", "--option", "It is not late."]
    done = cli("ask", "It rains.", *options, "--pipeline", "neural", *model)
    assert done.stdout.startswith("answer: It is not late.\nverdict: UNPROVED\n")
    done = cli("ask", "It rains.", "--query", "It is late.", "--pipeline", "neural", *model)
    assert (done.returncode, "a model needs options to choose from" in done.stderr) == (2, True)
    done = cli("ask", "It rains.", "--query", "It rains.", *model)
    assert (done.returncode, "the script has no reply" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--model", "parrot"], "unknown model address 'parrot'"),
        (["--model", "scripted:nowhere.json"], "cannot read the script `nowhere.json`"),
        (["--model", "openai:http://me:secret@localhost/v1#m"], "user name or password"),
        (
            ["--model", "scripted:s.json", "--cache", "c", "--no-cache"],
            "`--cache` and `--no-cache` cannot be combined",
        ),
    ],
)
def test_what_cannot_work_is_said_before_anything_is_written(
    cli: Any, script: str, options: list[str], message: str
) -> None:
    done = cli("run", "--task", "belief-r/t1", "--pipeline", "neural", *options, "--out", "o")
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert message in done.stderr
    assert "secret" not in done.stderr
    assert not (cli.folder / "o").exists()


@pytest.mark.parametrize(
    ("model", "module", "line"),
    [
        ("hf:nowhere", "torch", "pip install 'defeasible[transformers]'"),
        ("gguf:x.gguf", "llama_cpp", "pip install 'defeasible[llamacpp]'"),
    ],
)
def test_a_missing_extra_says_the_pip_line(cli: Any, model: str, module: str, line: str) -> None:
    if importlib.util.find_spec(module):
        pytest.skip(f"{module} is installed")
    (cli.folder / "x.gguf").write_bytes(b"GGUF")
    done = cli("run", "--task", "belief-r/t1", "--pipeline", "neural", "--model", model)
    assert done.returncode == 2
    assert line in done.stderr


def test_a_model_is_asked_about_a_story(cli: Any) -> None:
    (cli.folder / "s.json").write_text(json.dumps(["no"]))
    told = ["Mia opened the window. Then she sang.", "--query", "The window is broken.", "--story"]
    done = cli("ask", *told, "--pipeline", "neural", "--model", "scripted:s.json", "--json")
    assert done.returncode == 0, done.stderr
    decision = json.loads(done.stdout)
    assert (decision["verdict"], decision["answer"], decision["branch"]) == ("unproved", "no", "neural")
    assert decision["trace"]["steps"][0]["options"] == ["yes", "no"]


def test_several_tasks_share_one_model(cli: Any) -> None:
    script = {"Which is bigger": "1", "State:": "yes", "Final Answer": "Final Answer [a]."}
    (cli.folder / "s.json").write_text(json.dumps(script))
    done = cli(
        "run", "--task", "belief-r/t,pasta/state", "--pipeline", "neural", "--model", "scripted:s.json",
        "--limit", "4", "--out", "o", "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [one["coverage"] for one in found] == [1.0, 1.0]
    prompts = [one["manifest"]["config"]["pipeline.prompt"].partition("@")[0] for one in found]
    assert prompts == ["direct", "direct"]
    assert len({one["manifest"]["config"]["pipeline.fingerprint"] for one in found}) == 1


def test_a_style_that_a_task_lacks_is_refused_before_anything_runs(cli: Any, script: str) -> None:
    tasks = ["--task", "belief-r/t,ccons/nocontext", "--prompt", "plan-and-solve"]
    done = cli("run", *tasks, "--pipeline", "neural", "--model", script, "--out", "o")
    assert done.returncode == 2
    assert "unknown style 'plan-and-solve' of ccons" in done.stderr
    assert not (cli.folder / "o").exists()
