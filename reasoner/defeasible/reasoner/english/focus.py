"""Repairs of what `only` and `even` stand with: `only members voted`, `only Tom's friends came`."""

from __future__ import annotations

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.parsed import Mends, Word


def _subject(word: Word) -> None:
    """Attach `only` to the subject behind it, not to the verb: `only members of the union voted`."""
    who, first = word.head.subject, word.after
    led = bool(who) and first in {who, *who.children()} and first < word.head
    if led and word.dep == "advmod" and word.head.is_verb:
        word.move("advmod", who)


def _owned(word: Word) -> None:
    """Attach `only` to the friends, not to Tom, in `only Tom's friends came`."""
    owner = word.head
    if word.dep == "advmod" and owner.dep == "poss" and word < owner:
        word.move("advmod", owner.head)


def _apart_from(word: Word) -> None:
    """Make `apart` in `everyone came apart from Kim` part of the preposition, not of the verb."""
    if word.after.low == "from" and word.dep in {"advmod", "oprd", "prt"}:
        word.retag("IN", "prep")
        word.after.move("prep", word)


FOCUS: Mends = {
    _apart_from: {"apart"},
    _subject: closed.ONLY | closed.EVEN,
    _owned: closed.ONLY | closed.EVEN,
}
"""Applied in this order."""
