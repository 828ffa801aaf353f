"""Stems: what the forms of one word share, for comparison and not for display.

`stem` only undoes inflection: `studies` and `studied` agree, `quick` and `quickly` do not. `light_stem` also
strips common derivations (`-ly`, `-ment`), to tell whether two clauses are about the same matter at all.
"""

from __future__ import annotations

import re
from functools import lru_cache

from defeasible.reasoner.english.nouns import PLURALS, SINGULARS
from defeasible.reasoner.english.verbs import BASE_FORMS, BASE_OF, IRREGULAR, UNINFLECTED

_CACHE = 65536
_BASES = BASE_FORMS | IRREGULAR.keys()
_UNINFLECTED = UNINFLECTED | {noun for noun in SINGULARS if noun.endswith("s")}
_VOWELS = frozenset("aeiou")
_SHORTEST_WITH_SUFFIX = 4


@lru_cache(maxsize=_CACHE)
def stem(word: str) -> str:
    """Return the base form of a lower-case word, or an approximation if the word is unknown.

    >>> stem("studies"), stem("hidden"), stem("planned")
    ('study', 'hide', 'plan')
    """
    if (base := BASE_OF.get(word)) is not None:
        return base
    if word in _BASES or word in _UNINFLECTED:
        return word
    if word.endswith("s") and word[:-1] in _BASES:
        return word[:-1]
    if (noun := PLURALS.get(word)) is not None:
        return noun
    if len(word) < _SHORTEST_WITH_SUFFIX or not word.isalpha():
        return word
    for suffix in ("ing", "ed"):
        cut = word.removesuffix(suffix)
        if cut != word and not (_VOWELS | {"y"}).isdisjoint(cut):
            return _verb_base(cut)
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")):
        return _bare(word[:-2])
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return _bare(word[:-1])
    return _bare(word)


def _bare(word: str) -> str:
    # Unknown words lose a final `e`, so that `zorke`, `zorkes` and `zorking` agree.
    return word[:-1] if word.endswith("e") and word not in _BASES and len(word) > 3 else word


def _verb_base(cut: str) -> str:
    if cut.endswith("i") and cut not in _BASES:
        return cut + "e" if cut + "e" in _BASES and cut[:-1] + "y" not in _BASES else cut[:-1] + "y"
    if cut.endswith("y") and cut not in _BASES and cut[:-1] + "ie" in _BASES:
        return cut[:-1] + "ie"  # dying, tying
    if cut.endswith("ck") and cut[:-1] in _BASES:
        return cut[:-1]  # panicked
    doubled = len(cut) > 2 and cut[-1] == cut[-2] and cut[-1] not in _VOWELS
    if doubled:
        return cut if cut in _BASES else cut[:-1]
    # `hoping` is from `hope`: `hop` would have doubled its consonant.
    for base in (cut + "e", cut):
        if base in _BASES:
            return base
    return _bare(cut)


SHORTEST_LIGHT = 3
"""Fewest letters of a light stem."""
SUFFIXES = {
    "ingly": "", "edly": "", "ments": "", "ment": "", "ings": "", "ing": "", "ies": "y", "ied": "y",
    "sses": "ss", "xes": "x", "ches": "ch", "shes": "sh", "ed": "", "ly": "", "s": "",
}  # fmt: skip
"""Endings, in order, to their replacements; a light stem loses the first that fits."""
_SHORT_BASE = re.compile(
    r"[^aeiou]*[aeiouy][^aeiouwxy]"
)  # `car`, `writ`: the final e of `care`, `write` tells


@lru_cache(maxsize=_CACHE)
def light_stem(word: str) -> str:
    """Return a light stem: the forms of one word share it, and different short words do not.

    >>> light_stem("studies") == light_stem("studying"), light_stem("cares") == light_stem("cars")
    (True, False)
    """
    word = word.lower().removesuffix("'s")
    word = BASE_OF.get(word) or PLURALS.get(word, word)
    for suffix, new in SUFFIXES.items():
        if not word.endswith(suffix) or len(word) - len(suffix) + len(new) < SHORTEST_LIGHT:
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
    if len(word) > SHORTEST_LIGHT:
        if word.endswith("e") and not _SHORT_BASE.fullmatch(word[:-1]):
            return word[:-1]
        if word.endswith("y"):
            return word[:-1] + "i"
    return word
