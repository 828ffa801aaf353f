"""Repairs of clauses about today: `today's Tuesday`, `yesterday was Sunday`, `closed early today`."""

from __future__ import annotations

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.parsed import Mends, Word

_DAYS = frozenset({"today", "tonight", "tomorrow", "yesterday"})


def _contracted(word: Word) -> None:
    """Make `'s` in `today's Tuesday`, `Lina's twelve` the verb."""
    day, mark = word.head, word.after
    fits = (word.low in _DAYS and day.low in closed.DATES) or (word.tag == "NNP" and day.tag == "CD")
    if fits and mark.low == "'s" and day.dep == "ROOT":
        mark.retag("VBZ")
        mark.lemma = "be"
        mark.lift(day, "attr")
        word.move("nsubj", mark)


def _subject(word: Word) -> None:
    """Make the day in `yesterday was Sunday` the subject."""
    verb = word.head
    if word.low in _DAYS and verb.lemma == "be" and verb is word.after and not verb.subject:
        word.dep = "nsubj"


def _timely(word: Word) -> None:
    """Make `early` in `closed early today` an adverb of the verb."""
    if word.after is word.head and word.head.low in _DAYS and word.head.head.is_verb:
        word.retag("RB")
        word.move("advmod", word.head.head)


TODAY: Mends = {_contracted: {"poss"}, _subject: {"npadvmod"}, _timely: {"amod"}}
"""Applied in this order."""
