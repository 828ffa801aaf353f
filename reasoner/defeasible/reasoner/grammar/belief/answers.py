"""Answers in other words: `fails the test` denies `passes the test`.

Two clauses are compared by their role fillers. They are equivalent if all fillers are the same, whatever the
order, and opposites if one filler or the verb is an opposite of the other's and all the rest is the same.

Only an answer (a fact or a query) can deny in this way, because it takes up a conditional's clause. Two
conditions with opposites stay two propositions, and of two consequences the later matches an equivalent one.
If one of the two opposites always holds of a thing (`on / off`), each denies the other in any position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from defeasible.reasoner.grammar.belief.fillers import AGENT
from defeasible.reasoner.grammar.belief.matching import Use
from defeasible.reasoner.grammar.belief.normal import Clause
from defeasible.reasoner.grammar.belief.opposites import MORE, POSITIVE, opposite
from defeasible.reasoner.grammar.belief.paraphrases import framed, implied
from defeasible.reasoner.grammar.belief.roles import affirmed

_DEONTIC = frozenset({"", "should", "must"})
"""Modals whose opposites exclude each other; `may` and `can` do not: `can stay` does not deny `can leave`."""
_MOST_APART = 8
"""Maximum number of words in which a pair of opposites may differ."""


class Answer(NamedTuple):
    """How a clause answers a proposition in other words."""

    flipped: bool
    """Whether the clause denies the proposition."""
    note: str
    """What was read: `antonym: fails / passes`."""
    anywhere: bool = False
    """Whether the two deny each other in any position: one of them always holds of a thing."""


def answer(said: Clause, meant: Clause, use: Use, aliases: Mapping[str, str]) -> Answer | None:
    """Return how a clause answers a known proposition in other words, or None if it is no answer.

    An affirmative fact denies the contrary of its content. A denied fact does not affirm it: what is not hot
    may be neither hot nor cold. The options of one question count as its yes and its no in either case.

    Args:
        said: The clause.
        meant: The clause that introduced the proposition.
        use: The position of `said`.
        aliases: Pronouns, each with the only name that it can refer to.
    """
    if said.modal != meant.modal or len(set(said.core) ^ set(meant.core)) > _MOST_APART:
        return None
    names, turned = tuple(sorted(aliases.items())), said.antonym != meant.antonym
    one, other = (
        framed(_positive(clause, {"more": "many"} if turned else {}), names) for clause in (said, meant)
    )
    if one is None or other is None or one.modal != other.modal:
        return None
    affirms = said.denied == said.antonym and not turned  # `is unhappy` contains a denial, yet affirms
    subject = one["subject"]
    some = subject != AGENT and not subject.same(subject)
    opposed = said.modal in _DEONTIC and not some and use is not Use.CONSEQUENCE
    for kind, words, partner in one.contrasts(other) if opposed else ():
        always = opposite(kind, words, partner)
        sure = (always and not said.modal) or (use is Use.FACT and affirms) or use is Use.OPTION
        if always is not None and sure:
            note = f"antonym: {said.written(words)} / {meant.written(partner)}"
            return Answer(True, note, always and kind == "qualities")
    same = (words == partner for _, words, partner in one.contrasts(other))
    if (one.verb, one.alike) == (other.verb, other.alike) or (turned and any(same)):
        return Answer(one.denied != other.denied, f"read `{said.gloss}` as `{meant.gloss}`")
    return None


def against(said: Clause, meant: Clause) -> bool:
    """Return whether a fact, or what it entails by its words, is incompatible with another clause."""
    one, other = (framed(replace(clause, past=False)) for clause in (said, meant))
    if one is None or other is None or said.modal != meant.modal:
        return False
    if said.denied != said.antonym:
        return other.entails(one)  # who eats nothing eats no meat
    return any(f.excludes(other, opposites=True) for f in (one, *implied(one)))


def _positive(clause: Clause, alike: Mapping[str, str]) -> Clause:
    """Return a clause with words replaced by the ones that they deny: `awake` for `asleep`.

    What does not happen until noon does not happen before noon.
    """
    until = dict.fromkeys(("until", "till"), "before") if clause.denied else {}
    alike = {**alike, **until, **({**POSITIVE, **MORE} if clause.antonym else {})}
    return affirmed(clause, alike)
