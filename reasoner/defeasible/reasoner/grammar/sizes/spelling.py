"""Misspelt words of closed classes, identified by context: `beneeth`, `insde`, `biger than`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from defeasible.reasoner.english.closed import CLOSED, DETERMINERS, HELPERS, PREPOSITIONS, PRONOUNS
from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.english.spelling import nearest
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.lexicon import lexicon, verb_forms
from defeasible.reasoner.grammar.sizes.phrasings import compiled, phrasings, telling_words

SHORTEST = 4
"""Fewest letters of a word that is corrected."""
LONG = 7
"""Fewest letters of a word in which two edits are allowed."""
_WORD = re.compile(r"[^\W\d_]+")
_ENDED = r"(?= *(?:[.,;:!?]|$|(?:but|and|by) ))"
_BEHIND = "|".join(map(re.escape, HELPERS | PREPOSITIONS | {"than", "and", "but", "fit", "held", "went"}))
_ORDER = re.compile(
    rf"\bthe ({'|'.join(w.ORDER)})(?: one)?(?=[.,;:!?]|$| (?:[a-z]*[^s\W]s|[a-z]+ed|{_BEHIND})(?:n't)?\b)",
    re.I,
)


class Mended(NamedTuple):
    """A text with some words replaced, and the origin of its characters."""

    text: str
    places: list[int]
    """The place in the source of each character, and of the end."""

    def put(self, words: Iterable[tuple[int, int, str]]) -> Mended:
        """Replace words, given in order as first character, one past the last, and the new word."""
        text: list[str] = []
        places: list[int] = []
        done = 0
        for start, end, word in words:
            capital = self.text[start].isupper()
            text += [self.text[done:start], word[:1].upper() + word[1:] if capital else word]
            places += self.places[done:start]
            places += [self.places[min(start + n, end - 1)] for n in range(len(word))]
            done = end
        if not text:
            return self
        return Mended("".join([*text, self.text[done:]]), [*places, *self.places[done:]])


@lru_cache(maxsize=4096)
def mend(text: str, objects: tuple[str, ...] = ()) -> tuple[Mended, frozenset[int]]:
    """Correct misspelt prepositions, comparatives and past forms.

    A word counts as a preposition only if it is unknown, a noun phrase follows, and nothing before it makes
    it a noun; as a comparative only before `than`. Learners' past forms of irregular verbs are corrected
    everywhere. Phrasings of `phrasings.toml` are replaced by plainer words, and `mine` by the name of an
    object of the question that begins with `my`.

    Returns:
        The text, and the places in the source of the words that were replaced.
    """
    words = [(m.group().lower(), *m.span()) for m in _WORD.finditer(text)]
    lows = ["", *(word for word, *_ in words), ""]
    around = zip(lows, lows[1:], lows[2:], strict=False)
    meant = [_meant(word, before, behind) for before, word, behind in around]
    slips = [(a, b, new) for new, (word, a, b) in zip(meant, words, strict=True) if new not in {"", word}]
    mended = _plainer(Mended(text, [*range(len(text) + 1)]).put(slips))
    for name, whose in ((name, name.partition(" ")[0].lower()) for name in objects):
        if whose in w.MINE:
            mine = re.finditer(rf"\b{w.MINE[whose]}\b{_ENDED}", mended.text, re.IGNORECASE)
            mended = mended.put((*found.span(), name) for found in mine)
    heads = ((re.search(rf"\b{re.escape(name.split()[-1])}", mended.text, re.I), name) for name in objects)
    named = {found.start(): name for found, name in heads if found}
    order = [name if name.split()[0] in w.MINE else f"the {name}" for _, name in sorted(named.items())]
    if len(order) == max(2, len(objects)):
        ranked = ((*found.span(), order[w.ORDER[found[1].lower()]]) for found in _ORDER.finditer(mended.text))
        mended = mended.put(one for one in ranked if one[0] > max(named))
    return mended, frozenset(start for start, *_ in slips)


def _plainer(mended: Mended) -> Mended:
    """Replace phrasings by plainer words, each in the result of those before it."""
    there = _telling(mended.text)
    for words, by, telling in phrasings():
        if telling and telling.isdisjoint(there):
            continue
        found = compiled(words).finditer(mended.text)
        groups = ((*m.span(n), new) for m in found for n, new in enumerate(by, 1))
        plainer = mended.put(group for group in groups if group[0] >= 0)
        there = there if plainer is mended else _telling(plainer.text)
        mended = plainer
    return mended


def _telling(text: str) -> set[str]:
    low = text.lower()
    return {words for words in telling_words() if words in low}


def _meant(word: str, before: str, behind: str) -> str:
    """Return the correction of a misspelt word, or an empty string."""
    if len(word) < SHORTEST:
        return ""
    if slip := "than" if word == "then" and before in w.MORE else lexicon().slips.get(word):
        return slip
    named = not w.KNOWN.isdisjoint({word, singular(word)})
    if not word.isascii() or word in CLOSED or verb_forms(word) or named:
        return ""
    if behind in {"than", "then"}:
        return _nearest(word, tuple(w.MORE))
    opens = behind in DETERMINERS or behind in PRONOUNS
    return _nearest(word, _prepositions()) if opens and before not in DETERMINERS | w.ADJECTIVES else ""


@cache
def _prepositions() -> tuple[str, ...]:
    """Return the single words of prepositions that are long enough to be corrected."""
    phrases = lexicon().phrases.items()
    return tuple(w[0] for w, p in phrases if len(w) == 1 and len(w[0]) >= SHORTEST and not p.adjective)


@lru_cache(maxsize=4096)
def _nearest(word: str, known: tuple[str, ...]) -> str:
    return nearest(word, known, 2 if len(word) >= LONG else 1)
