"""Word lists of `links.toml`, by their names in capitals: `WEAKENING` is its key `weakening`."""

from __future__ import annotations

from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import read_toml, word_set
from defeasible.reasoner.grammar.belief.synonyms import plain

LINKS = read_toml("defeasible.reasoner.grammar.belief", "links.toml")


def __getattr__(name: str) -> frozenset[str]:
    found = LINKS.get(name.lower())
    if not isinstance(found, str):
        raise AttributeError(f"`links.toml` has no list `{name.lower()}`")
    return word_set(found)


def stemmed(words: str) -> frozenset[str]:
    """Return the stems of words, each of its first synonym."""
    return frozenset(plain((stem(word),))[-1] for word in words.split())
