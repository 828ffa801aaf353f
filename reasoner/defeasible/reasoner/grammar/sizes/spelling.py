"""Misspelt words of closed classes: `beneeth`, `insde`, `biger than`, told by what stands around."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.english.spelling import distance
from defeasible.reasoner.grammar.sizes import nouns as n
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.lexicon import lexicon, verb_forms
from defeasible.reasoner.grammar.sizes.tokens import Token

SHORTEST = 4
"""Letters of the shortest word that is corrected."""
LONG = 7
"""Letters from which on two edits are allowed."""


@cache
def _prepositions() -> tuple[str, ...]:
    """Return the single words of prepositions that are long enough to be known when misspelt."""
    return tuple(word for word in lexicon().phrases if len(word) >= SHORTEST and _is_preposition(word))


def _is_preposition(word: str) -> bool:
    return any(words == (word,) and not phrase.adjective for words, phrase in lexicon().phrases[word])


def correct_closed_class(tokens: Sequence[Token], mentions: Mapping[int, tuple[int, int]]) -> list[Token]:
    """Replace misspelt prepositions and comparatives by what they stand for.

    A word is taken for a preposition only when it is no known word, a noun phrase follows, and nothing
    before it makes it a noun; for a comparative only before `than`.
    """
    taken = {i for start, (end, _) in mentions.items() for i in range(start, end)}
    out = list(tokens)
    for i, token in enumerate(tokens):
        word = token.low
        behind = tokens[i + 1].low if i + 1 < len(tokens) else ""
        if word == "then" and i and out[i - 1].low in w.MORE:
            out[i] = replace(token, low="than")
            continue
        if i in taken or len(word) < SHORTEST or not word.isascii() or not word.isalpha():
            continue
        before = tokens[i - 1].low if i else ""
        if behind in {"than", "then"}:
            known = tuple(w.MORE)
        elif _follows_noun_phrase(behind, i + 1 in taken) and before not in w.DETERMINERS | w.ADJECTIVES:
            known = _prepositions()
        else:
            continue
        if not _known(word):
            found = _nearest(word, known)
            out[i] = replace(token, low=found) if found else token
    return out


def _follows_noun_phrase(word: str, mentioned: bool) -> bool:
    return mentioned or word in w.DETERMINERS or word in w.PRONOUNS


def _known(word: str) -> bool:
    """Whether a word has a meaning of its own for the reader."""
    return bool(verb_forms(word)) or word in lexicon().phrases or any(
        word in known or singular(word) in known
        for known in (
            w.DETERMINERS, w.PRONOUNS, w.BE, w.HAVE, w.DO, w.MODALS, w.NEGATIONS, w.HEDGES, w.SUBORDINATORS,
            w.HYPOTHETICAL, w.CONJUNCTIONS, w.RELATIVES, w.PARTICLES, w.ADVERBS, w.ADJECTIVES, w.BIG, w.SMALL,
            w.MORE, w.UNABLE, w.ABLE, n.PARTS, n.BODY_PARTS, n.CONTAINERS, n.TIMES, n.EVENTS, n.COLLECTIVES,
            n.HOLDERS, n.MINORS, n.MANNERS, frozenset({"there", "than"}),
        )
    )  # fmt: skip


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
