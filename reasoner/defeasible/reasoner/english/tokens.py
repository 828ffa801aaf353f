"""Tokens of a text as the parser sees them, each with its place."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

_CACHE = 4096
CONTRACTED = {
    **{"'ve": "have", "'re": "are", "'m": "am", "'ll": "will", "n't": "not", "nt": "not"},
    **{"ca": "can", "wo": "will", "sha": "shall"},
}
"""Parts into which spaCy splits a contraction, to their full forms."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word or punctuation mark with its tag and its place in the dependency tree."""

    index: int
    """Its number in the text, from 0."""
    text: str
    """As written."""
    low: str
    """Lower case, with a straight apostrophe."""
    lemma: str
    """Dictionary form, lower case; `not` for `n't`."""
    tag: str
    """Penn Treebank tag: `VBZ`."""
    dep: str
    """Relation to its head, in the labels of spaCy's English pipelines (CLEAR): `nsubj`."""
    head: int
    """Number of its head; a root's is its own."""
    start: int
    """First character in the text."""
    end: int
    """One past the last character."""
    known: bool = True
    """Whether the dictionary of the pipeline has it; words of the closed classes always are."""

    @property
    def is_verb(self) -> bool:
        """Whether it is tagged as a verb, modals included."""
        return self.tag[:2] in {"VB", "MD"}

    @property
    def is_noun(self) -> bool:
        """Whether it is tagged as a noun, a name, or a personal pronoun."""
        return self.tag[:2] == "NN" or self.tag == "PRP"

    @property
    def is_word(self) -> bool:
        """Whether it is not punctuation."""
        return self.dep != "punct" and any(c.isalnum() for c in self.text)


@lru_cache(maxsize=_CACHE)
def means(text: str) -> bool:
    """Return whether a token carries meaning: it has a letter or digit, or is a symbol such as `$`."""
    return any(c.isalnum() or c in "$€£¥%°#+=<>&" or ord(c) > 0x2190 for c in text)
