"""Decides which clauses of a text are taken apart, which depends on the other sentences.

A clause that another sentence repeats stays whole, and so does one with a part that nothing else mentions.
All others are read by their parts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.grammar.belief.anybody import of_any, of_you, on_occasion, witnessed
from defeasible.reasoner.grammar.belief.atoms import AtomTable
from defeasible.reasoner.grammar.belief.distinct import demonstrated, is_general, kinds_apart
from defeasible.reasoner.grammar.belief.ground import (
    Grounding,
    Named,
    named,
)
from defeasible.reasoner.grammar.belief.matching import Shape, same_scope, shape_of
from defeasible.reasoner.grammar.belief.node import (
    Apart,
    Denied,
    General,
    Joined,
    Leaf,
    Node,
    When,
    conjuncts_of,
    generals_of,
    leaves,
    usual,
    with_parts,
)
from defeasible.reasoner.grammar.belief.normal import Clause, clause_of
from defeasible.reasoner.grammar.belief.view import View
from defeasible.reasoner.grammar.belief.week import USUALLY
from defeasible.reasoner.text import Source

_NEAR = 0.6
"""Share of common words, relative to the shorter clause, that makes two clauses related."""
_COMMON = 64
"""A word in more clauses than this does not show that they are related."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a text with its content."""

    source: Source
    node: Node
    start: int
    end: int
    asked: bool = False
    question: bool = False
    """Whether it ends in a question mark."""
    derived: bool = False
    """Whether it only follows from the text."""

    @property
    def turn(self) -> int:
        """When it is turned into formulas: first conditionals, then facts, then what follows from them."""
        return 2 if self.derived else int(isinstance(self.node, Leaf))


class Parting:
    """The clauses of one reading, and the decision which of them are taken apart.

    Args:
        table: The atoms of earlier texts.
        on_going: Whether there may have been earlier texts, and more may come.
        alike: Whether two clauses match as they stand.
    """

    def __init__(self, table: AtomTable, alike: Callable[[Clause, Clause], bool], *, on_going: bool) -> None:
        self._table, self._alike, self._on_going = table, alike, on_going
        self._conditionals: set[int] = set()
        self._stated: set[int] = set()
        self._wholes: dict[tuple[str, ...], dict[Shape, tuple[Clause, set[int]]]] = defaultdict(dict)
        """Core to one clause of each shape, whole or taken apart, with the sentences that contain it."""
        self._by_word: dict[str, list[tuple[int, Clause]]] = defaultdict(list)

    def run(self, sentences: Sequence[Sentence], views: Sequence[View]) -> list[Sentence]:
        """Return the sentences with those clauses taken apart whose parts others mention."""
        self._conditionals = {n for n, s in enumerate(sentences) if isinstance(s.node, When)}
        plain = [leaf for s in sentences if not isinstance(s.node, When) for leaf in leaves(s.node)]
        nouns = {w.low for leaf in plain for w in leaf.words if w.tag[:2] == "NN"}
        sentences = [
            replace(s, node=of_any(on_occasion(s.node), nouns, asked=s.asked)) for s in of_you(sentences)
        ]
        sentences = demonstrated(sentences, (entry.clause.words for entry in self._table.entries()))
        if not self._on_going:
            sentences = kinds_apart(sentences)
        self._hear(enumerate(sentences))
        generals = [g for s in sentences for g in generals_of(s.node)]
        if generals or any(leaf.likely for s in sentences for leaf in leaves(s.node)):
            things, heard = named(views), len(sentences)
            if not self._on_going and sum(s.asked for s in sentences) == 1:
                sentences, new = witnessed(sentences, things, self._cores)
                things += new
                self._hear(enumerate(sentences[heard:], heard))
            cores, facts = self._cores, [s.node for s in sentences if not s.asked]
            things += (*_kinds([s.node for s in sentences if s.asked]),)
            generals = [g for g in generals if not g.some]
            grounding = Grounding(things, cores, generals, facts, self._table.with_names)
            said = ((_universal if s.asked else _grounded)(s.node, grounding) for s in sentences)
            sentences = [replace(s, node=node or s.node) for s, node in zip(sentences, said, strict=True)]
            self._hear(enumerate(sentences))
        self._stated = {n for n, s in enumerate(sentences) if not s.asked}
        return [replace(s, node=self._settled(s.node, n, not s.asked)) for n, s in enumerate(sentences)]

    @property
    def _cores(self) -> set[tuple[str, ...]]:
        """The cores of all clauses."""
        return set(self._wholes) | {c.core for found in self._by_word.values() for _, c in found}

    def _hear(self, sentences: Iterable[tuple[int, Sentence]]) -> None:
        """Record the clauses of some sentences, each with its place; those recorded before stay."""
        for place, clause in ((n, clause_of(leaf)) for n, s in sentences for leaf in leaves(s.node)):
            if place not in self._places(clause):
                cores = self._table.cores(clause)
                for core in cores:
                    self._wholes[core].setdefault(shape_of(clause), (clause, set()))[1].add(place)
                for word in {word for core in cores for word in core}:
                    self._by_word[word].append((place, clause))

    def _places(self, clause: Clause) -> set[int]:
        """Return the sentences that contain a clause in the same words."""
        said = (item for core in self._table.cores(clause) for item in self._wholes[core].values())
        return {place for other, places in said if same_scope(clause, other) for place in places}

    def _settled(self, node: Node, place: int, asserted: bool) -> Node:
        match node:
            case Apart():
                return self._chosen(node, place, asserted)
            case When(if_=if_, contrary=True) if asserted and not self._told(node, place):
                parts = (replace(node, contrary=False), Denied(usual(if_)), Denied(usual(node.then)))
                return self._settled(Joined("and", parts, "contrary to fact"), place, asserted)
            case When(if_=if_):
                return with_parts(node, lambda n: self._settled(n, place, asserted and n is not if_))
            case _:
                held = asserted and isinstance(node, Joined)
                return with_parts(node, lambda n: self._settled(n, place, held))

    def _told(self, node: When, place: int) -> bool:
        """Return whether another sentence states one side of a conditional, or may still do so."""
        found = (self._places(clause_of(leaf)) for side in (node.if_, node.then) for leaf in leaves(side))
        return self._on_going or any(places & self._stated - {place} for places in found)

    def _chosen(self, node: Apart, place: int, asserted: bool) -> Node:
        if self._on_going and isinstance(node.parts, Joined) and node.parts.cue == USUALLY:
            return node.whole  # a later text may deny what is so by default
        whole = clause_of(node.whole)
        mine = self._places(whole) | {place}
        elsewhere = mine - {place} or self._table.says(whole) or self._near(whole, {place})
        grounded = is_general(node.parts)

        def said(part: Node) -> bool:
            return any(self._spoken(leaf, mine, place, whole) for leaf in leaves(part))

        spoken = grounded or node.whole.apart or said(node.parts)
        free = self._on_going or (asserted and place not in self._conditionals and not elsewhere)
        if node.same:
            if spoken or (free and node.free and not elsewhere):
                return self._settled(node.parts, place, asserted)
            return node.whole
        if not asserted or not (spoken or free):
            return node.whole
        parts = node.parts
        if not free and isinstance(parts, Joined):  # parts that nothing else mentions are left out
            parts = replace(parts, parts=tuple(filter(said, parts.parts)) or parts.parts)
        inner = self._settled(parts, place, asserted)
        if elsewhere or (not grounded and (self._on_going or place not in self._conditionals)):
            cue = node.parts.cue if isinstance(node.parts, Joined) else ""
            return Joined("and", (node.whole, inner), cue)
        return inner

    def _spoken(self, leaf: Leaf, mine: set[int], place: int, whole: Clause) -> bool:
        """Return whether another sentence mentions a part."""
        clause = clause_of(leaf)
        if clause.core == whole.core:  # `is unable to swim`, beside `swam`
            return clause.modal != whole.modal and bool(self._places(clause) - {place})
        if self._places(clause) - mine or self._table.says(clause):
            return True
        return self._near(clause, mine, shortened=True)

    def _near(self, clause: Clause, own: Collection[int], *, shortened: bool = False) -> bool:
        """Return whether a clause of another sentence nearly matches this one, or says a part of it."""
        seen: dict[int, tuple[int, Clause]] = {}
        shared: dict[int, int] = defaultdict(int)
        for word in set(clause.core):
            posting = self._by_word[word]
            for item in posting if len(posting) <= _COMMON else ():
                if item[0] not in own:
                    shared[id(item[1])] += 1
                    seen[id(item[1])] = item
        for key, n in shared.items():
            other = seen[key][1]
            if n >= _NEAR * min(len(clause.core), len(other.core)) and self._alike(clause, other):
                return True
            if shortened and n == len(set(other.core)) and clause.core[:2] == other.core[:2]:
                return True  # `sang in March`, `sang`
        return False


def _kinds(asked: Sequence[Node]) -> list[Named]:
    """Return the kinds of which questions ask, each as a thing of that kind: `geckos`."""
    about = (leaf.subject for node in asked for leaf in leaves(node))
    return [Named(w, singular(w[0].low)) for w in about if len(w) == 1 and w[0].tag == "NNS"]


def _grounded(node: Node, grounding: Grounding) -> Node | None:
    """Return a node with its general statements applied to the things named; None if none applies."""
    match node:
        case General():
            return grounding.of(node)
        case Apart(whole, parts):
            inner = _grounded(parts, grounding)
            return whole if inner is None else replace(node, parts=inner)
        case When(then=Leaf(likely=True)) if grounding.defeats(node.then):
            return None  # `usually works on Fridays`, `is not working today`
        case When():
            return replace(node, then=_grounded(node.then, grounding) or node.then)
        case Joined(kind, parts, cue):
            found = (_grounded(part, grounding) for part in parts)
            kept = tuple(part for part in found if part is not None)
            if len(kept) == 1 and not cue:
                return kept[0]
            return Joined(kind, kept, cue) if kept else None
        case _:
            return node


def _universal(node: Node, grounding: Grounding) -> Node:
    """Return the question `does everyone sing` together with its instances for each thing named."""
    if not isinstance(node, Apart) or not is_general(node.parts):
        return node
    found = (p for p in conjuncts_of(node.parts) if isinstance(p, General) and not p.likely)
    told = [told for p in found if (told := grounding.of(p)) is not None]
    return Joined("and", (node.whole, *told)) if told else node
