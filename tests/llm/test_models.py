"""Addresses of models: what opens, with which options, and what is said about those that do not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from defeasible.llm.backend import Reply, Request, Scorer
from defeasible.llm.models import SCHEMES, open_any, open_model
from defeasible.llm.openai import OpenAI, ScoringOpenAI
from defeasible.llm.replay import recorded
from defeasible.llm.scripted import Scripted
from defeasible.reasoner.errors import UsageError

URL = "http://localhost:8000/v1"


def test_a_server_with_options() -> None:
    model = open_model(
        f"openai:{URL}#org/qwen-3:4b?dialect=llama_cpp&concurrency=32&rate=90.5&timeout=7&tries=2"
    )
    assert isinstance(model, OpenAI)
    assert not isinstance(model, Scorer)
    assert (model.url, model.model, model.dialect, model.concurrency) == (
        URL,
        "org/qwen-3:4b",
        "llama_cpp",
        32,
    )
    assert model.name == f"openai:{URL}#org/qwen-3:4b"


def test_what_a_server_can_score_is_said_by_the_type() -> None:
    vllm, hosted = open_model(f"openai:{URL}#m?dialect=vllm"), open_model(f"openai:{URL}#m?scores=forced")
    assert isinstance(vllm, ScoringOpenAI)
    assert isinstance(hosted, ScoringOpenAI)
    assert (vllm.way, hosted.way) == ("prompt", "forced")
    assert not isinstance(open_model(f"openai:{URL}#m?dialect=vllm&scores=no"), Scorer)


@pytest.mark.parametrize(
    ("script", "texts"),
    [(["one", "two"], ["one", "two"]), ({"b": "for b", "a": "for a"}, ["for a", "for b"])],
)
def test_a_script(tmp_path: Path, script: object, texts: list[str]) -> None:
    file = tmp_path / "script.json"
    file.write_text(json.dumps(script))
    said = open_model(f"scripted:{file}").generate([Request("a"), Request("b")])
    assert [s.text for s in said if isinstance(s, Reply)] == texts


def test_a_log(tmp_path: Path) -> None:
    recorded(Scripted(["one"]), tmp_path / "log.jsonl").generate([Request("a")])
    (said,) = open_model(f"replay:{tmp_path / 'log.jsonl'}").generate([Request("a")])
    assert isinstance(said, Reply)
    assert said.text == "one"


WRONG = {
    "no scheme": (
        "model.gguf",
        "unknown model address 'model.gguf'\n  hint: choose from hf:NAME_OR_FOLDER, seq2seq:",
    ),
    "unknown scheme": ("ollama:x", "unknown model address 'ollama:x'"),
    "no name": ("hf:", "no model name in 'hf:'\n  hint: expected hf:NAME_OR_FOLDER"),
    "no model": (f"openai:{URL}", "no model name\n  hint: expected openai:URL#MODEL"),
    "empty model": (f"openai:{URL}#", "no model name"),
    "options before the name": (
        "openai:http://localhost:1/v1?scores=prompt#m",
        "prompt#m'\n  hint: write openai:http://localhost:1/v1#m?scores=prompt",
    ),
    "no address": ("openai:localhost#m", "invalid server URL 'localhost'"),
    "unknown option": (
        f"openai:{URL}#m?dialekt=vllm",
        "unknown option 'dialekt' of openai:URL#MODEL\n  hint: choose from dialect, key",
    ),
    "option of another": (
        "gguf:m.gguf?dtype=x",
        "unknown option 'dtype' of gguf:FILE\n  hint: choose from context, ",
    ),
    "none at all": ("scripted:x?a=b", "unknown option 'a' of scripted:FILE\n  hint: there is none"),
    "no value": ("gguf:m.gguf?context", "option 'context' needs a value"),
    "empty value": ("gguf:m.gguf?context=", "option 'context' needs a value"),
    "twice": ("gguf:m.gguf?context=64&context=65", "duplicate option 'context'"),
    "no number": ("gguf:m.gguf?context=4k", "invalid option context=4k: not a whole number"),
    "no rate": (f"openai:{URL}#m?rate=fast", "invalid option rate=fast: not a number"),
    "nan": (f"openai:{URL}#m?timeout=nan", "times must be between 0 and a day"),
    "endless": (f"openai:{URL}#m?timeout=inf", "the timeout above 0"),
    "no truth": ("hf:m?trust_remote_code=1", "trust_remote_code=1: not yes or no"),
    "no dialect": (f"openai:{URL}#m?dialect=tgi", "dialect=tgi: not one of openai, vllm, llama_cpp"),
    "no cache": ("gguf:m.gguf?cache=q8", "cache=q8: not one of f16, f32"),
    "no writer": ("mlm:m", "'mlm:m' only scores texts\n  hint: choose from hf:NAME"),
    "no script": ("scripted:/no/such", "cannot read the script `/no/such`"),
    "no log": ("replay:/no/such", "cannot read the log `/no/such`"),
}  # fmt: skip


@pytest.mark.parametrize(("address", "message"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_opened_is_named(address: str, message: str) -> None:
    with pytest.raises(UsageError) as failed:
        open_model(address)
    assert message in str(failed.value)


def test_a_server_scores_where_its_address_says_so() -> None:
    assert isinstance(open_any(f"openai:{URL}#m?scores=forced"), ScoringOpenAI)
    assert isinstance(open_any(f"openai:{URL}#m"), OpenAI)


@pytest.mark.parametrize("content", ["nonsense", "3", '[1, "a"]', '{"a": 1}'])
def test_a_script_of_another_form_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "s.json").write_text(content)
    with pytest.raises(UsageError, match=r"the script `.*s.json` is not JSON|malformed script `.*s.json`"):
        open_model(f"scripted:{tmp_path / 's.json'}")


def test_a_model_in_this_process_opens_with_its_options(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="needs the extra `transformers`")
    pytest.importorskip("llama_cpp", reason="needs the extra `llamacpp`")
    from tiny import build  # noqa: PLC0415 - after the skip

    from defeasible.llm.gguf.export import export  # noqa: PLC0415 - likewise

    folder = build(tmp_path / "tiny")
    export(folder, folder / "tiny.gguf")
    hf = open_model(f"hf:{folder}?device=cpu&dtype=float32&batch=2")
    gguf = open_model(f"gguf:{folder / 'tiny.gguf'}?context=128&threads=1&sequences=2&gpu_layers=0&cache=f32")
    for model in (hf, gguf):
        assert isinstance(model, Scorer)
        (said,) = model.generate([Request("yes", max_tokens=2)])
        assert isinstance(said, Reply)
    assert gguf.context == 128  # type: ignore[attr-defined]
    first, second = hf.fingerprint, gguf.fingerprint  # type: ignore[attr-defined]
    assert "torch.float32 cpu torch=" in first
    assert "context=128 cache=f32 llama-cpp-python=" in second


def test_opening_a_server_loads_nothing_heavy() -> None:
    code = (
        f"import sys; from defeasible.llm.models import open_model; open_model('openai:{URL}#m');"
        "print(*{'torch', 'transformers', 'openai', 'httpx', 'numpy', 'z3', 'llguidance'} & set(sys.modules))"
    )
    root = Path(__file__).resolve().parents[2]
    paths = ":".join(str(root / part) for part in ("llm", "reasoner"))
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env={"PYTHONPATH": paths}
    )
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
    assert sorted(SCHEMES) == [
        "gguf",
        "hf",
        "mlm",
        "nli",
        "openai",
        "replay",
        "scripted",
        "seq2seq",
        "smollm2",
        "tiny",
    ]
