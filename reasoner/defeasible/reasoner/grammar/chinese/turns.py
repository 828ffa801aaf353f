"""Turns of a dialogue: who speaks, and where the words begin after the speaker's name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from defeasible.reasoner.text import Source

# A name of up to eight characters and a colon; a time such as 8:30 is not a name.
_LABEL = re.compile(r"\s*([^\W\d_][^\s:：，。,.！？!?]{0,7})\s*[:：]\s*")
SPEAKERS = ("A", "B")
"""The speakers of turns without names."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn, with the place of its words in its source."""

    number: int
    """Position in the dialogue, from 0."""
    source: str
    """Id of the source that holds it: `t1` for the first."""
    speaker: str
    text: str
    """The whole turn as given."""
    start: int
    """Where the words begin, after the speaker's name."""


def split_turns(turns: Sequence[str]) -> tuple[Turn, ...]:
    """Return the turns with their speakers: the name in front, otherwise the one who did not speak before.

    A label counts as a name if turns have at most two different labels; otherwise only `A` and `B` count.
    """
    labels = [_LABEL.match(turn) for turn in turns]
    if len({label.group(1) for label in labels if label is not None}) > len(SPEAKERS):
        labels = [label if label and label.group(1) in SPEAKERS else None for label in labels]
    pair = list(dict.fromkeys(label.group(1) for label in labels if label is not None))
    pair += [name for name in SPEAKERS if name not in pair]
    found: list[Turn] = []
    for i, (text, label) in enumerate(zip(turns, labels, strict=True)):
        if label is not None:
            found.append(Turn(i, f"t{i + 1}", label.group(1), text, label.end()))
        else:
            after = bool(found) and found[-1].speaker == pair[0]
            found.append(Turn(i, f"t{i + 1}", pair[1] if after else pair[0], text, 0))
    return tuple(found)


def sources_of(turns: Sequence[str]) -> tuple[Source, ...]:
    """Return the turns as the sources of a form: `t1`, `t2`, ..."""
    return tuple(Source(f"t{i + 1}", text) for i, text in enumerate(turns))


def others(turns: Sequence[Turn]) -> dict[str, str]:
    """Map each speaker to the hearer; in a monologue, to the one who would answer."""
    names = list(dict.fromkeys(turn.speaker for turn in turns))
    if len(names) == 1:
        names.append(next(name for name in SPEAKERS[::-1] if name != names[0]))
    return {name: names[1 - i] for i, name in enumerate(names[:2])}
