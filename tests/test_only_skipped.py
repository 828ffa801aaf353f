"""`--only-skipped` runs what a run before it skipped, in one process or in several, and nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SUPPORT = Path(__file__).parent / "support"
CONFTEST = """
from skipped import Skipped

def pytest_addoption(parser):
    parser.addoption("--only-skipped", action="store_true")

def pytest_configure(config):
    config.pluginmanager.register(Skipped(config))
"""
WHOLE = 'import pytest\npytest.importorskip("an_engine")\ndef test_of_a_file(): pass\n'
SINGLE = """
import pytest

def test_that_runs(): pass

@pytest.mark.parametrize("name", ["an_engine", "os"])
def test_of_one_of_two(name): pytest.importorskip(name)
"""


@pytest.mark.parametrize("processes", ["0", "2"])
def test_what_was_skipped_runs_once_it_can_and_nothing_else(tmp_path: Path, processes: str) -> None:
    for name, text in (("conftest.py", CONFTEST), ("test_whole.py", WHOLE), ("test_single.py", SINGLE)):
        (tmp_path / name).write_text(text, encoding="utf-8")

    def suite(*options: str, code: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-rA", "-n", processes, "--rootdir", ".", *options],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(SUPPORT), str(tmp_path / "engines")])},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    assert "needs a run of the suite before it" in suite("--only-skipped", code=pytest.ExitCode.USAGE_ERROR)
    assert "2 passed, 2 skipped" in suite()
    (tmp_path / "engines").mkdir()
    (tmp_path / "engines" / "an_engine.py").touch()
    for _ in range(2):  # it does not keep what it skips itself
        again = suite("--only-skipped")
        assert "2 passed" in again
        assert "PASSED test_whole.py::test_of_a_file" in again
        assert "PASSED test_single.py::test_of_one_of_two[an_engine]" in again
        assert "test_that_runs" not in again
    assert "4 passed" in suite()
    assert "passed" not in suite("--only-skipped")
