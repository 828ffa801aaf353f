"""More than two systems: a test of all together, and p-values corrected for multiple comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from defeasible.reasoner.errors import UsageError


@dataclass(frozen=True, slots=True)
class CochranQ:
    """Whether several systems have the same accuracy on the same items."""

    statistic: float
    freedom: int
    """Degrees of freedom: systems minus one."""
    p: float


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return Holm's adjusted p-values, in the order given.

    Rejecting hypotheses whose adjusted value is at most alpha keeps the probability of any false rejection at
    or below alpha, however the tests depend on each other.

    Raises:
        UsageError: If a value is not in [0, 1].

    References:
        S. Holm (1979), A simple sequentially rejective multiple test procedure.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    for p in p_values:
        if not 0 <= p <= 1:
            raise UsageError(f"a p-value must be between 0 and 1, got {p!r}")
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda place: p_values[place])):
        largest = max(largest, (len(p_values) - rank) * p_values[place])
        adjusted[place] = min(1.0, largest)
    return tuple(adjusted)


def cochran_q(right: Sequence[Sequence[bool]]) -> CochranQ:
    """Test whether systems have the same accuracy, treating items as independent.

    Args:
        right: For each system, whether it has each item right, for the same items in the same order.

    Raises:
        UsageError: If there are fewer than two systems, or they differ in length.

    References:
        W. G. Cochran (1950), The comparison of percentages in matched samples.
    """
    lengths = {len(row) for row in right}
    if len(right) < 2 or len(lengths) != 1:
        raise UsageError("Cochran's Q needs two or more systems on the same items")
    table = np.asarray(right, dtype=np.float64)
    systems, by_system, by_item = len(right), table.sum(axis=1), table.sum(axis=0)
    scale = systems * by_item.sum() - (by_item**2).sum()
    if scale == 0:  # no item distinguishes any two systems
        return CochranQ(0.0, systems - 1, 1.0)
    from scipy.stats import chi2  # noqa: PLC0415 - SciPy takes half a second to import

    statistic = (systems - 1) * (systems * (by_system**2).sum() - by_system.sum() ** 2) / scale
    return CochranQ(float(statistic), systems - 1, float(chi2.sf(statistic, systems - 1)))
