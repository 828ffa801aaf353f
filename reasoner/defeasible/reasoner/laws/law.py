"""`Law`: what one kind of event, or one state, implies."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeGuard

from defeasible.reasoner.forms import Mood

Claimed: TypeAlias = Literal["before", "after", "usually_before", "usually_after", "then", "usually_then"]
"""The parts of a law that make a claim."""
Part: TypeAlias = Claimed | Literal["may_after", "may_end"]
"""Role of a term: what holds just before or after an event, may hold after it, or follows from a state."""
PARTS: tuple[Part, ...] = (
    "before", "after", "usually_before", "usually_after", "may_after", "may_end", "then", "usually_then"
)  # fmt: skip
MAY: frozenset[Part] = frozenset({"may_after", "may_end"})
"""The parts that claim nothing: a state may differ after, or may only have changed to what the term says."""
AFTER: frozenset[Part] = MAY | {"after", "usually_after"}
"""The parts about what holds after an event."""
EVERYONE = "*"
"""As a verb: any verb. As a participant: every participant that the law does not name."""
UNNAMED = frozenset({"someone", "something"})
"""In a law's `where`: keys that restrict `*` as the first participant and as the second."""
NOBODY = "none"
"""In a law's `where`: the role may be empty."""
BRIDGED = "bridged"
"""In a law: the one participant that its nouns fit, though the event does not name it: the jar, if a lid is
screwed on. If several fit, or none, the law does not apply."""
ACTED = "acted"
"""In a law's `where`: who is the agent of an earlier event of the story; `~acted` is who comes new."""

_TERM = re.compile(r"(~?)([a-z_]+)\(([a-z_]+|\*)(?:, ?([a-z_]+|\*))?\)(?:=([^=]+))?")


def claims(part: Part) -> TypeGuard[Claimed]:
    """Return whether a part claims that something holds, not only that it may."""
    return part not in MAY


@dataclass(frozen=True, slots=True)
class Term:
    """A state with roles or variables as participants: `~has(agent, theme)`, `is(x)=broken`."""

    attribute: str
    subject: str
    """A role of the event, a variable of a state law, or `*` for every one that the law does not name."""
    other: str = ""
    """The same for the second participant."""
    value: str = ""
    """Words, with `{verb}` or `{role}` for words of the event: `to {verb}`."""
    positive: bool = True

    @property
    def everyone(self) -> bool:
        """Whether it applies to every participant that the law does not name."""
        return EVERYONE in (self.subject, self.other)

    def __str__(self) -> str:
        who = f"{self.subject}, {self.other}" if self.other else self.subject
        value = f"={self.value}" if self.value else ""
        return f"{'' if self.positive else '~'}{self.attribute}({who}){value}"

    @staticmethod
    def read(text: str) -> Term | None:
        """Read a term as written in a file; return None if it is malformed."""
        found = _TERM.fullmatch(text)
        if found is None:
            return None
        sign, attribute, subject, other, value = found.groups(default="")
        return Term(attribute, subject, other, value, not sign)


@dataclass(frozen=True, slots=True)
class Law:
    """What an event needs and causes, or what a state implies; hard, or usual with a weight."""

    id: str
    reason: str
    """Why, in one phrase that a reader can judge."""
    verbs: frozenset[str] = frozenset()
    """Lemmas, with particle (`turn_off`), of its events; `*` for any, but for those led by `~`; empty for a
    law about states."""
    states: tuple[Term, ...] = ()
    """For a law about states: the states that must all hold."""
    parts: tuple[tuple[Part, Term], ...] = ()
    weight: float = 1.0
    """Log-odds in nats of what is only usual."""
    moods: frozenset[Mood] = frozenset({Mood.ACTUAL, Mood.PRIOR})
    """The required mood of the event."""
    negated: bool = False
    """Whether it applies to events that do *not* happen."""
    takes: int = 0
    """The hours that must go by in an event: in `came back an hour later`, one."""
    where: tuple[tuple[str, frozenset[str]], ...] = ()
    """Pairs of a role or variable and its possible fillers: kinds, head nouns, `none` for nobody, `any`
    for whatever, and `~noun` for what cannot fill it."""

    def about(self, verb: str) -> bool:
        """Return whether it applies to events of a verb."""
        return verb in self.verbs or (EVERYONE in self.verbs and f"~{verb}" not in self.verbs)
