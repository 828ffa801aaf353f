"""Takes a sentence apart by its analysis: what it says beside, and in which plainer words.

`Lena missed the bus because her clock had stopped` says two things; `It was Liam who dropped it` says
that Liam dropped it. Each rule takes one construction apart and leaves the rest to the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from defeasible.reasoner.english.analysis import English
from defeasible.reasoner.grammar.frames import Apart, Both, Denied, General, Joined, Node, Recast, When
from defeasible.reasoner.grammar.parts.coordinated import coordinated, joined_phrases, joined_verbs
from defeasible.reasoner.grammar.parts.general import general
from defeasible.reasoner.grammar.parts.joints import INVERTED, adverbial, conditional
from defeasible.reasoner.grammar.parts.plainer import active, cleft, embedded, relative_clause
from defeasible.reasoner.grammar.parts.taken import Taken
from defeasible.reasoner.grammar.parts.view import View
from defeasible.reasoner.grammar.tokens import Tokens

_DEPTH = 6
"""Constructions within one another that are taken apart."""


def take_apart(text: str, like: Tokens, english: English, *, asserted: bool) -> Node:
    """Return what a clause says, in parts; a `Recast` of the same words where it says one thing.

    Args:
        text: The clause.
        like: The words of the source that it comes from.
        english: What analyses it.
        asserted: Whether it is put forward as so. What is only asked or supposed keeps all that it says
            together: `because` is more than that both hold.
    """
    return _taken(text, like, english, asserted, _DEPTH)


def _taken(text: str, like: Tokens, english: English, asserted: bool, depth: int) -> Node:
    whole = Recast(text, like)
    if not depth or len(text.split()) < 2:
        return whole
    view = View(text, english)
    main = view.main
    if main is None or any(
        c.link is not None and c.link.role == "condition" and c.link.words not in INVERTED
        for c in view.under(main)
    ):
        return whole
    sentence = Taken(
        view,
        main,
        like,
        asserted,
        lambda other, put: (
            _taken(other, like, english, put, depth - 1)
            if other.lower() != text.lower()
            else Recast(other, like)
        ),
    )
    for rule in _RULES:
        found = rule(sentence)
        if found is not None:
            return found
    under = next((n for n in main.negations if n.under), None)
    if under is not None and not under.ambiguous:
        return Recast(text, like, apart=True)
    return whole


_RULES: tuple[Callable[[Taken], Node | None], ...] = (
    conditional, cleft, adverbial, coordinated, general, joined_verbs, joined_phrases, embedded,
    relative_clause, active,
)  # fmt: skip


def recasts(node: Node) -> Iterator[Recast]:
    """Yield all that a node says, in other words than those of the text."""
    match node:
        case Recast():
            yield node
        case Joined(_, parts, _):
            for part in parts:
                yield from recasts(part)
        case Denied(of, _):
            yield from recasts(of)
        case Apart(_, parts):
            yield from recasts(parts)
        case Both(left, right, _):
            yield from recasts(left)
            yield from recasts(right)
        case When():
            yield from recasts(node.if_)
            yield from recasts(node.then)
            if node.otherwise is not None:
                yield from recasts(node.otherwise)
        case _:
            return


def generals_of(node: Node) -> Iterator[General]:
    """Yield the general statements of a node."""
    match node:
        case General():
            yield node
        case Joined(_, parts, _):
            for part in parts:
                yield from generals_of(part)
        case Apart(_, parts):
            yield from generals_of(parts)
        case When():
            yield from generals_of(node.then)
            if node.otherwise is not None:
                yield from generals_of(node.otherwise)
        case _:
            return
