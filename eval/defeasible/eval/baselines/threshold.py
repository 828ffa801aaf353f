"""`Threshold`: how well a single surface feature, such as a length, predicts the answer."""

from __future__ import annotations

import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from defeasible.eval.cases import Case

FOLDS = 5


@dataclass(frozen=True, slots=True)
class Threshold:
    """The policy that answers by comparing a number with a threshold.

    Threshold and direction maximize balanced accuracy on other clusters: an item is never answered by a
    threshold that its own cluster helped to choose. If the other clusters contain only one class, that class
    is the answer.
    """

    feature: Callable[[Case[Any]], float]
    """The number, computed from what the case shows, without its gold answer."""
    first: Callable[[Case[Any]], str]
    """The answer of the first class; an item belongs to it if this is its gold answer."""
    second: Callable[[Case[Any]], str]
    """The answer of the second class."""
    folds: int = FOLDS

    def __call__(self, cases: Sequence[Case[Any]]) -> list[str]:
        """Answer each case by the threshold of the other folds."""
        values = [self.feature(case) for case in cases]
        classes = [case.gold == self.first(case) for case in cases]
        folds = [_fold(case.cluster, self.folds) for case in cases]
        rules: dict[int, tuple[float, bool]] = {}
        for fold in set(folds):
            others = [i for i, other in enumerate(folds) if other != fold]
            rules[fold] = best_threshold([values[i] for i in others], [classes[i] for i in others])
        answers = []
        for case, value, fold in zip(cases, values, folds, strict=True):
            threshold, above = rules[fold]
            answers.append((self.first if (value > threshold) == above else self.second)(case))
        return answers

    def auc(self, cases: Sequence[Case[Any]]) -> float | None:
        """Return how well the number separates the classes, without a fit; see `auc`."""
        return auc([self.feature(case) for case in cases], [case.gold == self.first(case) for case in cases])


def auc(values: Sequence[float], positive: Sequence[bool]) -> float | None:
    """Return the area under the ROC curve: how often a positive item has the larger value; ties count half.

    None if either class is empty.

    References:
        J. A. Hanley, B. J. McNeil (1982), The meaning and use of the area under a ROC curve.

    >>> auc([1, 2, 2, 3], [False, False, True, True])
    0.875
    """
    others = sorted(value for value, is_positive in zip(values, positive, strict=True) if not is_positive)
    ours = [value for value, is_positive in zip(values, positive, strict=True) if is_positive]
    if not others or not ours:
        return None
    below = sum(bisect_left(others, value) + bisect_right(others, value) for value in ours)
    return below / 2 / len(ours) / len(others)


def best_threshold(values: Sequence[float], positive: Sequence[bool]) -> tuple[float, bool]:
    """Return the threshold with the highest balanced accuracy, and whether positive items are above it.

    Thresholds are midpoints between neighbouring values. Among equals the lowest threshold wins, and above
    wins over below. If one class is missing, all items count as the other class; without items, as negative.

    >>> best_threshold([1, 2, 3, 4], [False, False, True, True])
    (2.5, True)
    >>> best_threshold([1, 2], [False, True][:1] * 2)
    (inf, True)
    """
    items = sorted(zip(values, positive, strict=True))
    total, yes = len(items), sum(is_positive for _, is_positive in items)
    if yes in (0, total):
        return (float("inf"), True) if not yes else (float("-inf"), True)
    best = (0.0, float("inf"), True)
    yes_below = 0
    for i, (value, is_positive) in enumerate(items[:-1]):
        yes_below += is_positive
        after = items[i + 1][0]
        if after == value:
            continue
        no_below = i + 1 - yes_below
        above = ((yes - yes_below) / yes + no_below / (total - yes)) / 2
        for balanced, direction in ((above, True), (1 - above, False)):
            if balanced > best[0] + 1e-12:
                best = (balanced, (value + after) / 2, direction)
    return best[1], best[2]


def _fold(cluster: str, folds: int) -> int:
    return int.from_bytes(hashlib.sha256(cluster.encode()).digest()[:8], "big") % folds
