"""What `make` says before anything is installed."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MAKE = shutil.which("make")

pytestmark = pytest.mark.skipif(MAKE is None, reason="needs make")


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    assert MAKE is not None
    command = [MAKE, "--no-print-directory", "-C", str(ROOT), *arguments]
    # The suite may itself run under `make test PYTHON=...`, which hands its variables down in MAKEFLAGS.
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env)


def test_help_is_the_default_and_names_every_target() -> None:
    done = make()
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()[1:]] == [
        "help",
        "demo",
        "test",
        "test-engines",
        "results",
        "results-models",
        "lint",
        "types",
        "clean",
    ]


def test_an_old_python_is_refused_with_its_version_and_the_way_out(tmp_path: Path) -> None:
    old = tmp_path / "python-old"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.10.13\nexit 1\n', encoding="utf-8")
    old.chmod(0o755)
    venv = tmp_path / "venv"
    done = make("demo", f"PYTHON={old}", f"VENV={venv}")
    assert done.returncode != 0
    assert f"needs Python 3.11 or newer, but `{old}` is: Python 3.10.13" in done.stderr
    assert "make demo PYTHON=python3.12" in done.stderr
    assert not venv.exists()


def test_a_python_that_is_not_there_is_refused(tmp_path: Path) -> None:
    done = make("test", f"PYTHON={tmp_path / 'nowhere'}", f"VENV={tmp_path / 'venv'}")
    assert done.returncode != 0
    assert f"needs Python 3.11 or newer, but `{tmp_path / 'nowhere'}` is" in done.stderr
    assert "not found" in done.stderr


@pytest.mark.parametrize("target", ["demo", "test", "test-engines", "lint", "types"])
def test_a_second_call_installs_nothing(tmp_path: Path, target: str) -> None:
    for stamp in (
        ".made",
        ".installed-english",
        ".installed",
        ".installed-test",
        ".installed-lint",
        ".installed-engines",
    ):
        (tmp_path / stamp).touch()
    done = make("--dry-run", target, f"VENV={tmp_path}")
    assert done.returncode == 0, done.stderr
    assert "pip" not in done.stdout
    assert f"{tmp_path}/bin/" in done.stdout


@pytest.mark.parametrize("extra", ["demo", "test", "lint"])
def test_a_fresh_clone_installs_what_the_target_needs(tmp_path: Path, extra: str) -> None:
    wanted = {"demo": "--editable . >", "test": "'.[test]'", "lint": "'.[lint,test]'"}
    done = make("--dry-run", extra, f"VENV={tmp_path / 'venv'}")
    assert done.returncode == 0, done.stderr
    assert f"-m venv {tmp_path / 'venv'}" in done.stdout
    assert wanted[extra] in done.stdout


@pytest.mark.parametrize("wanted", ["yes", "no"])
def test_the_engines_are_installed_with_or_without_llama_cpp(tmp_path: Path, wanted: str) -> None:
    done = make("--dry-run", "test-engines", f"VENV={tmp_path / 'venv'}", f"LLAMACPP={wanted}")
    assert done.returncode == 0, done.stderr
    assert "torch==2.13.0" in done.stdout
    assert "'.[test,transformers,openai]'" in done.stdout
    assert ("'.[llamacpp]'" in done.stdout) is (wanted == "yes")
    assert "tests/llm --only-skipped" not in done.stdout


def test_the_tests_of_engines_that_ran_before_can_be_left_out(tmp_path: Path) -> None:
    done = make("--dry-run", "test-engines", f"VENV={tmp_path / 'venv'}", "ONLY=--only-skipped")
    assert done.returncode == 0, done.stderr
    assert "tests/llm --only-skipped" in done.stdout
