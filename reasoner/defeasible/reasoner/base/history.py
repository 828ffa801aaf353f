"""`History`: the changes of a base, read from its file when somebody looks back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from defeasible.reasoner.base.report import Event
from defeasible.reasoner.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Past(Record):
    """The changes of a base, as they are written."""

    history: tuple[Event, ...] = ()
    undone: tuple[Event, ...] = ()
    """The changes that were taken back, in the order in which that was done."""


class History:
    """The changes of a base.

    Args:
        read: Reads those of a stored base, when they are first needed.
    """

    def __init__(self, read: Callable[[], Past] = Past) -> None:
        self._read: Callable[[], Past] | None = read
        self._events: list[Event] = []
        self._undone: list[Event] = []

    @property
    def events(self) -> list[Event]:
        """The changes that stand, in order."""
        self._known()
        return self._events

    @property
    def undone(self) -> list[Event]:
        """The changes that were taken back, in the order in which that was done."""
        self._known()
        return self._undone

    def add(self, event: Event) -> None:
        """Note a change; those that are stored need not be read for it."""
        self._events.append(event)

    def past(self) -> Past:
        """Return all changes as they are written."""
        return Past(tuple(self.events), tuple(self.undone))

    def _known(self) -> None:
        if self._read is not None:
            past = self._read()
            self._read = None
            self._events[:0], self._undone = past.history, list(past.undone)
