"""Word lists in code and in data files: words separated by white space."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text.

    >>> sorted(word_set("of in  on"))
    ['in', 'of', 'on']
    """
    return frozenset(text.split())


def phrases(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the phrases of a text, separated by semicolons, each as a tuple of words.

    >>> phrases("as long as; once")
    (('as', 'long', 'as'), ('once',))
    """
    return tuple(tuple(words) for phrase in text.split(";") if (words := phrase.split()))


@cache
def read_toml(package: str, name: str) -> dict[str, Any]:
    """Return the content of a TOML file in a package; the object is shared, so do not change it."""
    return tomllib.loads(_text(package, name))


def _text(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text(encoding="utf-8")
