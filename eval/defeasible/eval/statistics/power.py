"""Power: the difference that a run can detect, and the number of items that a difference needs."""

from __future__ import annotations

import math
from statistics import NormalDist

from defeasible.reasoner.errors import UsageError, require_at_least

ALPHA, POWER = 0.05, 0.8
"""Conventional two-sided significance level and power."""


def difference_variance(accuracy_a: float, accuracy_b: float, discordant: float) -> float:
    """Return the variance of one item's difference between two systems with right-or-wrong answers.

    Args:
        accuracy_a: Share of items that the first system has right.
        accuracy_b: Share of items that the second system has right.
        discordant: Share of items that exactly one of them has right, at least `|b - a|`.

    Raises:
        UsageError: If a share is not in [0, 1], or the shares contradict each other.

    References:
        R. J. Connor (1987), Sample size for testing differences in proportions for the paired-sample design,
        equation 2.
    """
    for name, share in (("accuracy_a", accuracy_a), ("accuracy_b", accuracy_b), ("discordant", discordant)):
        if not 0 <= share <= 1:
            raise UsageError(f"{name} must be between 0 and 1, got {share!r}")
    difference, together = accuracy_b - accuracy_a, accuracy_a + accuracy_b
    most = min(together, 2 - together)
    if not abs(difference) - 1e-12 <= discordant <= most + 1e-12:
        raise UsageError(
            f"discordant must be between {abs(difference):g} and {most:g} for accuracies {accuracy_a:g} "
            f"and {accuracy_b:g}, got {discordant:g}"
        )
    return max(0.0, discordant - difference**2)


def detectable_difference(
    n: int, variance: float, *, design_effect: float = 1.0, alpha: float = ALPHA, power: float = POWER
) -> float:
    """Return the smallest true difference that a paired comparison of `n` items detects with this power.

    Args:
        n: Number of items, at least 1.
        variance: Variance of one item's difference, as from `difference_variance`.
        design_effect: Variance of clustered over that of independent items.
        alpha: Two-sided significance level.
        power: Probability of detecting the difference.

    Raises:
        UsageError: If a number is outside its range.

    References:
        J. L. Fleiss, B. Levin and M. C. Paik (2003), Statistical methods for rates and proportions, chapter
        4: normal approximation.
    """
    _check(variance, design_effect, alpha, power)
    require_at_least(1, n=n)
    return _quantiles(alpha, power) * math.sqrt(variance * design_effect / n)


def items_needed(
    difference: float,
    variance: float,
    *,
    design_effect: float = 1.0,
    alpha: float = ALPHA,
    power: float = POWER,
) -> int:
    """Return the number of items a paired comparison needs to detect a difference.

    This is the inverse of `detectable_difference`.

    Raises:
        UsageError: If a number is outside its range.
    """
    _check(variance, design_effect, alpha, power)
    if not (difference > 0 and math.isfinite(difference)):
        raise UsageError(f"difference must be a positive number, got {difference!r}")
    return max(1, math.ceil(_quantiles(alpha, power) ** 2 * variance * design_effect / difference**2))


def _quantiles(alpha: float, power: float) -> float:
    normal = NormalDist()
    return normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(power)


def _check(variance: float, design_effect: float, alpha: float, power: float) -> None:
    if not (variance >= 0 and math.isfinite(variance)):
        raise UsageError(f"variance must be finite and at least 0, got {variance!r}")
    if not (design_effect > 0 and math.isfinite(design_effect)):
        raise UsageError(f"design_effect must be a positive number, got {design_effect!r}")
    for name, share in (("alpha", alpha), ("power", power)):
        if not 0 < share < 1:
            raise UsageError(f"{name} must be between 0 and 1, got {share!r}")
