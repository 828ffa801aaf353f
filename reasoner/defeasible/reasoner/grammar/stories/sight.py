"""Looking at the words around a place: what every reader of phrases shares."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from defeasible.reasoner.english.adverbs import is_ly_adverb
from defeasible.reasoner.english.inflection import Form
from defeasible.reasoner.grammar.stories import classes as c
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.tokens import Token

_CACHE = 16384
_BASE: frozenset[Form] = frozenset({"base"})
_CLOSED = (
    c.DETERMINERS | c.AUXILIARIES | c.PREPOSITIONS | c.CONJUNCTIONS | c.SUBORDINATORS | c.RELATIVES | c.WH
    | c.NEGATIONS | frozenset(c.PRONOUNS) | frozenset(c.INDEFINITE)
) - {"own", "other", "half", "such", "past", "like", "mine", "cause", "plus",
    "inside", "outside"}  # fmt: skip


@lru_cache(maxsize=_CACHE)
def _adverb(word: str) -> bool:
    return (word in lx.ADVERBS or is_ly_adverb(word)) and word not in lx.ADJECTIVES


@lru_cache(maxsize=_CACHE)
def _any_adverb(word: str) -> bool:
    return word in lx.ADVERBS or is_ly_adverb(word)


class Sight:
    """A window on the tokens of one sentence."""

    def __init__(self, tokens: Sequence[Token], names: frozenset[str]) -> None:
        self.tokens = tokens
        self.low = [_normal(t) for t in tokens]
        self.size = len(tokens)
        self._known = names
        self._verbs: set[int] = set()
        self._names = [_is_name(t, low, names) for t, low in zip(tokens, self.low, strict=True)]

    def at(self, i: int) -> str:
        """Return the lower-case word at a place; empty outside the sentence."""
        return self.low[i] if 0 <= i < self.size else ""

    def kinds(self, i: int) -> frozenset[Form]:
        """Return what the word may be as a verb."""
        if i in self._verbs:
            return _BASE
        return lx.kinds(self.at(i)) if not self.name(i) else frozenset()

    def expect_verb(self, i: int) -> None:
        """Take a word that nothing is known of for a verb, where only a verb may stand: `how to X`."""
        known = lx.verb_forms(self.at(i)) or lx.is_noun(self.at(i)) or self.adverbial(i) or self.adjective(i)
        if self.word(i) and not known and not self.closed(i) and not self.name(i) and self.at(i).isalpha():
            self._verbs.add(i)

    def name(self, i: int) -> bool:
        """Return whether the word is a name."""
        return 0 <= i < self.size and self._names[i]

    def word(self, i: int) -> bool:
        """Return whether a word, not a mark, stands here."""
        return 0 <= i < self.size and self.tokens[i].is_word

    def genitive(self, i: int) -> bool:
        """Return whether the word is a name with an `s` whose apostrophe was left out."""
        word = self.at(i)
        return len(word) > 3 and word.endswith("s") and not self.name(i) and word[:-1] in self._known

    def closed(self, i: int) -> bool:
        """Return whether the word belongs to a closed class."""
        return self.at(i) in _CLOSED and not self.name(i)

    def adverb(self, i: int) -> bool:
        """Return whether the word is an adverb and no adjective."""
        return not self.name(i) and _adverb(self.at(i))

    def adverbial(self, i: int) -> bool:
        """Return whether the word may be an adverb: also `fast`, `hard`."""
        return not self.name(i) and _any_adverb(self.at(i))

    def adjective(self, i: int) -> bool:
        """Return whether the word may be an adjective."""
        return not self.name(i) and lx.is_adjective(self.at(i))

    def nominal(self, i: int) -> bool:
        """Return whether the word could go on with a noun phrase that has begun."""
        if not self.word(i) or self.closed(i):
            return False
        if self.name(i) or self.adjective(i) or lx.is_noun(self.at(i)):
            return True
        forms = self.kinds(i)
        return not self.adverb(i) and (not forms or not forms <= {"past"}) and self.at(i) != "'s"

    def fixed(self, i: int) -> int:
        """Return how many words an adverb of several words has here; 0 if there is none."""
        for words in c.FIXED:
            if self.at(i) == words[0] and all(self.at(i + n) == word for n, word in enumerate(words)):
                return 0 if len(words) == 2 and words[0] == "a" and self.at(i + 2) == "of" else len(words)
        return 0

    def past_adverbs(self, i: int) -> int:
        """Return the first place from `i` on that holds no adverb and no negation."""
        while i < self.size and (self.at(i) in c.NEGATIONS or self.adverb(i)):
            i += 1
        return i

    def finite(self, i: int) -> bool:
        """Return whether a finite verb group may begin here, after adverbs."""
        i = self.past_adverbs(i)
        word = self.at(i)
        if word in c.MODALS | c.FINITE_BE | {"has", "had", "does", "did", "have", "do"}:
            return True
        return word == "'s" or bool(self.kinds(i) & {"past", "s"})

    def surely_finite(self, i: int) -> bool:
        """Return whether a word here can only be a finite verb, and no noun."""
        i = self.past_adverbs(i)
        word = self.at(i)
        if word in c.MODALS | c.FINITE_BE | {"has", "had", "does", "did"}:
            return True
        forms = self.kinds(i)
        return "past" in forms and not lx.is_noun(word) and not self.adjective(i)


def _normal(token: Token) -> str:
    return _NORMS.get(token.norm, token.norm)


def _is_name(token: Token, low: str, names: frozenset[str]) -> bool:
    """Whether a token is a name; in lower case only when it is no other word: `vicky`, not `mark`."""
    if low not in names:
        return False
    return token.text[:1].isupper() or not (
        low in _CLOSED or lx.verb_forms(low) or lx.is_noun(low) or _any_adverb(low) or lx.is_adjective(low)
    )


_NORMS = {"cannot": "can", "thier": "their", "gonna": "going", "everytime": "whenever",
    "m": "am", "mr.": "mr", "mrs.": "mrs", "ms.": "ms", "dr.": "dr"}  # fmt: skip
