"""What the frame of a sentence can be, before any clause is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

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


@dataclass(frozen=True, slots=True)
class Recast:
    """One thing that is said, in plainer words than the text: `Liam dropped it` for `it was Liam who`."""

    text: str
    tokens: Tokens
    """The words that say it."""
    apart: bool = False
    """Whether a denial in it stays under a quantifier: it is not the denial of the same words without it."""
    likely: bool = False
    """Whether it holds only as a rule."""
    whole: bool = False
    """Whether it is a sentence whose parts are said beside it: it is left out where nobody else says it."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Things that hold together, or of which one holds."""

    kind: Literal["and", "or"]
    parts: tuple[Node, ...]
    cue: str


@dataclass(frozen=True, slots=True)
class Apart:
    """A clause and what it is made of; which of the two is read depends on what else is said."""

    plain: Plain
    parts: Node


@dataclass(frozen=True, slots=True)
class General:
    """What is said of all things of a kind; `{}` in its texts stands for one of them."""

    conditions: tuple[str, ...]
    """What makes a thing one of the kind; none where it is said of everybody."""
    then: str
    denied: bool
    """Whether it is said of none of them."""
    tokens: Tokens
    noun: str = ""
    """What the things are called; empty for persons: `everybody`."""
    excepted: str = ""
    """Of whom it is not said."""
    reverse: bool = False
    """Whether the opposite is said of whom it is not said: `nobody but Ann`."""
    likely: bool = False
    """Whether it holds as a rule: `owls hunt at night`."""


Node: TypeAlias = Apart | General | Plain | When | Both | Denied | Unclear | Broken | Choice | Recast | Joined
