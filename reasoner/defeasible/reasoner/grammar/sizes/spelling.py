"""Misspelt words of closed classes: `beneeth`, `insde`, `biger than`, told by what stands around."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache, lru_cache
from typing import NamedTuple

from defeasible.reasoner.english.adverbs import is_ly_adverb
from defeasible.reasoner.english.closed import CLOSED, DETERMINERS, PRONOUNS
from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.english.spelling import distance
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.lexicon import corrected, lexicon, verb_forms

SHORTEST = 4
"""Letters of the shortest word that is corrected."""
_WORD = re.compile(r"[^\W\d_]+")
LONG = 7
"""Letters from which on two edits are allowed."""


@cache
def _prepositions() -> tuple[str, ...]:
    """Return the single words of prepositions that are long enough to be known when misspelt."""
    phrases = lexicon().phrases.items()
    return tuple(w[0] for w, p in phrases if len(w) == 1 and len(w[0]) >= SHORTEST and not p.adjective)


class Mended(NamedTuple):
    """A text without slips, and where its characters come from."""

    text: str
    cuts: tuple[tuple[int, int], ...]
    """Places in the mended text, each with how far behind it the source is ahead; in order."""
    changed: frozenset[int]
    """First characters, in the mended text, of words that were replaced."""

    def source(self, place: int) -> int:
        """Return the place in the source of a character of the mended text."""
        at = bisect_right(self.cuts, place, key=lambda cut: cut[0]) - 1
        return place + self.cuts[at][1] if at >= 0 else place


def mend(text: str) -> Mended:
    """Replace misspelt prepositions, comparatives and verb forms by what they stand for.

    A word is taken for a preposition or a verb only when it is no known word, a noun phrase follows, and
    nothing before it makes it a noun; for a comparative only before `than`. Forms that learners make of
    irregular verbs are put right wherever they stand.
    """
    words = [(m.group().lower(), m.start(), m.end()) for m in _WORD.finditer(text)]
    pieces: list[str] = []
    cuts: list[tuple[int, int]] = []
    changed: set[int] = set()
    done = size = 0
    for i, (word, start, end) in enumerate(words):
        before = words[i - 1][0] if i else ""
        behind = words[i + 1][0] if i + 1 < len(words) else ""
        meant = _meant(word, before, behind)
        if not meant:
            continue
        meant = meant.capitalize() if text[start].isupper() else meant
        pieces += [text[done:start], meant]
        changed.add(size + start - done)
        size += start - done + len(meant)
        done = end
        cuts.append((size, end - size))
    return Mended("".join([*pieces, text[done:]]), tuple(cuts), frozenset(changed))


def _meant(word: str, before: str, behind: str) -> str:
    """Return the word that a misspelt one stands for, or an empty string."""
    if word == "then" and before in w.MORE:
        return "than"
    if len(word) < SHORTEST or not word.isascii():
        return ""
    if word in lexicon().slips:
        return lexicon().slips[word]
    if behind in {"than", "then"}:
        known = tuple(w.MORE)
    elif _opens_noun_phrase(behind) and before not in DETERMINERS | w.ADJECTIVES:
        known = _prepositions()
    else:
        return ""
    return "" if _known(word) else _nearest(word, known) or _verb(word)


def _verb(word: str) -> str:
    """Return the inflected verb form that an unknown word is one letter off: `excedes`."""
    found = corrected(word) or ""
    return found if len(found) >= LONG and found[-1] in "sd" else ""


def _opens_noun_phrase(word: str) -> bool:
    return word in DETERMINERS or word in PRONOUNS


def _known(word: str) -> bool:
    """Whether a word has a meaning of its own for the reader."""
    return (
        word in CLOSED
        or bool(verb_forms(word))
        or any(words[0] == word for words in lexicon().phrases)
        or is_ly_adverb(word)
        or not w.KNOWN.isdisjoint({word, singular(word)})
    )


@lru_cache(maxsize=4096)
def _nearest(word: str, known: tuple[str, ...]) -> str:
    """Return the one word of a class that is nearest, within a bound, or an empty string."""
    limit = 2 if len(word) >= LONG else 1
    best, found = limit + 1, ""
    for candidate in known:
        if candidate[0] not in word[:2]:
            continue
        off = distance(word, candidate, limit)
        if off < best:
            best, found = off, candidate
        elif off == best:
            found = ""
    return found
