"""`Fluent`: something that can hold of participants at one moment and not at another."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

_GAP = re.compile(r"[\W_]+")


@cache
def slug(text: str) -> str:
    """Return words as one lower-case ASCII name; what is not ASCII is written by code point.

    >>> slug("to swim"), slug("Déjà vu")
    ('to_swim', 'd_u00e9_j_u00e0_vu')
    """
    plain = "".join(c if c.isascii() else f"_u{ord(c):04x}_" for c in text.lower())
    name = _GAP.sub("_", plain).strip("_")
    return name or "_".join(f"u{ord(c):04x}" for c in text)


class Fluent(NamedTuple):
    """A property of a participant, or a relation to another: what a `State` is about, without its line."""

    attribute: str
    participant: str
    other: str = ""
    """Id of the second participant; empty for a property."""
    value: str = ""
    """As `slug` writes it; empty for a bare relation."""

    def at(self, moment: str) -> str:
        """Return the name of the atom that says it holds at a moment: `has(p1,p2)@3`, `is(p1)=hot@0`."""
        who = f"{self.participant},{self.other}" if self.other else self.participant
        value = f"={self.value}" if self.value else ""
        return f"{self.attribute}({who}){value}@{moment}"


class Literal(NamedTuple):
    """A fluent, or that it does not hold."""

    fluent: Fluent
    positive: bool = True
