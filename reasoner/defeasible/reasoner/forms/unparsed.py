"""`Unparsed`: the value a parser returns when it does not understand, with the reason."""

from __future__ import annotations

from dataclasses import dataclass

from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source, Span


@dataclass(frozen=True, slots=True)
class Unparsed(Record):
    """No form could be made of a text. An answer of its own, never replaced by a guess."""

    reason: str
    """One sentence: what was not understood."""
    sources: tuple[Source, ...] = ()
    """All the texts that were to be read."""
    span: Span | None = None
    """The words that were not understood, where they can be named."""
