"""Looking at the words around a position: what every reader of chunks shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from defeasible.reasoner.english.inflection import Form
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.chunks import Chunk
from defeasible.reasoner.grammar.sizes.lexicon import Phrase, corrected, lexicon, verb_forms
from defeasible.reasoner.grammar.sizes.objects import ObjectTable
from defeasible.reasoner.grammar.sizes.tokens import Token

MOST_ADVERBS = 6
"""Adverbs and negations stepped over in a row when looking ahead."""
AUXILIARY = w.BE | w.HAVE | w.DO | w.MODALS


class Sight:
    """A window on the tokens of a text, and the chunks of its sentence so far."""

    def __init__(
        self, tokens: Sequence[Token], mentions: Mapping[int, tuple[int, int]], table: ObjectTable
    ) -> None:
        self._tokens = tokens
        self._low = [t.low for t in tokens]
        self._mentions = mentions
        self._table = table
        self._after = {t.end: i + 1 for i, t in enumerate(tokens)}
        self._stop = 0
        self._chunks: list[Chunk] = []
        self._verb_seen = False

    def _at(self, i: int) -> str:
        return self._low[i] if i < self._stop else ""

    def _kinds(self, i: int) -> frozenset[Form]:
        forms = verb_forms(self._at(i)).values()
        return frozenset().union(*forms) if forms else frozenset()

    def _skip(self, i: int) -> int:
        """Step over adverbs and negations."""
        limit = min(i + MOST_ADVERBS, self._stop - 1)
        while i < limit and i not in self._mentions and (
            self._at(i) in w.NEGATIONS or (self._adverb(i) and self._at(i) not in w.ADJECTIVES)
        ):  # fmt: skip
            i += 1
        return i

    def _adverb(self, i: int) -> bool:
        word = self._at(i)
        if i in self._mentions:
            return False
        return word in w.ADVERBS or (word.endswith("ly") and len(word) > 4 and not verb_forms(word))

    def _closed(self, i: int, *, nominal: bool = False) -> bool:
        """Whether a word belongs to a closed class (or, with `nominal`, cannot open a noun phrase)."""
        word = self._at(i)
        if i in self._mentions:
            return False
        if nominal and (word in w.DETERMINERS or word in w.PRONOUNS):
            return False
        return (
            word in w.DETERMINERS or word in w.PRONOUNS or word in AUXILIARY or word in w.CONJUNCTIONS
            or word in w.RELATIVES or word in w.NEGATIONS or word in w.SUBORDINATORS or word in w.HYPOTHETICAL
            or word in w.PARTICLES or word == "" or self._phrase_at(i) is not None
        )  # fmt: skip

    def _nominal(self, i: int) -> bool:
        """Whether a word could go on with a noun phrase."""
        if i in self._mentions:
            return True
        word = self._at(i)
        return word[:1].isalnum() and not self._closed(i) and not self._adverb(i)

    def _opens_noun(self, i: int) -> bool:
        word = self._at(i)
        return i in self._mentions or word in w.DETERMINERS or word in w.PRONOUNS

    def _phrase_at(self, i: int) -> Phrase | None:
        if i in self._mentions:
            return None
        for phrase_words, phrase in lexicon().phrases.get(self._at(i), ()):
            if tuple(self._low[i : i + len(phrase_words)]) == phrase_words:
                return phrase
        return None

    def _misspelt(self, word: str) -> frozenset[Form]:
        """What a misspelt verb may be; nothing for a word that is no near miss of one verb."""
        forms = verb_forms(corrected(word) or "").values()
        known = word in w.UNABLE or word in w.ABLE or word in w.ADJECTIVES or word in w.MORE
        return frozenset().union(*forms) if forms and not known else frozenset()

    def _possessive(self, i: int) -> bool:
        """Whether `'s` here marks an owner: a noun follows, no predicate."""
        if self._at(i) != "'s" or not self._nominal(i + 1):
            return False
        return i + 1 in self._mentions or not self._kinds(i + 1) & {"ing", "part"}

    def _last(self) -> str:
        return self._chunks[-1].kind if self._chunks else ""

    def _place(self, start: int, end: int) -> tuple[int, int]:
        return self._tokens[start].start, self._tokens[end - 1].end

    def _add(self, chunk: Chunk) -> int:
        self._chunks.append(chunk)
        return self._after[chunk.end]
