"""`Fluent`: a state of participants that may hold at one moment and not at another."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

_GAP = re.compile(r"[\W_]+")


@cache
def slug(text: str) -> str:
    """Return words as one lower-case ASCII name, with other characters as code points.

    >>> slug("to swim"), slug("Déjà vu")
    ('to_swim', 'd_u00e9_j_u00e0_vu')
    """
    plain = "".join(c if c.isascii() else f"_u{ord(c):04x}_" for c in text.lower())
    name = _GAP.sub("_", plain).strip("_")
    return name or "_".join(f"u{ord(c):04x}" for c in text)


class Fluent(NamedTuple):
    """A property of a participant, or a relation to another: the content of a `State`, without its line."""

    attribute: str
    participant: str
    other: str = ""
    """Id of the second participant; empty for a property."""
    value: str = ""
    """In the form of `slug`; empty for a bare relation."""

    def at(self, moment: str) -> str:
        """Return the name of the atom that it holds at a moment: `has(p1,p2)@3`, `is(p1)=hot@0`."""
        who = f"{self.participant},{self.other}" if self.other else self.participant
        value = f"={self.value}" if self.value else ""
        return f"{self.attribute}({who}){value}@{moment}"


class Literal(NamedTuple):
    """A fluent or its denial."""

    fluent: Fluent
    positive: bool = True
