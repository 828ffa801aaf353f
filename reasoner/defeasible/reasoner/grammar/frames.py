"""What the frame of a sentence can be, before any clause is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from defeasible.reasoner.grammar.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Plain:
    """Words that say one thing, as far as the frame goes."""

    tokens: Tokens


@dataclass(frozen=True, slots=True)
class When:
    """A condition and its consequence."""

    if_: Node
    then: Node
    cue: str
    tokens: Tokens
    denied_if: bool = False
    """True for `unless`: the condition counts denied."""
    otherwise: Node | None = None
    """What follows when the condition does not hold."""


@dataclass(frozen=True, slots=True)
class Both:
    """Two sides that hold together or not at all."""

    left: Node
    right: Node
    cue: str


@dataclass(frozen=True, slots=True)
class Denied:
    """A sentence that is said not to hold."""

    of: Node
    cue: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """A sentence of which it is said that one cannot tell."""

    of: Node | None
    """None where the sentence does not say of what: `It cannot be determined.`"""
    cue: str


@dataclass(frozen=True, slots=True)
class Broken:
    """A sentence whose frame does not close."""

    reason: str
    tokens: Tokens


@dataclass(frozen=True, slots=True)
class Choice:
    """Readings of one sentence, the likeliest first."""

    readings: tuple[Node, ...]


Node: TypeAlias = Plain | When | Both | Denied | Unclear | Broken | Choice
