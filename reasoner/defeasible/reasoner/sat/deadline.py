"""`Deadline`: the time limit of a call, shared by all of its searches."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from defeasible.reasoner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable


class OutOfTimeError(Exception):
    """Raised when the deadline passes during a search; the deciders turn it into TIMEOUT."""


class Deadline:
    """The time limit of a call. One deadline bounds all searches of the call together.

    Args:
        seconds: Seconds from now.
        clock: Returns the time in seconds; by default `time.monotonic`.

    Raises:
        UsageError: If `seconds` is not positive.

    Example:
        >>> ticks = iter(range(10))
        >>> deadline = Deadline(2, clock=lambda: next(ticks))
        >>> deadline.passed, deadline.passed
        (False, True)
    """

    __slots__ = ("_at", "clock")

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        if not seconds > 0:
            raise UsageError(f"timeout must be a positive number, got {seconds!r}")
        self.clock = clock
        self._at = clock() + seconds

    @property
    def left(self) -> float:
        """Remaining seconds; zero or less when the deadline has passed."""
        return self._at - self.clock()

    @property
    def passed(self) -> bool:
        """Whether no time is left."""
        return self.left <= 0

    def extend(self, seconds: float) -> None:
        """Postpone the deadline by time that was spent elsewhere."""
        self._at += seconds

    def heed(self) -> None:
        """Stop the call if its time is over.

        Raises:
            OutOfTimeError: If the deadline has passed.
        """
        if self.passed:
            raise OutOfTimeError
