"""`Unparsed`: the value that a parser returns for text that it does not understand, with the reason."""

from __future__ import annotations

from dataclasses import dataclass

from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source, Span


@dataclass(frozen=True, slots=True)
class Unparsed(Record):
    """The result of a text that has no form. It is never replaced by a guess."""

    reason: str
    """One sentence: what was not understood."""
    sources: tuple[Source, ...] = ()
    """All texts that should have been read."""
    span: Span | None = None
    """The words that were not understood, if they can be named."""
