"""What is so of two both ways: `Ann and Bob like each other`, `met`, `are neighbours`, `are married`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.english.people import GENDERED, MUTUAL, SEX
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.grammar.belief.leaf import leaf_of
from defeasible.reasoner.grammar.belief.lists import LINKS
from defeasible.reasoner.grammar.belief.members import article_of
from defeasible.reasoner.grammar.belief.node import Apart, Joined, Node
from defeasible.reasoner.grammar.belief.view import Part
from defeasible.reasoner.grammar.belief.words import Words, made, with_role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.english.phrase import Phrase
    from defeasible.reasoner.grammar.belief.reader import Reader

_EACH_OTHER = frozenset({("each", "other"), ("one", "another")})
_DOING, _BEING = (
    {word: led for word, _, led in (said.partition("_") for said in LINKS["mutual"][key].split())}
    for key in ("verbs", "adjectives")
)
"""Verbs and adjectives, each with the preposition before the other one, if any: `agree` with `with`."""


def mutual(r: Reader, part: Part, sides: list[Token]) -> Node | None:
    """Return what two subjects are or do to each other: Ann likes Bob, and Bob likes Ann."""
    view = r.view
    joints = {t.index for t in view.children(sides[0]) if t.dep in {"cc", "preconj"}}
    first, second = (view.tree(side) for side in sides)
    first -= second | joints
    nodes: list[Node] = []
    for n, (own, other) in enumerate(((first, second), (second, first))):
        put = _towards(r, part, _of_one(part.clause.complement, sides, n), view.say(other - own))
        if put is None:
            return None
        put = put.less((other - own) | joints)
        nodes.append(r.read(replace(put, forms=(*part.forms, *view.singular(part.clause).items()))))
    return Apart(leaf_of(view, part), Joined("and", tuple(nodes), "each other"))


def _of_one(said: Phrase | None, sides: Sequence[Token], n: int) -> Phrase | None:
    """Return the noun of `are brother and sister` of one of the two, by sex; not of `father and son`."""
    if said is None or len(said.joined) != 1 or said.owner is not None or any(p.obliques for p in said.all()):
        return None
    nouns = {GENDERED.get(p.head.low, "person"): p for p in said.all()}
    own, other = SEX.get(sides[n].low), SEX.get(sides[1 - n].low)
    if nouns.keys() != {"male", "female"} or own == other:
        return None
    return nouns[own] if own is not None else next(p for sex, p in nouns.items() if sex != other)


def _towards(r: Reader, part: Part, one: Phrase | None, other: Words) -> Part | None:
    """Return a clause about one of two as directed to the other."""
    view, main = r.view, part.clause
    whole = sorted(view.of(part))
    at = next((n for n in whole if tuple(t.low for t in view.tokens[n : n + 2]) in _EACH_OTHER), None)
    if at is not None:
        return part.less({at}, swaps=((at + 1, with_role(other, "object")),))
    if any(view.tokens[n].low == "both" for n in whole):
        return None  # `are both married`: perhaps not to each other
    said, like = main.complement, main.adjective
    alone = said is not None and said.plural and said.owner is None and not said.obliques
    noun = one.head.low if one is not None else singular(said.head.low) if said is not None and alone else ""
    if said is not None and main.lemma == "be" and (one is not None or noun in MUTUAL):
        words = ((article_of(noun), "DT"), (noun, "NN"), ("of", "IN"))
        before = (made(word, tag, "complement", other) for word, tag in words)
        kind = (*before, *with_role(other, "complement"))
        head = said.head if one is None else one.head
        return part.less(view.phrase(said) - {head.index}, swaps=((head.index, kind),))
    head, ways = (like, _BEING) if like is not None and main.lemma == "be" else (main.head, _DOING)
    word = like.low if head is like and like is not None else main.lemma
    if word not in ways or main.objects or (head is main.head and said is not None):
        return None
    led = ways[word]
    if any(o.preposition == (led or "with") for o in main.obliques):
        return None  # `Ann and Bob met with Eve`
    role = f"by:{led}" if led else "object"
    joint = (made(led, "IN", role, other),) if led else ()
    own = view.say([head.index], role="complement" if head is like else "verb")
    return replace(part, swaps=((head.index, (*own, *joint, *with_role(other, role))),))
