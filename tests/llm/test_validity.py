"""Random weights read small texts in two passes on every engine: the constraint alone makes forms of it.

`benchmarks/validity.py` does the same a thousand times each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from parses import Unconstrained, read
from served import Served
from servers import Serve
from tiny import build

from defeasible.llm.openai import OpenAI, Patience

if TYPE_CHECKING:
    from pathlib import Path

    from defeasible.llm.backend import Generator
    from defeasible.llm.openai.shapes import Dialect

pytest.importorskip("outlines", reason="needs the extra `transformers`")
pytest.importorskip("llama_cpp", reason="needs the extra `llamacpp`")

from defeasible.llm.gguf import LlamaCpp
from defeasible.llm.gguf.export import export
from defeasible.llm.hf import Transformers

NUMBER, CONTEXT = 24, 16_384
SLOW = Patience(timeout=60, tries=1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = build(tmp_path_factory.mktemp("terse"), context=CONTEXT, terse=4.5)
    export(folder, folder / "tiny.gguf")
    return folder


def check(backend: Generator, number: int = NUMBER) -> None:
    tally = read(backend, number)
    assert (tally.asked, tally.forms) == (number, number), tally.reasons
    assert tally.fit == tally.replies >= 2 * number - 8, "a family may need but one reply"
    free = read(Unconstrained(backend), 8, max_tokens=64)
    assert (free.asked, free.forms) == (8, 0)


def test_every_reading_is_a_form_on_transformers(folder: Path) -> None:
    check(Transformers(str(folder), device="cpu"))


def test_every_reading_is_a_form_on_llama_cpp(folder: Path) -> None:
    model = LlamaCpp(folder / "tiny.gguf", threads=1, context=2 * CONTEXT)
    check(model)
    model.close()


@pytest.mark.parametrize("dialect", ["openai", "vllm", "llama_cpp"])
def test_every_reading_is_a_form_through_a_server(folder: Path, dialect: Dialect) -> None:
    served = Served(folder / "tiny.gguf", dialect, context=CONTEXT)
    with Serve(served) as running:
        backend = OpenAI(running.url, "tiny", dialect=dialect, patience=SLOW)
        check(backend, 16)
        assert (backend.ignored, backend.notes) == (0, ())
    served.close()


def test_a_server_that_ignores_constraints_gives_no_form_and_is_noticed(folder: Path) -> None:
    served = Served(folder / "tiny.gguf", "vllm", enforces=False, context=CONTEXT)
    with Serve(served) as running:
        backend = OpenAI(running.url, "tiny", dialect="vllm", patience=SLOW)
        tally = read(backend, 8, max_tokens=64)
        assert (tally.asked, tally.forms, tally.fit) == (8, 0, 0)
        assert backend.ignored > 0
        assert "does not enforce it" in backend.notes[-1]
    served.close()
