"""What a sentence says, as a tree of plain clauses over words of the text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from defeasible.reasoner.english.tokens import means

HOLE = "{}"
"""Stands for each thing of a kind in what is said of all of them."""


class Word(NamedTuple):
    """One word or mark, as it is said in a clause."""

    text: str
    """As said: as written, or in the form that the clause takes."""
    low: str
    """As written in lower case, contractions undone."""
    lemma: str
    tag: str
    role: str
    """What it does in its clause: `subject`, `verb`, `object`, `complement`, `aux`, `not`, the preposition
    that governs it behind `by:`, or the connective of its clause behind `clause:`; nothing for a word that
    none of them fits."""
    start: int
    """First character in the source."""
    end: int
    lent: bool = False
    """Whether it stands for a pronoun of another sentence than its own."""

    @property
    def is_word(self) -> bool:
        """Whether it is no mark."""
        return means(self.low)


Words: TypeAlias = tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """One thing that is said, in affirmative words."""

    words: Words
    denied: bool = False
    cue: str = ""
    """What was read as denial, for the trace."""
    modal: str = ""
    """`can`, `may`, `must`, `should`, or nothing."""
    open: str = ""
    """The words that leave it undecided: `may or may not`."""
    apart: bool = False
    """Whether a denial in it stays under a quantifier, and is one of its words."""
    likely: bool = False
    """Whether it is said to hold as a rule."""
    passive: bool = False
    past: bool = False
    unread: tuple[tuple[int, int], ...] = ()
    """Places of words that the analysis does not account for."""


@dataclass(frozen=True, slots=True)
class When:
    """A condition and its consequence."""

    if_: Node
    then: Node
    cue: str = ""
    denied_if: bool = False
    """True for `unless`: the condition counts denied."""
    otherwise: Node | None = None
    contrary: bool = False
    """Whether it is put as contrary to fact: `had Ann called, Bob would have come`."""


@dataclass(frozen=True, slots=True)
class Both:
    """Two sides that hold together or not at all."""

    left: Node
    right: Node
    cue: str


@dataclass(frozen=True, slots=True)
class Denied:
    """What is said not to hold."""

    of: Node
    cue: str = ""


@dataclass(frozen=True, slots=True)
class Joined:
    """Things that hold together, or of which one holds."""

    kind: Literal["and", "or"]
    parts: tuple[Node, ...]
    cue: str = ""


@dataclass(frozen=True, slots=True)
class Apart:
    """A clause, and what it says in parts; which of the two is read depends on what else is said."""

    whole: Leaf
    parts: Node
    same: bool = True
    """Whether the parts say all that the whole says, so that they may stand for it in a condition."""
    free: bool = True
    """Whether it is taken apart where more texts may come, though nobody speaks of its parts yet."""


@dataclass(frozen=True, slots=True)
class General:
    """What is said of all things of a kind: leaves of its nodes hold a hole for one of them."""

    if_: tuple[Node, ...]
    """What makes a thing one of the kind; none where it is said of everybody."""
    then: Node
    noun: str = ""
    """What the things are called; empty for persons: `everybody`."""
    excepted: Words = ()
    """Of whom it is not said."""
    reverse: bool = False
    """Whether the opposite is said of whom it is not said: `nobody but Ann`."""
    likely: bool = False
    """Whether it holds as a rule: `owls hunt at night`."""
    beside: str = ""
    """What the things are called beside which it is said: of penguins, where birds may be the wider kind."""
    cue: str = ""


@dataclass(frozen=True, slots=True)
class Unclear:
    """A sentence of which it is said that one cannot tell."""

    of: Node | None
    cue: str


@dataclass(frozen=True, slots=True)
class Broken:
    """A sentence that cannot be read."""

    reason: str
    start: int
    end: int


Node: TypeAlias = Leaf | When | Both | Denied | Joined | Apart | General | Unclear | Broken


def parts_of(node: Node) -> tuple[Node, ...]:
    """Return the nodes right under a node; of what may be taken apart its parts."""
    match node:
        case When():
            return tuple(part for part in (node.if_, node.then, node.otherwise) if part is not None)
        case Both(left, right, _):
            return left, right
        case Joined(_, parts, _):
            return parts
        case Apart(_, parts):
            return (parts,)
        case Denied(of, _) | Unclear(of, _):
            return () if of is None else (of,)
        case _:
            return ()


def with_parts(node: Node, change: Callable[[Node], Node]) -> Node:
    """Return a node with the nodes right under it changed."""
    match node:
        case When():
            other = None if node.otherwise is None else change(node.otherwise)
            return replace(node, if_=change(node.if_), then=change(node.then), otherwise=other)
        case Both(left, right, cue):
            return Both(change(left), change(right), cue)
        case Joined(kind, parts, cue):
            return Joined(kind, tuple(map(change, parts)), cue)
        case Apart():
            return replace(node, parts=change(node.parts))
        case Denied(of, cue):
            return Denied(change(of), cue)
        case Unclear(of, cue):
            return Unclear(None if of is None else change(of), cue)
        case _:
            return node
