"""Typical sizes of nouns: the lexicon of sizes, and the look-up of a noun phrase in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from math import log

from defeasible.reasoner.english.nouns import singulars
from defeasible.reasoner.english.wordlists import read_toml

DETERMINERS = frozenset(
    ["a", "an", "the", "his", "her", "its", "their", "my", "your", "our", "this", "that", "some"]
)
"""Words before a noun that say nothing about its size."""
PIECES = {
    "piece": 0.4, "slice": 0.4, "bit": 0.2, "part": 0.4, "half": 0.6, "fragment": 0.1,
    "pair": 1, "kind": 1, "type": 1, "sort": 1,
}  # fmt: skip
"""The share of the whole in phrases such as `piece of cake`."""
GUESSED = log(1.2)
"""Extra spread from a look-up rule, in log units: a `key box` is not just any box."""
MODIFIED = log(1.5)
"""Extra spread from a modifier, in log units: `huge` is not an exact factor."""
SHORTEST_HEAD = 4
"""Least letters of the head of a closed compound."""


@dataclass(frozen=True, slots=True)
class Size:
    """The typical size of the things that a noun phrase names."""

    noun: str
    """The lexicon entry that was used."""
    metres: float
    """Median of the largest dimension, in metres."""
    spread: float
    """Standard deviation of the logarithm of the size."""
    bulk: float = 1.0
    """Factor from the largest dimension to that of a normal build; below 1 for slim and flat things."""

    @property
    def bigness(self) -> float:
        """Largest dimension, in metres, of an equally big body of normal build."""
        return self.metres * self.bulk

    def scaled(self, factor: float, spread: float) -> Size:
        """Return the size scaled by a factor, with added spread."""
        return Size(self.noun, self.metres * factor, self.spread + spread, self.bulk)


@cache
def lexicon() -> dict[str, Size]:
    """Return the sizes of `sizes.toml`, by noun."""
    known: dict[str, Size] = {}
    for kind in read_toml("defeasible.reasoner.commonsense", "sizes.toml")["kind"]:
        spread = log(kind["spread"])
        for entry in kind["nouns"].split(","):
            names, _, metres = entry.strip().rpartition(" ")
            for name in names.split("/"):
                known[name] = Size(name, float(metres), spread, kind.get("bulk", 1.0))
    return known


@cache
def _modifiers() -> dict[str, float]:
    return dict(read_toml("defeasible.reasoner.commonsense", "sizes.toml")["modifiers"])


@lru_cache(maxsize=65536)
def typical_size(phrase: str) -> Size | None:
    """Return the typical size of the things that a noun phrase names, or None if the lexicon lacks it.

    Looked up in turn: the phrase, its singular, without a size modifier, its head (`key box` is a box,
    `bottle of wine` a bottle), a closed compound (`fishbowl` is a bowl).

    >>> typical_size("the toy houses").metres < typical_size("house").metres
    True
    """
    words = phrase.lower().replace("-", " ").split()
    while words and words[0] in DETERMINERS:
        words = words[1:]
    return _of_words(words) if words else None


def _of_words(words: list[str]) -> Size | None:
    if found := _entry(words):
        return found
    if "of" in words[1:-1]:
        at = words.index("of", 1)
        return _of_phrase(words[:at], words[at + 1 :])
    if len(words) > 1:
        rest = _of_words(words[1:])
        if rest is not None and words[0] in _modifiers():
            return rest.scaled(_modifiers()[words[0]], MODIFIED)
        return rest.scaled(1, GUESSED) if rest else None
    for cut in range(3, len(words[0]) - SHORTEST_HEAD + 1):
        # both halves must be known, or `carpet` would be a pet
        if words[0][:cut] in lexicon() and (found := _entry([words[0][cut:]])):
            return found.scaled(1, GUESSED)
    return None


def _of_phrase(head: list[str], rest: list[str]) -> Size | None:
    part = next((w for w in (head[-1], *singulars(head[-1])) if w in PIECES), None)
    if part is None:
        return _of_words(head)
    rest = [w for w in rest if w not in DETERMINERS]
    whole = _of_words(rest) if rest else None
    return whole.scaled(PIECES[part], MODIFIED) if whole else None


def _entry(words: list[str]) -> Size | None:
    known = lexicon()
    *front, last = words
    for form in (last, *singulars(last)):
        for glue in (" ", "-", ""):
            if found := known.get(glue.join([*front, form])):
                return found
    return None
