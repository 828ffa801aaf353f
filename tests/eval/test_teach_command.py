"""`defeasible teach`: an adapter from one command, and what it says where it cannot begin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import build

from defeasible.llm.models import open_model


def test_one_command_teaches_and_says_how_to_read_with_it(tmp_path: Path, cli: Any) -> None:
    pytest.importorskip("peft", reason="needs the extra `tune`")
    pytest.importorskip("outlines", reason="needs the extra `transformers`")
    base, out = build(tmp_path / "base"), tmp_path / "out"
    told = cli(
        *("teach", "--model", str(base), "--out", str(out), "--kinds", "sizes"),
        *("--steps", "1", "--batch", "2", "--device", "cpu"),
    )
    address = f"hf:{base}?adapter={out}"
    assert f"`--parser llm --model '{address}'` reads with it" in told.stdout
    assert open_model(address).name == f"hf:{base}"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--kinds", "poems"), "unknown kind of text 'poems'"),
        (("--minutes", "0"), "must be at least 1, minutes above 0"),
    ],
)
def test_what_cannot_be_taught_is_said_at_once(
    arguments: tuple[str, str], message: str, tmp_path: Path, cli: Any
) -> None:
    told = cli("teach", "--out", str(tmp_path / "out"), *arguments)
    assert told.returncode == 2
    assert message in told.stderr
    assert not (tmp_path / "out").exists()
