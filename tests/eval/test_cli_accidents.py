"""Accidents in mid-run: kill -9, Ctrl-C, a full disk. Real processes, real signals, a real file system."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

PAIRS = 300
PATIENCE = 300
"""Seconds after which a process counts as hung, on a machine as busy as may be."""


@pytest.fixture
def run(make_belief_data: Callable[[int], Path]) -> list[str]:
    """A run of 600 items: long enough to be hit in the middle."""
    data = make_belief_data(PAIRS)
    return ["run", "--task", "belief-r/t", "--data-dir", str(data), "--out", "o", "--json"]


@pytest.fixture
def heeds_interrupts() -> Iterator[None]:
    """A shell that starts the suite in the background makes it ignore SIGINT, and commands inherit that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def wait_for_lines(log: Path, wanted: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while not log.exists() or log.read_bytes().count(b"\n") < wanted:
        assert time.monotonic() < deadline, "the run did not get that far"
        time.sleep(0.002)


def saved_items(log: Path) -> int:
    """How many scores are written to their end; the last line may be torn."""
    return sum(
        b'"event":"score"' in line and line.endswith(b"\n")
        for line in log.read_bytes().splitlines(keepends=True)
    )


def assert_each_item_once(out: Path, n: int) -> None:
    counts: Counter[tuple[str, str]] = Counter()
    for line in (out / "events.jsonl").read_text(encoding="utf-8").splitlines():
        event = json.loads(line)
        counts[event["event"], event["item"]] += 1
    assert len(counts) == 2 * n
    assert set(counts.values()) == {1}


def test_a_killed_run_resumes_with_every_item_exactly_once(cli: Any, run: list[str]) -> None:
    process = cli.start(*run)
    log = cli.folder / "o" / "events.jsonl"
    for lines in (PAIRS // 3, 3 * PAIRS // 2):
        wait_for_lines(log, lines)
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        saved = log.read_bytes().count(b"\n")
        assert lines <= saved < 4 * PAIRS, "the kill came after the run's end"
        scored = json.loads(cli("score", "o", "--json").stdout)
        assert scored["n"] == 2 * PAIRS
        assert 0 < scored["metrics"]["outcomes"]["missing"] < 2 * PAIRS
        process = cli.start("resume", "o", "--json")
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    result = json.loads(out)
    assert result["n"] == 2 * PAIRS
    assert result["metrics"]["outcomes"]["missing"] == 0
    assert result["manifest"]["sessions"] == 3
    assert_each_item_once(cli.folder / "o", 2 * PAIRS)


@pytest.mark.usefixtures("heeds_interrupts")
def test_ctrl_c_saves_says_how_to_go_on_and_exits_130(cli: Any, run: list[str]) -> None:
    process = cli.start(*run)
    log = cli.folder / "o" / "events.jsonl"
    wait_for_lines(log, PAIRS // 2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert out == ""
    assert "Traceback" not in err
    saved = saved_items(log)
    assert f"error: interrupted; {saved} of {2 * PAIRS} items are saved in `o`" in err
    assert "`defeasible resume o` continues from there" in err
    assert (
        json.loads((cli.folder / "o" / "manifest.json").read_text())["sessions"][-1]["state"] == "interrupted"
    )
    done = cli("resume", "o", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["coverage"] == 1.0
    assert_each_item_once(cli.folder / "o", 2 * PAIRS)


def test_a_file_size_limit_in_mid_run_ends_well(cli: Any, run: list[str]) -> None:
    done = cli(*run, limit=500_000)
    assert (done.returncode, done.stdout) == (2, "")
    assert "error: cannot write to `o`: File too large; " in done.stderr
    assert "free space, then `defeasible resume o`" in done.stderr
    saved = saved_items(cli.folder / "o" / "events.jsonl")
    assert 0 < saved < 2 * PAIRS
    assert f"{saved} of {2 * PAIRS} items are saved" in done.stderr
    resumed = cli("resume", "o", "--json")
    assert resumed.returncode == 0, resumed.stderr
    assert_each_item_once(cli.folder / "o", 2 * PAIRS)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 1 MB, where this user may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.geteuid() != 0:
        pytest.skip("mounting a small file system needs root")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip(f"cannot mount a small file system: {mounted.stderr.decode().strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_in_mid_run_ends_well(cli: Any, run: list[str], small_disk: Path) -> None:
    run[run.index("o")] = str(small_disk / "o")
    done = cli(*run)
    assert (done.returncode, done.stdout) == (2, "")
    assert "No space left on device; " in done.stderr
    log = small_disk / "o" / "events.jsonl"
    saved = saved_items(log)
    assert 0 < saved < 2 * PAIRS
    assert f"{saved} of {2 * PAIRS} items are saved in `{small_disk / 'o'}`" in done.stderr
    assert json.loads(cli("score", small_disk / "o", "--json").stdout)["metrics"]["outcomes"]["missing"] > 0


def test_a_second_writer_is_refused_and_harms_nothing(cli: Any, run: list[str]) -> None:
    process = cli.start(*run)
    wait_for_lines(cli.folder / "o" / "events.jsonl", 200)
    second = cli("resume", "o")
    assert process.poll() is None, "the second came after the end of the first"
    assert second.returncode == 2
    assert "another process is writing to `o`" in second.stderr
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert_each_item_once(cli.folder / "o", 2 * PAIRS)


def test_a_read_only_run_can_be_looked_at_and_not_gone_on_with(
    cli: Any, make_belief_data: Callable[[int], Path], small_disk: Path
) -> None:
    out = small_disk / "o"
    one = ("run", "--task", "belief-r/t", "--data-dir", make_belief_data(4), "--out", out)
    assert cli(*one, "--limit", "5").returncode == 0
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    refused = cli(*one)
    assert refused.returncode == 2
    assert "Read-only file system" in refused.stderr
    assert "hint: free some space, or choose a writable `--out`" in refused.stderr
    for command in (
        ("score", out, "--json"),
        ("show", out, "--json"),
        ("runs", "ls", small_disk, "--json"),
        ("report", out, "--out", "elsewhere"),
    ):
        done = cli(*command)
        assert done.returncode == 0, done.stderr
    here = cli("report", out)
    assert here.returncode == 2
    assert f"cannot write `{out / 'report.html'}`: Read-only file system" in here.stderr
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


def test_a_disk_that_is_full_from_the_start_ends_well(cli: Any, run: list[str], small_disk: Path) -> None:
    (small_disk / "ballast").write_bytes(b"x" * 1_000_000)
    run[run.index("o")] = str(small_disk / "o")
    done = cli(*run)
    assert (done.returncode, done.stdout) == (2, "")
    assert "No space left on device" in done.stderr
