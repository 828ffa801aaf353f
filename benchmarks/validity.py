"""Test whether constraints alone make replies valid: random weights read texts on every engine.

A Llama of random weights knows nothing, so whatever it gets right is due to the constraint. Each engine reads
the same small generated texts over all four families in two passes, eight times each with different seeds, at
temperature 1: with constraints, and without them for comparison. Then a server accepts constraints and
ignores them: how many wrong forms are accepted, and is this noticed? Finally, the greedy replies of the two
local engines are compared.

Needs the extras `transformers` and `llamacpp`.
Run from the root: `python benchmarks/validity.py [PARSES] [tiny] [ENGINE ...]`, engines `transformers`,
`llama.cpp`, `openai`, `vllm`, `llama_cpp`, `ignores`, `greedy`; 200 parses on all by default. With `tiny`,
the bundled tiny model reads instead.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from parses import Tally, Unconstrained, read
from served import Served
from servers import Serve
from tiny import build

from defeasible.llm.backend import Generator, Reply, Request
from defeasible.llm.gguf import LlamaCpp
from defeasible.llm.gguf.export import export
from defeasible.llm.hf import Transformers
from defeasible.llm.openai import OpenAI, Patience
from defeasible.llm.openai.shapes import Dialect
from defeasible.llm.spec import Choice
from defeasible.llm.tiny import samples
from defeasible.llm.tiny.build import GGUF
from defeasible.llm.tiny.shipped import FOLDER

CONTEXT = 16_384
TERSE = 4.5
FREE_TOKENS = 256
"""Token budget of a reply without constraints: about the length of both replies with constraints."""


@contextmanager
def transformers(folder: Path) -> Iterator[Generator]:
    """Open the model through transformers."""
    yield Transformers(str(folder), device="cpu")


@contextmanager
def llama(folder: Path) -> Iterator[Generator]:
    """Open the model through llama.cpp."""
    model = LlamaCpp(folder / GGUF, threads=1, context=2 * CONTEXT)
    yield model
    model.close()


@contextmanager
def server(folder: Path, dialect: Dialect, *, enforces: bool = True) -> Iterator[Generator]:
    """Open the model behind a server on loopback."""
    served = Served(folder / GGUF, dialect, enforces=enforces, context=CONTEXT)
    with Serve(served) as running:
        yield OpenAI(running.url, "tiny", dialect=dialect, patience=Patience(timeout=600, tries=1))
    served.close()


ENGINES: dict[str, Callable[[Path], AbstractContextManager[Generator]]] = {
    "transformers": transformers,
    "llama.cpp": llama,
    "openai": lambda folder: server(folder, "openai"),
    "vllm": lambda folder: server(folder, "vllm"),
    "llama_cpp": lambda folder: server(folder, "llama_cpp"),
}


def row(name: str, tally: Tally, free: Tally, seconds: float) -> str:
    """Return one line of the table."""
    reasons = "; ".join(f"{n} x {reason}" for reason, n in tally.reasons.most_common(3))
    return (
        f"{name:<14}{tally.asked:>7}{tally.fit:>9,} of {tally.replies:<6,}"
        f"{tally.forms / tally.asked:>7.1%}{tally.first / tally.asked:>10.1%}"
        f"{free.asked:>8}{free.forms / free.asked:>8.1%}{tally.tokens:>9,}{seconds:>7.0f}  {reasons}"
    )


def agreement(folder: Path, number: int) -> str:
    """Compare greedy replies of both engines to the prompts of the readings, free and chosen from a list."""
    hf, gguf = Transformers(str(folder), device="cpu"), LlamaCpp(folder / GGUF, threads=1, cache="f32")
    texts = [" ".join(s.text for s in sample.text.sources) for sample in islice(samples(), number)]
    spec = Choice(("yes", "no", "unknown", "下雨"))
    asked = [Request(text, one, 40) for text in texts for one in (None, spec)]
    pairs = list(zip(hf.generate(asked), gguf.generate(asked), strict=True))
    gguf.close()
    same = sum(isinstance(a, Reply) and isinstance(b, Reply) and a.text == b.text for a, b in pairs)
    return f"greedy replies that are the same on transformers and llama.cpp: {same} of {len(pairs)}"


def main() -> None:
    """Read on every engine and print one table."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    named = sys.argv[2:]
    names = [name for name in named if name != "tiny"] or [*ENGINES, "ignores", "greedy"]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "model"
        if "tiny" in named:
            shutil.copytree(FOLDER, folder)
        else:
            folder.mkdir()
            build(folder, context=CONTEXT, terse=TERSE)
        export(folder, folder / GGUF)
        print(f"{'':<14}constrained{'':<39}free")
        print("engine         parses replies that fit   forms first try  parses   forms   tokens      s")
        for name, opens in ENGINES.items():
            if name in names:
                started = time.perf_counter()
                with opens(folder) as backend:
                    tally = read(backend, number)
                    seconds = time.perf_counter() - started
                    free = read(Unconstrained(backend), max(8, number // 10), max_tokens=FREE_TOKENS)
                print(row(name, tally, free, seconds), flush=True)
        if "ignores" in names:
            with server(folder, "vllm", enforces=False) as backend:
                tally = read(backend, max(8, number // 10), max_tokens=FREE_TOKENS)
                assert isinstance(backend, OpenAI)
                print(
                    f"a server that ignores constraints: {tally.asked} parses, {tally.forms} forms taken, "
                    f"{backend.ignored} replies noticed"
                )
        if "greedy" in names:
            print(agreement(folder, max(8, number // 10)))


if __name__ == "__main__":
    main()
