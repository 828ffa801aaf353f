"""Measure a token mask on two engines: llguidance, which the library uses, and glrmask.

Both follow the schemas of the parser's first pass over generated texts, along the right replies, with the
vocabulary of SmolLM2 (49,152 tokens). `compile` is the first mask of a schema, `mask` a later one including
the token before it. Times are CPU times of one thread, medians over the texts.

Needs the extra `smollm2`, its weights (`defeasible models get smollm2`) and glrmask.
Run from the root: `python benchmarks/mask_engines.py [TEXTS]`, 40 by default.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from itertools import islice
from typing import TypeAlias

import glrmask
import llguidance.hf
import llguidance.numpy as masks
from transformers import AutoTokenizer

from defeasible.llm.guide import grammar_of
from defeasible.llm.named import hf_folder, named
from defeasible.llm.parse.wires import WIRES
from defeasible.llm.spec import Json
from defeasible.llm.teach.samples import samples

Step: TypeAlias = Callable[[int | None], bool]
"""Consumes a token, if one was chosen, computes the next mask, and returns whether the token was allowed."""


def byte_of() -> dict[str, int]:
    """Return the byte of each character of a byte-level vocabulary (GPT-2's table)."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    rest = [byte for byte in range(256) if byte not in plain]
    return {chr(byte): byte for byte in plain} | {chr(256 + n): byte for n, byte in enumerate(rest)}


def main() -> None:
    """Print both times of each engine."""
    texts = int(sys.argv[1]) if sys.argv[1:] else 40
    tokenizer = AutoTokenizer.from_pretrained(hf_folder(named("smollm2")))
    tables, size, letters = llguidance.hf.from_tokenizer(tokenizer), len(tokenizer), byte_of()
    vocabulary = glrmask.Vocab.from_id_to_bytes(
        {
            number: bytes(map(letters.__getitem__, token))
            for token, number in tokenizer.get_vocab().items()
            if number not in tokenizer.all_special_ids
        }
    )

    def with_llguidance(spec: Json) -> Step:
        matcher = llguidance.LLMatcher(tables, grammar_of(spec))
        bits = masks.allocate_token_bitmask(1, size)

        def step(token: int | None) -> bool:
            allowed = token is None or bool(matcher.consume_token(token))
            masks.fill_next_token_bitmask(matcher, bits, 0)
            return allowed

        return step

    def with_glrmask(strategy: glrmask.MaskStrategy, spec: Json) -> Step:
        grammar = glrmask.Grammar.from_json_schema(json.loads(spec.schema))
        state = grammar.compile(vocabulary, mask_strategy=strategy).start()

        def step(token: int | None) -> bool:
            allowed = token is None or state.commit_token(token)
            state.mask()
            return allowed

        return step

    engines: dict[str, Callable[[Json], Step]] = {
        "llguidance": with_llguidance,
        "glrmask, fast masks": lambda spec: with_glrmask(glrmask.MaskStrategy.FAST_MASKS, spec),
        "glrmask, fast compile": lambda spec: with_glrmask(glrmask.MaskStrategy.FAST_COMPILE, spec),
    }
    found: dict[str, list[tuple[float, float, bool]]] = defaultdict(list)
    kinds = ("premises", "sizes", "story", "dialogue-en")
    for sample in islice(samples(kinds, seed=7), texts):
        spec = WIRES[sample.text.family].declare(sample.text)
        tokens = tokenizer(sample.asked[0][1], add_special_tokens=False).input_ids
        for name, engine in engines.items():
            began = time.process_time()
            step = engine(spec)
            step(None)
            compiled = time.process_time()
            allowed = all(step(token) for token in tokens)
            found[name].append((compiled - began, (time.process_time() - compiled) / len(tokens), allowed))
    print(f"{'':<24}{'compile ms':>12}{'mask us':>10}{'replies allowed':>17}")
    for name, rows in found.items():
        compiled, mask = (statistics.median(row[n] for row in rows) for n in (0, 1))
        right = sum(row[2] for row in rows)
        print(f"{name:<24}{compiled * 1e3:>12.1f}{mask * 1e6:>10.1f}{right:>10} of {len(rows)}")


if __name__ == "__main__":
    main()
