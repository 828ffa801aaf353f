"""Moments of a story: before its first happening, and after each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import Mood, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.forms import Happening, Story


def in_scope(story: Story, support: Sequence[int], *, context: bool) -> tuple[Happening, ...]:
    """Return the happenings that count: all, or only those of the supporting lines."""
    if context or not support:
        return story.happenings
    return tuple(h for h in story.happenings if h.line in set(support))


def check_lines(story: Story, support: Sequence[int]) -> tuple[int, ...]:
    """Return the supporting lines in order.

    Raises:
        UsageError: If one of them is not a line of the story.
    """
    lines = story.lines()
    if wrong := sorted(set(support) - lines):
        raise UsageError(f"there is no line {wrong[0]} to support a state", hint=f"lines: {sorted(lines)}")
    return tuple(sorted(set(support)))


class Moments:
    """The moments 0, 1, ..., one more than there are happenings, and their names."""

    def __init__(self, happenings: Sequence[Happening], support: Sequence[int]) -> None:
        self.last = len(happenings)
        self._ids = [happening.id for happening in happenings]
        self.names = ["0"]
        for place, happening in enumerate(happenings):
            same = [i for i, other in enumerate(happenings) if other.line == happening.line]
            step = f".{same.index(place) + 1}" if len(same) > 1 else ""
            self.names.append(f"{happening.line}{step}")
        supporting = [i for i, h in enumerate(happenings, 1) if h.line in set(support)]
        self.first_asked = supporting[0] - 1 if supporting else 0
        self.last_asked = supporting[-1] if supporting else self.last
        """The moments of the question: those around the supporting lines, or all."""

    def asked(self, query: Happening) -> list[int]:
        """Return the moments at one of which a state should hold: `it was shut at first`, `when Ann left`."""
        when, of = (isinstance(query, State) and query.when) or ("", "")
        if of in self._ids:
            before = self._ids.index(of)
            return {"before": [before], "at": [before, before + 1], "after": [before + 1]}[when]
        return [0 if query.mood is Mood.PRIOR else self.last_asked]
