"""Normalised words, by which the checker identifies mentions."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from defeasible.reasoner.forms.dialogue import END_MARKS

if TYPE_CHECKING:
    from defeasible.reasoner.forms import Phrase
    from defeasible.reasoner.text import Source, Span

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


@lru_cache(maxsize=65536)
def plain(text: str) -> str:
    """Return words of a dialogue without case, width, extra spaces and surrounding marks."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"\s+", " ", folded).strip(END_MARKS)


def referent(phrase: Phrase) -> tuple[str, str]:
    """Return the key that distinguishes phrases: the speaker, and the words."""
    return phrase.speaker, plain(phrase.text)


def bare(gloss: str) -> str:
    """Return the words that name an atom or object in any form, without case, articles and punctuation."""
    words = (found[0] for found in _WORD.finditer(gloss.casefold()))
    return " ".join(word for word in words if word not in ("a", "an", "the")) or gloss


def quoted(sources: tuple[Source, ...], span: Span | None) -> str:
    """Return the words that a span points to; empty if there is no span."""
    if span is None:
        return ""
    text = {source.id: source.text for source in reversed(sources)}[span.source]
    return text[span.start : span.end]
