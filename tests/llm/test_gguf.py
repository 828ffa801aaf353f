"""llama.cpp alone: what cannot be loaded, a context that is shared, and what may not be asked."""

import os
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from tiny import build

from defeasible.llm.backend import Failure, Reply, Request, Stop
from defeasible.llm.spec import Choice, Regex, Spec
from defeasible.reasoner.errors import UsageError

pytest.importorskip("torch", reason="needs the extra `transformers`, to make a model")
pytest.importorskip("llama_cpp", reason="needs the extra `llamacpp`")

from defeasible.llm.gguf import LlamaCpp
from defeasible.llm.gguf.context import Context, Row
from defeasible.llm.gguf.export import export


@pytest.fixture(scope="session")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = build(tmp_path_factory.mktemp("tiny"))
    export(folder, folder / "tiny.gguf")
    return folder / "tiny.gguf"


def test_replies_share_a_context_that_holds_two_of_them(file: Path) -> None:
    roomy, tight = LlamaCpp(file, threads=1), LlamaCpp(file, threads=1, context=64)
    requests = [Request(f"rain {n}", max_tokens=20) for n in range(6)]
    assert [r.text for r in tight.generate(requests) if isinstance(r, Reply)] == [
        r.text for r in roomy.generate(requests) if isinstance(r, Reply)
    ]
    roomy.close()
    tight.close()


def test_the_order_of_alternatives_changes_no_reply(file: Path) -> None:
    model = LlamaCpp(file, threads=1)
    words = ("rain", "sun", "snow", "a wind", "some hail", "no weather")
    for prompt in ("rain", "Texts:", "zebra", "7"):
        replies = [
            model.generate([Request(prompt, Choice(order), max_tokens=20)])[0]
            for order in (words, words[::-1])
        ]
        assert isinstance(replies[0], Reply)
        assert isinstance(replies[1], Reply)
        assert replies[0].text == replies[1].text
    model.close()


@pytest.mark.parametrize(
    ("spec", "budget", "wanted"),
    [
        (Regex("a{30}"), 60, ("a" * 30, Stop.END, 0)),
        (Regex("a{30}"), 2, ("a", Stop.LENGTH, 0)),
        (Choice(("rain falls again", "snow falls again")), 60, (" falls again", Stop.END, 1)),
    ],
)
def test_what_must_follow_is_not_chosen(
    file: Path, monkeypatch: pytest.MonkeyPatch, spec: Spec, budget: int, wanted: tuple[str, Stop, int]
) -> None:
    model = LlamaCpp(file, threads=1)
    decode, steps = model._context.decode, []

    def counted(rows: Sequence[Row]) -> object:
        steps.append(len(rows))
        return decode(rows)

    monkeypatch.setattr(model._context, "decode", counted)
    for temperature in (0.0, 1.0):
        (reply,) = model.generate([Request("Is it wet?", spec, budget, temperature, seed=3)])
        assert isinstance(reply, Reply)
        assert wanted[0] in reply.text
        assert (reply.stop, reply.constrained, len(steps)) == (wanted[1], True, wanted[2])
        steps.clear()
    model.close()


@pytest.mark.parametrize(("wanted", "threads"), [("1", 1), ("3,2", 3), ("", None)])
def test_as_many_threads_as_are_wanted_or_as_there_are_processors(
    file: Path, monkeypatch: pytest.MonkeyPatch, wanted: str, threads: int | None
) -> None:
    import llama_cpp  # noqa: PLC0415 - needs an extra

    monkeypatch.setenv("OMP_NUM_THREADS", wanted)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2, 3, 4}, raising=False)
    context = Context(file, tokens=64, sequences=1, threads=None, gpu_layers=0, exact=False)
    assert llama_cpp.llama_n_threads(context._context) == (threads or 5)
    context.close()


def test_a_prompt_longer_than_one_call_of_llama_is_read_in_parts(file: Path) -> None:
    model = LlamaCpp(file, threads=1)
    (reply,) = model.generate([Request("a" * 700, max_tokens=3)])
    assert isinstance(reply, Reply)
    assert reply.prompt_tokens > 512
    with pytest.raises(UsageError, match="prompt too long: "):
        model.score("rain " * 2000, [" yes"])
    (failed,) = model.generate([Request("rain " * 2000)])
    assert isinstance(failed, Failure)
    assert failed.kind == "rejected"
    model.close()


def test_half_precision_scores_nearly_alike(file: Path) -> None:
    exact, half = LlamaCpp(file, threads=1, cache="f32"), LlamaCpp(file, threads=1)
    first, second = (m.score("If it rains,", [" yes", " no", "地面会湿"]) for m in (exact, half))
    assert [s.logprob for s in first] == pytest.approx([s.logprob for s in second], abs=0.02)
    exact.close()
    half.close()


@pytest.mark.parametrize(
    "content", [b"", b"GGUF", b"GGUF" + b"\x00" * 100, None], ids=["empty", "magic", "zeros", "cut"]
)
def test_a_file_that_is_no_model_is_named(file: Path, tmp_path: Path, content: bytes | None) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(file.read_bytes()[:-200_000] if content is None else content)
    with pytest.raises(UsageError, match=r"cannot read `.*broken.gguf` as a GGUF model"):
        LlamaCpp(broken)


def test_what_cannot_be_opened_is_named(file: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not exist"):
        LlamaCpp(tmp_path / "nothing.gguf")
    for count in (0, 65):
        with pytest.raises(UsageError, match=f"sequences must be between 1 and 64, got {count}"):
            LlamaCpp(file, sequences=count)
    with pytest.raises(UsageError, match="context must be at least 16, got 15"):
        LlamaCpp(file, context=15)


@pytest.mark.parametrize(("sequences", "context"), [(1, 1024), (64, 1024), (8, 16)])
def test_the_least_and_the_most_can_be_asked_for(file: Path, sequences: int, context: int) -> None:
    model = LlamaCpp(file, threads=1, sequences=sequences, context=context)
    began = time.perf_counter()
    (reply,) = model.generate([Request("r", max_tokens=2)])
    assert isinstance(reply, Reply)
    assert 0 < reply.seconds <= time.perf_counter() - began
    assert f"context={context} cache=f16" in model.fingerprint
    model.close()
    model.close()  # which does nothing


def test_what_was_scored_takes_no_room_from_replies(file: Path) -> None:
    model, request = LlamaCpp(file, threads=1, context=256), Request("a" * 200, max_tokens=40)
    (before,) = model.generate([request])
    scores = model.score("b" * 200, [" yes", " no"])
    (after,) = model.generate([request])
    again = model.score("b" * 200, [" yes", " no"])
    assert [s.logprob for s in again] == pytest.approx([s.logprob for s in scores], abs=1e-3)
    assert isinstance(before, Reply)
    assert isinstance(after, Reply)
    assert (after.text, after.tokens) == (before.text, before.tokens)
    model.close()


def test_only_llama_is_exported(file: Path, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "gpt2"}')
    with pytest.raises(UsageError, match="only Llama models can be written as GGUF, not 'gpt2'"):
        export(tmp_path, tmp_path / "x.gguf")
