"""Locates the clause that tells the event of a question, by shared characters."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from defeasible.reasoner.grammar.chinese.clauses import Clause, is_negated
from defeasible.reasoner.grammar.chinese.deixis import LETTER, person
from defeasible.reasoner.grammar.chinese.lexicon import member

_WORD = re.compile(r"[a-z0-9]+|[^\W_]")
NEARLY = 0.85
"""A clause with at least this fraction of the best clause's likeness may tell the event as well."""


@lru_cache(maxsize=8192)
def signs(text: str) -> tuple[str, ...]:
    """Return the signs of a text: Chinese characters, foreign words and numbers, without punctuation.

    >>> signs("看NBA的3场球！")
    ('看', 'nba', '的', '3', '场', '球')
    """
    return tuple(_WORD.findall(text.lower()))


@lru_cache(maxsize=8192)
def grams(text: str) -> frozenset[str]:
    """Return the content signs and the bigrams of a text: words, without a dictionary."""
    empty = member("person", "empty")
    listed = signs(LETTER.sub("", text))
    pairs = (a + b for a, b in pairwise(listed) if a not in empty or b not in empty)
    return frozenset([*(s for s in listed if s not in empty), *pairs])


@dataclass(frozen=True, slots=True)
class Rarity:
    """How informative each sign is within one dialogue."""

    of: dict[str, float]
    default: float

    @classmethod
    def among(cls, clauses: Sequence[Clause]) -> Rarity:
        """Weight each sign by its inverse document frequency in clauses."""
        counts = Counter(gram for clause in clauses for gram in grams(clause.text))
        total = len(clauses) + 1
        return cls({gram: math.log(total / count) for gram, count in counts.items()}, math.log(total))

    def weight(self, shared: frozenset[str]) -> float:
        """Return the total weight of signs."""
        get, default = self.of.get, self.default
        return math.fsum([get(gram, default) for gram in shared])  # exact, so independent of order

    def cover(self, text: str, other: str) -> float:
        """Return the fraction of the weight of `text` that is also in `other`: 0 to 1."""
        mine = grams(text)
        whole = self.weight(mine)
        return self.weight(mine & grams(other)) / whole if whole else 0.0

    def likeness(self, text: str, other: str) -> float:
        """Return the harmonic mean of the two covers: 0 to 1."""
        here, there = self.cover(text, other), self.cover(other, text)
        return 2 * here * there / (here + there) if here + there else 0.0


@dataclass(frozen=True, slots=True)
class Located:
    """The clause that tells an event, and how certain that is."""

    clause: Clause
    likeness: float
    """From 0 (no shared signs) to 1 (the same signs)."""
    likenesses: tuple[float, ...]
    """Of every clause of the dialogue, by number."""
    best: float
    """The greatest of them: that of the located clause, or of a later one that is nearly as similar."""


def locate(clauses: Sequence[Clause], event: str, rarity: Rarity, doer: str = "") -> Located | None:
    """Return the clause that tells an event: the most similar; of nearly equal ones, the first that asserts.

    Args:
        clauses: All clauses of the dialogue.
        event: The event in words.
        rarity: The weights of signs in this dialogue.
        doer: Who does it, if the event names a speaker: a clause by that speaker, or one that says `你` to
            that speaker, is likelier to tell it.

    Returns:
        None if no clause shares a content sign with the event.
    """
    denied = is_negated(event)
    scores = []
    for clause in clauses:
        cover = 0.7 * rarity.cover(event, clause.text) + 0.3 * rarity.likeness(event, clause.text)
        if clause.asks:
            cover *= 0.85
        if denied != clause.negated:
            cover *= 0.9
        if doer and (clause.speaker == doer) == (person(clause) == "second"):
            cover *= 0.9
        scores.append(cover)
    best = max(scores, default=0.0)
    if best <= 0:
        return None
    number = next(i for i, score in enumerate(scores) if score >= NEARLY * best)
    return Located(clauses[number], scores[number], tuple(scores), best)
