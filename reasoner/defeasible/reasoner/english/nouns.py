"""Singulars of English nouns, as far as spelling tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from defeasible.reasoner.english.inflection import third_person
from defeasible.reasoner.english.wordlists import read_toml, word_set

_DATA = read_toml("defeasible.reasoner.english", "nouns.toml")
PLURALS: Mapping[str, str] = _DATA["plurals"]
"""Irregular plural to its singular: `mice` to `mouse`."""
_IRREGULAR = {one: several for several, one in reversed([*PLURALS.items()])}
"""Singular to the first of its irregular plurals."""
SINGULARS = frozenset(PLURALS.values())
"""The singulars of irregular plurals; some look like plurals: `lens`."""
STUFF = frozenset[str]().union(*map(word_set, _DATA["stuff"].values()))
"""Mass nouns: a bare singular of these speaks of all of it, as in `milk is white`."""

_CACHE = 4096
_SHORTEST = 4
"""Letters of the shortest plural: `bus` and `gas` are singular."""
_WITH_E = word_set("toes hoes foes woes roes oboes floes sloes axes aches caches")
_ENDS_WITH_E = tuple(word_set("shoes canoes tiptoes mistletoes pickaxes daches haches kaches raches taches"))
"""Endings of plurals whose singular ends in `e`: `shoe`, `headache`; not `peaches`, `echoes`, `taxes`."""
_USES = word_set("uses abuses misuses disuses reuses fuses muses ruses excuses refuses recluses hypotenuses")
"""Plurals in `-uses` whose singular ends in `e`; others are of nouns in `-us`: `campus`, `wumpus`."""
_IN_IS = word_set(
    "axis mantis glottis iris debris ibis cannabis pelvis penis tennis chassis loris marquis ambergris paris"
)
_ENDS_IN_IS = ("sis", "itis", "lis", "dermis", "this")
"""Endings of singulars in `-is`; others are plurals: `corgis`, `bikinis`."""


@lru_cache(maxsize=_CACHE)
def singular(word: str) -> str:
    """Return the likeliest singular of a noun; for text, without a list of nouns.

    >>> singular("mice"), singular("boxes"), singular("potatoes"), singular("toes"), singular("glass")
    ('mouse', 'box', 'potato', 'toe', 'glass')
    """
    if word in PLURALS:
        return PLURALS[word]
    whole = len(word) < _SHORTEST or word in SINGULARS or word.endswith(("ss", "us"))
    whole = whole or word in _IN_IS or word.endswith(_ENDS_IN_IS)
    if whole or not word.endswith("s"):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word in _WITH_E or word.endswith(_ENDS_WITH_E):
        return word[:-1]
    if word.endswith("uses") and word[-5:-4] not in "aou" and word not in _USES:
        return word[:-2]
    if word.endswith(("ches", "shes", "xes", "sses", "zzes", "oes")):
        return word[:-2]
    return word[:-1]


def plural(noun: str) -> str:
    """Return the plural of a noun; a regular one is spelt as the third person of a verb is.

    >>> plural("child"), plural("baby"), plural("bus"), plural("singer")
    ('children', 'babies', 'buses', 'singers')
    """
    return _IRREGULAR.get(noun) or third_person(noun)


def singulars(word: str) -> Iterator[str]:
    """Yield every possible spelling of the singular; for looking a noun up in a list.

    >>> list(singulars("axes"))
    ['ax', 'axe']
    """
    if word in PLURALS:
        yield PLURALS[word]
    if word.endswith("ies"):
        yield word[:-3] + "y"
    if word.endswith("ves"):
        yield word[:-3] + "f"
        yield word[:-3] + "fe"
    if word.endswith("es"):
        yield word[:-2]
    if word.endswith("s") and not word.endswith("ss"):
        yield word[:-1]
