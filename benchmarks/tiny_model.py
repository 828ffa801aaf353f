"""Measure how well the tiny model reads held-out texts, on both engines, with and without constraints.

Run from the root: `python benchmarks/tiny_model.py [TEXTS_OF_EACH_KIND] [ENGINE ...]`, by default 200 on each
of `tiny` and `tiny:gguf`.
"""

from __future__ import annotations

import sys
import time

from defeasible.llm.models import open_model
from defeasible.llm.parse import Parsed
from defeasible.llm.tiny import KINDS
from defeasible.llm.tiny.evaluate import Free, held_out, read, table, tally

ENGINES = ("tiny", "tiny:gguf")


def main() -> None:
    """Read the same texts on each engine, with and without constraints, and print a table of each."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    engines = sys.argv[2:] or ENGINES
    texts = {kind: held_out(kind, count) for kind in KINDS}
    said: dict[tuple[str, bool], list[Parsed]] = {}
    for engine in engines:
        model = open_model(engine)
        for free in (False, True):
            started = time.perf_counter()
            parsed = {kind: read(Free(model) if free else model, many) for kind, many in texts.items()}
            seconds = time.perf_counter() - started
            said[engine, free] = [one for many in parsed.values() for one in many]
            tokens = sum(reply.tokens for one in said[engine, free] for reply in one.replies)
            how = "free" if free else "constrained"
            print(f"\n{engine}, {how}: {seconds:.0f} s, {tokens / seconds:.0f} tokens of replies a second")
            print(table([tally(kind, many, parsed[kind]) for kind, many in texts.items()]), flush=True)
    for free in (False, True):
        alike = [[one.said for one in said[engine, free]] for engine in engines]
        same = sum(len(set(replies)) == 1 for replies in zip(*alike, strict=True))
        how = "free" if free else "constrained"
        print(f"\n{how}: on {same} of {len(alike[0])} texts all engines say the same")


if __name__ == "__main__":
    main()
