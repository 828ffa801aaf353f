"""`X is the biggest`: bigger than each thing that the text names beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.predicates import supposed
from defeasible.reasoner.grammar.sizes.reading import Found


def superlatives(analysis: Analysis, mentions: Mapping[int, int]) -> Iterator[Found]:
    """Yield what superlatives say of the two objects of the question.

    Args:
        analysis: The text.
        mentions: Number of a token to the object of the question that it names.
    """
    for said in analysis.clauses:
        for theme, place, larger, start, end in _said(analysis, said):
            one = mentions.get(theme.head.index)
            sentence = range(*analysis.sentences[said.sentence])
            behind = (o.phrase for o in place.obliques if o.phrase is not None)
            grounds = {t.index for phrase in behind for t in _tokens(analysis, phrase)}
            listed = any(o.preposition in w.AMONG for o in (*said.obliques, *place.obliques))
            for index, other in mentions.items():
                if one is None or other == one or index in grounds:
                    continue
                if (listed and index in sentence) or _beside(analysis, index):
                    big, small = (one, other) if larger else (other, one)
                    reason = "the text calls the one the biggest or smallest of those that it names"
                    yield Found(big, ">", small, Fraction(1), start, end, "comparison.most", reason)


def _tokens(analysis: Analysis, phrase: Phrase) -> Iterator[Token]:
    return (t for t in analysis.tokens if phrase.start <= t.start < phrase.end)


def _said(analysis: Analysis, said: Clause) -> Iterator[tuple[Phrase, Phrase, bool, int, int]]:
    """Yield who is the biggest, the phrase that says so, whether it is not the smallest, and its place."""
    if said.lemma != "be" or said.denied or said.subject is None or supposed(analysis, said):
        return
    if said.adjective is not None and said.adjective.low in w.BIGGEST | w.SMALLEST:
        word = said.adjective
        yield said.subject, said.subject, word.low in w.BIGGEST, word.start, word.end
    for phrase, theme in ((said.complement, said.subject), (said.subject, said.complement)):
        if phrase is None or theme is None or any(t.low in w.ORDINALS for t in phrase.adjectives):
            continue
        for word in phrase.adjectives:
            if word.low in w.BIGGEST | w.SMALLEST:
                yield theme, phrase, word.low in w.BIGGEST, word.start, word.end


def _beside(analysis: Analysis, index: int) -> bool:
    """Whether the clause around a token says `also`, `too`, `the others`."""
    token = analysis.tokens[index]
    sentence = next(n for n, (first, last) in enumerate(analysis.sentences) if first <= index < last)
    clauses = [c for c in analysis.of(sentence) if c.head.start <= token.start or c.start <= token.start]
    around = clauses[-1] if clauses else None
    first, last = analysis.sentences[sentence]
    words = analysis.tokens[max(first, (around.head.index - 6) if around is not None else first) : last]
    return not w.ALSO.isdisjoint(t.low for t in words)
