"""`Testimony`: something that somebody says with some confidence, as a sentence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Testimony:
    """A sentence with its weight: evidence before it is parsed."""

    text: str
    weight: float
    """Log-odds in favour of the sentence, in nats; positive: say the opposite where it is negative."""
    source: str = "user"
    """Who says so."""
    reason: str = ""
    """One phrase a reader can judge."""
