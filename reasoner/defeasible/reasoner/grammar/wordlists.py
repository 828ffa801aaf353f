"""Word lists as they are written down in this package: words with white space between."""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text.

    >>> sorted(word_set("of in  on"))
    ['in', 'of', 'on']
    """
    return frozenset(text.split())


def phrases(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the phrases of a text, which semicolons part, each as its words.

    >>> phrases("as long as; once")
    (('as', 'long', 'as'), ('once',))
    """
    return tuple(tuple(phrase.split()) for phrase in text.split(";"))
