"""Superlatives and orders: `is the biggest`, `from smallest to biggest`, `then comes the shed`."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import pairwise

from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause as Said
from defeasible.reasoner.english.parsed import FINITE
from defeasible.reasoner.english.phrase import Oblique, Phrase, behind
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.capacity import room_in
from defeasible.reasoner.grammar.sizes.clause import Clause, Found
from defeasible.reasoner.grammar.sizes.comparisons import Comparisons, count_of
from defeasible.reasoner.grammar.sizes.lexicon import lexicon
from defeasible.reasoner.grammar.sizes.things import ASKED, Things

_WITHIN = frozenset({"det", "amod", "poss", "compound", "case", "nmod", "nummod"})
"""Relations of the words before a noun to it."""


class Superlatives:
    """Read what a text calls the biggest or the smallest, and what it lists by size."""

    def __init__(self, analysis: Analysis, things: Things, comparisons: Comparisons) -> None:
        self._analysis = analysis
        self._things = things
        self._comparisons = comparisons
        self._ranked: list[tuple[int, bool, int]] = []
        """Objects that were called the biggest or the smallest, with their ranks."""

    def of_clause(self, said: Said, obliques: Sequence[Oblique], clause: Clause) -> Iterator[Found]:
        """Read `X is the biggest`: bigger than the other things that the text names, or ranks below it."""
        tokens, number = self._analysis.tokens, self._things.number
        if clause.hypothetical:
            return
        sentence = range(*self._analysis.sentences[said.sentence])
        among = [o for c in (said, *self._analysis.above(said)) for o in c.obliques]
        called = [*_superlatives(said), *self._fullest(said, obliques)]
        for theme, place, word, larger in (*called, *self._outdone(said)):
            one, places = number(theme), [o.phrase for o in place.obliques if o.phrase is not None]
            rank = max(w.RANKS.get(t.low, 1) for t in (*place.adjectives, tokens[word.index - 1]))
            listed = behind([*among, *place.obliques], w.AMONG)
            two = {1 - one} if one < ASKED and self._comparisons.of_two(listed) else set[int]()
            whole = any(p.pronoun is not None or p.head.tag == "CD" or p.head.low in w.ALL for p in listed)
            more = {number(p) for p in behind([*place.obliques, *among], w.AFTER)}
            more |= {n for n, big, other in self._ranked if other < rank and big == larger}
            less = two | {n for n, big, other in self._ranked if other > rank or big != larger}
            there = self._at(places)
            for index, other in self._things.mentions.items() if rank == 1 else ():
                named = whole or (listed and index in sentence) or self._named_too(index)
                named = named or (bool(called) and not listed and {one, other} <= self._joined())
                named = named or other in there
                if named and not any(p.start <= tokens[index].start < p.end for p in places):
                    less.add(other)
            self._ranked.append((one, larger, rank))
            pairs = [(one, n) for n in less - more - {one}] + [(n, one) for n in more - {one}]
            for big, small in pairs if larger else [(b, a) for a, b in pairs]:
                reason = "the text calls the one the biggest or smallest of those that it names"
                yield Found(big, small, word.start, word.end, "comparison.most", reason)
            if rank == 1 and not said.denied:
                yield from self._followed(one, word, larger=larger)

    def of_sentence(self, number: int, built: Sequence[Clause]) -> Iterator[Found]:
        """Read a list in an order that is told: `from biggest to smallest, they are the cow and the cat`."""
        tokens, things = self._analysis.tokens_of(number), self._things.mentions
        sign, word = _order(tokens)
        named = [t for t in tokens if t.index in things]
        named = [t for t in named if t.dep != "pobj" or t.head < word.index]  # not `the cow with the bell`
        later = [t for t in named if t.index > word.index]
        named = later if len({things[t.index] for t in later}) == ASKED else named
        between = tokens[tokens.index(named[0]) : tokens.index(named[-1])] if named else ()
        apart = any(t.tag in FINITE and t.lemma not in w.SEQUEL for t in between)
        apart = apart or any(clause.hypothetical or clause.negated for clause in built)
        if sign and not apart:  # not `went from small to big when the cow met the cat`
            yield from _descending([*dict.fromkeys(things[t.index] for t in named)], word, larger=sign > 0)

    def _followed(self, first: int, word: Token, *, larger: bool) -> Iterator[Found]:
        """Read what comes after the biggest: `the barn is the biggest, then the shed, then the hut`."""
        chain, tokens = [first], self._analysis.tokens
        for index, one in sorted(self._things.mentions.items()):
            before = tokens[word.index + 1 : index]
            again = any(_size(t.low, w.BIGGEST, w.SMALLEST) for t in before)
            if before and not again and one not in chain and self._next(before, tokens[index]):
                chain.append(one)
                self._ranked.append((one, larger, len(chain)))
        yield from _descending(chain, word, larger=larger)

    def _next(self, before: Sequence[Token], noun: Token) -> bool:
        """Return whether a noun comes next: `then (comes) the shed`, `followed closely by the shed`."""
        verb = self._analysis.tokens[noun.head]
        if noun.dep in {"nsubj", "nsubjpass"} and verb.lemma not in w.SEQUEL:
            return False  # `then the shed was painted`
        for token in reversed(before):
            if token.low in w.SEQUENCE or not (token.dep in _WITHIN or token.lemma in w.SEQUEL):
                return token.low in w.SEQUENCE
        return False

    def _fullest(
        self, said: Said, obliques: Sequence[Oblique]
    ) -> Iterator[tuple[Phrase, Phrase, Token, bool]]:
        """Yield superlatives of room: `takes up the most room`, `there is the least space in the tent`."""
        for room in room_in(self._analysis, said, obliques) if not said.denied else ():
            theme, compared = room.inside or said.subject, room.compared
            if theme is not None and compared.kind in {"most", "least"}:
                yield theme, theme, compared.word, compared.kind == "most"

    def _joined(self) -> set[int]:
        """Return the things of the first list (`a barn, a mill and a stable`): one may be the biggest."""
        lists = [m.phrase for m in self._analysis.mentions if len(m.phrase.joined) > 1]
        return {n for phrase in lists[:1] for n in self._things.numbers(phrase)}

    def _at(self, places: Sequence[Phrase]) -> set[int]:
        """Return the things that the text puts at one of some places: `the cup is on the shelf`."""
        nouns = {phrase.head.lemma for phrase in places}  # `the biggest thing on the shelf`
        there: set[int] = set()
        for clause in self._analysis.clauses:
            located = any(f.id == "being.located" for f in lexicon().frames.get(clause.lemma, ()))
            here = any(o.phrase is not None and o.phrase.head.lemma in nouns for o in clause.obliques)
            if located and here and not clause.denied and clause.parent is None:
                there.update(self._things.numbers(clause.subject))
        return there

    def _outdone(self, said: Said) -> Iterator[tuple[Phrase, Phrase, Token, bool]]:
        """Yield superlatives in other words: `nothing is bigger than X`, `X is bigger than any other`."""
        subject = said.subject
        for one in said.comparisons:
            found, standard = self._comparisons.scale(one), one.standard
            if subject is None or standard is None or found is None:
                continue
            none = subject.amount in {"no", "every"}
            if none or (standard.amount in {"any", "every"} and found.direction):
                larger = found.direction > 0 or (not found.direction and not found.small)
                larger = larger != (subject.amount == "every")
                yield (standard if none else subject), subject, one.word, larger

    def _named_too(self, index: int) -> bool:
        """Return whether the clause around a token has `also`, `too`, `the others`."""
        tokens, places = self._analysis.tokens, self._analysis.sentences
        sentence, (first, last) = next((n, (a, b)) for n, (a, b) in enumerate(places) if a <= index < b)
        clauses, start = self._analysis.of(sentence), tokens[index].start
        heads = [c.head.index - 6 for c in clauses if min(c.head.start, c.start) <= start]
        words = tokens[max([first, *heads[-1:]]) : last]
        return not w.ALSO.isdisjoint(t.low for t in words)


def _superlatives(said: Said) -> Iterator[tuple[Phrase, Phrase, Token, bool]]:
    """Yield what is biggest or smallest, the phrase that says so, the word, and whether biggest."""
    sides = ((said.complement, said.subject), (said.subject, said.complement), (said.subject, said.subject))
    for phrase, theme in sides if said.lemma == "be" and not said.denied else ():
        if phrase is None or theme is None:
            continue
        own = phrase is not theme
        adjectives = (*phrase.adjectives, *phrase.nouns, phrase.head) if own else (said.adjective,)
        for word in filter(None, adjectives):
            both = behind([*(phrase.obliques if own else ()), *said.obliques], {"of"})
            pair = word.low in w.MORE and any(p.head.low in w.ALL or count_of(p) == ASKED for p in both)
            pair = pair and not any(c.standard for c in (*said.comparisons, *phrase.comparisons))
            if word.low in w.BIGGEST | w.SMALLEST or pair:
                yield theme, phrase, word, word.low in w.BIGGEST or w.MORE.get(word.low, 0) > 0


def _descending(chain: Sequence[int], word: Token, *, larger: bool) -> Iterator[Found]:
    """Yield that each of some things is bigger than the next, or smaller."""
    for big, small in pairwise(chain if larger else [*reversed(chain)]):
        reason = "the text lists them in the order of their sizes"
        yield Found(big, small, word.start, word.end, "comparison.most", reason)


def _size(word: str, big: Container[str], small: Container[str]) -> int:
    return 1 if word in big else -1 if word in small else 0


def _order(tokens: Sequence[Token]) -> tuple[int, Token]:
    """Return the order that words tell, 1 if the biggest is first, 0 if none is told, and one of them."""
    words = [t for t in tokens if t.low != "the"]
    lows = ["", *(t.low for t in words), "", ""]
    of_size = "order" in lows and not w.SIZES.isdisjoint(lows)
    for before, first, then, last, word in zip(lows, lows[1:], lows[2:], lows[3:], words, strict=False):
        ends = [_size(one, w.BIG | w.BIGGEST, w.SMALL | w.SMALLEST) for one in (first, last)]
        if (before, then) == ("from", "to") and {*ends} == {1, -1}:
            return ends[0], word
        if then in {"first", "last"} and (most := _size(first, w.BIGGEST, w.SMALLEST)):
            return most if then == "first" else -most, word
        if of_size and first in w.ORDERS:
            return w.ORDERS[first], word
    return 0, tokens[0]
