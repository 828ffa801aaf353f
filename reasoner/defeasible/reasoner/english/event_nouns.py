"""Event nouns, from `event_nouns.toml`: what `the death of the king` and `the sale of it` say happened."""

from typing import NamedTuple

from defeasible.reasoner.english.wordlists import phrases, read_toml, word_set

_DATA = read_toml("defeasible.reasoner.english", "event_nouns.toml")
DID, SUFFERED = (
    dict(pair.split("/") for pair in _DATA[kind]["pairs"].split()) for kind in ("did", "suffered")
)
"""Noun to its verb: of those whose event it is did it, or had it done to them; `be_` before an adjective."""
_BEHIND = frozenset(map(" ".join, phrases(_DATA["behind"]["prepositions"])))
_FRONTED = frozenset({"on", "upon"})
_UNREAL, _UNFINISHED = (word_set(_DATA[kind]["verbs"]) for kind in ("unreal", "unfinished"))


class Presumed(NamedTuple):
    """Of which nouns a clause takes for granted that what they name happened."""

    subject: bool
    objects: bool


def presumed_behind(preposition: str, *, fronted: bool) -> bool:
    """Return whether what an event noun behind a preposition names happened: `after the death of the king`.

    `On the sale of the house, they left`, where it stands before the verb; not `insisted on the sale`.
    """
    return preposition in _BEHIND or (fronted and preposition in _FRONTED)


def presumed(verb: str, *, passive: bool, is_now: bool) -> Presumed:
    """Return whether an event that the subject, or an object, of a verb names took place.

    Args:
        verb: Its lemma, with its particle: `fall_through`.
        passive: Whether the clause is passive: `the sale was prevented`.
        is_now: Whether it says how the event is, in the present: `the sale of the house is on Monday`.
    """
    real = verb not in _UNREAL
    return Presumed(verb not in _UNFINISHED and not is_now and (real or not passive), real)
