"""Where output goes: pipes that close, full disks, poor encodings, closed streams, odd terminals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from defeasible.eval.tasks import TASKS

CAFE = ("ask", "If the café opens then it rains. The café opens.", "--query", "It rains.")


@pytest.fixture
def command(cli: Any) -> Any:
    """Runs the command with its streams and environment as given."""

    def run(*arguments: str | bytes, env: dict[str, str] | None = None, **streams: Any) -> Any:
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams
        done = subprocess.run(
            [sys.executable, "-m", "defeasible.eval", *arguments],
            cwd=cli.folder,
            env=cli.environment | (env or {}),
            check=False,
            timeout=120,
            **streams,
        )
        assert b"Traceback" not in (done.stderr or b"")
        assert b"Exception ignored" not in (done.stderr or b"")
        return done

    return run


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["ls", "tasks"],
        ["schema", "trace"],
        ["run", "--task", "belief-r/t", "--out", "o", "--json"],
    ],
    ids=["help", "table", "json", "run"],
)
def test_a_reader_that_goes_away_ends_the_process_silently(command: Any, arguments: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = command(*arguments, stdout=write)
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (-signal.SIGPIPE, b"")  # a shell calls it 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", [["--help"], ["ls", "tasks"], ["ls", "tasks", "--json"]])
def test_output_that_cannot_be_written_is_an_error(command: Any, arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = command(*arguments, stdout=full)
        assert done.returncode == 2
        assert done.stderr == b"error: cannot read or write the output: No space left on device\n"
        assert command("score", "nowhere", stdout=full, stderr=full).returncode == 2


@pytest.mark.parametrize("redirection", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_do_not_matter(cli: Any, redirection: str) -> None:
    line = f'"{sys.executable}" -m defeasible.eval run --task belief-r/t --limit 4 --out o {redirection}'
    done = subprocess.run(
        ["sh", "-c", line], cwd=cli.folder, env=cli.environment, capture_output=True, check=False, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(cli("score", "o", "--json").stdout)["coverage"] == 1.0


def test_signs_that_the_encoding_lacks_are_shown_as_codes(command: Any) -> None:
    done = command(*CAFE, env={"PYTHONIOENCODING": "latin-1"})
    assert done.returncode == 0
    text = done.stdout.decode("latin-1")
    assert "the café opens" in text
    assert "a1 \\u2192 a2" in text


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_json_is_json_in_any_encoding(command: Any, encoding: str) -> None:
    done = command(*CAFE, "--json", env={"PYTHONIOENCODING": encoding})
    document = json.loads(done.stdout.decode(encoding))
    assert document["trace"]["sources"][1]["text"] == "The café opens."


def test_an_argument_that_is_not_text_is_refused(command: Any) -> None:
    for arguments in (
        ["run", "--task", "belief-r/t", "--out", b"bad\xff"],
        ["ask", b"\xff.", "--query", "q"],
    ):
        done = command(*arguments, env={"LC_ALL": "C.UTF-8"})
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"error: the argument '" in done.stderr
        assert b"is not text in the encoding of this locale" in done.stderr


@pytest.mark.parametrize("columns", ["0", "80", "200", "many"])
def test_tables_fit_in_80_columns_whatever_the_terminal_says(command: Any, columns: str) -> None:
    lines = command("ls", "tasks", env={"COLUMNS": columns}).stdout.decode().splitlines()
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == list(TASKS)
    assert max(map(len, lines)) <= 80


def test_a_folder_of_any_name_is_resumed_by_the_line_that_is_printed(cli: Any) -> None:
    done = cli("run", "--task", "belief-r/t", "--limit", "4", "--out", "größe 大/it's a run")
    printed = done.stdout.splitlines()[-1].split("`")[1]
    arguments = printed.removeprefix("defeasible ")
    again = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -m defeasible.eval {arguments}'],
        cwd=cli.folder,
        env=cli.environment,
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert again.returncode == 0, again.stderr
    assert (cli.folder / "größe 大" / "it's a run" / "report.html").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["run", "--task", "ccons/context", "--subset", "easy", "--subset", "hard"],
            "'--subset' was given 2",
        ),
        (["run", "--task", "belief-r/t", "--task", "belief-r/t1"], "'--task' was given 2 times"),
        (["ask", "It rains.", "--query", "It rains.", "--query", "It pours."], "'--query' was given 2 times"),
        (["run", "--task", "belief-r/t", "--timeout", "inf"], "timeout must be a positive number, got inf"),
        (["run", "--task", "belief-r/t", "--timeout", "nan"], "timeout must be a positive number, got nan"),
        (
            ["ask", "It rains.", "--query", "It rains.", "--timeout", "inf"],
            "timeout must be a positive number, got inf",
        ),
        (
            ["ask", "It rains.", "--query", "It rains.", "--timeout", "-1"],
            "timeout must be a positive number, got -1.0",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_options_that_cannot_be_meant_are_refused(cli: Any, arguments: list[str], message: str) -> None:
    done = cli(*arguments, "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


@pytest.mark.parametrize(
    ("content", "code", "message"),
    [
        ("", 2, "is not JSON"),
        ("[" * 100_000, 2, "is not JSON"),
        ("3", 2, "expected a trace of schema `defeasible.trace/1`"),
        ('{"schema": "defeasible.run/1"}', 2, "got 'defeasible.run/1'"),
        ('{"schema": "defeasible.trace/2"}', 2, "got 'defeasible.trace/2'"),
        ('{"schema": "defeasible.trace/1"}', 1, "malformed trace at task"),
        ('{"schema": "defeasible.trace/1", "task": "size", "sources": [], "steps": []}', 1, "no seal"),
    ],
    ids=["empty", "deep", "a number", "a manifest", "newer", "malformed", "unsealed"],
)
def test_check_says_what_is_no_trace_and_what_is_no_proof(
    cli: Any, content: str, code: int, message: str
) -> None:
    (cli.folder / "t.json").write_text(content)
    done = cli("check", "t.json")
    assert done.returncode == code
    assert message in (done.stderr if code == 2 else done.stdout)


def test_check_refuses_an_answer_beside_another_proof(cli: Any) -> None:
    printed = cli("ask", "--bigger", "house", "cat", "--json").stdout
    (cli.folder / "t.json").write_text(printed)
    assert cli("check", "t.json").returncode == 0
    (cli.folder / "t.json").write_text(printed.replace('"entailed"', '"refuted"', 1))
    done = cli("check", "t.json")
    assert done.returncode == 1
    assert "it proves verdict `entailed`, the decision says `refuted`" in done.stdout


def test_score_and_report_say_what_is_not_answered(cli: Any) -> None:
    cli("run", "--task", "belief-r/t", "--limit", "4", "--out", "o")
    log = cli.folder / "o" / "events.jsonl"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:4]))
    for arguments in (["score", "o"], ["report", "o"]):
        done = cli(*arguments)
        assert done.returncode == 0
        assert "2 of 4 items have no score and count as wrong" in done.stderr
        assert "its log was truncated; `defeasible resume o` continues it" in done.stderr
    done = cli("check", "o")
    assert done.returncode == 1
    assert "FAILED: the run was finished, but 2 items have no score in the log" in done.stdout
    assert cli("resume", "o").returncode == 0
    assert cli("check", "o").returncode == 0


def test_data_that_moved_are_needed_to_go_on_but_not_to_score(cli: Any, belief_data: Path) -> None:
    run = ["run", "--task", "belief-r/t", "--data-dir", belief_data, "--out", "o"]
    assert cli(*run, "--limit", "4").returncode == 0
    moved = belief_data.rename(belief_data.with_name("elsewhere"))
    for arguments in (["score", "o"], ["check", "o"], ["report", "o"]):
        assert cli(*arguments).returncode == 0
    done = cli("resume", "o")
    assert done.returncode == 2
    assert f"are no longer in `{belief_data}`\n  hint: pass their location" in done.stderr
    assert "4 items done before, 0 now" in cli("resume", "o", "--data-dir", moved).stderr
