"""What it takes to do a thing: `you need a ticket to enter`, `one must be a member to vote`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.english.people import PERSONAL
from defeasible.reasoner.grammar.belief import members
from defeasible.reasoner.grammar.belief.embedding import able_to
from defeasible.reasoner.grammar.belief.leaf import leaf_of
from defeasible.reasoner.grammar.belief.node import Joined, Node, When
from defeasible.reasoner.grammar.belief.view import Part
from defeasible.reasoner.grammar.belief.words import Words, made

if TYPE_CHECKING:
    from defeasible.reasoner.english.clause import Clause
    from defeasible.reasoner.english.phrase import Phrase
    from defeasible.reasoner.grammar.belief.reader import Reader

_NEEDS = frozenset({"need", "require"})
_PURPOSE = frozenset({"advcl", "acl", "relcl"})
_ANYBODY = frozenset({"you", "one"})


def needed_to(r: Reader, part: Part) -> Node | None:
    """Read `a ticket is needed to enter`: who enters, or can, has a ticket."""
    main, thing = part.clause, part.clause.subject
    if not _tells(part) or thing is None or not _is_needed(main, thing):
        return None
    aim = next((c for c in r.under(part) if c.relation == "infinitive" and c.attitude == "modal"), None)
    you = (made("you", "PRP", "subject", r.view.say([main.head.index])),)
    return None if aim is None else _rule(r, main, aim, you, _has(r, main, aim, you, thing))


def required(r: Reader, part: Part) -> Node | None:
    """Read `needs a ticket to enter`, `must pay to get in`: who enters, or can, has a ticket."""
    main, who = part.clause, part.clause.subject
    if not _tells(part) or who is None:
        return None
    bound = r.unbound(part)
    must = any(m.kind == "necessity" for m in (*main.modals, *bound.clause.modals))
    has = main.lemma in _NEEDS and bool(main.objects) and not main.modals
    aim = next(filter(_is_aim, (*r.under(part), *r.under(bound))), None)
    if aim is None or not (has or must):
        return None
    own = part.subject or r.view.say(r.view.phrase(who), role="subject")
    takes = _has(r, main, aim, own, main.objects[-1]) if has else r.read(r.without(bound, aim))
    rule = _rule(r, main, aim, own, takes)
    rest = r.without(part, aim)
    return rule if who.head.low in _ANYBODY else r.beside(part, "needs: beside", r.read(rest), rule)


def _tells(part: Part) -> bool:
    return part.asserted and part.denied is None and not part.clause.denied


def _has(r: Reader, main: Clause, aim: Clause, who: Words, thing: Phrase) -> Node:
    what = r.view.say(r.view.phrase(thing) - r.view.whole(aim))
    return members.has(who, what, past=main.tense == "past")


def _rule(r: Reader, main: Clause, aim: Clause, who: Words, takes: Node) -> Node:
    """Return that who does something, or can do it, meets its condition."""
    forms, past = tuple(r.view.finite(aim, main).items()), main.tense == "past"
    doing = replace(aim, relation="main", shared=False, embedding=None, modals=())
    said = Part(doing, asserted=False, subject=who, forms=forms)
    able = able_to(leaf_of(r.view, said), past=past)
    return When(Joined("or", (r.read(said), *able)), takes, "needs: what it takes")


def _is_needed(main: Clause, subject: Phrase) -> bool:
    """Return whether a clause says that a thing is needed: not `Ann is required to leave`."""
    return (
        main.voice == "passive" and main.lemma in _NEEDS and not (subject.name or subject.gender in PERSONAL)
    )


def _is_aim(clause: Clause) -> bool:
    """Return whether an infinitive says what for: not `tries to win`, `someone to talk to`."""
    aim = clause.relation == "infinitive" and clause.head.dep in _PURPOSE and clause.embedding is None
    return aim and all(led.phrase is not None for led in clause.obliques)
