"""`Law`: what one kind of event, or one state, brings with it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeGuard

from defeasible.reasoner.forms import Mood

Claimed: TypeAlias = Literal["before", "after", "usually_before", "usually_after", "then", "usually_then"]
"""The parts of a law that claim something."""
Part: TypeAlias = Claimed | Literal["may_after", "may_end"]
"""What a term says: what holds just before or after an event, may hold after it, or follows from a state."""
PARTS: tuple[Part, ...] = (
    "before", "after", "usually_before", "usually_after", "may_after", "may_end", "then", "usually_then"
)  # fmt: skip
MAY: frozenset[Part] = frozenset({"may_after", "may_end"})
"""The parts that claim nothing: a state may be otherwise after, or may only have come to what it says."""
AFTER: frozenset[Part] = MAY | {"after", "usually_after"}
"""The parts about what is so after an event."""
EVERYONE = "*"
"""In place of a verb: any verb. In place of a participant: every one that the law does not name."""
UNNAMED = frozenset({"someone", "something"})
"""In a law's `where`: what may stand in the place of `*`, as the first participant and as the second."""

_TERM = re.compile(r"(~?)([a-z_]+)\(([a-z_]+|\*)(?:, ?([a-z_]+|\*))?\)(?:=([^=]+))?")


def claims(part: Part) -> TypeGuard[Claimed]:
    """Tell whether a part says that something is so, and not only that it may be."""
    return part not in MAY


@dataclass(frozen=True, slots=True)
class Term:
    """A state with roles or variables in the place of participants: `~has(agent, theme)`, `is(x)=broken`."""

    attribute: str
    subject: str
    """A role of the event, a variable of a state law, or `*` for every one that the law does not name."""
    other: str = ""
    """The same for the second participant; `*` for every one that the law does not name."""
    value: str = ""
    """Words, with `{verb}` or `{role}` where they come from the event: `to {verb}`."""
    positive: bool = True

    @property
    def everyone(self) -> bool:
        """Whether it speaks of every participant that the law does not name."""
        return EVERYONE in (self.subject, self.other)

    def __str__(self) -> str:
        who = f"{self.subject}, {self.other}" if self.other else self.subject
        value = f"={self.value}" if self.value else ""
        return f"{'' if self.positive else '~'}{self.attribute}({who}){value}"

    @staticmethod
    def read(text: str) -> Term | None:
        """Read a term as it is written in a file; None if it is none."""
        found = _TERM.fullmatch(text)
        if found is None:
            return None
        sign, attribute, subject, other, value = found.groups(default="")
        return Term(attribute, subject, other, value, not sign)


@dataclass(frozen=True, slots=True)
class Law:
    """What an event needs and does, or what a state implies; hard, or usual with a weight."""

    id: str
    reason: str
    """Why, in one phrase that a reader can judge."""
    verbs: frozenset[str] = frozenset()
    """Lemmas, with particle (`turn_off`), of the events it is about; empty for a law about states."""
    states: tuple[Term, ...] = ()
    """For a law about states: those that must all hold."""
    parts: tuple[tuple[Part, Term], ...] = ()
    weight: float = 1.0
    """Of what is only usual: log-odds in nats."""
    moods: frozenset[Mood] = frozenset({Mood.ACTUAL, Mood.PRIOR})
    """How the event must be told."""
    negated: bool = False
    """Whether it is about events that do *not* happen."""
    where: tuple[tuple[str, frozenset[str]], ...] = ()
    """Pairs of a role or variable and what may fill it: kinds and head nouns."""

    def about(self, verb: str) -> bool:
        """Tell whether it is about events of a verb."""
        return verb in self.verbs or EVERYONE in self.verbs
