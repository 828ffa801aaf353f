"""The words of a clause, each with its role in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from defeasible.reasoner.english.closed import MODALS
from defeasible.reasoner.english.tokens import means

_MARKS = frozenset(",;:.!?–—-•…。，")
_BASES = {"is": "be", "was": "be", "has": "have", "had": "have", "said": "say"}


class Word(NamedTuple):
    """One word or mark of a clause."""

    text: str
    """The word as written, or in the form that the clause requires."""
    low: str
    """The word as written, in lower case and without contraction."""
    lemma: str
    tag: str
    role: str
    """Its role in its clause: `subject`, `verb`, `object`, `complement`, `aux`, `not`, the preposition that
    governs it after `by:`, or the connective of its clause after `clause:`; empty if none of them applies."""
    start: int
    """First character in the source."""
    end: int
    lent: bool = False
    """Whether it replaces a pronoun whose antecedent is in another sentence."""
    known: bool = True
    """Whether the dictionary has it; otherwise it may be misspelt."""

    @property
    def is_word(self) -> bool:
        """Whether it is a word, not a mark."""
        return means(self.low)

    @property
    def is_would(self) -> bool:
        """Whether it is the auxiliary `would`, or `'d` for it; not `'d` for `had`."""
        return self.role == "aux" and MODALS.get(self.low) == "conditional" and self.lemma != "have"


Words: TypeAlias = tuple[Word, ...]


def trimmed(words: Iterable[Word]) -> Words:
    """Return words without marks at either end."""
    found = list(words)
    while found and found[0].text in _MARKS:
        del found[0]
    while found and found[-1].text in _MARKS:
        del found[-1]
    return tuple(found)


def with_role(words: Words, role: str) -> Words:
    """Return words that all have one role in their clause."""
    return tuple(word._replace(role=role) for word in words)


def made(text: str, tag: str, role: str, like: Words) -> Word:
    """Return a word that the text lacks, at the place of others."""
    place = (like[0].start, like[-1].end) if like else (0, 0)
    return Word(text, text, _BASES.get(text, text), tag, role, *place)


def stand_in(words: Words) -> Words:
    """Return words as the replacement of a pronoun in another text."""
    return tuple(word._replace(start=-1, end=-1, lent=True) for word in words)
