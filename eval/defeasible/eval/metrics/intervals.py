"""95 % confidence intervals for proportions, of independent and of clustered items."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

Method: TypeAlias = Literal["wilson", "cluster-wilson", "mover"]
Z_95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % confidence interval of a proportion."""

    low: float
    high: float
    method: Method

    def to_json(self) -> dict[str, float | str]:
        """Return the interval as JSON values, rounded to six places."""
        return {"low": round(self.low, 6), "high": round(self.high, 6), "method": self.method}


def wilson(proportion: float, n: float) -> Interval:
    """Return the Wilson score interval of a proportion of `n` independent items.

    Args:
        proportion: In [0, 1].
        n: Number of items, positive; an effective sample size need not be an integer.

    References:
        E. B. Wilson (1927), Probable inference, the law of succession, and statistical inference.

    >>> interval = wilson(0.5, 100)
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.404, 0.596)
    """
    squared = Z_95 * Z_95
    centre = proportion + squared / (2 * n)
    # At the ends of the scale the two terms are equal, except for rounding.
    spread = Z_95 * math.sqrt(max(0.0, proportion * (1 - proportion) / n + squared / (4 * n * n)))
    scale = 1 + squared / n
    return Interval(max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale), "wilson")


def clustered(estimate: float, influences: Iterable[tuple[str, float]], *, graded: bool = False) -> Interval:
    """Return an interval for an estimate in [0, 1] whose items come in clusters.

    The sandwich estimate of the variance over clusters gives an effective sample size, and that a Wilson
    interval, which stays inside [0, 1] and has a positive width even if every item is right. If the items do
    not vary, each cluster counts as one item.

    Args:
        estimate: A proportion, or a mean of proportions such as BREU.
        influences: For each item its cluster and its share of `estimate - truth` (linearised): for a plain
            proportion, `(correct - estimate) / n`.
        graded: Whether items have values between 0 and 1, as F1 does. These vary less than right and wrong,
            so one item may count as more than one; otherwise the effective sample has at most `n` items.

    References:
        E. L. Korn and B. I. Graubard (1998), Confidence intervals for proportions with small expected number
        of positive counts estimated from survey data; N. Dean and M. Pagano (2015), Evaluating confidence
        interval methods for binomial proportions in clustered surveys.
    """
    given = list(influences)
    groups = len({cluster for cluster, _ in given})
    if groups < 2:
        effective = 1.0
    else:
        variance = cluster_variance(given)
        spread = estimate * (1 - estimate)
        most = math.inf if graded else len(given)
        # Rounding leaves about 1e-34 if all influences are really zero, as for an estimate of 0 or 1.
        effective = float(groups) if variance < 1e-18 else min(most, spread / variance)
    interval = wilson(estimate, effective)
    return Interval(interval.low, interval.high, "cluster-wilson")


def cluster_variance(influences: Iterable[tuple[str, float]]) -> float:
    """Return the sandwich estimate of the variance of an estimate whose items come in clusters.

    It is the sum over clusters of the squared sum of their influences, times G/(G-1) for G clusters. For the
    mean of all items this is the variance CR1 of a regression on a constant, whose second factor (N-1)/(N-K)
    is 1.

    Args:
        influences: As for `clustered`, from at least two clusters.

    Raises:
        ValueError: If there are fewer than two clusters: one cluster does not show how clusters vary.

    References:
        J. G. MacKinnon and H. White (1985), Some heteroskedasticity-consistent covariance matrix estimators
        with improved finite sample properties; A. C. Cameron and D. L. Miller (2015), A practitioner's guide
        to cluster-robust inference, equation 12.

    >>> cluster_variance([("a", 0.25), ("a", 0.25), ("b", -0.25), ("b", -0.25)])
    1.0
    """
    sums: dict[str, float] = {}
    for cluster, influence in influences:
        sums[cluster] = sums.get(cluster, 0.0) + influence
    groups = len(sums)
    if groups < 2:
        raise ValueError(f"a variance over clusters needs at least two clusters, got {groups}")
    return groups / (groups - 1) * sum(value * value for value in sums.values())


def mean_of_two(first: tuple[float, Interval], second: tuple[float, Interval]) -> Interval:
    """Return an interval for the mean of two estimates from the interval of each (MOVER).

    Args:
        first: An estimate and its interval.
        second: Another one, from other items.

    References:
        G. Y. Zou and A. Donner (2008), Construction of confidence limits about effect measures: a general
        approach (method of variance estimates recovery), equation 3 with weights of one half.
    """
    (a, of_a), (b, of_b) = first, second
    mean = (a + b) / 2
    below = math.hypot(a - of_a.low, b - of_b.low) / 2
    above = math.hypot(of_a.high - a, of_b.high - b) / 2
    return Interval(max(0.0, mean - below), min(1.0, mean + above), "mover")
