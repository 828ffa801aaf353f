"""What there is: `there are teachers who cycle`, `there is a free seat`, `there was nobody on the beach`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.english.closed import ARTICLES, EXCEPT, QUANTIFIERS
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.grammar.belief import gaps, members
from defeasible.reasoner.grammar.belief.leaf import leaf_of
from defeasible.reasoner.grammar.belief.node import Denied, General, Joined, Leaf, Node
from defeasible.reasoner.grammar.belief.view import Part
from defeasible.reasoner.grammar.belief.words import made

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.reader import Reader

_SOME = frozenset({"some", "any", "a few", "several"})
_NOBODY = frozenset({"nobody", "one"})


def existing(r: Reader, part: Part) -> Node | None:
    """Read `there are teachers who cycle`: some teachers cycle."""
    main, view = part.clause, r.view
    subject = main.subject
    if subject is None or main.expletive != "there":
        return None
    clause = gaps.relative_on(r, subject)
    if clause is None and subject.amount == "no" and subject.head.low in _NOBODY:
        return _nobody_there(r, part, subject)
    if clause is None and r.asked and part.denied is None:
        return _such(r, part, subject)
    if clause is None or main.modals or clause.head.index in part.without:
        return None
    if clause.subject is None or clause.subject.head.index != subject.head.index:
        return None  # `there is one cake that all want`
    led = {n for oblique in main.obliques for n in view.led(oblique)}  # `there is nobody in the hall who`
    own = (view.phrase(subject) | led) - view.tree(clause.head)
    quantifier, none = subject.quantifier, subject.amount in {"no", "any"}
    if none and quantifier is not None:
        own -= view.between(quantifier.start, quantifier.end)
    noun = {n for n in own if view.tokens[n].low not in ARTICLES}
    said = view.say(noun, role="subject")
    anybody = subject.head.low in QUANTIFIERS
    known = quantifier is not None and not none
    some = () if known else (made("somebody" if anybody else "some", "DT", "subject", said),)
    told = gaps.gap_filled(r, clause, (*some, *said))
    if told is None or not main.denied:
        return told
    hole = members.hole(said)
    of_each = gaps.gap_filled(r, clause, hole)
    kinds = members.kinds(r, subject, noun, hole)
    denied = Denied(told, "negation: there is no")
    if of_each is None or not part.asserted:
        return denied
    name = "" if anybody else subject.head.lemma
    return Joined("and", (denied, General(tuple(kinds), Denied(of_each), name)), "no: each of those named")


def _such(r: Reader, part: Part, subject: Phrase) -> Node | None:
    """Read the question of `there is a free seat on the bus`: is one of the seats on the bus free?"""
    main, view = part.clause, r.view
    plain = len(subject.adjectives) == 1 and subject.adjectives[0].tag == "JJ" and not subject.joined
    many = subject.quantifier
    several = subject.plural and (many is None or many.words in _SOME)
    if not plain or main.denied or main.modals or not (several or subject.determiner in {"a", "an"}):
        return None
    own = view.phrase(subject) | {n for oblique in main.obliques for n in view.led(oblique)}
    own -= set() if many is None else view.between(many.start, many.end)
    quality = subject.adjectives[0].index
    noun = {n for n in own if n != quality and view.tokens[n].low not in ARTICLES}
    hole = members.hole(view.say(noun))
    verb = made(*(("was", "VBD") if main.tense == "past" else ("is", "VBZ")), "verb", hole)
    such = Leaf((*hole, verb, *view.say([quality], role="complement")), past=main.tense == "past")
    kinds = tuple(members.kinds(r, subject, noun, hole))
    return r.beside(part, "some: one of them", General(kinds, such, subject.head.lemma, some=True))


def _nobody_there(r: Reader, part: Part, subject: Phrase) -> Node | None:
    """Read `there was nobody on the beach`: nobody was on it."""
    main, view = part.clause, r.view
    where = (*subject.obliques, *main.obliques)
    besides = any(view.tokens[n].low in EXCEPT for n in view.of(part))  # `nobody but Ann`
    if not (part.asserted and where) or besides or main.modals or part.denied is not None:
        return None
    there = next(c for c in view.children(main.head) if c.dep == "expl")
    led = {n for oblique in where for n in view.led(oblique)}
    bare = replace(main, expletive="", subject=None, negations=(), obliques=where)
    gone = part.without | {there.index} | (view.phrase(subject) - led)
    hole = members.hole(view.say([there.index], role="subject"))
    nobody = Denied(leaf_of(view, Part(bare, gone, False, hole, False)))
    return r.beside(part, f"{subject.head.low}: each of those named", General((), nobody))
