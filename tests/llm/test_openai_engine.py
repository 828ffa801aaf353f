"""A real model behind a real server: random weights, so that the constraint alone makes replies right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pydantic import TypeAdapter
from served import Served
from servers import Serve
from tiny import build

from defeasible.llm.backend import Failure, Reply, Request
from defeasible.llm.openai import OpenAI, Patience, ScoringOpenAI
from defeasible.llm.openai.shapes import Dialect
from defeasible.llm.prompt import Message
from defeasible.llm.scoring import NotScoredError
from defeasible.llm.spec import Choice, Json, Lark, Regex, Spec, violation
from defeasible.llm.valid import generate_valid
from defeasible.reasoner.forms import AtomDecl

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytest.importorskip("torch", reason="needs the extra `transformers`, to make a model")
pytest.importorskip("llama_cpp", reason="needs the extra `llamacpp`")

from defeasible.llm.gguf import LlamaCpp
from defeasible.llm.gguf.export import export

ATOM = Json(TypeAdapter(AtomDecl))
SPECS: dict[str, Spec] = {
    "json": ATOM,
    "choice": Choice(("yes", "no", "甲乙", "p ∧ ¬q")),
    "regex": Regex(r"[a-c]{1,8}(→|∧)[雨雪]{1,3}"),
}
SLOW = Patience(timeout=60, tries=1)


@pytest.fixture(scope="session")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = build(tmp_path_factory.mktemp("served"))
    export(folder, folder / "tiny.gguf")
    return folder / "tiny.gguf"


@pytest.fixture(params=["openai", "vllm", "llama_cpp"])
def server(request: pytest.FixtureRequest, file: Path) -> Iterator[tuple[str, Dialect]]:
    served = Served(file, request.param)
    with Serve(served) as running:
        yield running.url, request.param
    served.close()


def test_twenty_parses_are_valid_by_the_constraint_alone(server: tuple[str, Dialect]) -> None:
    url, dialect = server
    backend = OpenAI(url, "tiny", dialect=dialect, patience=SLOW)
    for spec in SPECS.values():
        number = 20 if spec is ATOM else 5
        requests = [Request("The rain", spec, 900, temperature=1.0, seed=seed) for seed in range(number)]
        for reply in generate_valid(backend, requests):
            assert isinstance(reply, Reply), reply
            assert (violation(spec, reply.text), reply.constrained) == ("", True)
            assert reply.tokens > 0
    assert (backend.ignored, backend.notes) == (0, ())


def test_a_grammar_is_kept_where_there_is_a_field_for_it(server: tuple[str, Dialect]) -> None:
    url, dialect = server
    grammar = Lark('start: "if " WORD " then " WORD\nWORD: /[a-z]{1,9}/')
    backend = OpenAI(url, "tiny", dialect=dialect, patience=SLOW)
    (said,) = backend.generate([Request("The rain", grammar, 60)])
    if dialect == "openai":
        assert isinstance(said, Failure) or not said.constrained
    else:
        assert isinstance(said, Reply)
        assert said.constrained
        assert said.text.startswith("if ")


def test_the_wrong_dialect_ends_at_one_that_works(file: Path) -> None:
    served = Served(file, "llama_cpp")
    with Serve(served) as running:
        backend = OpenAI(running.url, "tiny", dialect="openai", patience=SLOW)
        said = generate_valid(backend, [Request("The rain", ATOM, 900, temperature=1.0)] * 2)
        assert all(isinstance(s, Reply) and s.constrained for s in said)
        assert "using json_object instead" in backend.notes[-1]
    served.close()


def test_a_server_that_only_pretends_is_noticed(file: Path) -> None:
    served = Served(file, "vllm", enforces=False)
    with Serve(served) as running:
        backend = OpenAI(running.url, "tiny", dialect="vllm", patience=SLOW)
        requests = [Request("yes", SPECS["choice"], 8, temperature=1.0, seed=seed) for seed in range(5)]
        said = generate_valid(backend, requests)
        assert all(isinstance(s, Failure) for s in said)
        with pytest.raises(NotScoredError, match="it does not enforce constraints"):
            ScoringOpenAI(running.url, "tiny", dialect="vllm", way="forced", patience=SLOW).score("?", ["a"])
    served.close()


MERGES = "下雨的话"
"""With one of the options it is a single token: the first of the text that servers show."""
PROMPTS = ("If it rains,", MERGES, "The rai", "If 下雨的话")
OPTIONS = [" yes", " no", " the street gets wet.", "地面会湿", "n"]


def test_options_score_as_in_this_process(server: tuple[str, Dialect], file: Path) -> None:
    url, dialect = server
    engine = LlamaCpp(file, threads=1)
    backend = ScoringOpenAI(url, "tiny", dialect=dialect, patience=SLOW)
    prompts = PROMPTS if dialect == "vllm" else [p for p in PROMPTS if p != MERGES]
    for prompt in prompts:
        here, there = engine.score(prompt, OPTIONS), backend.score(prompt, OPTIONS)
        assert [s.tokens for s in there] == [s.tokens for s in here]
        assert [s.logprob for s in there] == pytest.approx([s.logprob for s in here], abs=0.05)
    engine.close()
    if dialect != "vllm":
        with pytest.raises(NotScoredError, match="reports no log-probability for the first token"):
            backend.score(MERGES, OPTIONS)


def test_options_of_one_token_score_as_in_this_process_when_they_are_forced(
    server: tuple[str, Dialect], file: Path
) -> None:
    url, dialect = server
    backend = ScoringOpenAI(url, "tiny", dialect=dialect, way="forced", patience=SLOW)
    if dialect == "openai":
        with pytest.raises(NotScoredError, match="cannot constrain the continuation") as failed:
            backend.score("The rain", list("ny"))
        assert failed.value.failure.kind == "unscorable"
        return
    engine = LlamaCpp(file, threads=1)
    here, there = engine.score("The rain", list("ny")), backend.score("The rain", list("ny"))
    engine.close()
    assert [one.tokens for one in there] == [1, 1]
    assert [one.logprob for one in there] == pytest.approx([one.logprob for one in here], abs=0.05)


def test_options_of_several_tokens_are_unscorable_where_only_their_text_is_forced(
    server: tuple[str, Dialect],
) -> None:
    url, dialect = server
    backend = ScoringOpenAI(url, "tiny", dialect=dialect, way="forced", patience=SLOW)
    with pytest.raises(NotScoredError, match="are not comparable across options") as failed:
        backend.score((Message("user", "Does it rain?"),), ["it pours.", "the street gets wet."])
    assert failed.value.failure.kind == "unscorable"
