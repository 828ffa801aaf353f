"""Misspelt words of closed classes: `beneeth`, `insde`, `biger than`, told by what stands around."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache, lru_cache

from defeasible.reasoner.english.closed import CLOSED, DETERMINERS, PRONOUNS
from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.english.spelling import distance
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.lexicon import lexicon, verb_forms

SHORTEST = 4
"""Letters of the shortest word that is corrected."""
LONG = 7
"""Letters from which on two edits are allowed."""
_WORD = re.compile(r"[^\W\d_]+")


def mend(text: str) -> tuple[str, list[int], frozenset[int]]:
    """Replace misspelt prepositions, comparatives and past forms by what they stand for.

    A word is taken for a preposition only when it is no known word, a noun phrase follows, and nothing before
    it makes it a noun; for a comparative only before `than`. Past forms that learners make of irregular verbs
    are put right wherever they stand.

    Returns:
        The text; the place in the source of each of its characters, and of its end; and the first characters,
        in the new text, of words that were replaced.
    """
    words = [(m.group().lower(), *m.span()) for m in _WORD.finditer(text)]
    pieces: list[str] = []
    places: list[int] = []
    changed: set[int] = set()
    done = 0
    for (before, *_), (word, start, end), (behind, *_) in zip(
        [("", 0, 0), *words], words, [*words[1:], ("", 0, 0)], strict=False
    ):
        meant = _meant(word, before, behind)
        if meant not in {"", word}:
            pieces += [text[done:start], meant.capitalize() if text[start].isupper() else meant]
            places += range(done, start)
            changed.add(len(places))
            places += [min(start + n, end - 1) for n in range(len(meant))]
            done = end
    return "".join([*pieces, text[done:]]), [*places, *range(done, len(text) + 1)], frozenset(changed)


def _meant(word: str, before: str, behind: str) -> str:
    """Return the word that a misspelt one stands for, or an empty string."""
    if word == "then" and before in w.MORE:
        return "than"
    if len(word) < SHORTEST or word in lexicon().slips:
        return lexicon().slips[word] if len(word) >= SHORTEST else ""
    named = not w.KNOWN.isdisjoint({word, singular(word)})
    if not word.isascii() or word in CLOSED or verb_forms(word) or named:
        return ""
    if behind in {"than", "then"}:
        return _nearest(word, tuple(w.MORE))
    opens = behind in DETERMINERS or behind in PRONOUNS
    return _nearest(word, _prepositions()) if opens and before not in DETERMINERS | w.ADJECTIVES else ""


@cache
def _prepositions() -> tuple[str, ...]:
    """Return the single words of prepositions that are long enough to be known when misspelt."""
    phrases = lexicon().phrases.items()
    return tuple(w[0] for w, p in phrases if len(w) == 1 and len(w[0]) >= SHORTEST and not p.adjective)


@lru_cache(maxsize=4096)
def _nearest(word: str, known: Collection[str]) -> str:
    """Return the one word of a class that is nearest, within a bound, or an empty string."""
    limit = 2 if len(word) >= LONG else 1
    off = {one: distance(word, one, limit) for one in known if one[0] in word[:2]}
    nearest = [one for one, edits in off.items() if edits == min(off.values()) <= limit]
    return nearest[0] if len(nearest) == 1 else ""
