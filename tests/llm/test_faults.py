"""Bad days in this process: what is not installed, does not end, or breaks off; and keys in files."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from servers import Serve, chat, error
from tiny import build

from defeasible.llm.backend import Failure, Reply, Request, Stop
from defeasible.llm.cache import Cache, cached
from defeasible.llm.models import open_any, open_model
from defeasible.llm.openai import OpenAI, Patience
from defeasible.llm.replay import recorded
from defeasible.llm.spec import Lark, Regex
from defeasible.llm.valid import EVERY, generate_valid
from defeasible.reasoner.errors import MissingExtraError

if TYPE_CHECKING:
    from pathlib import Path

SECRET = "sk-7Qw-not-to-be-written"


@pytest.mark.parametrize(
    ("address", "package", "extra"),
    [
        ("hf:nothing/here", "torch", "transformers"),
        ("nli:nothing/here", "transformers", "transformers"),
        ("gguf:nothing.gguf", "llama_cpp", "llamacpp"),
    ],
)
def test_a_missing_extra_says_the_very_pip_line(
    address: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match=rf"pip install 'defeasible\[{extra}\]'"):
        open_any(address)


def test_a_key_is_in_no_log_and_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    quick = Patience(timeout=5, tries=1)
    acts = [
        chat("yes", model=SECRET, system_fingerprint=SECRET),
        error(f"wrong key {SECRET}", 401),
        error(SECRET, 500),
    ]
    with Serve(lambda asked: acts[asked.number % 3]) as server:
        cache = Cache(tmp_path / "replies.sqlite")
        backend = cached(recorded(OpenAI(server.url, "m", patience=quick), tmp_path / "log.jsonl"), cache)
        said = [backend.generate([Request(f"{n}")])[0] for n in range(6)]
        cache.close()
        assert [type(s) for s in said] == [Reply, Failure, Failure] * 2
        assert all(asked.headers["authorization"] == f"Bearer {SECRET}" for asked in server.asked)
    written = [file for file in tmp_path.iterdir() if file.stat().st_size]
    assert {"log.jsonl", "replies.sqlite"} <= {file.name for file in written}
    assert all(SECRET.encode() not in file.read_bytes() for file in written)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("outlines", reason="needs the extra `transformers`")
    pytest.importorskip("llama_cpp", reason="needs the extra `llamacpp`")
    from defeasible.llm.gguf.export import export  # noqa: PLC0415 - after the skip

    folder = build(tmp_path_factory.mktemp("tiny"))
    export(folder, folder / "tiny.gguf")
    return folder


@pytest.mark.parametrize("engine", ["hf", "gguf"])
def test_a_model_that_repeats_for_ever_ends_as_truncated(engine: str, folder: Path) -> None:
    model = open_model(f"hf:{folder}?device=cpu" if engine == "hf" else f"gguf:{folder}/tiny.gguf?threads=1")
    for spec in (Regex("(again ){500}"), Lark("start: AGAIN\nAGAIN: /(again ){400,}/")):
        said, other = generate_valid(model, [Request("go on", spec, 12), Request("yes", Regex("a{3}"), 12)])
        assert isinstance(said, Failure)
        assert (said.kind, said.tries) == ("truncated", 2)
        assert said.message == "the reply was cut off after 24 tokens"
        assert isinstance(other, Reply)
        assert other.text == "aaa"


@pytest.mark.parametrize("engine", ["hf", "gguf"])
def test_free_text_that_goes_round_in_circles_ends_there(engine: str, folder: Path) -> None:
    model = open_model(f"hf:{folder}?device=cpu" if engine == "hf" else f"gguf:{folder}/tiny.gguf?threads=1")
    first, longer, other = model.generate(
        [Request("go on", None, 300), Request("go on", None, 600), Request("go on", None, 300, 1.0)]
    )
    assert isinstance(first, Reply)
    assert isinstance(longer, Reply)
    assert isinstance(other, Reply)
    assert (first.stop, first.tokens % EVERY) == (Stop.LENGTH, 0)
    assert first.tokens < 300
    assert (longer.text, longer.tokens) == (first.text, first.tokens)
    assert other.tokens > first.tokens or other.stop is Stop.END
    # More room would change nothing, so it is not asked for.
    (again,) = generate_valid(model, [Request("go on", None, 300)])
    assert isinstance(again, Reply)
    assert again.text == first.text


def test_what_broke_off_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from defeasible.llm.gguf import LlamaCpp  # noqa: PLC0415 - after the skip

    model = LlamaCpp(folder / "tiny.gguf", threads=1)
    requests = [Request(f"rain {n}", max_tokens=9) for n in range(3)]
    wanted = [r.text for r in model.generate(requests) if isinstance(r, Reply)]
    grow, calls = model._grow, iter(range(99))

    def interrupted(*arguments: object) -> object:
        if next(calls) == 8:
            raise KeyboardInterrupt
        return grow(*arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(model, "_grow", interrupted)
        with pytest.raises(KeyboardInterrupt):
            model.generate(requests)
    assert [r.text for r in model.generate(requests) if isinstance(r, Reply)] == wanted
    model.close()
