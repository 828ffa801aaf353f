"""Transformers alone: what cannot be loaded, and batches that do not fit into memory."""

import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Sequence, Sized
from pathlib import Path

import pytest
from tiny import build

from defeasible.llm.backend import Failure, Options, Reply, Request, Stop
from defeasible.llm.spec import Choice, Regex
from defeasible.reasoner.errors import UsageError

torch = pytest.importorskip("torch", reason="needs the extra `transformers`")
pytest.importorskip("outlines", reason="needs the extra `transformers`")

from defeasible.llm.hf import Transformers  # noqa: E402 - after the skip
from defeasible.llm.hf.scoring import score_options  # noqa: E402 - after the skip


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


def texts(outcomes: Sequence[Reply | Failure]) -> list[str]:
    return [outcome.text for outcome in outcomes if isinstance(outcome, Reply)]


OPTIONS = [" yes", " no", " the street gets wet.", " n", " 下雨"]


@pytest.mark.parametrize(
    ("error", "lack"),
    [
        (MemoryError(), True),
        (torch.OutOfMemoryError("CUDA is full"), True),
        (RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes."), True),
        (RuntimeError("mat1 and mat2 shapes cannot be multiplied"), False),
    ],
    ids=["python", "GPU", "processor", "another"],
)
def test_a_lack_of_memory_halves_what_is_asked_and_other_errors_go_on(
    folder: Path, error: Exception, lack: bool
) -> None:
    model = Transformers(str(folder))
    asked = [Request(f"rain {n}", max_tokens=3) for n in range(5)]
    scored, said = model.score("If it rains,", OPTIONS), model.generate(asked)
    room = 1

    def lacking(_: object, given: Sequence[Sized], named: dict[str, Sized]) -> None:
        if len(given[0] if given else named["input_ids"]) > room:
            raise error

    model._model.register_forward_pre_hook(lacking, with_kwargs=True)
    if not lack:
        for question in (lambda: model.score("If it rains,", OPTIONS), lambda: model.generate(asked)):
            with pytest.raises(RuntimeError, match="shapes cannot be multiplied"):
                question()
        return
    halved = model.score("If it rains,", OPTIONS)
    assert [s.logprob for s in halved] == pytest.approx([s.logprob for s in scored], abs=1e-4)
    assert texts(model.generate(asked)) == texts(said)
    room = 0
    with pytest.raises(UsageError, match="out of memory on a prompt of 12 characters with the option ' yes'"):
        model.score("If it rains,", OPTIONS)
    assert {r.kind for r in model.generate(asked) if isinstance(r, Failure)} == {"out-of-memory"}


def test_options_are_scored_in_two_passes_up_to_the_last_token_of_the_context(folder: Path) -> None:
    model = Transformers(str(folder))
    read = []
    model._model.register_forward_pre_hook(lambda _, given: read.append(tuple(given[0].shape)))
    tokens = [len(model._tokenizer("rain" + option).input_ids) for option in OPTIONS]
    shared = len(model._tokenizer("rain").input_ids)
    assert min(tokens) < max(tokens)
    (scores,) = score_options(model._model, model._tokenizer, [("rain", OPTIONS)], max(tokens))
    assert {s.prompt_tokens for s in scores} == {shared}
    assert [s.tokens for s in scores] == [count - shared for count in tokens]
    assert read == [(1, shared), (len(OPTIONS), max(tokens) - shared - 1)]
    with pytest.raises(UsageError, match=f"{max(tokens)} tokens .*, limit {max(tokens) - 1}"):
        score_options(model._model, model._tokenizer, [("rain", OPTIONS)], max(tokens) - 1)


def test_prompts_of_several_lengths_are_scored_together_as_alone(folder: Path) -> None:
    model = Transformers(str(folder), batch=3)
    asked = [
        Options(f"If it {word}", OPTIONS[: 2 + n % 3])
        for n, word in enumerate(("rains", "snows a lot,", "is"))
    ]
    asked.append(Options("rain " * 30, [" yes"]))
    passes = []
    handle = model._model.register_forward_pre_hook(lambda _, given: passes.append(len(given[0])))
    together = model.score_all(asked)
    handle.remove()
    assert len(passes) == 4, "two passes for three prompts, two for the fourth"
    for one, scores in zip(asked, together, strict=True):
        alone = model.score(one.prompt, one.options)
        assert [s.logprob for s in scores] == pytest.approx([s.logprob for s in alone], abs=1e-4)
        assert [(s.tokens, s.prompt_tokens) for s in scores] == [(s.tokens, s.prompt_tokens) for s in alone]


def test_a_reply_takes_its_share_of_the_time_by_its_tokens(folder: Path) -> None:
    model = Transformers(str(folder))
    asked = [Request("rain", Regex("a{1,40}b"), 60, 1.0, seed) for seed in range(6)]
    began = time.perf_counter()
    replies = [r for r in model.generate(asked) if isinstance(r, Reply)]
    passed = time.perf_counter() - began
    assert len({r.tokens for r in replies}) > 1
    rate = sum(r.seconds for r in replies) / sum(r.tokens for r in replies)
    assert [r.seconds for r in replies] == pytest.approx([rate * r.tokens for r in replies])
    assert sum(r.seconds for r in replies) <= passed


def test_the_fingerprint_says_what_changes_replies(folder: Path) -> None:
    plain, short = (
        Transformers(str(folder), device="cpu", dtype=dtype).fingerprint for dtype in (None, "bfloat16")
    )
    assert "torch.float32 cpu" in plain
    assert short == plain.replace("float32", "bfloat16")
    assert f"torch={torch.__version__}" in plain


def test_what_is_sampled_is_decoded_together_and_each_seed_settles_its_reply(folder: Path) -> None:
    together, alone = Transformers(str(folder), batch=16), Transformers(str(folder), batch=1)
    small = Small(together, room=16)
    together._wrapped = small
    asked = [Request("rain", max_tokens=8, temperature=0.1 * (n % 4), seed=n % 8) for n in range(16)]
    said = texts(together.generate(asked))
    assert small.batches == [16]
    assert said == texts(alone.generate(asked))
    assert said[8:] == said[:8]
    assert len(set(said)) == 7, "two are greedy, and those are alike"


def test_samples_are_as_likely_as_the_model_says(folder: Path) -> None:
    model = Transformers(str(folder), batch=500)
    digits = [str(n) for n in range(10)]
    asked = [Request("it rains", Regex("[0-9]"), 8, 0.5, seed) for seed in range(500)]
    said = texts(model.generate(asked))
    # Every digit is one token here, so its probability is known but for the share of all digits.
    weights = [math.exp(score.logprob / 0.5) for score in model.score("it rains", digits)]
    for digit, weight in zip(digits, weights, strict=True):
        likely = weight / sum(weights)
        assert said.count(digit) / 500 == pytest.approx(likely, abs=4 * math.sqrt(likely / 500))


def test_files_of_a_model_do_not_change_what_is_asked_for(folder: Path, tmp_path: Path) -> None:
    for file in folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    settings = json.loads((folder / "generation_config.json").read_text())
    settings |= {"repetition_penalty": 5.0, "no_repeat_ngram_size": 1, "top_k": 1, "temperature": 0.01}
    settings |= {"do_sample": True, "max_new_tokens": 2, "suppress_tokens": list(range(5, 200))}
    (tmp_path / "generation_config.json").write_text(json.dumps(settings))
    words = json.loads((folder / "tokenizer_config.json").read_text())
    words["clean_up_tokenization_spaces"] = True
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(words))
    asked = [Request("rain", max_tokens=9), Request("rain", max_tokens=9, temperature=1, seed=3)]
    asked += [Request("rain", Regex("yes , no !"), 20)]
    plain, set_otherwise = (Transformers(str(path)).generate(asked) for path in (folder, tmp_path))
    assert texts(set_otherwise) == texts(plain)
    assert texts(plain)[2] == "yes , no !"


def test_a_longer_prompt_beside_it_takes_no_room_from_a_reply(folder: Path) -> None:
    model = Transformers(str(folder))
    long = "a" * 1000
    assert 960 < model._asked(Request(long)).length < 1020
    said = model.generate([Request("rain", Regex("a{60}"), 90), Request(long, Regex("a{60}"), 90)])
    assert [s.stop for s in said if isinstance(s, Reply)] == [Stop.END, Stop.LENGTH]


def test_rows_of_one_batch_are_held_to_specs_of_their_own(folder: Path) -> None:
    model = Transformers(str(folder))
    specs = (Choice(("yes", "no")), Regex("a{9}"), Choice(("a long word", "rain")))
    said = model.generate([Request("rain", spec, 30) for spec in specs])
    alone = [model.generate([Request("rain", spec, 30)])[0] for spec in specs]
    assert [s.text for s in said if isinstance(s, Reply)] == [s.text for s in alone if isinstance(s, Reply)]
    assert len(said) == len(alone) == 3


def test_a_limit_of_the_engine_ends_in_a_failure(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Transformers(str(folder))
    assert model._guides is not None
    made = model._guides.guide

    def lost(*specs: Choice) -> object:
        guide = made(*specs)
        guide._rows[0].consume_token(model._tokenizer("zzz").input_ids[-1])
        return guide

    monkeypatch.setattr(model._guides, "guide", lost)
    said = model.generate([Request("rain", Choice(("yes", "no")), 9)] * 2)
    assert isinstance(said[0], Failure)
    assert (said[0].kind, said[0].message[:27]) == ("invalid", "the decoding engine gave up")
    assert isinstance(said[1], Reply)


MEMORY = """
import resource, sys
from defeasible.llm.backend import Reply, Request
from defeasible.llm.hf import Transformers
model = Transformers(sys.argv[1], batch=64)
model.generate([Request("warm", max_tokens=2)])
batches = []
inner = model._wrapped.generate_batch
model._wrapped.generate_batch = lambda texts, *a, **b: batches.append(len(texts)) or inner(texts, *a, **b)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + int(sys.argv[2]), -1))
said = model.generate([Request("a" * 900, max_tokens=3)] * 64)
print([type(s).__name__ for s in said].count("Reply"), len(said), max(batches), min(batches))
scores = model.score("a" * 900, [f" {n}" for n in range(64)])
print(len(scores), flush=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit of memory that the system keeps")
def test_a_batch_that_the_system_has_no_memory_for_is_halved_until_it_fits(folder: Path) -> None:
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "OMP_NUM_THREADS": "1",
    }
    command = [sys.executable, "-c", MEMORY, str(folder), str(96 * 1024**2)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    replies, asked, first, last = map(int, done.stdout.splitlines()[0].split())
    assert (replies, asked, first) == (64, 64, 64)
    assert last < 64, "there was memory enough for all at once"
    assert done.stdout.splitlines()[1] == "64"


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
        ({"dtype": "floaty"}, "unknown dtype 'floaty'"),
        ({"device": "gpu"}, "cannot load"),
        ({"batch": 0}, "batch must be at least 1, got 0"),
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
