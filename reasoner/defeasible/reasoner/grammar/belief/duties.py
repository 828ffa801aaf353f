"""Modality predicated of actions: `booking is compulsory`, `it is impossible to see it`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.grammar.belief.leaf import leaf_of
from defeasible.reasoner.grammar.belief.node import Denied, Node
from defeasible.reasoner.grammar.belief.view import Part, made

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.reader import Reader

_SAYS = {
    word: rule
    for rule, words in read_toml("defeasible.reasoner.grammar.belief", "links.toml")["duties"].items()
    for word in words.split()
}


def duty(r: Reader, part: Part) -> Node | None:
    """Read `booking is compulsory` as `one must book`; the subject follows `for`, and is `you` by default."""
    main, view = part.clause, r.view
    said = main.adjective.low if main.adjective is not None else main.head.low
    rule = _SAYS.get(said, "").split()
    empty = main.subject is None or main.subject.head.low == "it"
    if not rule or not empty or part.subject is not None or main.modals:
        return None
    inner = next((c for c in r.under(part) if c.tense == "none" and c.lemma and not c.modals), None)
    if inner is None or inner.link is not None or inner.negations:
        return None
    own = inner.subject
    told = own is not None and not inner.shared and own.pronoun is None
    like = view.say([inner.head.index])
    subject = view.say(view.phrase(own), role="subject") if own is not None and told else ()
    denied = (rule[0] == "not") != (main.denied if part.denied is None else part.denied)
    anybody = "someone" if denied and rule[-1] == "can" else "you"
    subject = subject or (made(anybody, "PRP", "subject", like),)
    led = {c.index for c in view.children(inner.head) if c.low in {"to", "for"} and c.dep in {"aux", "mark"}}
    forms = ((inner.head.index, inner.lemma),)
    gone = part.without | led
    leaf = leaf_of(view, Part(inner, frozenset(gone), asserted=False, subject=subject, forms=forms))
    leaf = replace(leaf, modal=rule[-1])
    return Denied(leaf, f"negation: {said}") if denied else leaf
