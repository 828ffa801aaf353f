"""Words of a clause: tokens, light stems, and which words carry content."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from defeasible.reasoner.commonsense.data import read_toml

_TOKEN = re.compile(r"[A-Za-z][A-Za-z-]*(?:'[a-z]+)?|\d+")


@cache
def word_list(name: str) -> frozenset[str]:
    """Return one of the closed word lists of `words.toml`: `function`, `light`, `participles`, ..."""
    return frozenset(read_toml("words.toml")[name].split())


@cache
def _irregular() -> dict[str, str]:
    return dict(read_toml("words.toml")["irregular"])


_SHORTEST_STEM = 3
_SUFFIXES = {
    "ingly": "", "edly": "", "ments": "", "ment": "", "ings": "", "ing": "", "ies": "y", "ied": "y",
    "sses": "ss", "xes": "x", "ches": "ch", "shes": "sh", "ed": "", "ly": "", "s": "",
}  # fmt: skip
_SHORT_BASE = re.compile(
    r"[^aeiou]*[aeiouy][^aeiouwxy]"
)  # `car`, `writ`: the final e of `care`, `write` tells


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return a light stem: the forms of one word share it, and different short words do not.

    >>> stem("studies") == stem("studying"), stem("cares") == stem("cars")
    (True, False)
    """
    word = word.lower().removesuffix("'s")
    word = _irregular().get(word, word)
    for suffix, new in _SUFFIXES.items():
        if not word.endswith(suffix) or len(word) - len(suffix) + len(new) < _SHORTEST_STEM:
            continue
        if suffix == "s" and word.endswith(("ss", "us", "is")):
            continue
        word = word.removesuffix(suffix) + new
        if suffix in {"ing", "ings", "ed"}:
            if word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            elif _SHORT_BASE.fullmatch(word):
                word += "e"
        break
    if len(word) > _SHORTEST_STEM:
        if word.endswith("e") and not _SHORT_BASE.fullmatch(word[:-1]):
            return word[:-1]
        if word.endswith("y"):
            return word[:-1] + "i"
    return word


def tokens(text: str) -> list[str]:
    """Return the words and numbers of a text, as written."""
    return _TOKEN.findall(text)
