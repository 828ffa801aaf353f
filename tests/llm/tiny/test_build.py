"""The script that builds the tiny model from nothing."""

from __future__ import annotations

import json
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

import pytest

from defeasible.llm.models import open_model
from defeasible.llm.tiny import KINDS, samples
from defeasible.llm.tiny.build import GGUF, main
from defeasible.llm.tiny.shipped import FOLDER, open_tiny
from defeasible.reasoner.errors import MissingExtraError, UsageError

MOST_BYTES = 3_000_000


def test_the_shipped_files_are_small_and_whole() -> None:
    sizes = {path.name: path.stat().st_size for path in FOLDER.iterdir()}
    assert sum(sizes.values()) < MOST_BYTES
    assert sizes.keys() >= {"config.json", "model.safetensors", "tokenizer.json", "chat_template.jinja"}
    config = json.loads((FOLDER / "config.json").read_text(encoding="utf-8"))
    assert (config["model_type"], config["dtype"], config["tie_word_embeddings"]) == (
        "llama",
        "float16",
        True,
    )


@pytest.mark.parametrize("address", ["tiny:onnx", "tiny:hf?batch=3", "tiny:"])
def test_an_address_that_is_none_is_named(address: str) -> None:
    with pytest.raises(UsageError, match="tiny"):
        open_model(address)


@pytest.mark.parametrize(
    ("address", "package", "extra"),
    [("tiny", "torch", "transformers"), ("tiny:gguf", "llama_cpp", "llamacpp")],
)
def test_a_missing_extra_says_the_very_pip_line(address: str, package: str, extra: str) -> None:
    if find_spec(package):
        pytest.skip(f"{package} is installed")
    with pytest.raises(MissingExtraError, match=rf"pip install 'defeasible\[{extra}\]'"):
        open_model(address)


def test_without_the_extra_nothing_is_built(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if find_spec("transformers"):
        pytest.skip("transformers is installed")
    assert main([str(tmp_path / "out")]) == 2
    assert "pip install 'defeasible[transformers]'" in capsys.readouterr().err


def test_an_engine_that_is_none_is_named() -> None:
    with pytest.raises(
        UsageError, match="unknown engine 'mlx' of the tiny model\n  hint: choose from hf, gguf"
    ):
        open_tiny("mlx")


def test_it_builds_the_same_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for package in ("torch", "transformers", "gguf", "llama_cpp"):
        pytest.importorskip(package, reason="needs the extras `transformers` and `llamacpp`")
    made = []
    for name in ("one", "two"):
        out = tmp_path / name
        assert main([str(out), "--steps", "2", "--texts", "0"]) == 0
        made.append({path.name: path.read_bytes() for path in out.iterdir()})
    assert made[0] == made[1]
    assert made[0].keys() == {GGUF, *(path.name for path in FOLDER.iterdir())}
    # The tokens are those that ship.
    assert made[0]["tokenizer.json"] == (FOLDER / "tokenizer.json").read_bytes()
    assert "step 2 loss" in capsys.readouterr().out


def test_every_value_and_frame_has_a_token() -> None:
    transformers = pytest.importorskip("transformers", reason="needs the extra `transformers`")
    tokenizer = transformers.AutoTokenizer.from_pretrained(FOLDER)
    for sample in islice(samples(seed=9), 5 * len(KINDS)):
        for _, said in sample.asked:
            ids = tokenizer(said, add_special_tokens=False).input_ids
            assert tokenizer.decode(ids) == said
            # A third of what the same text takes without the tokens for what stands between values.
            assert len(ids) < len(said) / 4
