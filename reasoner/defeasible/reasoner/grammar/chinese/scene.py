"""A dialogue with a question: its clauses, where the event is told, its people and its topic."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from defeasible.reasoner.grammar.chinese.clauses import Clause, is_negated, split_clauses
from defeasible.reasoner.grammar.chinese.deixis import LETTER, Cast, person
from defeasible.reasoner.grammar.chinese.events import Located, Rarity, locate
from defeasible.reasoner.grammar.chinese.lexicon import finder
from defeasible.reasoner.grammar.chinese.turns import others, split_turns

Subjects = Literal["auto", "speakers", "xy"]
"""How people are written in answers: as in the event; by the speakers' names; or as x, the doer of the
event, and y, the other person."""

_JOINTS = re.compile(r"\s+|觉得|喜欢|感觉|认为|想|打算|准备|关注|支持|希望|[的很]")
_SOFT_LETTERS = re.compile(r"[xy]")
SURE, LEAST, MOST_TELLERS = 8, 0.1, 4
"""Exponent of the likeness in the share of a clause that may tell the event; its least fraction of the
greatest share; and the most clauses with a share."""
LONGEST_TOPIC = 8
"""Most characters of the topic of an event."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that the rules use to score a clause as the cause or consequence of an event."""

    event: str
    clauses: tuple[Clause, ...]
    turns: dict[int, tuple[Clause, ...]]
    """The clauses of each turn that has any."""
    rarity: Rarity
    located: Located
    tellers: tuple[tuple[Clause, float], ...]
    """The clauses that may tell the event, with the share of each: likenesses to the power of `SURE`."""
    turn_likeness: dict[int, float]
    """Fraction of the event that each turn contains: 0 to 1."""
    """The clause that tells the event; if none does, the first one, with no likeness."""
    cast: Cast
    one: bool
    """Whether the event names at most one person, as x; then x is the person that an answer is about."""
    topic: str
    """The longest part of the event that the dialogue says twice: usually a name. Empty if none."""
    head: str
    """The longest prefix of the event that the dialogue says twice, usually its subject; empty if none."""
    subject: str
    """The letter that the event begins with; empty if none."""
    attitude: bool
    """Whether the event tells what somebody likes, thinks or wants."""
    feeling: bool
    """Whether the event names a feeling."""
    denied: bool
    """Whether the event is negated."""

    def cast_of(self, stretch: Sequence[Clause]) -> Cast:
        """Return what people are called in an answer: x is whom it is about, like the x of the event.

        `我` is the speaker, `你` the hearer. If it has both, x is who tells the event.
        """
        text = "".join(clause.text for clause in stretch)
        speaker = stretch[0].speaker
        hearer = self.cast.hearer[speaker]
        if not self.one or ("我" in text and "你" in text):
            return self.cast
        x = hearer if "你" in text else speaker
        return Cast({name: "x" if name == x else "y" for name in self.cast.names}, self.cast.hearer)


def set_scene(turns: Sequence[str], event: str, subjects: Subjects = "auto") -> Scene | None:
    """Read the turns in view of an event.

    Returns:
        None if no turn has a clause.
    """
    said = split_turns(turns)
    clauses = split_clauses(said)
    if not clauses:
        return None
    hearer = others(said)
    letters = LETTER.findall(event)
    soft = subjects == "xy" or (subjects == "auto" and _SOFT_LETTERS.search("".join(letters)) is not None)
    rarity = Rarity.among(clauses)
    doer = letters[0] if letters and letters[0] in hearer and not soft else ""
    found = locate(clauses, event, rarity, doer)
    located = found or Located(clauses[0], 0.0, (0.0,) * len(clauses), 0.0)
    by_turn: dict[int, list[Clause]] = {}
    for clause in clauses:
        by_turn.setdefault(clause.turn, []).append(clause)
    begins = LETTER.match(event)
    return Scene(
        event,
        clauses,
        {turn: tuple(members) for turn, members in by_turn.items()},
        rarity,
        located,
        _tellers(located, clauses),
        {turn: rarity.cover(event, "，".join(c.text for c in members)) for turn, members in by_turn.items()},
        _cast(located.clause, hearer, soft=soft, named=bool(letters)),
        soft and len(set(letters)) < 2,
        _topic(event, clauses),
        _head(event, clauses),
        begins.group(1) if begins else "",
        finder(("shape", "attitude")).search(event) is not None,
        finder(("emotion", "good"), ("emotion", "bad")).search(event) is not None,
        is_negated(event),
    )


def _cast(told: Clause, hearer: dict[str, str], *, soft: bool, named: bool) -> Cast:
    """Return what the speakers are called; x is the doer: who tells the event, or is told `you did`."""
    if not soft:
        return Cast({name: name for name in hearer}, hearer)
    x = told.speaker
    if named and person(told) == "second":
        x = hearer.get(x, x)
    return Cast({name: "x" if name == x else "y" for name in hearer}, hearer)


def _tellers(located: Located, clauses: Sequence[Clause]) -> tuple[tuple[Clause, float], ...]:
    best = located.best or 1.0
    shares = [(like / best) ** SURE for like in located.likenesses]
    shares[located.clause.number] = 1.0
    first = sorted(range(len(shares)), key=lambda n: -shares[n])[:MOST_TELLERS]
    likely = [n for n in first if shares[n] >= LEAST]
    whole = sum(shares[n] for n in likely)
    return tuple((clauses[n], shares[n] / whole) for n in likely)


def _topic(event: str, clauses: Sequence[Clause]) -> str:
    texts = [clause.text for clause in clauses]
    best = ""
    for part in _JOINTS.split(LETTER.sub(" ", event)):
        for length in range(min(len(part), LONGEST_TOPIC), max(len(best), 1), -1):
            pieces = (part[i : i + length] for i in range(len(part) - length + 1))
            found = next((piece for piece in pieces if sum(piece in text for text in texts) > 1), "")
            if found:
                best = found
                break
    return best


def _head(event: str, clauses: Sequence[Clause]) -> str:
    found = ""
    for length in range(2, min(len(event), LONGEST_TOPIC) + 1):
        if LETTER.search(event[:length]) or sum(event[:length] in clause.text for clause in clauses) < 2:
            break
        found = event[:length]
    return found
