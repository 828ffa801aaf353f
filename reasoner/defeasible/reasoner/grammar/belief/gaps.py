"""Clauses with a gap as statements: of Ann, `who sings` says that Ann sings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.grammar.belief.leaf import leaf_of
from defeasible.reasoner.grammar.belief.node import HOLE, Node
from defeasible.reasoner.grammar.belief.view import Part
from defeasible.reasoner.grammar.belief.words import Words, made, with_role

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.reader import Reader


def relative_on(r: Reader, phrase: Phrase) -> Clause | None:
    """Return the restrictive relative clause of a phrase."""
    for clause in r.view.clauses:
        about = clause.antecedent
        if clause.relation == "relative" and about is not None and about.head.index == phrase.head.index:
            return clause
    return None


def participle_on(r: Reader, phrase: Phrase) -> Clause | None:
    """Return the participle that restricts a phrase: `dog caught in the yard`, `pupil standing outside`."""
    own = (c for c in r.view.clauses if c.relation == "participle" and c.head.dep == "acl")
    found = next((c for c in own if c.subject and c.subject.head.index == phrase.head.index), None)
    return None if found is None or r.view.tokens[min(r.view.tree(found.head)) - 1].text == "," else found


def gap_filled(r: Reader, clause: Clause, thing: Words) -> Node | None:
    """Return `who sings`, `to sing`, `singing` with a thing in the gap; None if the gap is not found."""
    view = r.view
    if clause.relation != "relative":
        above = next(view.analysis.above(clause), clause)
        forms = tuple(view.finite(clause, above).items())
        alone = replace(clause, relation="main", shared=False)
        filled = Part(alone, subject=thing, forms=forms)
        if clause.head.tag in {"VBN", "VBG"} and clause.head.dep == "acl":  # `caught`: who is caught
            verb = view.say([clause.head.index], role="verb")
            be = ("was", "VBD") if above.tense == "past" else ("is", "VBZ")
            voice = "passive" if clause.head.tag == "VBN" else clause.voice
            swap = clause.head.index, (made(*be, "aux", verb), *verb)
            filled = Part(replace(alone, voice=voice), subject=thing, swaps=(swap,))
        return r.read(filled)
    own = view.tree(clause.head)
    about = clause.antecedent
    if about is None or clause.subject is None:
        return None
    asks = {
        n
        for n in own
        if view.tokens[n].low in {"who", "that", "which", "whom"}
        and (view.tokens[n].tag[:1] == "W" or view.tokens[n].dep in {"nsubj", "dobj", "mark", "nsubjpass"})
    }
    said = tuple(n for n in clause.negations if view.between(n.start, n.end) & own)  # not of `nobody who`
    bare = replace(clause, link=None, relation="main", parent=None, shared=False, negations=said)
    whose = next((t for n in sorted(own) if (t := view.tokens[n]).low == "whose"), None)
    if whose is not None:  # `whose father was a sailor`
        role = view.roles(clause).get(whose.index, "subject")
        owner = (*with_role(thing, role), made("'s", "POS", role, thing)) if thing else ()
        opens = whose.index <= min(own) + 1  # `whose son sings`, `in whose house`
        return r.read(Part(bare, swaps=((whose.index, owner),))) if owner and opens else None
    rest = Part(bare, frozenset(asks))
    if clause.subject.head.index == about.head.index:
        forms = tuple(view.singular(clause).items()) if thing and thing[0].text == HOLE else ()
        return with_role_filled(r, replace(rest, forms=forms), "subject", thing)
    if any(p.head.index == about.head.index for p in clause.objects):
        return with_role_filled(r, rest, "object", thing)
    for led in clause.obliques:
        if led.phrase is not None and led.phrase.head.index == about.head.index:
            return with_role_filled(r, rest, f"by:{led.preposition}", thing)
    return None


def with_role_filled(r: Reader, part: Part, role: str, thing: Words) -> Node:
    """Return a part with its subject, object or prepositional object replaced."""
    said = with_role(thing, role)
    if role == "subject":
        return r.read(replace(part, subject=said))
    opens, length = ("verb", 1) if role == "object" else (role, len(role.split()))
    leaf = leaf_of(r.view, part)
    words = leaf.words
    place = next((k + length for k, w in enumerate(words) if w.role == opens), len(words))
    return replace(leaf, words=(*words[:place], *said, *words[place:]))
