"""One clause in normal form: the words it is compared by, its polarity, and what was read on the way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import word_set
from defeasible.reasoner.grammar.tokens import Token, Tokens


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement in the text of a clause that makes it affirmative."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause as it is compared with others. Tense, aspect, agreement and articles are gone."""

    tokens: Tokens
    """The words as written, without marks at either end."""
    words: tuple[str, ...]
    """Stems in order, without negation, auxiliaries, articles and adverbs."""
    core: tuple[str, ...]
    """`words` without `be` and without a subject said twice."""
    adverbs: frozenset[str]
    """Adverbs, wherever they stood."""
    modal: str
    """`can`, `may`, `must`, `should`, or nothing."""
    predicate: int
    """Place in `core` of the main verb, or of what follows `be`; -1 where none was found."""
    connectives: tuple[str, ...]
    """`and` and `or` in order."""
    negated: bool
    """Whether the clause as a whole is denied."""
    antonym: bool
    """Whether an antonym denies it, as `unhappy` denies `happy`: then its own words are its gloss."""
    inner: tuple[int, ...]
    """Places in `core` before which something less than the whole clause is denied."""
    open: str
    """The cue that leaves it undecided (`may or may not`), or nothing."""
    cue: str
    """What was read as negation, or nothing."""
    names: frozenset[str]
    """Stems of capitalised words."""
    has_verb: bool
    edits: tuple[Edit, ...]
    said: str = ""
    """Its words, where they are others than those of the source: the tokens count in them."""
    like: Tokens = ()
    """The words of the source that say it, where it is said in others."""
    apart: bool = False
    """Whether a denial in it stays under a quantifier."""

    @property
    def start(self) -> int:
        """First character in its source."""
        return (self.like or self.tokens)[0].start

    @property
    def end(self) -> int:
        """One past its last character."""
        return (self.like or self.tokens)[-1].end

    def place(self, word: Token) -> tuple[int, int]:
        """Return the first character of one of its words in its source, and one past the last."""
        where = next((t for t in self.like if t.norm == word.norm), self.like[0]) if self.like else word
        return where.start, where.end

    def written(self, stems: Iterable[str]) -> str:
        """Return stems as the words this clause writes them with: `fails` for `fail`; others unchanged."""
        words = {stem(token.norm): token.text.lower() for token in reversed(self.tokens)}
        return " ".join(words.get(word, word) for word in stems)

    def gloss(self, text: str) -> str:
        """Return the clause in affirmative words.

        Args:
            text: The source.
        """
        text = self.said or text
        pieces, place = [], self.tokens[0].start
        for edit in sorted(self.edits, key=lambda e: (e.start, e.end)):
            if edit.start < place:
                continue
            pieces += [text[place : edit.start], edit.text]
            place = edit.end
        gloss = " ".join("".join([*pieces, text[place : self.tokens[-1].end]]).split())
        first, _, rest = gloss.partition(" ")
        return f"{first.lower()} {rest}" if first in _CAPITAL_AT_START else gloss


_CAPITAL_AT_START = word_set("""
    The A An He She It They We You This That These Those My Your His Her Its Our Their Some There Every
    Each All
    """)
