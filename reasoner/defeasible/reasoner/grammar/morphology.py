"""Inflection of English words, without a model: stems to compare by, and forms to write glosses with."""

from __future__ import annotations

from functools import lru_cache

from defeasible.reasoner.grammar.verbs import BASE_FORMS, IRREGULAR_PAST, IRREGULAR_TO_BASE, PARTICIPLES
from defeasible.reasoner.grammar.wordlists import word_set
from defeasible.reasoner.grammar.words import CLAUSE_OPENERS, PREPOSITIONS

_CACHE = 65536
_VOWELS = frozenset("aeiou")
_IRREGULAR_PLURALS = {
    "men": "man",
    "women": "woman",
    "children": "child",
    "feet": "foot",
    "teeth": "tooth",
    "mice": "mouse",
    "wives": "wife",
    "knives": "knife",
    "lives": "live",
    "halves": "half",
    "shelves": "shelf",
}
_SHORTEST_WITH_SUFFIX = 4
# Words that end like an inflected form but are none.
_UNINFLECTED = (
    PREPOSITIONS
    | CLAUSE_OPENERS
    | word_set("""
    this his its thus yes is was has does as us bus gas plus news always perhaps sometimes afterwards
    besides whereas series species something anything nothing everything thing king ring spring string
    morning evening during bring sing wing ceiling bed red need seed speed feed weed bleed breed hundred
    sacred naked wicked more here there home other one same some done none before like else people due
    physics mathematics economics politics
    """)
)


@lru_cache(maxsize=_CACHE)
def stem(word: str) -> str:
    """Return what all inflected forms of a lower-case word have in common; for comparing, not for reading.

    >>> stem("studies"), stem("hidden"), stem("planned")
    ('study', 'hide', 'plan')
    """
    if (base := IRREGULAR_TO_BASE.get(word)) is not None:
        return base
    if (singular := _IRREGULAR_PLURALS.get(word)) is not None:
        return singular
    if word in BASE_FORMS or word in _UNINFLECTED or len(word) < _SHORTEST_WITH_SUFFIX or not word.isalpha():
        return word
    for suffix in ("ing", "ed"):
        if word.endswith(suffix) and _VOWELS & set(word[: -len(suffix)]) | {"y"} & set(word[: -len(suffix)]):
            return _verb_base(word[: -len(suffix)])
    if word.endswith("s") and word[:-1] in BASE_FORMS:
        return word[:-1]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")):
        return _bare(word[:-2]) if word[:-1] not in BASE_FORMS else word[:-1]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return _bare(word[:-1])
    return _bare(word)


def _bare(word: str) -> str:
    # Unknown words lose a final `e`, so that `zorke`, `zorkes` and `zorking` agree.
    return word[:-1] if word.endswith("e") and word not in BASE_FORMS and len(word) > 3 else word


def _verb_base(cut: str) -> str:
    if cut.endswith("i"):
        return cut + "e" if cut + "e" in BASE_FORMS and cut[:-1] + "y" not in BASE_FORMS else cut[:-1] + "y"
    if cut.endswith("y") and cut not in BASE_FORMS and cut[:-1] + "ie" in BASE_FORMS:
        return cut[:-1] + "ie"  # dying, tying
    doubled = len(cut) > 2 and cut[-1] == cut[-2] and cut[-1] not in _VOWELS
    if doubled:
        return cut if cut in BASE_FORMS else cut[:-1]
    # `hoping` is from `hope`: `hop` would have doubled its consonant.
    for base in (cut + "e", cut):
        if base in BASE_FORMS:
            return base
    return _bare(cut)


@lru_cache(maxsize=_CACHE)
def is_participle(word: str) -> bool:
    """Return whether a lower-case word can follow `have` in the perfect: `eaten`, `studied`."""
    return word in PARTICIPLES or (word.endswith("ed") and word not in _UNINFLECTED and len(word) > 3)


@lru_cache(maxsize=_CACHE)
def is_gerund(word: str) -> bool:
    """Return whether a lower-case word looks like an `-ing` form of a verb."""
    return word.endswith("ing") and word not in _UNINFLECTED and len(word) > 4


def third_person(base: str) -> str:
    """Return the third person singular of a base form.

    >>> third_person("study"), third_person("watch"), third_person("have")
    ('studies', 'watches', 'has')
    """
    irregular = {"have": "has", "be": "is", "do": "does", "go": "goes"}
    if base in irregular:
        return irregular[base]
    if base.endswith("y") and len(base) > 1 and base[-2] not in _VOWELS:
        return base[:-1] + "ies"
    return base + ("es" if base.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")


def past_tense(base: str) -> str:
    """Return the simple past of a base form.

    >>> past_tense("hide"), past_tense("study"), past_tense("plan"), past_tense("open")
    ('hid', 'studied', 'planned', 'opened')
    """
    if base in IRREGULAR_PAST:
        return IRREGULAR_PAST[base]
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and len(base) > 1 and base[-2] not in _VOWELS:
        return base[:-1] + "ied"
    vowels = sum(letter in _VOWELS for letter in base)
    doubles = vowels == 1 and len(base) > 2 and base[-1] not in "aeiouwxy" and base[-2] in _VOWELS
    return base + (base[-1] if doubles else "") + "ed"
