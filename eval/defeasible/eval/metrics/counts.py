"""Metrics that every task reports in addition to its own: accuracy, coverage, counts by status."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from defeasible.eval.cases import Json, Outcome, Status
from defeasible.eval.metrics.intervals import clustered

Metrics = dict[str, Json]
"""Metric values by name; `intervals` and the breakdowns (`by_modus`) are nested."""


def accuracy(outcomes: Sequence[Outcome]) -> float | None:
    """Return the share of right answers over all items; None if there are no items.

    The denominator is fixed: wrong, unparsed, timed-out, failed and missing items count as wrong (Belief-R
    section 5, "instruction-following error"; CConS tables 2 and 3 have binary answers only).
    """
    return sum(o.correct for o in outcomes) / len(outcomes) if outcomes else None


def chance(outcomes: Sequence[Outcome]) -> float | None:
    """Return the expected accuracy of random choice; None if there are no items, or they ask for texts."""
    if not outcomes or not all(o.case.labels for o in outcomes):
        return None
    return sum(1 / len(o.case.labels) for o in outcomes) / len(outcomes)


def coverage(outcomes: Sequence[Outcome]) -> float:
    """Return the share of items with an answer, right or wrong; 0.0 if there are no items."""
    return sum(o.answered for o in outcomes) / len(outcomes) if outcomes else 0.0


def selective_accuracy(outcomes: Sequence[Outcome]) -> float | None:
    """Return the share of right answers among the answered items (El-Yaniv and Wiener 2010, section 2).

    Never a headline: a pipeline that answers a single item, correctly, scores 1.0.
    """
    return accuracy([o for o in outcomes if o.answered])


def statuses(outcomes: Iterable[Outcome]) -> dict[str, int]:
    """Return the number of items in each status, including those that do not occur."""
    counts = dict.fromkeys((str(status) for status in Status), 0)
    for outcome in outcomes:
        counts[outcome.status] += 1
    return counts


def common(outcomes: Sequence[Outcome]) -> Metrics:
    """Return the metrics that all tasks share."""
    return {
        "n": len(outcomes),
        "chance": chance(outcomes),
        "coverage": coverage(outcomes),
        "selective_accuracy": selective_accuracy(outcomes),
        "outcomes": statuses(outcomes),
    }


def clustered_interval(outcomes: Sequence[Outcome]) -> Json:
    """Return the cluster-robust interval of the items' accuracy, as JSON; None if there are no items."""
    return share_interval(outcomes, lambda outcome: outcome.correct)


def mean_interval(outcomes: Sequence[Outcome], values: Sequence[float]) -> Json:
    """Return the cluster-robust interval of the mean of items' values in [0, 1]; None without items."""
    if not outcomes:
        return None
    mean = sum(values) / len(values)
    shares = ((o.case.cluster, (v - mean) / len(values)) for o, v in zip(outcomes, values, strict=True))
    return clustered(mean, shares, graded=True).to_json()


def share_interval(outcomes: Sequence[Outcome], holds: Callable[[Outcome], bool]) -> Json:
    """Return the cluster-robust interval of the share of items that satisfy `holds`; None without items."""
    if not outcomes:
        return None
    value = sum(map(holds, outcomes)) / len(outcomes)
    shares = ((o.case.cluster, (holds(o) - value) / len(outcomes)) for o in outcomes)
    return clustered(value, shares).to_json()


def breakdown(
    outcomes: Sequence[Outcome], facet: str, measure: Callable[[Sequence[Outcome]], Metrics]
) -> Metrics:
    """Return a measure for each value of a facet, in alphabetical order of the values."""
    parts: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        parts.setdefault(outcome.case.facets[facet], []).append(outcome)
    return {value: measure(parts[value]) for value in sorted(parts)}
