"""`History`: the changes of a base, read from its file on demand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from defeasible.reasoner.base.report import Event
from defeasible.reasoner.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Past(Record):
    """The changes of a base, as stored."""

    history: tuple[Event, ...] = ()
    undone: tuple[Event, ...] = ()
    """The undone changes, in the order in which they were undone."""


class History:
    """The changes of a base.

    Args:
        read: Reads the changes of a stored base, when they are first needed.
    """

    def __init__(self, read: Callable[[], Past] = Past) -> None:
        self._read: Callable[[], Past] | None = read
        self._events: list[Event] = []
        self._undone: list[Event] = []

    @property
    def events(self) -> list[Event]:
        """The changes in force, in order."""
        self._known()
        return self._events

    @property
    def undone(self) -> list[Event]:
        """The undone changes, in the order in which they were undone."""
        self._known()
        return self._undone

    def add(self, event: Event) -> None:
        """Add a change, without reading the stored ones."""
        self._events.append(event)

    def past(self) -> Past:
        """Return all changes, as they are stored."""
        return Past(tuple(self.events), tuple(self.undone))

    def _known(self) -> None:
        if self._read is not None:
            past = self._read()
            self._read = None
            self._events[:0], self._undone = past.history, list(past.undone)
