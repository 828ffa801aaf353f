"""A vote between readings of one text, grouped by logical equivalence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from defeasible.llm.parse.judge import worth
from defeasible.llm.parse.wires import WIRES
from defeasible.reasoner.equivalence import cluster
from defeasible.reasoner.forms import Form


class Vote(NamedTuple):
    """The result of a vote."""

    winner: int
    """Position of the best reading of the largest group."""
    members: int
    """Number of readings in that group."""
    tied: int
    """Number of groups of that size, including it."""
    groups: int


def vote(readings: Sequence[Form], *, timeout: float) -> Vote:
    """Group readings by logical equivalence; choose from the largest group, the earliest of equal ones.

    Args:
        readings: At least one, all of one text.
        timeout: Seconds for each solver check.
    """
    # Readings that ask different things are never equivalent.
    kinds: dict[object, list[int]] = {}
    for position, form in enumerate(readings):
        kinds.setdefault(WIRES[form.family].asked(form), []).append(position)
    groups = [
        [positions[n] for n in found.members]
        for positions in kinds.values()
        for found in cluster([readings[n] for n in positions], timeout=timeout)
    ]
    most = max(map(len, groups))
    largest = sorted((group for group in groups if len(group) == most), key=min)
    winner = max(largest[0], key=lambda n: (worth(readings[n], consistent=True), -n))
    return Vote(winner, most, len(largest), len(groups))
