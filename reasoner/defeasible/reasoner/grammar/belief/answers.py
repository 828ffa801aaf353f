"""How a clause answers another in other words: `fails the test` denies `passes the test`.

Both are compared as `links` compares propositions. Only an answer denies so, a fact or a query: it takes up
what a conditional speaks of. Two conditions with opposites stay two propositions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from defeasible.reasoner.grammar.belief.frames import Frame, affirmed
from defeasible.reasoner.grammar.belief.matching import Use
from defeasible.reasoner.grammar.belief.normal import Clause
from defeasible.reasoner.grammar.belief.opposites import MORE, POSITIVE
from defeasible.reasoner.grammar.belief.paraphrases import framed, implied

_BEFORE = {"until": "before", "till": "before"}


class Answer(NamedTuple):
    """How a clause answers a proposition in other words."""

    flipped: bool
    """Whether its words deny the other's."""
    note: str
    """What was read: `antonym: fails / passes`."""


def answer(said: Clause, meant: Clause, use: Use, aliases: Mapping[str, str]) -> Answer | None:
    """Return how a clause answers a known proposition in other words, or None if it does not.

    An affirmative fact denies the contrary of what it says. A denied one does not affirm it: what is not hot
    may be neither hot nor cold. The options of one question are its yes and no either way.

    Args:
        said: The clause.
        meant: The clause that introduced the proposition.
        use: Where `said` stands.
        aliases: Pronouns to the only name they can stand for.
    """
    if said.modal != meant.modal:
        return None
    names = tuple(sorted(aliases.items()))
    more = {"more": "many"} if said.antonym != meant.antonym else {}
    one, other = (_timeless(framed(_positive(clause, more), names)) for clause in (said, meant))
    if one is None or other is None:
        return None
    if one.entails(other) and other.entails(one):
        return Answer(False, f"read `{said.gloss}` as `{meant.gloss}`")
    affirms = said.negated == said.antonym == meant.antonym  # not `unhappy`, of `miserable`
    if (use is Use.OPTION or (use is Use.FACT and affirms)) and one.excludes(other, opposites=True):
        return Answer(True, f"antonym: {said.gloss} / {meant.gloss}")
    return None


def _positive(clause: Clause, more: Mapping[str, str]) -> Clause:
    """Return a clause with what it denies in the place of its opposites: `awake` for `asleep`.

    What does not happen until noon does not happen before noon.
    """
    until = _BEFORE if clause.negated else {}
    return affirmed(clause, {**more, **until, **({**POSITIVE, **MORE} if clause.antonym else {})})


def against(said: Clause, meant: Clause) -> bool:
    """Whether what a fact says, or what follows from it by its words, cannot be so beside another clause."""
    one, other = (_timeless(framed(clause)) for clause in (said, meant))
    if one is None or other is None or said.modal != meant.modal:
        return False
    return any(f.excludes(other, opposites=True) for f in (one, *implied(one)))


def _timeless(frame: Frame | None) -> Frame | None:
    """Return a proposition as a conditional speaks of it, at whatever time."""
    return frame and replace(frame, past=False, perfect=False, ahead=False, free=True)
