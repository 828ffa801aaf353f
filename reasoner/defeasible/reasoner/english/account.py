"""By whose account a clause is so: what somebody says, or a film shows, need not be so."""

from __future__ import annotations

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause

_AS_FAR_AS = frozenset({"as far as", "so far as"})


def by_account(analysis: Analysis, clause: Clause) -> bool:
    """Return whether a clause is so by what somebody says or knows: `as he puts it`, `according to Ann`."""
    if any(led.preposition == "according to" for led in clause.obliques):
        return True
    for child in analysis.under(clause):
        words = child.link.words if child.link is not None else ""
        if words in _AS_FAR_AS or (words == "as" and child.lemma in closed.SAYING):
            return True
    return False


def in_fiction(clause: Clause) -> bool:
    """Return whether a clause tells what is made up, or laid down: `in the film`, `under the new plan`."""
    for led in clause.obliques:
        noun = led.phrase.head.lemma if led.phrase is not None and led.start < clause.head.start else ""
        if noun in {"in": closed.FICTIONAL, "under": closed.RULES, "on": ("paper",)}.get(led.preposition, ()):
            return True
    return False
