"""The script that builds the tiny model from nothing."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from defeasible.llm.tiny.build import GGUF, main


def test_without_the_extra_nothing_is_built(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if find_spec("transformers"):
        pytest.skip("transformers is installed")
    assert main([str(tmp_path / "out")]) == 2
    assert "pip install 'defeasible[transformers]'" in capsys.readouterr().err


@pytest.mark.slow
def test_it_builds_the_same_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for package in ("torch", "transformers", "gguf"):
        pytest.importorskip(package, reason="needs the extras `transformers` and `llamacpp`")
    made = []
    for name in ("one", "two"):
        out = tmp_path / name
        assert main([str(out), "--steps", "2", "--texts", "0"]) == 0
        made.append({path.name: path.read_bytes() for path in out.iterdir()})
    assert made[0] == made[1]
    assert made[0].keys() >= {
        "config.json",
        "model.safetensors",
        "tokenizer.json",
        "chat_template.jinja",
        GGUF,
    }
    config = json.loads(made[0]["config.json"])
    assert (config["model_type"], config["dtype"]) == ("llama", "float16")
    assert "step 2 loss" in capsys.readouterr().out
