"""Cuts the tokens of one sentence into chunks, by closed-class words, word forms and known mentions."""

from __future__ import annotations

from typing import Literal

from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.chunks import Chunk, Compare, Degree
from defeasible.reasoner.grammar.sizes.lexicon import Phrase, lexicon, verb_forms
from defeasible.reasoner.grammar.sizes.measures import read_comparison, read_length
from defeasible.reasoner.grammar.sizes.noun_phrases import NounPhrases
from defeasible.reasoner.grammar.sizes.sight import AUXILIARY, MOST_ADVERBS
from defeasible.reasoner.grammar.sizes.verb_groups import VerbGroups
from defeasible.reasoner.grammar.sizes.wholes import serves_as

MOST_BACK = 8
"""Chunks looked back over for the verb that `as` goes with."""


class Chunker(NounPhrases, VerbGroups):
    """Reads one sentence from left to right; each word is looked at a bounded number of times."""

    def run(self, start: int, stop: int) -> list[Chunk]:
        """Return the chunks of tokens `start` to `stop`."""
        self._chunks = []
        self._verb_seen = False
        self._stop = stop
        i = start
        while i < stop:
            i = self._next(i)
        return self._chunks

    def _next(self, i: int) -> int:
        word = self._at(i)
        if i in self._mentions:
            return self._noun(i)
        if word == "," or (
            not self._tokens[i].is_word and not word[:1].isdigit() and word not in AUXILIARY | {"n't"}
        ):
            return self._add(Chunk("comma", *self._place(i, i + 1))) if word in ",()-–—" else i + 1
        beyond = self._adverbial(i)
        if beyond:
            return beyond
        compared = read_comparison(self._low, i, self._stop)
        if compared is not None and not self._measures(i, compared[1]):
            return self._add(Chunk("compare", *self._place(i, compared[0]), compare=compared[1]))
        measured = read_length(self._low, i, self._stop)
        if measured is not None and self._at(measured[0]) not in w.DETERMINERS:
            return self._add(Chunk("measure", *self._place(i, measured[0]), length=measured[1]))
        for step in (self._small, self._degree, self._group, self._phrase):
            after = step(i)
            if after > i:
                return after
        if self._particle(i):
            return self._add(Chunk("particle", *self._place(i, i + 1), word=word))
        if self._adverb(i):
            return i + 1
        return self._noun(i)

    def _measures(self, i: int, compare: Compare) -> bool:
        """Whether `the height of` names a measure that is compared, not one that the thing before has."""
        if self._at(i) != "the" or compare.direction or self._at(i + 1) == "same":
            return False
        verb = self._chunks[-1].verb if self._chunks else None
        compares = verb is not None and any(
            f.id == "comparison.verb" for lemma in verb.lemmas for f in lexicon().frames.get(lemma, ())
        )
        return compares or self._last() in {"", "compare", "join", "subordinate", "comma"}

    def _adverbial(self, i: int) -> int:
        """Step over adverbs with the look of nouns (`little by little`, `eaten whole`); else return 0."""
        word, last = self._at(i), self._last()
        if word.isalpha() and self._at(i + 1) in w.TWINS and word == self._at(i + 2):
            return i + 3
        if word in w.FLOATING and last == "noun" and self._chunks[-1].word in w.PRONOUNS:
            return 0 if self._opens_noun(i + 1) else i + 1
        fixed = self._fixed(i)
        if fixed > i or (word in w.STRAIGHT and self._phrase_at(i + 1) is not None):
            return max(fixed, i + 1)
        resultative = word in w.RESULTATIVES and last in {"verb", "noun", "particle"} and not self._after_be()
        return i + 1 if resultative and (self._closed(i + 1) or self._adverb(i + 1)) else 0

    def _fixed(self, i: int) -> int:
        """Return the place behind an adverb of several words that nothing nominal follows, or `i`."""
        for words in w.ADVERBIALS:
            end = i + len(words)
            if words[0] == self._at(i) and tuple(self._low[i:end]) == words:
                return end if end <= self._stop and not self._nominal(end) else i
        return i

    def _small(self, i: int) -> int:
        """Read a conjunction, a relative pronoun, `there`."""
        word, last = self._at(i), self._last()
        place = self._place(i, i + 1)
        following = self._at(self._skip(i + 1))
        if word == "there" and (following in AUXILIARY or not w.RAISING.isdisjoint(verb_forms(following))):
            return self._add(Chunk("there", *place))
        if word in {"so", "such"} and following == "that":
            return self._add(Chunk("subordinate", *self._place(i, i + 2), word="so"))
        if word in w.HYPOTHETICAL:
            return self._add(Chunk("hypothetical", *place, word=word))
        if word in w.CONJUNCTIONS:
            return self._add(Chunk("join", *place, word=word))
        if word in {"whose", "which", "who", "whom"}:
            return self._add(Chunk("relative", *place, word=word))
        if word == "that" and last in {"noun", "verb", "adjective", "comma"}:
            follows = self._at(i + 1)
            if last == "noun" or follows in w.DETERMINERS | w.PRONOUNS or i + 1 in self._mentions:
                return self._add(Chunk("relative", *place, word=word))
        if word == "where" and last == "noun":
            return self._add(Chunk("relative", *place, word=word))
        as_what = word == "as" and (
            (last == "verb" and self._at(i + 1) in w.ARTICLES)
            or any(c.verb is not None and serves_as(c.verb.lemmas) for c in self._chunks[-MOST_BACK:])
        )
        if (
            word in w.SUBORDINATORS
            and not as_what
            and self._at(i + 1) not in {"of", "that"} | w.BIG | w.SMALL | w.ADJECTIVES
        ):
            return self._add(Chunk("subordinate", *place, word=word))
        if word == "no" and (self._nominal(i + 1) or self._at(i + 1) == "one"):
            return self._add(Chunk("negation", *place, word=word))
        if word in w.NEGATIONS and last != "verb" and not self._group_ahead(i):
            return self._add(Chunk("negation", *place, word=word))
        return i

    def _degree(self, i: int) -> int:
        """Read an adjective of size after `be`, or any adjective there: `too wide`, `small enough`."""
        j, too, so = i, False, False
        while self._at(j) in w.DEGREE and j < i + MOST_ADVERBS:
            too = too or self._at(j) == "too"
            so = so or self._at(j) == "so"
            j += 1
        word, complement = self._at(j), self._phrase_at(j)
        if complement is not None and complement.adjective:
            return i
        if not word or j in self._mentions or self._last() not in {"verb", "noun", "adjective", "join"}:
            return i
        size: Literal[1, 0, -1] = 1 if word in w.BIG else -1 if word in w.SMALL else 0
        enough = self._at(j + 1) == "enough" and not self._nominal(j + 2)
        after_be = self._last() == "verb" and self._after_be()
        if word in w.UNABLE | w.ABLE and after_be and self._at(j + 1) == "to":
            able = word in w.ABLE
            degree = Degree(0, unable=not able, able=able)
            return self._add(Chunk("adjective", *self._place(i, j + 1), word=word, degree=degree))
        if not (too or enough or (so and size) or (after_be and (size or word in w.ADJECTIVES))):
            return i
        if self._at(j + 1) and not (enough or self._closed(j + 1) or j + 1 >= self._stop) and not after_be:
            return i
        end = j + 2 if enough else j + 1
        return self._add(
            Chunk("adjective", *self._place(i, end), word=word, degree=Degree(size, too, enough))
        )

    def _phrase(self, i: int) -> int:
        """Read a preposition, or an adjective with its preposition."""
        for phrase_words, phrase in lexicon().phrases.get(self._at(i), ()):
            end = i + len(phrase_words)
            if end <= self._stop and tuple(self._low[i:end]) == phrase_words:
                if self._is_particle(i, end, phrase):
                    return i
                return self._add(Chunk("phrase", *self._place(i, end), word=phrase.words, phrase=phrase))
        return i

    def _is_particle(self, i: int, end: int, phrase: Phrase) -> bool:
        """Whether a word that may be a preposition has nothing behind it that it could govern."""
        if phrase.adjective or end - i > 1:
            return False
        if self._at(i) in w.PARTICLES:
            return True
        if end >= self._stop or self._opens_noun(end):
            return end >= self._stop
        behind = self._phrase_at(end)
        return self._low[end] in w.CONJUNCTIONS or self._low[end] == "," or (
            behind is not None and not behind.adjective and not behind.place
        )  # fmt: skip

    def _particle(self, i: int) -> bool:
        word = self._at(i)
        return word in w.PARTICLES or any(words == (word,) for words, _ in lexicon().phrases.get(word, ()))

    def _after_be(self) -> bool:
        verb = self._chunks[-1].verb if self._chunks else None
        return verb is not None and (
            verb.be or bool({"become", "seem", "look", "get", "grow"} & set(verb.lemmas))
        )
