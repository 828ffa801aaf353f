"""Hypothetical statements: `would call` does not assert `calls`."""

from __future__ import annotations

from dataclasses import replace

from defeasible.reasoner.english.closed import MODALS
from defeasible.reasoner.grammar.belief.ground import leaves
from defeasible.reasoner.grammar.belief.node import Apart, Joined, Leaf, Node, When, with_parts


def _is_contrary(node: When) -> bool:
    """Return whether a conditional is counterfactual: `if Ann had called, Bob would be here`."""
    first = (next(leaves(n), Leaf(())) for n in (node.if_, node.then))
    if_, then = ({w.low for w in leaf.words if w.role == "aux"} for leaf in first)
    would = any(MODALS.get(low) == "conditional" for low in then)
    return "had" in if_ and would and not (node.denied_if or node.otherwise)


def supposed(node: Node) -> Node:
    """Return a statement in which `would call` is distinct from `called`.

    The consequence of a condition keeps the words of a fact: `if it rained, Ann would stay` and `it rains`
    entail that she stays. A denial stays a denial: `Ann would not sing`.
    """
    match node:
        case Leaf(words, denied=False, modal=""):
            would = any(w.role == "aux" and MODALS.get(w.low) == "conditional" for w in words)
            return replace(node, modal="would") if would else node
        case When():
            return replace(node, contrary=_is_contrary(node))
        case Joined("and"):
            return with_parts(node, supposed)
        case Apart(whole):
            told = supposed(whole)
            assert isinstance(told, Leaf)
            return replace(node, whole=told, parts=supposed(node.parts))
        case _:
            return node
