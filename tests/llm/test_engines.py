"""What both engines must do, on one model of random weights: the constraint alone must make replies right."""

import time
from collections.abc import Iterator
from typing import TypeAlias

import pytest
from pydantic import TypeAdapter
from tiny import build

from defeasible.llm.backend import Failure, Generator, Reply, Request, Scorer, Stop
from defeasible.llm.prompt import Message
from defeasible.llm.spec import Choice, Json, Lark, Regex, Spec, violation
from defeasible.llm.valid import generate_valid
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.text import Span

torch = pytest.importorskip("torch", reason="needs the extra `transformers`")
pytest.importorskip("outlines", reason="needs the extra `transformers`")
pytest.importorskip("llama_cpp", reason="needs the extra `llamacpp`")

from defeasible.llm.gguf import LlamaCpp  # noqa: E402 - after the skip
from defeasible.llm.gguf.export import export  # noqa: E402 - after the skip
from defeasible.llm.hf import Transformers  # noqa: E402 - after the skip

Engine: TypeAlias = Transformers | LlamaCpp

SPECS: dict[str, Spec] = {
    "choice": Choice(("yes", "no", "甲乙", "p ∧ ¬q")),
    "regex": Regex(r"[a-c]{1,8}(→|∧)[雨雪]{1,3}"),
    "json": Json(TypeAdapter(Span)),
    "grammar": Lark('start: "if " WORD " then " WORD\nWORD: /[a-z]{1,9}/'),
}


@pytest.fixture(scope="session")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Engine]]:
    torch.set_num_threads(1)
    folder = build(tmp_path_factory.mktemp("tiny"))
    export(folder, folder / "tiny.gguf")
    gguf = LlamaCpp(folder / "tiny.gguf", threads=1, cache="f32")
    yield {"hf": Transformers(str(folder)), "gguf": gguf}
    gguf.close()


@pytest.fixture(params=["hf", "gguf"])
def model(request: pytest.FixtureRequest, engines: dict[str, Engine]) -> Engine:
    return engines[request.param]


def test_it_can_generate_and_score(model: Engine) -> None:
    assert isinstance(model, Generator)
    assert isinstance(model, Scorer)
    assert model.name.startswith(("hf:", "gguf:"))


@pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)
def test_random_weights_cannot_leave_a_spec(model: Engine, spec: Spec) -> None:
    requests = [Request("The rain", spec, 900, temperature=1.0, seed=seed) for seed in range(20)]
    requests += [Request(text, spec, 900) for text in ("The rain", "", "下雨", "yes " * 40)]
    for reply in generate_valid(model, requests):
        assert isinstance(reply, Reply), reply
        assert (violation(spec, reply.text), reply.stop) == ("", Stop.END)
        assert reply.tokens > 0
        assert reply.seconds > 0


def test_without_a_spec_random_weights_do_not_fit_one(model: Engine) -> None:
    replies = model.generate([Request("The rain", max_tokens=30, temperature=1.0, seed=s) for s in range(10)])
    assert all(violation(SPECS["json"], r.text) for r in replies if isinstance(r, Reply))


def test_a_batch_answers_as_one_by_one(model: Engine) -> None:
    texts = ("yes", "The street gets wet when", "下雨")
    requests = [Request(t, spec, 40) for t in texts for spec in (None, SPECS["choice"], SPECS["regex"])]
    together = [r.text for r in model.generate(requests) if isinstance(r, Reply)]
    alone = [r.text for request in requests for r in model.generate([request]) if isinstance(r, Reply)]
    assert together == alone


def test_a_seed_settles_a_reply_whatever_else_is_asked(model: Engine) -> None:
    request = Request("The rain", max_tokens=12, temperature=1.0, seed=7)
    other = Request("The rain", max_tokens=12, temperature=1.0, seed=8)
    (first,), (_, again) = model.generate([request]), model.generate([other, request])
    assert isinstance(first, Reply)
    assert isinstance(again, Reply)
    assert first.text == again.text
    assert first.text != model.generate([other])[0].text  # type: ignore[union-attr]


def test_a_cut_reply_is_seen(model: Engine) -> None:
    (free, bound) = model.generate([Request("The rain", max_tokens=3), Request("x", SPECS["json"], 5)])
    assert isinstance(free, Reply)
    assert isinstance(bound, Reply)
    assert (free.stop, free.tokens) == (Stop.LENGTH, 3)
    assert bound.stop is Stop.LENGTH


def test_a_prompt_longer_than_the_context_fails_alone(model: Engine) -> None:
    long, short = model.generate([Request("rain " * 2000, max_tokens=5), Request("rain", max_tokens=5)])
    assert isinstance(long, Failure)
    assert long.kind == "rejected"
    assert "limit 1024 including the reply" in long.message
    assert isinstance(short, Reply)


def test_a_chat_is_laid_out_once(model: Engine) -> None:
    """The template writes the token that begins a text, and the tokenizer would add it again."""
    chat = (Message("system", "Answer."), Message("user", "Does it rain?"))
    (reply,) = model.generate([Request(chat, max_tokens=2)])
    laid = "<|user|>Answer.<|user|>Does it rain?<|assistant|>"
    (same,) = model.generate([Request(laid, max_tokens=2)])
    assert isinstance(reply, Reply)
    assert isinstance(same, Reply)
    assert (reply.prompt_tokens, reply.text) == (same.prompt_tokens, same.text)


def test_a_grammar_that_cannot_be_followed_is_named(model: Engine) -> None:
    with pytest.raises(UsageError, match="the decoding engine does not support the spec"):
        model.generate([Request("x", Lark("start: nothing"))])


PROMPTS = ("If it rains,", "下雨的话", "The rai", "yes no " * 30)
OPTIONS = [" yes", " no", " the street gets wet.", "地面会湿", "n"]


def test_times_of_a_batch_sum_up_to_no_more_than_it_took(model: Engine) -> None:
    requests = [Request(prompt, Regex("a{1,20}b"), 30, 1.0, seed) for seed, prompt in enumerate(PROMPTS)]
    began = time.perf_counter()
    replies = model.generate(requests)
    passed = time.perf_counter() - began
    seconds = [reply.seconds for reply in replies if isinstance(reply, Reply)]
    assert len(seconds) == len(PROMPTS)
    assert all(each > 0 for each in seconds)
    assert sum(seconds) <= passed


def test_options_score_as_they_do_one_by_one(engines: dict[str, Engine]) -> None:
    hf = engines["hf"]
    assert isinstance(hf, Transformers)
    for prompt in PROMPTS:
        for option, score in zip(OPTIONS, hf.score(prompt, OPTIONS), strict=True):
            whole = hf._tokenizer(prompt + option).input_ids
            with torch.inference_mode():
                each = torch.log_softmax(hf._model(torch.tensor([whole])).logits[0], -1)
            naive = sum(float(each[n - 1, whole[n]]) for n in range(len(whole) - score.tokens, len(whole)))
            assert score.logprob == pytest.approx(naive, abs=1e-3)
            assert score.bytes == len(option.encode())


def test_options_beyond_the_context_are_refused(model: Engine) -> None:
    with pytest.raises(UsageError, match=r"\d+ tokens with its longest option, limit 1024"):
        model.score("rain " * 2000, [" yes", " no"])
    with pytest.raises(UsageError, match="options must be non-empty"):
        model.score("rain", [])


def test_both_engines_give_the_same_scores(engines: dict[str, Engine]) -> None:
    for prompt in (*PROMPTS, *PROMPTS):
        first, second = (engines[name].score(prompt, OPTIONS) for name in ("hf", "gguf"))
        assert [s.tokens for s in first] == [s.tokens for s in second]
        assert [s.logprob for s in first] == pytest.approx([s.logprob for s in second], rel=2e-4)


def test_greedy_decoding_agrees_between_the_engines(engines: dict[str, Engine]) -> None:
    requests = [Request(p, spec, 30) for p in PROMPTS for spec in (None, *SPECS.values())]
    first, second = (engines[name].generate(requests) for name in ("hf", "gguf"))
    texts = [
        (a.text, b.text)
        for a, b in zip(first, second, strict=True)
        if isinstance(a, Reply) and isinstance(b, Reply)
    ]
    assert len(texts) == len(requests)
    assert sum(a == b for a, b in texts) >= len(texts) - 1, "a tie of logits may be broken otherwise"
    for a, b in zip(first, second, strict=True):
        assert isinstance(a, Reply)
        assert isinstance(b, Reply)
        if a.text == b.text:
            assert (a.tokens, a.stop, a.prompt_tokens) == (b.tokens, b.stop, b.prompt_tokens)


def test_more_options_than_sequences(engines: dict[str, Engine]) -> None:
    options = [f" {n}" for n in range(20)]
    first, second = (engines[name].score("yes", options) for name in ("hf", "gguf"))
    assert [s.logprob for s in first] == pytest.approx([s.logprob for s in second], abs=1e-3)
