"""`samples`: an endless supply of texts and replies, the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from defeasible.llm.tiny.dialogue import chinese, english
from defeasible.llm.tiny.draw import Draw
from defeasible.llm.tiny.premises import premises
from defeasible.llm.tiny.sample import Sample
from defeasible.llm.tiny.sizes import sizes
from defeasible.llm.tiny.story import story
from defeasible.reasoner.errors import UsageError

KINDS: Mapping[str, Callable[[Draw], Sample]] = {
    "premises": premises,
    "sizes": sizes,
    "story": story,
    "dialogue-en": english,
    "dialogue-zh": chinese,
}
"""What is written, by name: the four families, dialogues in two languages."""


def sample(kind: str, seed: str, test: bool = False) -> Sample:
    """Return one text with its replies; for the arguments, see `samples`."""
    return KINDS[kind](Draw(seed, test=test))


def samples(kinds: Sequence[str] = tuple(KINDS), *, seed: int = 0, test: bool = False) -> Iterator[Sample]:
    """Yield texts with their replies, for ever, one kind after the other.

    Args:
        kinds: Names in `KINDS`; one that comes twice is written twice as often.
        seed: Settles every text.
        test: Whether to give texts that are held out: all pairs of words in them are, and no text that is not
            held out has one of them. The words themselves, and the sentences around them, are the same.

    Raises:
        UsageError: If there is no such kind.
    """
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise UsageError(f"there is no kind of text {unknown[0]!r}", hint=", ".join(KINDS))
    return _samples(kinds, seed, test)


def _samples(kinds: Sequence[str], seed: int, test: bool) -> Iterator[Sample]:
    number = 0
    while True:
        for place, kind in enumerate(kinds):
            yield sample(kind, f"{seed} {kind} {place} {number}", test=test)
        number += 1
