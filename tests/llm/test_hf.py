"""Transformers alone: what cannot be loaded, and batches that do not fit into memory."""

from pathlib import Path

import pytest
from tiny import build

from defeasible.llm.backend import Failure, Reply, Request
from defeasible.reasoner.errors import UsageError

torch = pytest.importorskip("torch", reason="needs the extra `transformers`")
pytest.importorskip("outlines", reason="needs the extra `transformers`")

from defeasible.llm.hf import Transformers  # noqa: E402 - after the skip


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("tiny"))


class Small:
    """A wrapped model that has room for some rows only, and says so as a GPU does."""

    def __init__(self, model: Transformers, room: int) -> None:
        self.wrapped = model._wrapped
        self.room = room
        self.batches: list[int] = []

    def generate_batch(self, texts: list[str], guide: object, **options: object) -> list[str]:
        self.batches.append(len(texts))
        if len(texts) > self.room:
            raise torch.OutOfMemoryError("no room")
        found: list[str] = self.wrapped.generate_batch(texts, guide, **options)
        return found


def test_a_batch_without_room_is_halved(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Transformers(str(folder))
    small = Small(model, room=2)
    monkeypatch.setattr(model, "_wrapped", small)
    replies = model.generate([Request(f"rain {n}", max_tokens=3) for n in range(5)])
    assert [type(r) for r in replies] == [Reply] * 5
    assert small.batches == [5, 2, 3, 1, 2]


def test_one_prompt_without_room_is_a_failure(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Transformers(str(folder))
    monkeypatch.setattr(model, "_wrapped", Small(model, room=0))
    (failed,) = model.generate([Request("rain", max_tokens=3)])
    assert isinstance(failed, Failure)
    assert failed.kind == "out-of-memory"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"name": "/nowhere/at/all"}, "cannot load `/nowhere/at/all`"),
        ({"dtype": "floaty"}, "'floaty' is no type of numbers"),
        ({"device": "gpu"}, "cannot load"),
        ({"batch": 0}, "batch 0 is not at least 1"),
    ],
    ids=["path", "dtype", "device", "batch"],
)
def test_what_cannot_be_loaded_is_named(folder: Path, options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Transformers(**{"name": str(folder)} | options)  # type: ignore[arg-type]


def test_weights_that_are_cut_off_are_named(folder: Path, tmp_path: Path) -> None:
    for file in folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    weights = tmp_path / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-100])
    with pytest.raises(UsageError, match="cannot load"):
        Transformers(str(tmp_path))
