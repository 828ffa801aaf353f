"""Tokens of a text with their places, from spaCy's rule-based English tokenizer (no model)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from defeasible.reasoner.english.pipeline import APOSTROPHES, split
from defeasible.reasoner.english.tokens import CONTRACTED, means

_CACHE = 4096
_SHORTENED = frozenset({"gon", "na", "got", "ta"})
"""Other parts that spaCy splits off a word, each with its own norm."""


class Token(NamedTuple):
    """One word or mark."""

    text: str
    """As written."""
    norm: str
    """Lower case, contractions expanded: `n't` is `not`, `wo` in `won't` is `will`."""
    start: int
    """First character in the source."""
    end: int
    """One past the last character."""
    is_word: bool
    """Whether it carries meaning: it has a letter or digit, or is a symbol such as `$`, `%` or an emoji."""


Tokens = tuple[Token, ...]


@lru_cache(maxsize=_CACHE)
def tokenize(text: str) -> Tokens:
    """Split a text into tokens; drop white space and control characters."""
    # Replaced character by character, so that places stay those of the source.
    plain = text.translate(APOSTROPHES)
    tokens = []
    for word, full, start, _ in split(plain):
        if word.isspace() or not word.isprintable():
            continue
        end, lower = start + len(word), word.lower()
        norm = CONTRACTED.get(lower) or (full if "'" in lower or lower in _SHORTENED else lower)
        tokens.append(Token(text[start:end], norm, start, end, means(word)))
    return tuple(tokens)
