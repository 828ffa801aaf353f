"""Conditionals about anybody or any of a kind: `if someone is kind, they are nice`, `if members pay, ...`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from defeasible.reasoner.english.inflection import third_person
from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.grammar.belief.echoes import bound_to
from defeasible.reasoner.grammar.belief.members import hole, is_a
from defeasible.reasoner.grammar.belief.node import (
    THING,
    Apart,
    Denied,
    General,
    Joined,
    Leaf,
    Node,
    When,
    Word,
    Words,
    first_of,
    leaves,
    mapped,
)

_IT = frozenset({"he", "she", "it", "they"})
_THEM = frozenset({"him", "her", "it", "them"})
_EACH = frozenset({"a", "an", "every", "each", "any"})
ANY = dict.fromkeys(("someone", "somebody", "anyone", "anybody"), "") | dict.fromkeys(
    ("something", "anything", "x", "y", "z"), THING
)
"""Subjects of conditions about anybody or anything, and variables, to the noun of what they stand for."""
_PLAIN = 3
"""Most words of a kind in a conditional about any of it: `a new student`."""


def of_any(node: Node, nouns: Collection[str] = (), *, asked: bool = False) -> Node:
    """Return `if a student fails, she repeats the year`, `if members pay, ...` with what it says of each one.

    `If someone is kind, they are nice` and `if x is a bird, x flies` are about anybody and anything.

    Args:
        node: The content of a sentence.
        nouns: What other sentences speak of; if there is no student among it, the sentence stays as it is.
        asked: Whether the sentence is a question.
    """
    if not isinstance(node, When) or node.contrary or node.otherwise is not None:
        return node
    first = first_of(node.if_)
    who = first.subject
    lows = [w.low for w in who]
    anybody = (len(who) == 1 and lows[0] in ANY) or lows == ["a", "person"]
    several = bool(who) and who[-1].tag == "NNS" and (len(who) == 1 or lows[0] in {"all", "any"})
    kind = () if anybody else who if len(who) == 1 else who[1:]
    if several:
        kind = (*kind[:-1], kind[-1]._replace(text=singular(lows[-1]), low=singular(lows[-1])))
    own = {"subject", "verb", "aux", "not", "complement", "by:of"}
    others = [w for w in first.words if w.role not in own]
    spoken = {w.low for leaf in leaves(node.then) for w in leaf.subject} & _IT
    known = bool(kind) and len(kind) <= _PLAIN and kind[-1].low in nouns
    if asked and not anybody:
        return node
    if not anybody and (not known or not (several or lows[0] in _EACH) or who[0].lent):
        return node
    either = any(w.tag[:3] == "NNP" or (w.tag[:2] == "NN" and "it" in spoken) for w in others)
    about = anybody and (ANY.get(lows[0]) == THING) == ("it" in spoken)
    if spoken and either and not about:
        return node  # `if a guest breaks a cup, it is thrown away`
    of_it = {"the": ["the", *lows[1:]], "that": ["that", *lows[1:]]}

    def held(leaf: Leaf) -> Leaf:
        own = leaf.subject
        said = [w.low for w in own]
        same = said == lows or said == of_it.get("".join(said[:1]))
        if not own or not (same or (len(own) == 1 and said[0] in _IT)):
            return _with_them(leaf, hole(own)) if anybody and not spoken else leaf
        at = leaf.words.index(own[0])
        rest = tuple(_agreeing(w) for w in leaf.words if w.role != "subject")
        of_each = replace(leaf, words=(*rest[:at], *hole(own), *rest[at:]))
        if anybody and leaf.apart:  # `if someone is not quiet`: who is not
            words = tuple(w for w in of_each.words if w.role != "not")
            of_each = replace(of_each, words=words, apart=False, denied=True)
        return bound_to(of_each, hole(own)) if several or anybody else of_each

    then = mapped(node.then, held)
    if_: Node = mapped(node.if_, held)
    if_ = Denied(if_) if node.denied_if else if_
    needed = (if_,) if anybody else (is_a(hole(who), kind), if_)
    told = General(needed, then, ANY.get(lows[0], "") if anybody else kind[-1].low)
    if anybody and (then != node.then or not isinstance(node.if_, Leaf)):
        return Apart(_as_one(node), Joined("and", (told,), "if: each of those named"))
    return node if asked else Joined("and", (node, told))


def _as_one(node: When) -> Leaf:
    """Return a conditional as one proposition."""
    words = [w for side in (node.if_, node.then) for leaf in leaves(side) for w in leaf.words]
    return Leaf((Word("if", "if", "if", "IN", "", words[0].start, words[0].start), *words), read="all")


def _with_them(leaf: Leaf, one: Words) -> Leaf:
    """Return `the mouse likes them` with each thing of the kind in place of the pronoun."""
    words = (one[0]._replace(role=w.role) if w.tag == "PRP" and w.low in _THEM else w for w in leaf.words)
    return replace(leaf, words=tuple(words))


def _agreeing(word: Word) -> Word:
    """Return a verb in the form for one person: `loses`, of `members lose`."""
    plural = word.tag == "VBP" and word.role in {"verb", "aux"} and word.lemma != "be"
    return word._replace(text=third_person(word.lemma), low=third_person(word.lemma)) if plural else word
