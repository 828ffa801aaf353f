"""Conditions: `p if q`, `p, whether q or not`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.embedding import attitude_of
from defeasible.reasoner.grammar.belief.cutting import cue_of
from defeasible.reasoner.grammar.belief.node import ALSO_IF, Denied, Joined, Node, When
from defeasible.reasoner.grammar.belief.view import Part

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.reader import Reader

_ONCE = frozenset({"only after", "only when", "only once"})


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
        if asks and clause.head.index > part.clause.head.index:
            continue
        only = _alone(part.clause, clause)
        rest = r.read(r.without(part, clause).less(only))
        would = any(m.kind == "conditional" for m in part.clause.modals)
        if link.words[:4] == "even" and not would:
            return rest
        inner = r.read(r.at(clause, part, asserted=False))
        if link.kind == "even if" and not would:
            return _anyway(part, rest, inner)
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


def _alone(main: Clause, clause: Clause) -> frozenset[int]:
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
