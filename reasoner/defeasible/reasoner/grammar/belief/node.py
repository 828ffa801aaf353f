"""Nodes: the content of a sentence as a tree of plain clauses over words of the text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from defeasible.reasoner.grammar.belief.words import Word, Words

HOLE = "{}"
"""Placeholder for each thing of a kind in a general statement."""

THING = "thing"
"""The noun of a general statement about anything: `everything that is round`."""
ALSO_IF = "even if: also if"
"""Cue of a conditional whose consequence holds in any case."""

_CONTRASTS = frozenset({"but", "yet", "although", "though", "while", "whereas"})
"""Connectives of a clause that may be an exception to the other."""
Read: TypeAlias = Literal["", "subject", "all"]


@dataclass(frozen=True, slots=True)
class Leaf:
    """One proposition, in affirmative words."""

    words: Words
    denied: bool = False
    cue: str = ""
    """The words read as a negation, for the trace."""
    modal: str = ""
    """`can`, `may`, `must`, `should`, or nothing."""
    open: str = ""
    """The words that leave it undecided: `may or may not`."""
    apart: bool = False
    """Whether a negation in it stays in the scope of a quantifier, and is one of its words."""
    likely: bool = False
    """Whether it is stated as a default."""
    of_kind: bool = False
    """Whether it is about a kind alone: `lemons are sour` is not what `this lemon is sour` says."""
    passive: bool = False
    past: bool = False
    free: bool = False
    """Whether it has no time of its own, or its words do not show which."""
    unread: tuple[tuple[int, int], ...] = ()
    """Places of words that the analysis does not account for."""
    read: Read = ""
    """What other statements account for: the quantifier of its subject, or all of it."""
    place: tuple[int, int] | None = None
    """Its place in its source, if its words are those of another sentence."""

    @property
    def subject(self) -> Words:
        """The words of its subject."""
        return tuple(word for word in self.words if word.role == "subject")


@dataclass(frozen=True, slots=True)
class When:
    """A condition and its consequence."""

    if_: Node
    then: Node
    cue: str = ""
    denied_if: bool = False
    """True for `unless`: the condition is negated."""
    otherwise: Node | None = None
    contrary: bool = False
    """Whether it is counterfactual: `had Ann called, Bob would have come`."""


@dataclass(frozen=True, slots=True)
class Both:
    """A biconditional."""

    left: Node
    right: Node
    cue: str


@dataclass(frozen=True, slots=True)
class Denied:
    """A negated node."""

    of: Node
    cue: str = ""


def denied(node: Node) -> Node:
    """Return the negation of a node: what it negates, if it is one itself."""
    return node.of if isinstance(node, Denied) else Denied(node)


@dataclass(frozen=True, slots=True)
class Joined:
    """A conjunction or a disjunction."""

    kind: Literal["and", "or"]
    parts: tuple[Node, ...]
    cue: str = ""


@dataclass(frozen=True, slots=True)
class Apart:
    """A clause and its parts; which of the two is read depends on the rest of the text."""

    whole: Leaf
    parts: Node
    same: bool = True
    """Whether the parts are equivalent to the whole, so that they may replace it in a condition."""
    free: bool = True
    """Whether it is taken apart in a conversation even if no text mentions its parts yet."""


@dataclass(frozen=True, slots=True)
class General:
    """A general statement about a kind; its leaves have a placeholder for each thing of the kind."""

    if_: tuple[Node, ...]
    """The conditions for membership of the kind; empty for everybody."""
    then: Node
    noun: str = ""
    """The noun of the kind; empty for persons, `everybody`, and `thing` for anything."""
    excepted: Words = ()
    """The exceptions."""
    reverse: bool = False
    """Whether the opposite holds of the exceptions: `nobody but Ann`."""
    likely: bool = False
    """Whether it is a default: `owls hunt at night`."""
    some: bool = False
    """Whether it is said of one of the kind at least: `some artists are poor`."""
    beside: str = ""
    """The kind of the statement beside it: `birds`, which may be the wider kind, for penguins."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """A sentence said to be undecided."""

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
    """Return the child nodes of a node; the parts of what may be taken apart."""
    match node:
        case When():
            return tuple(part for part in (node.if_, node.then, node.otherwise) if part is not None)
        case Both(left, right):
            return left, right
        case Joined(_, parts):
            return parts
        case Apart(_, part) | Denied(part) | Unclear(part) if part is not None:
            return (part,)
        case _:
            return ()


def conjuncts_of(node: Node) -> tuple[Node, ...]:
    """Return the parts of a conjunction; any other node alone."""
    return node.parts if isinstance(node, Joined) and node.kind == "and" else (node,)


def all_of(nodes: Sequence[Node], cue: str = "") -> Node:
    """Return the conjunction of nodes; a single one as it is."""
    return nodes[0] if len(nodes) == 1 else Joined("and", tuple(nodes), cue)


def placed(leaf: Leaf, start: int, end: int, **changes: Any) -> Leaf:
    """Return a leaf whose words stand elsewhere, with other changes."""
    words = tuple(word._replace(start=start, end=end) for word in leaf.words)
    return replace(leaf, words=words, **changes)


def put_in(leaf: Leaf, lows: Collection[str], words: Words) -> Leaf:
    """Return a leaf with other words in place of some, in their roles: the placeholder for `they`."""
    if all(word.low not in lows for word in leaf.words):
        return leaf
    out: list[Word] = []
    for word in leaf.words:
        new = (w._replace(role=word.role, start=word.start, end=word.end) for w in words)
        out += new if word.low in lows else (word,)
    return replace(leaf, words=tuple(out))


def elsewhere(leaf: Leaf, start: int, end: int) -> Leaf:
    """Return a leaf that is stated again at another place, where its words are already accounted for."""
    return replace(leaf, place=(start, end), read="all")


def with_parts(node: Node, change: Callable[[Node], Node]) -> Node:
    """Return a node with its child nodes changed."""
    match node:
        case When():
            other = None if node.otherwise is None else change(node.otherwise)
            return replace(node, if_=change(node.if_), then=change(node.then), otherwise=other)
        case Both(left, right, cue):
            return Both(change(left), change(right), cue)
        case Joined(kind, parts, cue):
            return Joined(kind, tuple(map(change, parts)), cue)
        case Apart(whole, parts, same, free):
            return Apart(whole, change(parts), same, free)
        case Denied(of, cue):
            return Denied(change(of), cue)
        case Unclear(of, cue):
            return Unclear(None if of is None else change(of), cue)
        case _:
            return node


def mapped(node: Node, change: Callable[[Leaf], Leaf]) -> Node:
    """Return a node with each leaf changed."""
    if isinstance(node, Leaf):
        return change(node)
    done = with_parts(node, lambda part: mapped(part, change))
    return replace(done, whole=change(done.whole)) if isinstance(done, Apart) else done


def usual(node: Node) -> Node:
    """Return a node that holds as a rule, or is assumed to."""
    return mapped(node, lambda leaf: replace(leaf, likely=True))


def leaves(node: Node) -> Iterator[Leaf]:
    """Yield the leaves of a node, including the whole of what may be taken apart."""
    if isinstance(node, Leaf | Apart):
        yield node if isinstance(node, Leaf) else node.whole
    for part in parts_of(node):
        yield from leaves(part)


def first_of(node: Node) -> Leaf:
    """Return the first leaf of a node."""
    return next(leaves(node), Leaf(()))


def generals_of(node: Node) -> Iterator[General]:
    """Yield the general statements of a node that are close enough to its root to be grounded."""
    if isinstance(node, General):
        yield node
    for part in parts_of(node) if isinstance(node, Joined | Apart | When) else ():
        yield from generals_of(part)


def contrasted(first: Node, second: Node, link: str = "but") -> Node:
    """Return a universal statement that another one, joined by `link`, may restrict; if not, the same.

    The subject of the other is excepted, whatever is said of it: `every dog barked, but Rex was quiet` is of
    the other dogs. A kind of which the same verb is said makes it a default: `all birds fly, but penguins
    don't`.
    """
    if link not in _CONTRASTS:
        return first
    if isinstance(first, General) and not (first.likely or first.some or first.excepted):
        kind = next(generals_of(second), None)
        if kind is None:
            return replace(first, excepted=first_of(second).subject)
        opposed = _negative(kind.then) is not _negative(first.then)
        narrower = opposed and kind.noun != first.noun and _verbs(kind.then) == _verbs(first.then)
        return replace(first, likely=True) if narrower else first
    if isinstance(first, Apart):
        parts = contrasted(first.parts, second, link)
        return first if parts == first.parts else parts  # of the whole there is an exception
    if isinstance(first, Joined):
        return with_parts(first, lambda part: contrasted(part, second, link))
    return first


def _negative(node: Node) -> bool:
    return node.denied if isinstance(node, Leaf) else isinstance(node, Denied)


def _verbs(node: Node) -> set[str]:
    return {word.lemma for leaf in leaves(node) for word in leaf.words if word.role == "verb"}
