"""Word lists as the house writes them down, in code and in data files: words with white space between."""

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
    """Return the phrases of a text, which semicolons part, each as its words.

    >>> phrases("as long as; once")
    (('as', 'long', 'as'), ('once',))
    """
    return tuple(tuple(phrase.split()) for phrase in text.split(";"))


@cache
def read_toml(package: str, name: str) -> dict[str, Any]:
    """Return the content of a TOML file that lies in a package; one object for all, not to be changed."""
    return tomllib.loads(_text(package, name))


def read_words(package: str, name: str) -> frozenset[str]:
    """Return the words of a text file that lies in a package; lines that begin with `#` are remarks."""
    return word_set("\n".join(line for line in _text(package, name).splitlines() if line[:1] != "#"))


def _text(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text(encoding="utf-8")
