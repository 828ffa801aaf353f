"""Keeps apart different things in the same words: a kind and one of it, `this box` and `that box`.

`Lemons are sour` does not say that this lemon is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.english.closed import INDEFINITE
from defeasible.reasoner.grammar.belief.answers import against
from defeasible.reasoner.grammar.belief.node import Apart, Joined, Leaf, Node, leaves, mapped, parts_of
from defeasible.reasoner.grammar.belief.normal import Clause, clause_of
from defeasible.reasoner.grammar.belief.words import Words

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.parting import Sentence

_NEAR, _FAR = frozenset({"this", "these"}), frozenset({"that", "those"})


def demonstrated(sentences: Sequence[Sentence], earlier: Iterable[Words] = ()) -> list[Sentence]:
    """Return sentences with `that box` as another box, if these or earlier ones speak of `this box` too.

    Args:
        sentences: The sentences of a text.
        earlier: The clauses of earlier texts. If these speak of that box, this box is another one.
    """
    own = [leaf.words for s in sentences for leaf in leaves(s.node)]
    if not any(True for words in own for _ in _pointed(words, _NEAR | _FAR)):
        return [*sentences]
    before = tuple(earlier)
    words = (*before, *own)
    near, far = ({noun for own in words for _, noun in _pointed(own, which)} for which in (_NEAR, _FAR))
    first = {noun for own in before for _, noun in _pointed(own, _FAR)}
    others = ((_FAR, near - first), (_NEAR, first))

    def other(leaf: Leaf) -> Leaf:
        places = {n for which, nouns in others for n, noun in _pointed(leaf.words, which) if noun in nouns}
        words = (
            w._replace(low="other", lemma="other") if n in places else w for n, w in enumerate(leaf.words)
        )
        return replace(leaf, words=tuple(words)) if places else leaf

    return [replace(s, node=mapped(s.node, other)) if near & far else s for s in sentences]


def _pointed(words: Words, which: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Yield the place of each demonstrative before a noun, with that noun."""
    for n, word in enumerate(words):
        if word.low in which and word.tag == "DT":
            own = next((w for w in words[n + 1 :] if w.tag[:2] != "JJ"), word)
            if own.tag[:2] == "NN":
                yield n, own.lemma


def kinds_apart(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return sentences with what they say of whole kinds marked: of lemons, not of `this lemon`.

    `The lemons` are lemons in general, unless the text says otherwise of them.
    """
    wholes = [clause_of(whole) for s in sentences if not s.asked for whole in _of_kinds(s.node)]
    if not wholes:
        return [*sentences]
    definite = ((s, leaf) for s in sentences for leaf in leaves(s.node) if not _may_be_of_kind(leaf))
    said = [(clause_of(_bare(leaf)), s.asked) for s, leaf in definite]
    single = {one.core for one, _ in said if not any(w.tag == "NNS" for w in one.subject)}
    told = [one for one, asked in said if not asked]
    cores = {
        whole.core for whole in wholes if whole.core in single or any(_denies(one, whole) for one in told)
    }

    def marked(leaf: Leaf) -> Leaf:
        of_kind = _may_be_of_kind(leaf) and clause_of(leaf).core in cores
        return replace(leaf, of_kind=True) if of_kind else leaf

    return [replace(s, node=mapped(s.node, marked)) if cores else s for s in sentences]


def _denies(said: Clause, meant: Clause) -> bool:
    """Return whether one clause denies another, in the same words or by an opposite."""
    return (said.core == meant.core and said.denied != meant.denied) or against(said, meant)


def _of_kinds(node: Node) -> Iterator[Leaf]:
    """Yield the general statements of a node, word for word, that have no quantifier."""
    if isinstance(node, Apart) and is_general(node.parts, "general") and _may_be_of_kind(node.whole):
        yield node.whole
    for part in parts_of(node):
        yield from _of_kinds(part)


def _bare(leaf: Leaf) -> Leaf:
    """Return a leaf without the determiner of its subject."""
    return replace(leaf, words=tuple(w for w in leaf.words if w.role != "subject" or w.tag != "DT"))


def _may_be_of_kind(leaf: Leaf) -> bool:
    """Return whether a leaf may be about a whole kind: its subject is not definite."""
    definite = {"PRP$", "POS", "NNP"}
    return not any(w.tag in definite or (w.tag == "DT" and w.low not in INDEFINITE) for w in leaf.subject)


def is_general(node: Node, kind: str = "") -> bool:
    """Return whether a node holds the instances of a general statement; of `kind` if one is given."""
    return isinstance(node, Joined) and node.cue.startswith(kind) and "each of those" in node.cue
