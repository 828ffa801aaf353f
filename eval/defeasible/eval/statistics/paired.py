"""Two systems on the same items: the difference, its cluster-robust interval, and its p-value."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from defeasible.reasoner.errors import UsageError

Method: TypeAlias = Literal["exact McNemar", "exact permutation of clusters", "permutation of clusters"]
Floats: TypeAlias = NDArray[np.float64]

EXACT_CLUSTERS = 16
"""Most clusters with a difference for which all 2^n sign patterns are enumerated."""
PERMUTATIONS = 20_000
"""Number of sign patterns sampled if there are more; the smallest p-value is then 1 / 20,001."""
SEED = 0
"""Seed of the sampled patterns, so that equal scores give equal p-values."""
_BLOCK = 1_000
_ROUNDING = 1e-12
"""Sums that differ by less count as equal: a permutation ties with the observed value."""


@dataclass(frozen=True, slots=True)
class Paired:
    """System B minus system A on the same items."""

    n: int
    """Number of items."""
    clusters: int
    a: float
    """The metric of A: the plain mean of its strata's means."""
    b: float
    difference: float
    """`b - a`."""
    error: float
    """Cluster-robust standard error of the difference."""
    low: float
    """Lower end of the interval of the difference: Student t with `clusters - 1` degrees of freedom."""
    high: float
    level: float
    """Confidence level of the interval, 0.95 by default."""
    design_effect: float
    """Cluster-robust variance over that of independent items; 1 if either is 0."""
    p: float
    """Two-sided p-value of no difference, by `method`."""
    method: Method
    only_a: int
    """Number of items with a higher score for A."""
    only_b: int
    """Number of items with a higher score for B."""
    mcnemar: float | None
    """Exact McNemar p-value if scores are 0 or 1; it treats items as independent."""

    def equivalence(self, margin: float) -> float:
        """Return the p-value of "the systems differ by `margin` or more", by two one-sided tests.

        A small value means that the difference is within the margin. If all scores are equal, it is the
        probability of that in as many clusters if each differed with probability `margin`. If scores differ
        but the error is 0, the p-value is 1.

        Args:
            margin: Largest irrelevant difference, in the metric's unit; positive.

        Raises:
            UsageError: If the margin is not a positive number.

        References:
            D. J. Schuirmann (1987), A comparison of the two one-sided tests procedure and the power approach.
        """
        if not (margin > 0 and math.isfinite(margin)):
            raise UsageError(f"margin must be a positive number, got {margin!r}")
        if self.only_a == self.only_b == 0:
            return float((1 - min(margin, 1.0)) ** self.clusters)
        if self.error == 0:
            return 1.0
        from scipy.stats import t  # noqa: PLC0415 - SciPy takes half a second to import

        freedom = self.clusters - 1
        above = t.sf((self.difference + margin) / self.error, freedom)
        below = t.cdf((self.difference - margin) / self.error, freedom)
        return float(max(above, below))


def compare_paired(
    a: Sequence[float],
    b: Sequence[float],
    *,
    clusters: Sequence[Hashable] | None = None,
    strata: Sequence[Hashable] | None = None,
    level: float = 0.95,
) -> Paired:
    """Compare the scores of two systems on the same items.

    The metric is the mean of the scores or, with strata, the plain mean of the strata's means: BREU has the
    strata *update* and *maintain*. The p-value comes from exchanging A and B in whole clusters: all patterns
    if there are few, a sample if there are many. The statistic is the studentized difference, so that for
    many clusters the test is also valid if A and B differ but their metrics do not. For scores of 0 or 1
    without clusters and strata it equals exact McNemar, and is computed that way.

    Args:
        a: Scores of the first system, one per item.
        b: Scores of the second system, in the same order.
        clusters: The cluster of each item; by default each item is its own cluster.
        strata: The stratum of each item; by default there is one.
        level: Confidence level of the interval.

    Raises:
        UsageError: If the lengths differ, there are no items, a score is not finite, or the level is not
            between 0 and 1.

    References:
        A. C. Cameron and D. L. Miller (2015), A practitioner's guide to cluster-robust inference, sections II
        and VI; A. Janssen (1997), Studentized permutation tests for non-i.i.d. hypotheses and the generalized
        Behrens-Fisher problem.
    """
    first, second = _scores(a, "a"), _scores(b, "b")
    n = first.size
    groups = np.arange(n) if clusters is None else _codes(clusters, n, "clusters")
    layers = np.zeros(n, dtype=np.intp) if strata is None else _codes(strata, n, "strata")
    if first.size != second.size:
        raise UsageError(f"A has {first.size} scores and B has {second.size}: they must be of the same items")
    if n == 0:
        raise UsageError("no items to compare")
    if not 0 < level < 1:
        raise UsageError(f"level must be between 0 and 1, got {level!r}")
    sizes = np.bincount(layers)
    weights = 1.0 / (sizes.size * sizes[layers])
    change = second - first
    difference = float(weights @ change)
    table = _Table.of(change, groups, layers)
    error, alone = table.error(), _Table.of(change, np.arange(n), layers).error()
    count = int(groups.max()) + 1
    reach = _critical(level, count - 1) * error if count > 1 else math.inf
    binary = bool(np.isin(first, (0.0, 1.0)).all() and np.isin(second, (0.0, 1.0)).all())
    only_a, only_b = int((change < 0).sum()), int((change > 0).sum())
    mcnemar = mcnemar_exact(only_a, only_b) if binary else None
    p: float
    method: Method
    if mcnemar is not None and count == n and sizes.size == 1:
        p, method = mcnemar, "exact McNemar"
    else:
        p, method = _permuted(table)
    return Paired(
        n=n,
        clusters=count,
        a=float(weights @ first),
        b=float(weights @ second),
        difference=difference,
        error=error,
        low=difference - reach,
        high=difference + reach,
        level=level,
        design_effect=(error / alone) ** 2 if alone > 0 and error > 0 else 1.0,
        p=p,
        method=method,
        only_a=only_a,
        only_b=only_b,
        mcnemar=mcnemar,
    )


def mcnemar_exact(only_a: int, only_b: int) -> float:
    """Return the exact two-sided p-value of McNemar's test.

    Args:
        only_a: Items that only the first system has right.
        only_b: Items that only the second has right.

    References:
        Q. McNemar (1947), Note on the sampling error of the difference between correlated proportions.

    >>> mcnemar_exact(2, 8)
    0.109375
    """
    discordant = only_a + only_b
    tail = sum(math.comb(discordant, k) for k in range(min(only_a, only_b) + 1))
    return min(1.0, float(Fraction(2 * tail, 2**discordant)))


def _scores(values: Sequence[float], name: str) -> Floats:
    found = np.asarray(values, dtype=np.float64)
    if not np.isfinite(found).all():
        place = int(np.flatnonzero(~np.isfinite(found))[0])
        raise UsageError(f"score {place} of `{name}` is {found[place]}, not a finite number")
    return found


def _codes(values: Sequence[Hashable], n: int, name: str) -> NDArray[np.intp]:
    """Number the distinct values from 0, in order of first appearance."""
    if len(values) != n:
        raise UsageError(f"`{name}` names {len(values)} items, but there are {n}")
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(value, len(numbers)) for value in values], dtype=np.intp)


def _critical(level: float, freedom: int) -> float:
    from scipy.stats import t  # noqa: PLC0415 - SciPy takes half a second to import

    return float(t.ppf((1 + level) / 2, freedom))


@dataclass(frozen=True, slots=True)
class _Table:
    """Differences summed by cluster and stratum, as needed for the error and the permutations."""

    sums: Floats
    """Clusters by strata."""
    counts: Floats
    """Number of items of each cluster in each stratum."""
    weights: Floats
    """Weight in the metric of one item of each stratum."""

    @staticmethod
    def of(change: Floats, groups: NDArray[np.intp], layers: NDArray[np.intp]) -> _Table:
        shape = int(groups.max()) + 1, int(layers.max()) + 1
        cells = groups * shape[1] + layers
        sums = np.bincount(cells, change, minlength=shape[0] * shape[1]).astype(np.float64).reshape(shape)
        counts = np.bincount(cells, minlength=shape[0] * shape[1]).astype(np.float64).reshape(shape)
        return _Table(sums, counts, 1 / (shape[1] * counts.sum(axis=0)))

    def error(self) -> float:
        """Return the cluster-robust standard error of the difference, with the factor G / (G - 1)."""
        return float(self.errors(np.ones((1, len(self.sums))))[0])

    def errors(self, signs: Floats) -> Floats:
        """Return the standard error under each pattern of signs (patterns by clusters)."""
        clusters = len(self.sums)
        if clusters < 2:
            return np.zeros(len(signs))
        means = signs @ self.sums / self.counts.sum(axis=0)
        influences = signs * (self.sums @ self.weights) - means @ (self.counts * self.weights).T
        variances = (influences**2).sum(axis=1)
        variances[variances < _ROUNDING] = 0.0
        return np.asarray(np.sqrt(clusters / (clusters - 1) * variances), dtype=np.float64)

    def statistics(self, signs: Floats) -> Floats:
        """Return |difference| / error under each pattern; 0 for no difference, infinite for no error."""
        differences = np.abs(signs @ (self.sums @ self.weights))
        differences[differences < _ROUNDING] = 0.0
        errors = self.errors(signs)
        infinite: Floats = np.where(differences > 0, math.inf, 0.0)
        return np.divide(differences, errors, out=infinite, where=errors > 0)


def _permuted(table: _Table) -> tuple[float, Method]:
    """Return the share of sign patterns over clusters with at least the observed studentised difference."""
    clusters = len(table.sums)
    observed = float(table.statistics(np.ones((1, clusters)))[0]) * (1 - _ROUNDING)
    moving = np.flatnonzero(np.abs(table.sums).max(axis=1) > 0)
    as_large = 0
    if moving.size <= EXACT_CLUSTERS:
        for start in range(0, 2**moving.size, _BLOCK):
            patterns = np.arange(start, min(start + _BLOCK, 2**moving.size))
            exchanged: Floats = np.ones((patterns.size, clusters))
            exchanged[:, moving] = 1.0 - 2.0 * (patterns[:, None] >> np.arange(moving.size) & 1)
            as_large += int((table.statistics(exchanged) >= observed).sum())
        return as_large / 2**moving.size, "exact permutation of clusters"
    random = np.random.default_rng(SEED)
    for _ in range(PERMUTATIONS // _BLOCK):
        signs = random.choice(np.array([-1.0, 1.0]), size=(_BLOCK, clusters))
        as_large += int((table.statistics(signs) >= observed).sum())
    return (as_large + 1) / (PERMUTATIONS + 1), "permutation of clusters"
