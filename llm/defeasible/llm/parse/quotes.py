"""Finds words that a model quotes in the texts it quotes them from."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from defeasible.reasoner.text import Source, Span

_MARKS = " \t\r\n.,;:!?\"'()[]…。，；：！？、“”‘’「」"
_ALIKE = {**dict.fromkeys("'’‘", "['’‘]"), **dict.fromkeys('"“”', '["“”]'), **dict.fromkeys("-–—", "[-–—]")}


def find(words: str, sources: Sequence[Source], near: Span | None = None) -> Span | None:
    """Return where words stand: as they are if they do, or else up to case, spaces and marks around them.

    Of several places, one that does not cut into a word is preferred to one that does; then the one next to
    `near`; then the first.

    Args:
        words: What a model quoted; may be of no text at all.
        sources: Where to look, the likeliest first.
        near: Other words of the same element.

    Returns:
        The place, or None where there is none.
    """
    bare = words.strip(_MARKS)
    if not bare:
        return None
    for pattern in (re.compile(re.escape(words.strip())), _tolerant(bare)):
        places = [
            Span(source.id, at.start(), at.end())
            for source in sources
            for at in pattern.finditer(source.text)
        ]
        if places:
            texts = {source.id: source.text for source in sources}
            order = {source.id: n for n, source in enumerate(sources)}
            return min(places, key=_distance(texts, order, near))
    return None


def _distance(
    texts: dict[str, str], order: dict[str, int], near: Span | None
) -> Callable[[Span], tuple[object, ...]]:
    def key(place: Span) -> tuple[object, ...]:
        cuts = _cuts_a_word(texts[place.source], place)
        if near is None or near.source not in order:
            return (cuts, order[place.source], 0, place.start)
        away = abs(order[place.source] - order[near.source])
        gap = max(place.start - near.end, near.start - place.end, 0) if away == 0 else 0
        return (cuts, away, gap, order[place.source], place.start)

    return key


def _cuts_a_word(text: str, place: Span) -> bool:
    def inside(at: int) -> bool:
        # Chinese is written without spaces: there every character is a border.
        return 0 < at < len(text) and all(c.isascii() and c.isalnum() for c in text[at - 1 : at + 1])

    return inside(place.start) or inside(place.end)


@lru_cache(maxsize=1024)
def _tolerant(bare: str) -> re.Pattern[str]:
    written = (r"\s+" if part.isspace() else _letters(part) for part in re.split(r"(\s+)", bare))
    return re.compile("".join(written), re.IGNORECASE)


def _letters(part: str) -> str:
    return "".join(_ALIKE.get(letter, re.escape(letter)) for letter in part)
