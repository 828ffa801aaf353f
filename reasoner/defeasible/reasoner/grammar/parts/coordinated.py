"""Clauses and phrases that `and`, `or`, `nor` and `so` join."""

from __future__ import annotations

from itertools import pairwise

from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.embedding import attitude_of
from defeasible.reasoner.english.inflection import past_tense, third_person
from defeasible.reasoner.grammar.frames import Denied, Joined, Node, Recast
from defeasible.reasoner.grammar.parts.taken import Taken, beside, with_subject


def coordinated(s: Taken) -> Node | None:
    """Read `p and q`, `p or q`, `either p or q`, `p and so does q`."""
    return _conjoined(s, shared_only=False)


def joined_verbs(s: Taken) -> Node | None:
    """Read `walks and sings`."""
    return _conjoined(s, shared_only=True)


def _conjoined(s: Taken, *, shared_only: bool) -> Node | None:
    for clause in s.view.under(s.main):
        link = clause.link
        if clause.relation != "conjunct" or link is None or link.kind not in {"and", "but", "or", "nor"}:
            continue
        if shared_only is not clause.shared:
            continue
        first = s.rest(clause)
        for word in ("either", "neither", "both"):
            first = first.replace(f" {word} ", " ")
        if _told_within(s, clause):
            continue
        if _repeats(s, clause) or link.kind == "nor":
            return beside(s, "so: the same", s.part(first), _echoed(s, clause))
        if s.main.denied and clause.shared and not clause.finite and not clause.negations:
            continue  # `does not sing or dance`: one denial of both
        parts = (s.part(first), s.part(_own_subject(s, clause) or with_subject(s, clause)))
        if link.kind == "or":
            return _either(s, parts)
        return Joined("and", parts, f"{link.words}: both")
    return None


def _told_within(s: Taken, clause: Clause) -> bool:
    """Whether a clause may be what the one before tells: `and Bob dances` after `Tom says Ann sings`."""
    attitude = attitude_of((s.main.lemma,))
    return not clause.shared and attitude is not None and attitude.affirmed == "open"


def _repeats(s: Taken, clause: Clause) -> bool:
    """Whether a clause repeats the one before of another subject: `so does Bob`, `neither did Bob`."""
    words = [t for t in s.view.analysis.tokens if t.index in s.view.words(clause)][:2]
    helper = len(words) > 1 and (words[1].tag == "MD" or words[1].lemma in {"do", "be", "have"})
    return clause.echo is not None or (helper and words[0].low in {"so", "neither", "nor"})


def _own_subject(s: Taken, clause: Clause) -> str:
    """Return a clause with the subject of the main one for the pronoun that takes it up, or nothing."""
    ours, theirs = s.main.subject, clause.subject
    if clause.shared or ours is None or theirs is None or theirs.pronoun is None or ours.pronoun is not None:
        return ""
    analysis = s.view.analysis
    if analysis.thing(theirs) != analysis.thing(ours) or analysis.thing(ours) < 0:
        return ""
    words = s.view.words(clause) - {theirs.head.index}
    return f"{s.view.say(s.view.phrase(ours))} {s.view.say(words)}"


def _either(s: Taken, parts: tuple[Node, ...]) -> Node:
    lows = [t.low for t in s.view.analysis.tokens]
    one = Joined("or", parts, "or")
    if ("not", "both") in pairwise(lows):
        return Joined("and", (one, Denied(Joined("and", parts, ""), "not both")), "not both")
    return one


def _echoed(s: Taken, clause: Clause) -> Node:
    """Return what `so does her brother` and `neither did I` say of another subject."""
    words = s.view.words(clause)
    skipped = {t.index for t in s.view.analysis.tokens if t.low in {"so", "neither", "nor", "too", "either"}}
    carried = {
        t.index
        for t in s.view.analysis.tokens
        if t.index in words and (t.dep in {"aux", "neg"} or t.lemma == "do" or t.tag == "MD")
    }
    subject = s.view.say(words - skipped - carried)
    own = s.view.words(s.main, s.view.under(s.main))
    if s.main.subject is not None:
        own -= s.view.phrase(s.main.subject)
    own -= {n for found in s.main.negations for n in s.view.between(found.start, found.end)}
    helpers = {c.index for c in s.view.children(s.main.head) if c.lemma == "do" and c.dep == "aux"}
    verb = s.main.head
    forms = (
        {verb.index: past_tense(verb.lemma) if s.main.tense == "past" else third_person(verb.lemma)}
        if helpers
        else {}
    )
    plain = Recast(f"{subject} {s.view.say(own - helpers, forms)}", s.like)
    return Denied(plain, "negation: neither") if s.main.denied else plain


def joined_phrases(s: Taken) -> Node | None:
    """Read `x or y` of things, places and qualities, and `not both x and y`."""
    tokens = s.view.analysis.tokens
    for cc in tokens:
        if cc.dep != "cc" or cc.low not in {"or", "and", "but"}:
            continue
        head = tokens[cc.head]
        second = next((c for c in s.view.children(head) if c.dep == "conj" and c.index > cc.index), None)
        if (
            second is None
            or head.index == s.main.head.index
            or second.is_verb
            or second.low in {"other", "not"}
        ):
            continue
        both = next((t for t in tokens if t.low == "both"), None)
        noun = second.is_noun
        if cc.low != "or" and noun and not (both is not None and s.main.denied):
            continue  # `Ann and Bob lift it`: perhaps together
        if (cc.low == "or") == s.main.denied and not (both is not None and s.main.denied):
            continue
        pair = {t.index for t in tokens if t.low in {"either", "both", "but"} and t.index != head.index}
        if both is not None:
            pair |= s.view.tree(both) | {
                t.index for t in tokens if t.low == "not" and t.index == both.index - 1
            }
        theirs = s.view.tree(second)
        mine = s.view.tree(head) - theirs - {cc.index}
        whole = s.view.tree(s.main.head)
        denials = set[int]()
        if s.main.denied:
            denials = {n for found in s.main.negations for n in s.view.between(found.start, found.end)}
        tail = {n for n in mine if n > max(theirs)}  # what follows the second belongs to both
        first = s.view.say(whole - theirs - {cc.index} - pair - denials)
        other = s.view.say(whole - (mine - tail) - {cc.index} - pair - denials)
        if s.main.denied:
            return Denied(Joined("and", (s.aside(first), s.aside(other)), ""), "not both")
        parts = (s.part(first), s.part(other))
        return _either(s, parts) if cc.low == "or" else Joined("and", parts, f"{cc.low}: both")
    return None
