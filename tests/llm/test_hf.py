"""The transformers backend on a model of random weights: the constraint alone must make replies right."""

from pathlib import Path

import pytest
from pydantic import TypeAdapter
from tiny import build

from defeasible.llm.backend import Failure, Generator, Reply, Request, Scorer, Stop
from defeasible.llm.prompt import Message
from defeasible.llm.spec import Choice, Json, Lark, Regex, Spec, violation
from defeasible.llm.valid import generate_valid
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import AtomDecl

torch = pytest.importorskip("torch", reason="needs the extra `transformers`")
pytest.importorskip("outlines", reason="needs the extra `transformers`")

from defeasible.llm.hf import Transformers  # noqa: E402 - after the skip

SPECS: dict[str, Spec] = {
    "choice": Choice(("yes", "no", "甲乙", "p ∧ ¬q")),
    "regex": Regex(r"[a-c]{1,8}(→|∧)[雨雪]{1,3}"),
    "json": Json(TypeAdapter(AtomDecl)),
    "grammar": Lark('start: "if " WORD " then " WORD\nWORD: /[a-z]{1,9}/'),
}


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="session")
def model(folder: Path) -> Transformers:
    torch.set_num_threads(1)
    return Transformers(str(folder))


def test_it_can_generate_and_score(model: Transformers, folder: Path) -> None:
    assert isinstance(model, Generator)
    assert isinstance(model, Scorer)
    assert model.name == f"hf:{folder}"


@pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)
def test_random_weights_cannot_leave_a_spec(model: Transformers, spec: Spec) -> None:
    requests = [Request("The rain", spec, 2048, temperature=1.0, seed=seed) for seed in range(20)]
    requests += [Request(text, spec, 2048) for text in ("The rain", "", "下雨", "yes " * 40)]
    for reply in generate_valid(model, requests):
        assert isinstance(reply, Reply), reply
        assert (violation(spec, reply.text), reply.stop) == ("", Stop.END)
        assert reply.tokens > 0
        assert reply.seconds > 0


def test_without_a_spec_random_weights_do_not_fit_one(model: Transformers) -> None:
    replies = model.generate([Request("The rain", max_tokens=30, temperature=1.0, seed=s) for s in range(10)])
    assert all(violation(SPECS["json"], r.text) for r in replies if isinstance(r, Reply))


def test_a_batch_answers_as_one_by_one(model: Transformers) -> None:
    texts = ("yes", "The street gets wet when", "下雨")
    requests = [Request(t, spec, 40) for t in texts for spec in (None, SPECS["choice"], SPECS["regex"])]
    together = [r.text for r in model.generate(requests) if isinstance(r, Reply)]
    alone = [r.text for request in requests for r in model.generate([request]) if isinstance(r, Reply)]
    assert together == alone


def test_a_seed_settles_a_reply_whatever_else_is_asked(model: Transformers) -> None:
    request = Request("The rain", max_tokens=12, temperature=1.0, seed=7)
    other = Request("The rain", max_tokens=12, temperature=1.0, seed=8)
    (first,), (_, again) = model.generate([request]), model.generate([other, request])
    assert isinstance(first, Reply)
    assert isinstance(again, Reply)
    assert first.text == again.text
    assert first.text != model.generate([other])[0].text  # type: ignore[union-attr]


def test_a_cut_reply_is_seen(model: Transformers) -> None:
    (free, bound) = model.generate([Request("The rain", max_tokens=3), Request("x", SPECS["json"], 5)])
    assert isinstance(free, Reply)
    assert isinstance(bound, Reply)
    assert (free.stop, free.tokens) == (Stop.LENGTH, 3)
    assert bound.stop is Stop.LENGTH


def test_a_prompt_longer_than_the_context_fails_alone(model: Transformers) -> None:
    long, short = model.generate([Request("rain " * 2000, max_tokens=5), Request("rain", max_tokens=5)])
    assert isinstance(long, Failure)
    assert long.kind == "rejected"
    assert "the model reads 1024 with the reply" in long.message
    assert isinstance(short, Reply)


def test_a_chat_is_laid_out_once(model: Transformers) -> None:
    """The template writes the token that begins a text, and the tokenizer would add it again."""
    chat = (Message("system", "Answer."), Message("user", "Does it rain?"))
    (reply,) = model.generate([Request(chat, max_tokens=2)])
    laid = "<|user|>Answer.<|user|>Does it rain?<|assistant|>"
    (same,) = model.generate([Request(laid, max_tokens=2)])
    assert isinstance(reply, Reply)
    assert isinstance(same, Reply)
    assert (reply.prompt_tokens, reply.text) == (same.prompt_tokens, same.text)


def test_options_score_as_they_do_one_by_one(model: Transformers) -> None:
    options = [" yes", " no", " the street gets wet.", "地面会湿", "n"]
    for prompt in ("If it rains,", "下雨的话", "The rai"):
        scores = model.score(prompt, options)
        for option, score in zip(options, scores, strict=True):
            read, whole = (model._tokenizer(t).input_ids for t in (prompt, prompt + option))
            start = (
                next(n for n, (a, b) in enumerate(zip(read, whole, strict=False)) if a != b)
                if (read != whole[: len(read)])
                else len(read)
            )
            with torch.inference_mode():
                each = torch.log_softmax(model._model(torch.tensor([whole])).logits[0], -1)
            naive = sum(float(each[n - 1, whole[n]]) for n in range(start, len(whole)))
            shared_from = len(whole) - score.tokens
            naive_shared = sum(float(each[n - 1, whole[n]]) for n in range(shared_from, len(whole)))
            assert score.logprob == pytest.approx(naive_shared, abs=1e-3)
            assert shared_from <= start
            assert naive >= naive_shared - 1e-3
            assert score.bytes == len(option.encode())


class Small:
    """A generator that has room for two."""

    def __init__(self, inner: object) -> None:
        self.inner = inner
        self.batches: list[int] = []

    def batch(self, texts: list[str], **options: object) -> list[str]:
        self.batches.append(len(texts))
        if len(texts) > 2:
            raise torch.OutOfMemoryError("no room")
        found: list[str] = self.inner.batch(texts, **options)  # type: ignore[attr-defined]
        return found


def test_a_batch_without_room_is_halved(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Transformers(str(folder))
    small = Small(model._generator(None))
    monkeypatch.setattr(model, "_generator", lambda _: small)
    replies = model.generate([Request(f"rain {n}", max_tokens=3) for n in range(5)])
    assert [type(r) for r in replies] == [Reply] * 5
    assert small.batches == [5, 2, 3, 1, 2]


def test_one_prompt_without_room_is_a_failure(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Transformers(str(folder))

    class Full:
        def batch(self, texts: list[str], **options: object) -> list[str]:
            raise torch.OutOfMemoryError("no room")

    monkeypatch.setattr(model, "_generator", lambda _: Full())
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


def test_a_grammar_that_cannot_be_followed_is_named(model: Transformers) -> None:
    with pytest.raises(UsageError, match="the decoding engine cannot follow the spec"):
        model.generate([Request("x", Lark("start: nothing"))])
