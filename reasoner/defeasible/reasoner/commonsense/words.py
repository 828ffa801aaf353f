"""Words of a clause: tokens, and closed lists of words."""

from __future__ import annotations

import re
from functools import cache

from defeasible.reasoner.english.wordlists import read_toml

_TOKEN = re.compile(r"[A-Za-z][A-Za-z-]*(?:'[a-z]+)?|\d+")


@cache
def word_list(name: str) -> frozenset[str]:
    """Return a closed word list of `words.toml`: `function`, `light`, ..."""
    return frozenset(read_toml("defeasible.reasoner.commonsense", "words.toml")[name].split())


def tokens(text: str) -> list[str]:
    """Return the words and numbers of a text, as written."""
    return _TOKEN.findall(text)
