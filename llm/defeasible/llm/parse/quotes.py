"""Locate words that a model quotes in the source texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from defeasible.reasoner.text import Source, Span

_MARKS = " \t\r\n.,;:!?\"'()[]…。，；：！？、“”‘’「」"
_ALIKE = {**dict.fromkeys("'’‘", "['’‘]"), **dict.fromkeys('"“”', '["“”]'), **dict.fromkeys("-–—", "[-–—]")}


def find(words: str, sources: Sequence[Source], near: Span | None = None) -> Span | None:
    """Return the span of quoted words: an exact match, else one up to case, spaces and outer punctuation.

    A match inside a longer word does not count. Of several matches, the one closest to `near` is returned, or
    the first.

    Args:
        words: The quoted words; they may occur in no text at all.
        sources: The texts to search, likeliest first.
        near: The span of other words of the same element.

    Returns:
        The span, or None if there is no match.
    """
    bare = words.strip(_MARKS)
    if not bare:
        return None
    order = {source.id: n for n, source in enumerate(sources)}

    def distance(place: Span) -> tuple[int, int]:
        if near is None or near.source not in order:
            return (order[place.source], 0)
        away = abs(order[place.source] - order[near.source])
        return (away, 0 if away else max(place.start - near.end, near.start - place.end, 0))

    for pattern in (re.compile(re.escape(words.strip())), _tolerant(bare)):
        places = [
            Span(source.id, at.start(), at.end())
            for source in sources
            for at in pattern.finditer(source.text)
            if not _cuts_a_word(source.text, at.start(), at.end())
        ]
        if places:
            return min(places, key=distance)
    return None


def _cuts_a_word(text: str, start: int, end: int) -> bool:
    # Chinese is written without spaces: every character is a word boundary.
    return any(
        0 < at < len(text) and all(c.isascii() and c.isalnum() for c in text[at - 1 : at + 1])
        for at in (start, end)
    )


@lru_cache(maxsize=1024)
def _tolerant(bare: str) -> re.Pattern[str]:
    written = (r"\s+" if part.isspace() else _letters(part) for part in re.split(r"(\s+)", bare))
    return re.compile("".join(written), re.IGNORECASE)


def _letters(part: str) -> str:
    return "".join(_ALIKE.get(letter, re.escape(letter)) for letter in part)
