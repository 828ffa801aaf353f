"""`samples`: texts by kind, each with the correct replies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from defeasible.llm.teach import everyday
from defeasible.llm.teach.draw import Draw
from defeasible.llm.teach.premises import premises
from defeasible.llm.teach.sizes import sizes
from defeasible.llm.tiny import generate
from defeasible.llm.tiny.sample import Sample

KINDS: Mapping[str, Callable[[str, bool], Sample]] = {
    "premises": lambda seed, test: premises(Draw(seed, test=test)),
    "sizes": lambda seed, test: sizes(Draw(seed, test=test)),
    "everyday": lambda seed, test: everyday.belief(Draw(seed, test=test)),
    "everyday-sizes": lambda seed, test: everyday.sizes(Draw(seed, test=test)),
    **{kind: partial(generate.sample, kind) for kind in ("story", "dialogue-en", "dialogue-zh")},
}
"""Kinds of texts by name: functions of a seed, and whether to use test words. Stories and dialogues use the
small vocabulary of the tiny model."""


def samples(kinds: tuple[str, ...], *, seed: int, start: int = 0, test: bool = False) -> Iterator[Sample]:
    """Yield texts with their replies indefinitely, cycling through the kinds, from a number on."""
    number = start
    while True:
        kind = kinds[number % len(kinds)]
        yield KINDS[kind](f"{seed} {kind} {number}", test)
        number += 1
