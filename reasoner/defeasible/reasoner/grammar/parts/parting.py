"""Decides which clauses of a text are taken apart, and into what: it depends on what the others say.

A clause that another sentence says in the same words stays whole, and so does one of whose parts nobody else
speaks. All others are read by their parts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from defeasible.reasoner.grammar.antonyms import answer
from defeasible.reasoner.grammar.coordination import coordinate
from defeasible.reasoner.grammar.frames import Apart, Both, Denied, General, Joined, Node, Plain, Recast, When
from defeasible.reasoner.grammar.leaves import LONGEST_CLAUSE, clause_of, leaves, whole_clause
from defeasible.reasoner.grammar.matching import Use, distance
from defeasible.reasoner.grammar.negation import read_clause
from defeasible.reasoner.grammar.opaque import opaque_words
from defeasible.reasoner.grammar.parts import generals_of, recasts, take_apart
from defeasible.reasoner.grammar.parts.ground import ground, named
from defeasible.reasoner.grammar.parts.view import sentence_of
from defeasible.reasoner.grammar.tokens import Tokens, tokenize

if TYPE_CHECKING:
    from defeasible.reasoner.english.analysis import English
    from defeasible.reasoner.grammar.clauses import Clause
    from defeasible.reasoner.grammar.premises import Reading
    from defeasible.reasoner.text import Source

_COMMON = 64
"""A word in more clauses than this does not tell which of them speak of the same."""
_NEAR = 6
"""Clauses that one is compared with word by word."""
_SHARED = 0.6
"""Share of the words of the shorter clause that two have in common which speak of the same."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a text with its frame."""

    source: Source
    node: Node
    tokens: Tokens


@dataclass(frozen=True, slots=True)
class _Said:
    """A clause, where it stands, and whether in a conditional."""

    clause: Clause
    core: tuple[str, ...]
    sentence: int
    conditional: bool


class Parting:
    """The clauses of one reading, and which of them are taken apart.

    Args:
        reading: The reading that they belong to.
        english: What analyses clauses.
    """

    def __init__(self, reading: Reading, english: English) -> None:
        self._reading, self._english = reading, english
        self._table = reading.table
        self._by_core: dict[tuple[str, ...], list[_Said]] = defaultdict(list)
        self._by_word: dict[str, list[_Said]] = defaultdict(list)
        self._linked = False

    def run(
        self, said: Sequence[Sentence], questions: Sequence[Sentence]
    ) -> tuple[list[Sentence], list[Sentence]]:
        """Return the sentences with those clauses taken apart of whose parts others speak."""
        settled = [replace(s, node=self._reading.settle(s.node, s.source)) for s in (*said, *questions)]
        for place, sentence in enumerate(settled):
            for leaf in leaves(sentence.node):
                self._hear(clause_of(leaf, sentence.source), place, isinstance(sentence.node, When))
        asked = {c.core for found in self._by_core.values() for c in found if c.sentence >= len(said)}
        self._linked = bool(asked) and all(
            any(c.sentence < len(said) for c in self._by_core[core]) for core in asked
        )
        self._english.analyse_all([sentence_of(text) for s in settled for text in self._texts(s)])
        parted = [
            replace(s, node=self._part(s.node, s.source, asserted=n < len(said)))
            for n, s in enumerate(settled)
        ]
        for place, sentence in enumerate(parted):
            for recast in recasts(sentence.node):
                self._hear(read_clause(tokenize(recast.text)), place, conditional=False)
        ended = self._ended(parted)
        return ended[: len(said)], ended[len(said) :]

    def _hear(self, clause: Clause, sentence: int, conditional: bool) -> None:
        core = self._table.named_core(clause.core)
        one = _Said(clause, core, sentence, conditional)
        self._by_core[core].append(one)
        for word in set(core):
            self._by_word[word].append(one)

    # --- which clauses are taken apart ------------------------------------------------------------------

    def _texts(self, sentence: Sentence) -> Iterator[str]:
        for leaf in leaves(sentence.node):
            if not self._whole(clause_of(leaf, sentence.source)):
                yield sentence.source.text[leaf[0].start : leaf[-1].end]

    def _whole(self, clause: Clause) -> bool:
        """Whether a clause is compared as it stands: others say the same words, or all but."""
        if clause.open or len(clause.tokens) > LONGEST_CLAUSE:
            return True
        core = self._table.named_core(clause.core)
        same = self._by_core[core]
        if len({c.sentence for c in same}) > 1 and any(c.conditional for c in same):
            return True
        analysed = not opaque_words(clause, self._table.unclear)
        if analysed and self._reading.on_going and core in self._table:
            return True
        if analysed and self._linked and len({c.sentence for c in same}) > 1:
            return True
        own = {c.sentence for c in same}
        conditional = any(c.conditional for c in same)
        return any(
            _alike(clause, other.clause, self._table.aliases)
            for other in self._near(core)
            if other.sentence not in own and (conditional or other.conditional)
        )

    def _coordinated(self, clause: Clause) -> bool:
        reading = self._reading
        return bool(clause.connectives) and coordinate(clause, reading, alone=reading.on_going) is not None

    def _near(self, core: tuple[str, ...]) -> list[_Said]:
        """Return the clauses that share most words with a core."""
        shared: Counter[int] = Counter()
        by_id: dict[int, _Said] = {}
        for word in set(core):
            posting = self._by_word[word]
            for one in posting if len(posting) <= _COMMON else ():
                shared[id(one)] += 1
                by_id[id(one)] = one
        least = max(2.0, _SHARED * len(core))
        return [
            by_id[i]
            for i, n in shared.most_common(_NEAR * 2)
            if n >= min(least, _SHARED * len(by_id[i].core))
        ]

    def _part(self, node: Node, source: Source, *, asserted: bool = False) -> Node:
        node = self._reading.settle(node, source)
        match node:
            case Plain(tokens):
                clause = clause_of(tokens, source)
                if self._whole(clause) or (not asserted and self._coordinated(clause)):
                    return node
                text = source.text[tokens[0].start : tokens[-1].end]
                found = take_apart(text, tokens, self._english, asserted=asserted)
                same = isinstance(found, Recast) and found.text == text and not found.apart
                return node if same else Apart(node, found)
            case Denied(of, cue):
                return Denied(self._part(of, source), cue)
            case Both(left, right, cue):
                return Both(self._part(left, source), self._part(right, source), cue)
            case When() if whole_clause(node, source).core not in self._reading.wholes:
                other = node.otherwise
                return replace(
                    node,
                    if_=self._part(node.if_, source),
                    then=self._part(node.then, source, asserted=asserted),
                    otherwise=None if other is None else self._part(other, source, asserted=asserted),
                )
            case _:
                return node

    # --- which parts are kept ---------------------------------------------------------------------------

    def _ended(self, parted: Sequence[Sentence]) -> list[Sentence]:
        generals = [general for s in parted for general in generals_of(s.node)]
        things = named((t for s in parted for t in _texts_of(s)), self._english) if generals else ()
        known = frozenset(self._by_core) | {c.clause.core for found in self._by_core.values() for c in found}

        def kept(node: Node, place: int) -> Node | None:
            match node:
                case Apart(plain, parts):
                    inner = kept(parts, place)
                    speaks = self._reading.on_going or any(
                        self._spoken(r, plain, place) for r in recasts(parts)
                    )
                    general = any(kept(g, place) is not None for g in generals_of(parts))
                    return inner if inner is not None and (speaks or general or _keeps(parts)) else plain
                case General():
                    return ground(node, things, known, generals, self._english)
                case Recast() if node.whole:
                    core = self._table.named_core(read_clause(tokenize(node.text)).core)
                    own = {c.sentence for c in self._by_core[core]} - {place}
                    return replace(node, whole=False) if own or core in self._table else None
                case Joined(kind, parts, cue):
                    found = tuple(p for p in (kept(part, place) for part in parts) if p is not None)
                    if not found:
                        return None
                    return found[0] if len(found) == 1 and not cue else Joined(kind, found, cue)
                case Denied(of, cue):
                    inner = kept(of, place)
                    return None if inner is None else Denied(inner, cue)
                case Both(left, right, cue):
                    return Both(kept(left, place) or left, kept(right, place) or right, cue)
                case When():
                    if_, then = kept(node.if_, place), kept(node.then, place)
                    other = None if node.otherwise is None else kept(node.otherwise, place)
                    if if_ is None or then is None:
                        return None
                    return replace(node, if_=if_, then=then, otherwise=other)
                case _:
                    return node

        return [replace(s, node=kept(s.node, n) or s.node) for n, s in enumerate(parted)]

    def _spoken(self, recast: Recast, plain: Plain, place: int) -> bool:
        """Whether another sentence speaks of what a part says."""
        core = self._table.named_core(read_clause(tokenize(recast.text)).core)
        if recast.whole and core == self._table.named_core(read_clause(plain.tokens).core):
            return False
        return any(c.sentence != place for c in (*self._by_core[core], *self._near(core)))


def _alike(one: Clause, other: Clause, aliases: Mapping[str, str]) -> bool:
    """Whether two clauses are taken for each other, or for each other's denial, as they stand."""
    uses = (Use.OPTION, Use.CONSEQUENCE)
    return (
        any(distance(one, other, use) is not None for use in uses)
        or answer(one, other, Use.FACT, aliases) is not None
        or answer(other, one, Use.FACT, aliases) is not None
    )


def _keeps(node: Node) -> bool:
    """Whether a clause must not be read as it stands: a denial stays under a quantifier."""
    return any(recast.apart for recast in recasts(node))


def _texts_of(sentence: Sentence) -> Iterator[str]:
    for leaf in leaves(sentence.node):
        yield sentence.source.text[leaf[0].start : leaf[-1].end]
    for recast in recasts(sentence.node):
        yield recast.text
