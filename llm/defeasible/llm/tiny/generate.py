"""`samples`: an endless supply of texts and replies, the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from defeasible.llm.tiny.dialogue import chinese, english
from defeasible.llm.tiny.draw import Draw
from defeasible.llm.tiny.premises import premises
from defeasible.llm.tiny.sample import Sample
from defeasible.llm.tiny.sizes import sizes
from defeasible.llm.tiny.story import story
from defeasible.reasoner.errors import unknown

KINDS: Mapping[str, Callable[[Draw], Sample]] = {
    "premises": premises,
    "sizes": sizes,
    "story": story,
    "dialogue-en": english,
    "dialogue-zh": chinese,
}
"""Generators by name: the four families, with dialogues in two languages."""


def sample(kind: str, seed: str, test: bool = False) -> Sample:
    """Return one text with its replies; see `samples` for the arguments."""
    return KINDS[kind](Draw(seed, test=test))


def samples(kinds: Sequence[str] = tuple(KINDS), *, seed: int = 0, test: bool = False) -> Iterator[Sample]:
    """Yield texts with their replies indefinitely, cycling through the kinds.

    Args:
        kinds: Names in `KINDS`; one given twice is generated twice as often.
        seed: Determines every text.
        test: Whether to yield held-out texts. These contain only held-out pairs of words, and other texts
            contain none of them; the words themselves and the sentence patterns are the same.

    Raises:
        UsageError: If a kind is unknown.
    """
    if odd := [kind for kind in kinds if kind not in KINDS]:
        raise unknown("kind of text", odd[0], KINDS)
    return _samples(kinds, seed, test)


def _samples(kinds: Sequence[str], seed: int, test: bool) -> Iterator[Sample]:
    number = 0
    while True:
        for place, kind in enumerate(kinds):
            yield sample(kind, f"{seed} {kind} {place} {number}", test=test)
        number += 1
