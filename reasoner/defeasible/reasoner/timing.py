"""Times that callers give: seconds for a call, or the deadline of the call that it is part of."""

from __future__ import annotations

from defeasible.reasoner.sat.deadline import Deadline

A_MOMENT = 0.001
"""The least time, in seconds, that a search is given, so that it says itself that it ran out."""


def until(timeout: float | Deadline) -> Deadline:
    """Return the deadline of a call.

    Args:
        timeout: Seconds from now on, or a deadline, which stays as it is.

    Raises:
        UsageError: If the seconds are not positive.
    """
    return timeout if isinstance(timeout, Deadline) else Deadline(timeout)


def seconds(deadline: Deadline) -> float:
    """Return the seconds that are left until a deadline; a moment at least."""
    return max(deadline.left, A_MOMENT)
