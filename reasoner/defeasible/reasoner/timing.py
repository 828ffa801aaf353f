"""Time limits: seconds for a call, or the deadline of the call that it is part of."""

from __future__ import annotations

from defeasible.reasoner.sat.deadline import Deadline

A_MOMENT = 0.001
"""Least time, in seconds, for a search, so that the search itself reports a timeout."""


def until(timeout: float | Deadline) -> Deadline:
    """Return the deadline of a call.

    Args:
        timeout: Seconds from now, or a deadline, which is returned unchanged.

    Raises:
        UsageError: If the seconds are not positive.
    """
    return timeout if isinstance(timeout, Deadline) else Deadline(timeout)


def seconds(deadline: Deadline) -> float:
    """Return the seconds until a deadline, at least `A_MOMENT`."""
    return max(deadline.left, A_MOMENT)
