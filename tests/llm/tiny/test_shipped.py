"""The tiny model as it ships, on both engines: the decoding path of a real model, offline."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

import pytest
from checking import complaints

from defeasible.llm.backend import Generator, Request, Scorer
from defeasible.llm.models import open_model
from defeasible.llm.parse import ModelParser, Parsed, Text
from defeasible.llm.tiny import KINDS
from defeasible.llm.tiny.evaluate import Free, held_out, read, table, tally
from defeasible.llm.tiny.sample import Sample
from defeasible.llm.tiny.shipped import FOLDER, gguf_file
from defeasible.reasoner import belief
from defeasible.reasoner.evidence import no_roles
from defeasible.reasoner.forms import Premises
from defeasible.reasoner.verdict import Verdict

EACH = 8
SHARE = 0.9
"""Least share of exact forms; docs/tiny_model.md has what was measured on many more texts."""
PACKAGES = {"tiny": ("torch", "transformers", "outlines"), "tiny:gguf": ("llama_cpp", "llguidance")}
"""What each engine needs."""

_opened: dict[str, Generator] = {}


@pytest.fixture(scope="module", autouse=True)
def closing() -> Iterator[None]:
    yield
    from defeasible.llm.gguf import LlamaCpp  # noqa: PLC0415 - needs no extra until it is opened

    for model in _opened.values():
        if isinstance(model, LlamaCpp):
            model.close()
    _opened.clear()


def engine(name: str) -> Generator:
    """Return the model on an engine, or skip where the engine is not installed."""
    if missing := [package for package in PACKAGES[name] if find_spec(package) is None]:
        pytest.skip(f"needs {missing[0]}")
    if name not in _opened:
        if name == "tiny":
            import torch  # noqa: PLC0415 - there is one by now

            torch.set_num_threads(1)
        _opened[name] = open_model(name)
    return _opened[name]


@pytest.fixture(scope="module")
def texts() -> dict[str, list[Sample]]:
    return {kind: held_out(kind, EACH, seed=77) for kind in KINDS}


_readings: dict[str, dict[str, list[Parsed]]] = {}


def readings(name: str, texts: dict[str, list[Sample]]) -> dict[str, list[Parsed]]:
    """Return how an engine reads the texts."""
    model = engine(name)
    if name not in _readings:
        _readings[name] = {kind: read(model, many) for kind, many in texts.items()}
    return _readings[name]


@pytest.mark.parametrize("name", PACKAGES)
def test_it_reads_what_it_was_not_taught(name: str, texts: dict[str, list[Sample]]) -> None:
    parsed = readings(name, texts)
    found = [tally(kind, many, parsed[kind]) for kind, many in texts.items()]
    whole = EACH * len(KINDS)
    assert sum(one.valid for one in found) == whole
    assert sum(one.exact for one in found) >= SHARE * whole, table(found)
    assert all(one.exact <= one.right <= one.valid for one in found)


def test_both_engines_say_the_same(texts: dict[str, list[Sample]]) -> None:
    first, second = (
        [one.said for many in readings(name, texts).values() for one in many] for name in PACKAGES
    )
    assert first == second


def test_both_engines_compute_the_same(texts: dict[str, list[Sample]]) -> None:
    torch = pytest.importorskip("torch", reason="needs the extra `transformers`")
    transformers = pytest.importorskip("transformers", reason="needs the extra `transformers`")
    llama_cpp = pytest.importorskip("llama_cpp", reason="needs the extra `llamacpp`")
    hf = transformers.AutoModelForCausalLM.from_pretrained(FOLDER, dtype=torch.float32)
    words = transformers.AutoTokenizer.from_pretrained(FOLDER)
    gguf = llama_cpp.Llama(
        str(gguf_file()), n_ctx=512, logits_all=True, type_k=0, type_v=0, n_threads=1, verbose=False
    )
    for kind, many in texts.items():
        for prompt, said in many[0].asked:
            text = f"<|user|>{prompt}<|assistant|>{said}"
            ids = words(text).input_ids
            assert gguf.tokenize(text.encode(), add_bos=True, special=True) == ids, kind
            with torch.inference_mode():
                first = hf(torch.tensor([ids])).logits[0]
            gguf.reset()
            gguf.eval(ids)
            second = torch.tensor(gguf.scores[: len(ids)])
            assert float((first - second).abs().max()) < 1e-3
            assert bool((first.argmax(-1) == second.argmax(-1)).all())
    gguf.close()


@pytest.mark.parametrize("name", PACKAGES)
def test_a_chat_is_its_last_message(name: str) -> None:
    """What instructions a prompt has, and which examples, is nothing to this model."""
    text, model = Text.premises(["If Nora sings, Omar is calm."]), engine(name)
    full, bare = (ModelParser(model, examples=n).parse(text).replies for n in (2, 0))
    assert [(r.text, r.prompt_tokens) for r in full] == [(r.text, r.prompt_tokens) for r in bare]
    assert full[0].prompt_tokens < 40


@pytest.mark.parametrize("name", PACKAGES)
def test_it_says_its_name_and_scores(name: str) -> None:
    model = engine(name)
    assert isinstance(model, Scorer)
    assert model.name == name
    (reply,) = model.generate([Request("x", max_tokens=2)])
    assert reply.model == name  # type: ignore[union-attr] # a reply
    likely, odd = model.score(
        '<|user|>Texts:\ns1: Nora sings.<|assistant|>{"atoms": [{"words": "', ["Nora", "box"]
    )
    assert likely.logprob > odd.logprob + 1


@pytest.mark.parametrize("name", PACKAGES)
def test_it_can_be_left_free(name: str, texts: dict[str, list[Sample]]) -> None:
    many, model = texts["premises"], engine(name)
    held, free = (read(backend, many) for backend in (model, Free(model)))
    assert all(reply.constrained for one in held for reply in one.replies)
    assert tally("premises", many, free).valid <= tally("premises", many, held).valid


@pytest.mark.parametrize("name", PACKAGES)
def test_what_it_reads_can_be_decided(name: str) -> None:
    form = ModelParser(engine(name)).premises(
        ["If Nora sings, Omar is calm.", "Nora sings."], ["Omar is calm."]
    )
    assert isinstance(form, Premises)
    decision = belief.decide(form, form.queries[0].formula, roles=no_roles)
    assert (decision.verdict, not complaints(decision.trace)) == (Verdict.ENTAILED, True)
