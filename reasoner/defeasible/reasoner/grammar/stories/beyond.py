"""What a clause says beyond what a story holds: in a story it is then only possible, in a query not asked."""

from __future__ import annotations

from collections.abc import Iterator

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.account import by_account, in_fiction
from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.predicates import contrasted

_OPERATORS = (frozenset(closed.NEGATORS) | {"most", "least", "than", "or"}) - lx.of("scarcely")


def beyond(analysis: Analysis, said: Clause) -> bool:
    """Return whether a clause holds a quantifier, an operator or an account that is not read.

    `At most two girls won`, `is not much older`, `would rather keep it than sell it`, `as the guide puts it`.
    """
    set_apart = contrasted(analysis, said) if said.unread else {}
    unread = any(t.low in _OPERATORS or t.tag == "MD" for t in said.unread if t.head not in set_apart)
    paired = any(a.token.low == "respectively" for a in said.adverbs)
    counted = any(_bounded(p) or _mixed(analysis, p) for p in phrases_of(said))
    return (
        unread
        or paired
        or counted
        or _conditional(analysis, said)
        or _partly_denied(analysis, said)
        or by_account(analysis, said)
        or in_fiction(said)
        or _doubted(analysis, said)
        or _below(analysis, said)
    )


def _conditional(analysis: Analysis, said: Clause) -> bool:
    """Return whether a clause is so under a condition, or is one: `if it rains, the match is off`."""
    own = said.link
    if own is not None and own.role == "condition" and said.tense == "present" and said.parent is not None:
        return True
    links = [c.link for c in analysis.under(said) if c.link is not None and c.relation != "conjunct"]
    return said.tense != "past" and any(x.role == "condition" and x.words != "in case" for x in links)


def _below(analysis: Analysis, said: Clause) -> bool:
    """Return whether a clause may stand in the scope of a denial above it: `there is no way she sold it`."""
    above = next(analysis.above(said), None)
    if above is None:
        return False
    denials = [n for n in above.negations if not n.clausal]
    who = said.antecedent.amount if said.antecedent is not None else ""
    none = who == "no" or (above.expletive == "there" and above.denied)
    relative = said.relation == "relative" and (none or bool(denials))
    joined = said.relation == "conjunct" and said.shared and not said.negations
    kind = said.link.kind if said.link is not None else ""
    # `cannot whistle and juggle`, not `could not sleep and went home`
    bare = said.head.tag in ("VB", "VBP") or said.head.low == said.lemma
    under = joined and bare and kind == "and" and above.denied and bool(above.modals)
    beside = kind == "because" and above.denied and said.start > above.head.start and not _unable(above)
    return relative or under or beside


def phrases_of(said: Clause) -> Iterator[Phrase]:
    """Yield the subject of a clause, unless it is of another, its objects, complement and obliques."""
    subject = () if said.subject is None or said.shared else (said.subject,)
    complement = () if said.complement is None else (said.complement,)
    yield from (*subject, *said.objects, *complement)
    yield from (o.phrase for o in said.obliques if o.phrase is not None)


def _bounded(phrase: Phrase) -> bool:
    """Return whether a quantifier bounds from above: `at most two`, `few`; not `a little boy`."""
    few = phrase.head.low == "few" or (phrase.quantifier is not None and phrase.quantifier.words == "few")
    return few or phrase.amount in lx.of("bounding")


def _mixed(analysis: Analysis, phrase: Phrase) -> bool:
    """Return whether a phrase joins by several conjunctions, counts names, or excepts: `A and B or C`."""
    of = (o.phrase for o in phrase.obliques if o.preposition == "of" and o.phrase is not None)
    named = phrase.quantifier is not None and any(p.joined and p.name for p in of)
    within = (t for t in analysis.tokens if phrase.start <= t.start < max(p.end for p in phrase.all()))
    joints = {t.low for t in within if t.tag == "CC"} - {"both", "either", "neither"}
    return named or (bool(phrase.joined) and {"or"} < joints)


def _partly_denied(analysis: Analysis, said: Clause) -> bool:
    """Return whether a denial may be of a degree, a reason or some: `not fast asleep`, `several did not`."""
    if not said.denied:
        return False
    if any(n.under not in {"", "a", "an"} for n in said.negations) or (
        said.complement and said.complement.conjunction == "but"
    ):
        return True
    own, end = said.adjective, said.adjective.index if said.adjective is not None else 0
    degrees = (t for t in analysis.tokens if own is not None and t.head == own.index and t.dep == "advmod")
    beside = {a.token.index for a in said.adverbs if a.token.index > end}  # `was not ill too`
    to_do = any(c.embedding is not None and c.embedding.kind == "degree" for c in analysis.under(said))
    if any(c.kind in _GRADES for c in said.comparisons) and not to_do:
        return True  # `not hot enough`, `not as tired as Ann`; `not old enough to vote` denies that one may
    behind = (c for c in analysis.under(said) if c.start > said.head.start and c.link is not None)
    reason = any(c.link is not None and c.link.kind == "because" for c in behind)
    reason = reason and not _unable(said)
    return reason or any(t.low in lx.of("degree_adverbs") and t.index not in beside for t in degrees)


_GRADES = frozenset({"too", "enough", "equal"})
"""Kinds of comparison whose denial leaves open whether the adjective is true: `not too tired`."""


def _unable(said: Clause) -> bool:
    """Return whether a denial is of an ability, so not of a reason: `could not eat because it was hot`."""
    return any(m.kind == "ability" for m in said.modals)


def _doubted(analysis: Analysis, said: Clause) -> bool:
    """Return whether a clause shares the doubt of the one before it: `maybe she sings and he dances`."""
    above = next(analysis.above(said), None)
    if above is None or said.relation != "conjunct":
        return False
    return any(a.kind == "likelihood" and a.token.start < above.head.start for a in above.adverbs)
