"""Group readings of one text by logical equivalence, so that several parses can vote."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from defeasible.reasoner.equivalence.decide import equivalent
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.forms import Form


class Cluster(NamedTuple):
    """Equivalent readings."""

    members: tuple[int, ...]
    """Positions among the readings, in order; the first represents all."""
    share: float
    """Share of all readings that are in it, in (0, 1]; a measure of agreement."""


def cluster(readings: Sequence[Form], *, timeout: float = 10.0) -> tuple[Cluster, ...]:
    """Group readings by logical equivalence.

    Each reading is compared with the first of every group. If a comparison runs out of time, the readings
    count as different, so a time limit can split groups but never merges different readings.

    Args:
        readings: Forms of one family, at least one.
        timeout: Seconds for each solver check.

    Returns:
        The groups, largest first; equally large ones in the order of their first readings.

    Raises:
        UsageError: If there is no reading, or they are of different families or ask different questions.
    """
    if not readings:
        raise UsageError("no readings to compare")
    groups: list[list[int]] = []
    for position, reading in enumerate(readings):
        for group in groups:
            if equivalent(readings[group[0]], reading, timeout=timeout).verdict is Verdict.ENTAILED:
                group.append(position)
                break
        else:
            groups.append([position])
    ranked = sorted(groups, key=lambda group: -len(group))
    return tuple(Cluster(tuple(group), len(group) / len(readings)) for group in ranked)
