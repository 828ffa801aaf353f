"""`English`: the analysis of a text, clause by clause, from one parse that all readers share."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from threading import Lock

from defeasible.reasoner.english import pipeline
from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.clauses import Clauses
from defeasible.reasoner.english.mentions import Mention, resolve
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.english.tree import Tree

CACHE = 4096
"""Number of texts whose analyses are cached."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """An analysed text. Numbers of tokens, clauses and things are indices into the tuples below."""

    text: str
    tokens: tuple[Token, ...]
    sentences: tuple[tuple[int, int], ...]
    """First token of each sentence, and one past its last token."""
    clauses: tuple[Clause, ...]
    """In the order of their verbs."""
    mentions: tuple[Mention, ...]
    """All noun phrases, in order, each with the thing that it refers to."""

    def of(self, sentence: int) -> tuple[Clause, ...]:
        """Return the clauses of a sentence."""
        first = bisect_left(self.clauses, sentence, key=lambda c: c.sentence)
        return self.clauses[first : bisect_right(self.clauses, sentence, lo=first, key=lambda c: c.sentence)]

    def tokens_of(self, sentence: int) -> tuple[Token, ...]:
        """Return the tokens of a sentence."""
        first, last = self.sentences[sentence]
        return self.tokens[first:last]

    def token_at(self, place: int) -> Token:
        """Return the token at a character, or the next one after it."""
        return self.tokens[min(bisect_right(self.tokens, place, key=lambda t: t.end), len(self.tokens) - 1)]

    def headed(self, token: Token) -> Clause | None:
        """Return the clause that a token heads."""
        at = bisect_left(self.clauses, token.index, key=lambda c: c.head.index)
        found = self.clauses[at : at + 1]
        return found[0] if found and found[0].head.index == token.index else None

    def under(self, clause: Clause) -> tuple[Clause, ...]:
        """Return the clauses that depend on a clause."""
        return tuple(c for c in self.of(clause.sentence) if c.parent == clause.index)

    def above(self, clause: Clause) -> Iterator[Clause]:
        """Yield the clauses above a clause, nearest first."""
        while clause.parent is not None:
            clause = self.clauses[clause.parent]
            yield clause

    def thing(self, phrase: Phrase) -> int:
        """Return the number of the thing that a phrase refers to, or -1 if none is known."""
        index = phrase.head.index
        at = bisect_left(self.mentions, index, key=lambda m: m.phrase.head.index)
        found = self.mentions[at : at + 1]
        return found[0].thing if found and found[0].phrase.head.index == index else -1

    def words(self, start: int, end: int) -> str:
        """Return the text between two characters."""
        return self.text[start:end]


class English:
    """Analyse English texts with an installed spaCy pipeline, and cache the analyses.

    Threads may share one.

    Args:
        name: A spaCy pipeline: `en_core_web_trf`, or a folder. By default, the first one installed.

    Raises:
        MissingExtraError: On first use, if spaCy or every pipeline is missing.
    """

    def __init__(self, name: str | None = None) -> None:
        self._name = name
        self._kept: OrderedDict[str, Analysis] = OrderedDict()
        self._lock = Lock()

    def __reduce__(self) -> tuple[type[English], tuple[str | None]]:
        return English, (self._name,)

    @property
    def name(self) -> str:
        """The name of the pipeline."""
        if self._name is None:
            self._name = pipeline.installed()
        return self._name

    def knows(self, word: str) -> bool:
        """Return whether the pipeline's dictionary has a lower-case word; True if there is no dictionary."""
        return pipeline.knows(self.name, word)

    def analyse(self, text: str) -> Analysis:
        """Return the analysis of a text."""
        return self.analyse_all([text])[0]

    def analyse_all(self, texts: Sequence[str]) -> list[Analysis]:
        """Return the analyses of texts; those that are not cached are parsed in one batch.

        Call it before reading many texts one by one: batches take half the time, and are cached.
        """
        with self._lock:
            found = {text: self._kept[text] for text in texts if text in self._kept}
        new = list(dict.fromkeys(text for text in texts if text not in found))
        if new:
            for text, parsed in zip(new, pipeline.parse_all(self.name, new), strict=True):
                found[text] = _analysis(text, parsed)
            with self._lock:
                for text in new:
                    self._kept[text] = found[text]
                while len(self._kept) > CACHE:
                    self._kept.popitem(last=False)
        return [found[text] for text in texts]


@cache
def shared(name: str | None = None) -> English:
    """Return a pipeline's instance that all readers share, so that a text is parsed only once."""
    return English(name)


def _analysis(text: str, parsed: Sequence[Sequence[Token]]) -> Analysis:
    clauses: list[Clause] = []
    phrases: list[Phrase] = []
    places: list[tuple[int, int]] = []
    for number, tokens in enumerate(parsed):
        reader = Clauses(Tree(tokens), number, len(clauses))
        clauses += reader.run()
        phrases += reader.nominal.phrases
        places.append((tokens[0].index, tokens[-1].index + 1))
    flat = tuple(token for tokens in parsed for token in tokens)
    return Analysis(text, flat, tuple(places), tuple(clauses), resolve(phrases, clauses))
