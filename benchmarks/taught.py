"""Measure how well a taught model reads generated texts with words that it was not taught.

For each kind it prints how many forms are valid, exact to the last span, and logically equivalent to the
right one. `direction` counts the pairs of things compared by both forms whose bigger thing is right. CPU
seconds are per text. Replies are greedy, without a second attempt.

Run from the root: `python benchmarks/taught.py 'smollm2?adapter=reader' [TEXTS] [KIND ...]`, by default 32
each of `premises` and `sizes`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from functools import partial
from itertools import islice

from defeasible.eval.pipelines import opened
from defeasible.eval.pipelines.turns import WritingTurns
from defeasible.llm.parse import ModelParser
from defeasible.llm.teach.samples import samples
from defeasible.llm.teach.trial import SEED, same
from defeasible.reasoner.forms import Form, SizeContext, Unparsed

TOGETHER = 8
"""Number of texts read in one batch."""


def bigger(form: Form) -> dict[frozenset[str], str]:
    """Return, for each pair of things that a form compares, the bigger one."""
    if not isinstance(form, SizeContext):
        return {}
    said = [s.comparison for s in form.statements if s.comparison.relation == ">"]
    return {frozenset((one.left, one.right)): one.left for one in said}


def rows(address: str, number: int, kinds: list[str]) -> Iterator[str]:
    """Read the texts of each kind, and yield a line of the table."""
    turns = WritingTurns(opened(address, None))
    parser = ModelParser(turns, repairs=0, max_tokens=512)
    for kind in kinds:
        texts = list(islice(samples((kind,), seed=SEED, test=True), number))
        began, read = time.process_time(), []
        for start in range(0, number, TOGETHER):
            part = texts[start : start + TOGETHER]
            read += turns.together([partial(parser.parse, one.text) for one in part])
        seconds = (time.process_time() - began) / number
        pairs = [(text.form, one.form) for text, one in zip(texts, read, strict=True)]
        valid = [(right, form) for right, form in pairs if not isinstance(form, Unparsed)]
        both = [(bigger(right), bigger(form)) for right, form in valid]
        shared = [(right[two], form[two]) for right, form in both for two in right.keys() & form.keys()]
        yield (
            f"{kind:<10}{number:>6}{len(valid):>7}{sum(a == b for a, b in valid):>7}"
            f"{sum(same(a, b) for a, b in valid):>12}"
            f"{sum(a == b for a, b in shared):>7} of {len(shared):<5}{seconds:>8.1f}"
        )


def main() -> None:
    """Print the table."""
    address, *rest = sys.argv[1:]
    number = int(rest[0]) if rest else 32
    print(f"{'kind':<10}{'texts':>6}{'valid':>7}{'exact':>7}{'equivalent':>12}{'direction':>15}{'CPU s':>10}")
    for row in rows(address, number, rest[1:] or ["premises", "sizes"]):
        print(row, flush=True)


if __name__ == "__main__":
    main()
