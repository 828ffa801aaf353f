"""Cuts the sentences of all texts of a reading; the texts show each other which sentences belong together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile

from defeasible.reasoner.english.closed import AUXILIARIES, MODALS, PARTICLES
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar.belief.cutting import (
    Cut,
    Part,
    Several,
    Shape,
    cut,
    parts_of,
    sentences,
)
from defeasible.reasoner.grammar.belief.node import Apart, Leaf, Node, When, leaves, mapped, placed
from defeasible.reasoner.grammar.belief.normal import clause_of
from defeasible.reasoner.grammar.belief.parting import Sentence
from defeasible.reasoner.grammar.belief.parts import text_tokens
from defeasible.reasoner.grammar.belief.wording import trim
from defeasible.reasoner.grammar.belief.words import Word, with_role
from defeasible.reasoner.grammar.tokens import Token, Tokens
from defeasible.reasoner.text import Source

_SOMEBODY = frozenset({"somebody", "someone", "something"})
_HERE = frozenset(
    {"here", "there", "home", "upstairs", "downstairs", "inside", "outside", "abroad", "nearby"}
)
_GOING = frozenset({"go", "come"})
_BESIDE = frozenset({"subject", "not", "adverb"})
"""Roles that may accompany an auxiliary with verb phrase ellipsis: `Bob did not`."""


def shaped(sources: Sequence[Source], asked: Sequence[Source]) -> list[tuple[Source, Tokens, Shape]]:
    """Cut the sentences; if one text has several as one condition, a text of several is one.

    Raises:
        CannotReadError: If a text is too long, or has no words.
    """
    texts = {source.id: text_tokens(source) for source in (*sources, *asked)}
    found: list[tuple[Source, list[tuple[Tokens, Shape]]]] = []
    doubled = any([t.norm for t in tokens[:2]] == ["if", "if"] for tokens in texts.values())
    for source in (*sources, *asked):
        tokens = texts[source.id]
        norms = [t.norm for t in tokens]
        if doubled and norms[2:] and norms[0] == "if" and {"then", ","}.isdisjoint(norms):
            tokens = tokens[1:]  # `If p` beside `If if p, then q` is p
        pieces = sentences(tokens) if source in sources else (tokens,)
        shapes = [(piece, cut(piece)) for piece in pieces]
        if source in asked and len(inner := sentences(trim(tokens))) > 1:
            shapes = [(tokens, Several(tuple(cut(piece) for piece in inner)))]
        found.append((source, _rejoined(shapes, texts)))
    cuts = [shape for _, shapes in found for _, shape in shapes if isinstance(shape, Cut)]
    grouped = any(isinstance(side, Several) for shape in cuts for side in (shape.left, shape.right))
    out: list[tuple[Source, Tokens, Shape]] = []
    for source, shapes in found:
        together = grouped and len(shapes) > 1 and not any(isinstance(shape, Cut) for _, shape in shapes)
        whole = [(texts[source.id], Several(tuple(shape for _, shape in shapes)))]
        out += [(source, tokens, shape) for tokens, shape in (whole if together else shapes)]
    return out


def _rejoined(shapes: list[tuple[Tokens, Shape]], texts: Mapping[str, Tokens]) -> list[tuple[Tokens, Shape]]:
    """Keep `q. r` together after `if p then` if another text says `q. r`."""
    first, *rest = (shape for _, shape in shapes)
    if not rest or not isinstance(first, Cut) or not all(isinstance(shape, Part) for shape in rest):
        return shapes
    whole = tuple(t for tokens, _ in shapes for t in tokens)
    start = min((p.tokens[0].start for p in parts_of(first.right)), default=0)
    wanted = _content([t for t in whole if t.start >= start])
    same = any(_content(tokens) == wanted for tokens in texts.values() if len(sentences(tokens)) > 1)
    return [(whole, replace(first, right=Several((first.right, *rest))))] if same else shapes


def _merged(node: Node) -> Leaf | None:
    """Return a conditional as one proposition, denied if its consequence is."""
    if not isinstance(node, When) or node.otherwise is not None:
        return None
    one, other = (n.whole if isinstance(n, Apart) else n for n in (node.if_, node.then))
    if not isinstance(one, Leaf) or not isinstance(other, Leaf) or not one.words or not other.words:
        return None
    at = one.words[0].start
    return replace(other, words=(Word("if", "if", "if", "IN", "", at, at), *one.words, *other.words))


def nested(read: list[Sentence]) -> list[Sentence]:
    """Keep a conditional whole that is a consequence in one sentence and stands alone in another."""
    alone = {clause_of(leaf).core for s in read if (leaf := _merged(s.node)) is not None}
    inner = [s.node.then for s in read if isinstance(s.node, When) and isinstance(s.node.then, When)]
    both = alone & {clause_of(leaf).core for node in inner if (leaf := _merged(node)) is not None}

    def kept(node: Node) -> Node:
        leaf = _merged(node)
        if leaf is not None and clause_of(leaf).core in both:
            return leaf
        return replace(node, then=kept(node.then)) if isinstance(node, When) else node

    return [replace(s, node=kept(s.node)) for s in read] if both else read


def named_again(read: list[Sentence]) -> list[Sentence]:
    """Read `it wasn't Ann`: Ann did not do what an earlier sentence says of her, or of somebody."""
    told: list[Leaf] = []
    out: list[Sentence] = []
    for sentence in read:
        node, words = sentence.node, leaf.words if isinstance(leaf := sentence.node, Leaf) else ()
        roles = [w.role for w in words if w.role not in {"not", "aux"}]
        it = [w.low for w in words[:1]] == ["it"] and roles[1:2] == ["verb"] and words[1].lemma == "be"
        who = with_role(tuple(w for w in words if w.role == "complement"), "subject")
        if isinstance(node, Leaf) and it and who and set(roles[2:]) == {"complement"}:
            names = [w.low for w in who]
            same = (one for one in told if [w.low for w in one.subject] == names)
            # not what the sale is like, for `it is the sale`
            found = {
                one.words: one for one in same if any(w.role == "verb" and w.lemma != "be" for w in one.words)
            }
            one = next(iter(found.values())) if len(found) == 1 else None
            some = [one for one in told if one.subject and one.subject[0].low in _SOMEBODY]
            if one is None and not found and len(some) == 1 and some[0] is told[-1]:
                rest = tuple(w for w in some[0].words if w.role != "subject")
                one = replace(some[0], words=(*who, *rest))
            if one is not None:
                node = placed(one, words[0].start, words[-1].end, denied=node.denied, cue=node.cue)
        told += leaves(node)
        out.append(sentence if node is sentence.node else replace(sentence, node=node))
    return out


def elided(read: list[Sentence]) -> list[Sentence]:
    """Read `if Ann lied, Bob did not`: Bob did not lie. The antecedent is the last clause before it."""
    told: list[Leaf] = []
    out: list[Sentence] = []
    for sentence in read:
        own = [leaf for leaf in leaves(sentence.node) if leaf.words]
        node = mapped(sentence.node, partial(_filled, told=told, own=own))
        told += [leaf for leaf in leaves(node) if leaf.words]
        out.append(replace(sentence, node=node))
    return out


def _filled(leaf: Leaf, told: Sequence[Leaf], own: Sequence[Leaf]) -> Leaf:
    """Return `Bob did not` with the predicate of the last clause before it, also of another sentence."""
    who, rest = leaf.subject, [w for w in leaf.words if w.is_word and w.role not in _BESIDE]
    acts = [w for w in rest if w.tag != "MD" and w.lemma not in {"be", "have"}]  # `will go`, `is coming`
    going = len(acts) == 1 and acts[0].lemma in _GOING
    if (
        not who
        or (len(rest) != 1 and not going)
        or not (going or rest[0].lemma in {"do", "be"} or rest[0].tag == "MD")
    ):
        return leaf
    if rest[0].lemma == "be" and any(w.low in PARTICLES | _HERE for w in leaf.words if w is not rest[0]):
        return leaf  # `Bob was there`
    start, end = min(w.start for w in leaf.words), max(w.end for w in leaf.words)
    before = [one for one in own if max(w.end for w in one.words) <= start]
    last = next(iter([*before[-1:], *told[-1:]]), None)
    if last is None or (
        not going and rest[0].lemma == "be" and all(w.role != "complement" for w in last.words)
    ):
        return leaf
    if going:  # `if Alice goes to the party, Bob goes`
        goes = ("verb", acts[0].lemma)
        alike = takewhile(
            lambda one: goes in {(w.role, w.lemma) for w in one.words}, (*reversed(before), *told[:-3:-1])
        )
        where = (tuple(w for w in one.words if w.role == "by:to") for one in alike)
        there = (w._replace(start=start, end=end) for w in next(filter(None, where), ()))
        return replace(leaf, words=(*leaf.words, *there))
    words = (*who, *(w for w in last.words if w.role != "subject"))
    said = replace(last, words=words, unread=leaf.unread)
    return placed(said, start, end, denied=leaf.denied, cue=leaf.cue, modal=leaf.modal)


def _content(tokens: Sequence[Token]) -> list[str]:
    """Return the stems of words without auxiliaries and negations."""
    return [
        stem(t.norm)
        for t in tokens
        if t.is_word and t.norm not in AUXILIARIES and t.norm not in MODALS and t.norm != "not"
    ]
