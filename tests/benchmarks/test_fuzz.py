"""`benchmarks/fuzz.py`: a short run over every reader comes to nothing but named outcomes."""

import re
import subprocess
import sys
from pathlib import Path
from random import Random

from defeasible.reasoner.errors import FormError, UsageError
from fuzz import Report, fuzz, pick
from fuzz_targets import Target

FUZZ = Path(__file__).resolve().parents[2] / "benchmarks" / "fuzz.py"
INPUTS = 2000


def test_two_thousand_spoilt_inputs_have_named_outcomes() -> None:
    command = [sys.executable, str(FUZZ), "--own", "--jobs", "1", "--seeds", f"0:{INPUTS}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [
        line.split()
        for line in done.stdout.splitlines()
        if re.match(r"\w[\w -]+ +[\d,]+ +\d+ +[\d.]+ ", line)
    ]
    assert len(rows) >= 15, "each reader has its share"
    assert f"all{INPUTS:>19,}" in done.stdout
    assert "0 crashes" in done.stdout


def test_processes_share_a_part_of_a_range() -> None:
    command = [sys.executable, str(FUZZ), "--own", "--jobs", "2", "--seeds", "1000:9000", "--only", "formula"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "seeds 1000:9000 in " in done.stdout
    assert f"all{8 * 130:>19,}" in done.stdout
    assert "story" not in done.stdout


def raising(error: Exception) -> Report:
    """What becomes of three inputs of a reader that may raise a `FormError`."""

    def run(given: float) -> str:
        assert 0 <= given < 1
        raise error

    return fuzz({"reader": Target(1000, Random.random, run, (FormError,))}, range(5, 8))


def test_an_error_that_a_reader_documents_is_an_outcome() -> None:
    report = raising(FormError("bad"))
    assert report.tallies["reader"].outcomes == {"FormError": 3}
    assert not report.crashes


def test_any_other_error_is_a_crash_with_its_seed() -> None:
    for error in (IndexError("list index out of range"), RecursionError("deep"), UsageError("undocumented")):
        report = raising(error)
        assert report.tallies["reader"].outcomes == {"CRASH": 3}
        assert [crash.seed for crash in report.crashes] == [5, 6, 7]
        assert all(
            f"{type(error).__name__}: {error} (test_fuzz.py:" in crash.what for crash in report.crashes
        )


def test_each_reader_has_its_share_of_any_thousand_seeds() -> None:
    targets = {name: Target(share, Random.random, str) for name, share in (("a", 7), ("b", 993))}
    for start in (0, 123_456):
        assert [pick(targets, seed) for seed in range(start, start + 1000)].count("a") == 7
