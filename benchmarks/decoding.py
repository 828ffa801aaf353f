"""Measure decoding on both engines: constraints, batches, scoring with a shared prefix, and start-up.

The model is a random Llama of 0.1B weights with a vocabulary of 128,000 tokens, on one CPU thread. Times are
CPU seconds of all threads, so work outside the model counts in full. Variants run alternately and the best
round of each counts, so ratios are valid on a shared machine too.

`constraint`: time per token with a spec over time without one. The specs are those of the parser's two passes
over a small text; no reply ends within the budget. `batch`: time per token one by one, over that together.
`scoring`: options after a prompt of 430 tokens that is read once, over reading it for each option. `start`:
imports, opening a model, and its first replies.

Needs the extras `transformers` and `llamacpp`.
Run from the root: `OMP_NUM_THREADS=1 python benchmarks/decoding.py [PART ...]`, all parts by default.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from defeasible.llm.backend import Reply, Request
from defeasible.llm.gguf import LlamaCpp
from defeasible.llm.gguf.export import export
from defeasible.llm.hf import Transformers
from defeasible.llm.parse import Text
from defeasible.llm.parse.wires import WIRES
from defeasible.llm.spec import Spec
from defeasible.reasoner.forms import AtomDecl
from wide_model import build

Engine: TypeAlias = Transformers | LlamaCpp

ROUNDS, TOKENS = 5, 32
LINES = ["If it rains, the street gets wet.", "It rains.", "If the street gets wet, Ben stays at home."]
OPTION_TOKENS = (1, 2, 3, 4, 5)
PACKAGES = (
    "defeasible.llm.models",
    "defeasible.llm.openai",
    "llguidance",
    "llama_cpp",
    "torch",
    "torch, transformers, outlines",
    "openai",
)


def specs() -> dict[str, Spec]:
    """Return the specs of both passes over three lines; random weights take long to finish either."""
    text = Text.premises(LINES, ["Ben stays at home."])
    declare = WIRES["premises"].declare(text)
    bind = WIRES["premises"].bind(text, tuple(AtomDecl(f"a{n}", f"thing {n}") for n in range(1, 5)))
    assert bind is not None
    return {"declare": declare, "bind": bind}


def best(variants: Mapping[str, Callable[[], float]], rounds: int = ROUNDS) -> dict[str, float]:
    """Return the least value of each variant in alternating runs; the first run of each does not count."""
    found: dict[str, list[float]] = {name: [] for name in variants}
    for number in range(rounds + 1):
        for name, act in variants.items():
            value = act()
            if number:
                found[name].append(value)
    return {name: min(values) for name, values in found.items()}


def per_token(model: Engine, number: int, spec: Spec | None, tokens: int = TOKENS) -> float:
    """Return the CPU milliseconds per token of a greedy reply, with `number` replies together."""
    requests = [Request(f"{n}:", spec, tokens) for n in range(number)]
    started = time.process_time()
    replies = model.generate(requests)
    seconds = time.process_time() - started
    written = [reply.tokens for reply in replies if isinstance(reply, Reply)]
    assert written == [tokens] * number, "a reply ended early, and the rest would be compared unfairly"
    return seconds / sum(written) * 1e3


def constraint(models: Mapping[str, Engine]) -> None:
    """Print the cost of a constraint."""
    print("\nconstrained over unconstrained time per token (target 1.05)")
    print(f"{'':<14}{'together':>9}{'free ms':>9}" + "".join(f"{name:>11}" for name in specs()))
    for name, model in models.items():
        for number in (1, 8):
            kinds: dict[str, Spec | None] = {"free": None, **specs()}
            variants = {kind: partial(per_token, model, number, spec) for kind, spec in kinds.items()}
            found = best(variants)
            ratios = "".join(f"{found[kind] / found['free']:>11.3f}" for kind in specs())
            print(f"{name:<14}{number:>9}{found['free']:>9.2f}{ratios}", flush=True)


def batch(models: Mapping[str, Engine]) -> None:
    """Print the speed-up of batched requests."""
    print("\nrequests together over one by one (target 4 on llama.cpp)")
    print(f"{'':<14}{'1: ms/token':>12}{'8':>8}{'32':>8}")
    for name, model in models.items():
        spec = specs()["bind"]
        found = best({str(n): partial(per_token, model, n, spec, 16) for n in (1, 8, 32)}, 2)
        print(f"{name:<14}{found['1']:>12.2f}{found['1'] / found['8']:>8.2f}{found['1'] / found['32']:>8.2f}")


def scoring(models: Mapping[str, Engine]) -> None:
    """Print the speed-up of scoring options after a prompt that is read once."""
    hf, gguf = models["transformers"], models["llama.cpp"]
    assert isinstance(hf, Transformers)
    assert isinstance(gguf, LlamaCpp)
    # Words of one token each, as common words are for real models.
    words = [hf._tokenizer.decode([number]) for number in range(100_000, 128_000)]
    words = [word for word in words if word[:1] == " " and len(hf._tokenizer(word).input_ids) == 2]
    options = ["".join(words[count : 2 * count]) for count in OPTION_TOKENS]
    prompt = " ".join(f"{n} {LINES[0]}" for n in range(40))
    while len(hf._tokenizer(prompt).input_ids) > 430:
        prompt = prompt[:-1]
    print(f"\n{len(options)} options of 1 to 5 tokens after a prompt of 430: shared prefix over naive")
    variants: dict[str, Callable[[], float]] = {
        "transformers naive": lambda: timed(lambda: naive(hf, prompt, options)),
        "transformers": lambda: timed(lambda: hf.score(prompt, options)),
        "llama.cpp naive": lambda: timed(lambda: [alone(gguf, prompt, option) for option in options]),
        "llama.cpp": lambda: timed(lambda: forgotten(gguf, prompt, options)),
        "llama.cpp again": lambda: timed(lambda: gguf.score(prompt, options)),
    }
    found = best(variants, 2)
    for name in ("transformers", "llama.cpp", "llama.cpp again"):
        slow = found[f"{name.removesuffix(' again')} naive"]
        print(f"{name:<18}{slow * 1e3:>8.0f} -> {found[name] * 1e3:>5.0f} ms{slow / found[name]:>8.2f} times")
    pairs = zip(hf.score(prompt, options), naive(hf, prompt, options), strict=True)
    print(f"furthest from naive: {max(abs(score.logprob - other) for score, other in pairs):.1e} nats")


def timed(act: Callable[[], object]) -> float:
    """Return the CPU seconds of a call."""
    started = time.process_time()
    act()
    return time.process_time() - started


def naive(model: Transformers, prompt: str, options: Sequence[str]) -> list[float]:
    """Score each option with a pass of its own over prompt and option; logits of the option alone."""
    import torch  # noqa: PLC0415 - loaded by now

    found = []
    read = len(model._tokenizer(prompt).input_ids)
    for option in options:
        ids = model._tokenizer(prompt + option).input_ids
        with torch.inference_mode():
            logits = model._model(torch.tensor([ids]), logits_to_keep=len(ids) - read + 1).logits[0]
        each = torch.log_softmax(logits.float(), -1)
        found.append(sum(float(each[n, ids[read + n]]) for n in range(len(ids) - read)))
    return found


def alone(model: LlamaCpp, prompt: str, option: str) -> object:
    """Score one option without a cached prompt."""
    model._scoring.forget()
    return model.score(prompt, [option])


def forgotten(model: LlamaCpp, prompt: str, options: Sequence[str]) -> object:
    """Score all options without a cached prompt."""
    model._scoring.forget()
    return model.score(prompt, options)


def start(folder: Path) -> None:
    """Print the times before the first token."""
    print("\nimports, seconds of CPU in a process of their own, less Python's own start (median of 3)")
    bare = statistics.median(spent("pass") for _ in range(3))
    for package in PACKAGES:
        found = statistics.median(spent(f"import {package}") for _ in range(3)) - bare
        print(f"{package:<32}{found:>6.2f}")
    print("\nwhat comes before the first reply, seconds on the wall")
    print(f"{'':<14}{'opening':>9}{'first constrained reply':>25}{'second':>8}")
    spec = specs()["bind"]
    for name, opens in OPENS.items():
        opened = time.perf_counter()
        model = opens(folder)
        first = time.perf_counter()
        model.generate([Request("1:", spec, 1)])
        second = time.perf_counter()
        model.generate([Request("2:", spec, 1)])
        print(
            f"{name:<14}{first - opened:>9.2f}{second - first:>25.3f}{time.perf_counter() - second:>8.3f}",
            flush=True,
        )


def spent(code: str) -> float:
    """Return the CPU seconds of a process that runs some code."""
    timing = f"{code}\nimport time\nprint(time.process_time())"
    done = subprocess.run([sys.executable, "-c", timing], check=True, capture_output=True, text=True)
    return float(done.stdout.split()[-1])


OPENS: dict[str, Callable[[Path], Engine]] = {
    "transformers": lambda folder: Transformers(str(folder), device="cpu", batch=32),
    "llama.cpp": lambda folder: LlamaCpp(folder / "wide.gguf", threads=1, sequences=32),
}


def main() -> None:
    """Measure the named parts."""
    parts = sys.argv[1:] or ["constraint", "batch", "scoring", "start"]
    with tempfile.TemporaryDirectory() as temporary:
        folder = build(Path(temporary))
        export(folder, folder / "wide.gguf")
        if "start" in parts:
            start(folder)
        models = {name: opens(folder) for name, opens in OPENS.items()}
        for name, part in {"constraint": constraint, "batch": batch, "scoring": scoring}.items():
            if name in parts:
                part(models)


if __name__ == "__main__":
    main()
