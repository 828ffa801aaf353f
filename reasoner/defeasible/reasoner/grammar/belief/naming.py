"""Appositions: `Pip, a robin, sings`, `my sister Eve sings`, `Ann has a dog called Rex`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.english.closed import INDEFINITE
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.grammar.belief import members
from defeasible.reasoner.grammar.belief.node import Node
from defeasible.reasoner.grammar.belief.view import Part, View
from defeasible.reasoner.grammar.belief.words import made

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.reader import Reader


_OVER = frozenset({"once", "formerly", "previously", "originally", "not"})
"""Words before an apposition that is not so, or no more: `Pip, once a robin`."""


def name_of(view: View, phrase: Phrase) -> set[int]:
    """Return the tokens of the name in an apposition: `Eve` in `my sister Eve`, `a dog called Rex`."""
    name = phrase.apposition
    if name is None or not name.name or phrase.name:
        return set()
    return {n for n in view.phrase(name) if view.tokens[n].tag[:3] == "NNP"} - _clauses(view, phrase)


def apposed(r: Reader, part: Part) -> Node | None:
    """Read `Pip, a robin, sings`: Pip sings and is a robin; `my sister Eve sings`: Eve is my sister."""
    main, view = part.clause, r.view
    if not part.asserted or part.subject is not None or main.shared:
        return None
    subject = () if main.subject is None else (main.subject,)
    for phrase in (*subject, *main.objects):
        if phrase.apposition is None:
            continue
        other = view.phrase(phrase.apposition) - _clauses(view, phrase)
        around = {min(other) - 1, max(other) + 1} & set(range(len(view.tokens)))
        other |= {n for n in around if view.tokens[n].text == ","}
        if not view.of(part) >= other:
            continue
        name, of = name_of(view, phrase), view.phrase(phrase) - other - _clauses(view, phrase)
        if name:
            kind, more = view.say(of), tuple[Node, ...]()
            if phrase in subject:
                more = (r.read(replace(part, subject=view.say(name, role="subject"))),)
            elif main.denied or not (phrase.definite or (main.lemma == "have" and subject)):
                continue
            elif main.lemma == "have" and subject:  # `Ann has a dog called Rex`: Ann's dog
                owner = view.say(view.phrase(subject[0]))
                noun = view.say({n for n in of if view.tokens[n].low not in INDEFINITE})
                kind = (*owner, made("'s", "POS", "", owner), *noun)
            is_it = members.is_a(view.say(name), kind, article=False)
            return r.beside(part, "name: beside", r.read(part.less(other)), *more, is_it)
        known = phrase.name or (phrase.definite and phrase.apposition.determiner in INDEFINITE)
        apart = phrase in subject or view.tokens[min(other)].text == ","  # not `lends Imani his car`
        if known and apart and not _OVER.isdisjoint(view.tokens[n].low for n in other):
            return r.beside(part, "apposition: left out", r.read(part.less(other)))
        if known and apart and not phrase.apposition.name:
            is_one = members.is_a(view.say(of), view.say(other))
            return r.beside(part, "apposition: beside", r.read(part.less(other)), is_one)
    return None


def _clauses(view: View, phrase: Phrase) -> set[int]:
    """Return the tokens of the clauses attached to a noun."""
    heads = (t for t in view.children(phrase.head) if t.dep == "relcl")
    return set().union(*(view.tree(head) for head in heads))
