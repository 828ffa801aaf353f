"""Agreement of repeated answers to the same items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from defeasible.reasoner.errors import UsageError


def krippendorff_alpha(answers: Sequence[Sequence[Hashable | None]]) -> float:
    """Return Krippendorff's alpha of nominal answers: 1 for perfect agreement, 0 for chance.

    Args:
        answers: For each repeat (or rater), its answer to each item; None if there is none.

    Returns:
        Alpha; 1.0 if all answers are identical.

    Raises:
        UsageError: If there are fewer than two repeats, their lengths differ, or no item has two answers.

    References:
        K. Krippendorff (2011), Computing Krippendorff's alpha-reliability, section C (any number of
        observers, nominal data, missing values).
    """
    if len(answers) < 2 or len({len(row) for row in answers}) != 1:
        raise UsageError("agreement needs two or more repeats of the same items")
    totals: Counter[Hashable] = Counter()
    agreeing = 0.0
    for item in zip(*answers, strict=True):
        given = Counter(answer for answer in item if answer is not None)
        raters = given.total()
        if raters > 1:
            totals += given
            agreeing += sum(count * (count - 1) for count in given.values()) / (raters - 1)
    n = totals.total()
    if n == 0:
        raise UsageError("no item has two answers, so there is no agreement to measure")
    by_chance = sum(count * (count - 1) for count in totals.values()) / (n - 1)
    return 1.0 if by_chance == n else 1 - (n - agreeing) / (n - by_chance)
