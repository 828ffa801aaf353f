"""What a shell offers after `defeasible`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import ShellComplete

from defeasible.eval.cli.completion import SHELLS
from defeasible.eval.cli.group import command


def offered(*words: str) -> list[str]:
    """What may stand in the place of the last word."""
    shell = ShellComplete(command, {}, "defeasible", "_DEFEASIBLE_COMPLETE")
    return [item.value for item in shell.get_completions(list(words[:-1]), words[-1])]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("re",), ["report", "results", "resume"]),
        (("run", "--task", "belief"), ["belief-r/t", "belief-r/t1", "belief-r"]),
        (("run", "--task", "ccons/context,belief-r/t1"), ["ccons/context,belief-r/t1"]),
        (("published", "ccons/n"), ["ccons/nocontext"]),
        (("run", "--pipeline", ""), ["neural", "symbolic", "hybrid"]),
        (("resume", "--mo"), []),
    ],
)
def test_names_are_offered(words: tuple[str, ...], expected: list[str]) -> None:
    assert offered(*words) == expected


def test_runs_are_offered_where_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert offered("show", "x") == ["x"]  # no run: the shell offers folders
    for name in ("runs/one", "runs/deep/two", "elsewhere/three"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "manifest.json").write_text("{}")
    assert offered("show", "") == ["runs/deep/two", "runs/one"]
    assert offered("compare", "runs/one", "elsewhere/") == ["elsewhere/three"]
    assert offered("show", "runs/one", "--flipped", "runs/d") == ["runs/deep/two"]


def test_models_are_offered_that_are_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    monkeypatch.setenv("DEFEASIBLE_CACHE", str(tmp_path / "none.sqlite"))
    (tmp_path / "small.gguf").touch()
    (tmp_path / "hub" / "models--acme--tiny-lm").mkdir(parents=True)
    assert offered("run", "--model", "gguf:") == ["gguf:small.gguf", "gguf:"]
    assert offered("run", "--model", "hf:a") == ["hf:acme/tiny-lm"]
    assert offered("run", "--model", "tin") == ["tiny", "tiny:gguf"]


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_gets_its_script(cli: Any, shell: str) -> None:
    if shell == "bash" and shutil.which("bash") is None:
        pytest.skip("no bash")
    done = cli("completion", shell)
    assert done.returncode == 0, done.stderr
    assert f"_DEFEASIBLE_COMPLETE={shell}_complete" in done.stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_bash_completes_an_address_with_a_colon(cli: Any, tmp_path: Path) -> None:
    (tmp_path / "small.gguf").touch()
    program = tmp_path / "bin" / "defeasible"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -W ignore -m defeasible.eval "$@"\n')
    program.chmod(0o755)
    script = (
        'eval "$(defeasible completion bash)"; COMP_WORDS=(defeasible run --model gguf:s); COMP_CWORD=3;'
        '_defeasible_completion defeasible; printf \'%s,\' "${COMPREPLY[@]}" "$COMP_WORDBREAKS"'
    )
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env=cli.environment | {"PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    completed, breaks = done.stdout.split(",")[:2]
    assert completed == "gguf:small.gguf"
    assert ":" not in breaks
