"""Conditions (`p if q`), duties (`booking is compulsory`) and hypotheses (`would call`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.closed import ADVERBS
from defeasible.reasoner.english.embedding import attitude_of
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import is_base
from defeasible.reasoner.grammar.belief.cutting import cue_of
from defeasible.reasoner.grammar.belief.leaf import leaf_of
from defeasible.reasoner.grammar.belief.lists import LINKS
from defeasible.reasoner.grammar.belief.members import has
from defeasible.reasoner.grammar.belief.node import (
    ALSO_IF,
    Apart,
    Denied,
    Joined,
    Leaf,
    Node,
    When,
    first_of,
    with_parts,
)
from defeasible.reasoner.grammar.belief.view import Part
from defeasible.reasoner.grammar.belief.words import made

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.reader import Reader

_THEY = frozenset({"i", "you", "he", "she", "we", "they"})
"""Pronouns that are not expletive: `leaves before she is asked`, not `before it rains`."""
_ONCE = frozenset({"only after", "only when", "only once"})
_SAYS = {word: rule for rule, words in LINKS["duties"].items() for word in words.split()}
_ALONE = frozenset({"i", "he", "she", "it"})
"""Pronouns beside which `were` is a subjunctive."""


def condition(r: Reader, part: Part) -> Node | None:
    """Read `p if q`, `p unless q`, `p only if q`, `had q, p`."""
    told = attitude_of((f"{part.clause.lemma}_whether", part.clause.lemma))
    for clause in r.under(part):
        link = clause.link
        if _precaution(part.clause, clause):
            return r.read(r.without(part, clause))
        if link is None or clause.relation == "conjunct" or not (clause.finite or clause.subject):
            continue
        if link.role != "condition" and link.kind != "even if":
            continue
        beside = link.kind == "provided" or (link.words == "whether or not" and told is None)
        if clause.embedding is not None and not beside:
            continue
        asks = told is not None and told.kind in {"question", "belief"} and link.words in {"if", "when"}
        asks = asks and not part.clause.objects  # `can see the sea if you climb the hill`
        if asks and clause.head.index > part.clause.head.index:
            continue
        only = _only_if(part.clause, clause)
        rest = r.read(r.without(part, clause).less(only))
        would = any(m.kind == "conditional" for m in part.clause.modals)
        inner = r.read(r.at(clause, part, asserted=False))
        if link.kind == "even if" and not would:
            return rest if link.words.startswith("even") else _anyway(part, rest, inner)
        if link.kind == "even if":  # `would hold even if it rained`: it holds if it rains
            return When(inner, rest, ALSO_IF)
        past = part.clause.tense == clause.tense == "past" and not part.clause.modals
        if link.words in _ONCE and past and part.asserted and not part.clause.denied:
            return r.beside(part, f"{link.words}: both", rest, inner)  # `left only after Bob had come`
        if only or link.kind == "only if":
            return When(rest, inner, f"{link.words}: what it needs")
        cue = cue_of(link.kind, link.words)
        if not (part.asserted or r.asked):
            # `if Ann calls when Bob is at work, ...`: the supposition is that both hold
            return Joined("and", (rest, Denied(inner) if link.kind == "unless" else inner), f"{cue}: both")
        return When(inner, rest, cue, link.kind == "unless")
    return None


def _only_if(main: Clause, clause: Clause) -> frozenset[int]:
    """Return the `only` of `you only get a refund if you keep the receipt`, which forms `only if`."""
    own = (a.token.index for a in main.adverbs if a.token.low == "only")
    joint = clause.link.kind if clause.link is not None else ""
    behind = joint in {"if", "when"} and clause.head.index > main.head.index
    counted = any(p.quantifier is not None for p in main.objects)  # `only gets two tickets if she pays`
    return frozenset(n for n in own if n < main.head.index and behind and not counted)


def _precaution(main: Clause, clause: Clause) -> bool:
    """Return whether `in case` gives a purpose: `packed a torch in case the lights failed`."""
    link = clause.link
    behind = link is not None and link.words == "in case" and clause.head.index > main.head.index
    return behind and (main.tense == "past" or main.aspect == "progressive") and not main.modals


def each_time(r: Reader, part: Part) -> Node | None:
    """Read `locks the door before he leaves` as a habit, and `never eats before he has paid` as a need."""
    main = part.clause
    habit = main.tense == "present" and main.aspect == "simple" and main.lemma != "be" and not main.modals
    often = {a.token.low for a in main.adverbs if ADVERBS.get(a.token.low) == "frequency"} - {
        "always",
        "never",
    }
    for clause in r.under(part) if habit and not often and (part.asserted or r.asked) else ():
        words = clause.link.words if clause.link is not None else ""
        who = clause.subject
        own = who is not None and who.head.low in _THEY
        if words not in ("before", "after") or clause.tense != "present" or clause.modals or not own:
            continue
        rest, inner = r.without(part, clause), r.read(r.at(clause, part, asserted=False))
        if main.denied and words == "before":
            if_ = r.read(replace(rest, denied=False, asserted=False))
            return When(if_, inner, "before: what it needs")
        return When(inner, r.read(rest), f"{words}: each time")
    return None


def whatever(r: Reader, part: Part) -> Node | None:
    """Read `p, whether q or not` as `p`."""
    view = r.view
    for clause in r.under(part):
        own = sorted(view.whole(clause))
        lows = [view.tokens[n].low for n in own]
        free = clause.embedding is None or clause.relation == "adverbial"
        if "whether" in lows[:2] and free and ("not" in lows or "or" in lows):
            after = {t.index for t in view.tokens if t.low in {"or", "not", "whether"} and t.index >= own[0]}
            rest = r.read(part.less({*own, *after}))
            inner = r.at(clause, part.less(after), asserted=False)
            return _anyway(part, rest, r.read(inner)) if clause.finite else rest
    return None


def _anyway(part: Part, then: Node, if_: Node) -> Node:
    """Return that something is so, and each time, whether or not a condition holds: `the owner is there`."""
    rules = (When(if_, then, "", denied) for denied in (False, True))
    often = part.asserted and part.clause.tense == "present" and not part.clause.modals
    return Joined("and", (then, *rules), "whether or not") if often else then


def duty(r: Reader, part: Part) -> Node | None:
    """Read `booking is compulsory` as `one must book`; the subject follows `for`, and is `you` by default."""
    main, view = part.clause, r.view
    said = main.adjective.low if main.adjective is not None else main.head.low
    rule = _SAYS.get(said, "").split()
    if not rule or part.subject is not None or main.modals:
        return None
    denied = (rule[0] == "not") != (main.denied if part.denied is None else part.denied)
    if main.subject is not None and main.subject.head.low != "it":
        return _doing(r, part, rule, denied=denied)
    inner = next((c for c in r.under(part) if c.tense == "none" and c.lemma and not c.modals), None)
    if inner is None or inner.link is not None or inner.negations:
        return None
    own = inner.subject
    told = own is not None and not inner.shared and own.pronoun is None
    like = view.say([inner.head.index])
    subject = view.say(view.phrase(own), role="subject") if own is not None and told else ()
    without = (o for o in inner.obliques if denied and o.preposition == "without" and o.phrase is not None)
    led = next(without, None)
    anybody = "someone" if denied and rule[-1] == "can" and led is None else "you"
    subject = subject or (made(anybody, "PRP", "subject", like),)
    gone = {c.index for c in view.children(inner.head) if c.low in {"to", "for"} and c.dep in {"aux", "mark"}}
    gone |= part.without | (set() if led is None else view.led(led))
    forms = ((inner.head.index, inner.lemma),)
    leaf = leaf_of(view, Part(inner, frozenset(gone), asserted=False, subject=subject, forms=forms))
    leaf = replace(leaf, modal=rule[-1])
    then = Denied(leaf, f"negation: {said}") if denied else leaf
    if led is None or led.phrase is None:
        return then
    return When(has(subject, view.say(view.phrase(led.phrase))), then, "without: if not", denied_if=True)


def without(r: Reader, part: Part) -> Node | None:
    """Read `is without a ticket` as `has no ticket`."""
    main, who = part.clause, part.clause.subject
    led = next((o for o in main.obliques if o.preposition == "without" and o.phrase is not None), None)
    plain = main.lemma == "be" and len(main.obliques) == 1 and not (main.modals or main.expletive)
    if led is None or led.phrase is None or who is None or who.amount or main.complement or main.adjective:
        return None
    if not plain or any(r.under(part)) or led.phrase.quantifier is not None or led.phrase.joined:
        return None
    own = part.subject or r.view.say(r.view.phrase(who), role="subject")
    had = has(own, r.view.say(r.view.phrase(led.phrase)), past=main.tense == "past")
    denied = main.denied if part.denied is None else part.denied
    return had if denied else Denied(had, "negation: without")


def _doing(r: Reader, part: Part, rule: Sequence[str], *, denied: bool) -> Node | None:
    """Read `smoking is forbidden here` as `nobody may smoke here`."""
    main, view, doing = part.clause, r.view, part.clause.subject
    verb = stem(doing.head.low) if doing is not None and doing.head.low.endswith("ing") else ""
    if doing is None or not is_base(verb) or doing.determiner or doing.owner or doing.adjectives:
        return None
    helping = {c.index for c in view.children(main.head) if c.dep in {"aux", "auxpass", "neg"}}
    said = {main.head.index} | helping | ({main.adjective.index} if main.adjective is not None else set())
    rest = {n for n in view.of(part) - said - {doing.head.index} if view.tokens[n].is_word}
    like = view.say([doing.head.index], {doing.head.index: verb}, "verb")
    who = made("someone" if denied and rule[-1] == "can" else "you", "PRP", "subject", like)
    leaf = Leaf((who, *like, *view.say(rest, role=view.roles(main))), modal=rule[-1], free=True)
    return Denied(leaf, f"negation: {rule[0]}") if denied else leaf


def _is_contrary(node: When) -> bool:
    """Return whether a conditional is counterfactual: `if Ann had called, Bob would sing`, `were I rich`."""
    if_, then = first_of(node.if_).words, first_of(node.then).words
    had = any(w.role == "aux" and w.lemma == "have" and w.tag == "VBD" for w in if_)
    one = next((w for w in reversed(if_) if w.role == "subject"), None)
    alone = one is not None and (one.low in _ALONE or one.tag in {"NN", "NNP"})
    had |= alone and any(w.low == "were" for w in if_)
    plain = not (node.denied_if or node.otherwise or node.cue == ALSO_IF)
    return had and any(w.is_would for w in then) and plain


def supposed(node: Node) -> Node:
    """Return a statement in which `would call` is distinct from `called`.

    The consequence of a condition keeps the words of a fact: `if it rained, Ann would stay` and `it rains`
    entail that she stays. A denial stays a denial: `Ann would not sing`.
    """
    match node:
        case Leaf(words, denied=False, modal=""):
            return replace(node, modal="would") if any(w.is_would for w in words) else node
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
