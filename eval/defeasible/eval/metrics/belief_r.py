"""Belief-R: Acc@t for two premises; BREU, its two halves and inertia for three."""

from __future__ import annotations

from collections.abc import Sequence

from defeasible.eval.cases import Json, Outcome
from defeasible.eval.metrics.counts import (
    Metrics,
    accuracy,
    breakdown,
    clustered_interval,
    common,
    share_interval,
)
from defeasible.eval.metrics.intervals import clustered, mean_of_two

UPDATE, MAINTAIN = "update", "maintain"
"""Values of the facet `category`: must the belief from two premises be retracted when the third arrives?"""

PRIOR = {"ponens": 0, "tollens": 1}
"""The option that the first two premises entail, by the facet `modus`: modus ponens affirms its proposition
(the first option), modus tollens denies it (the second)."""


def measure_t(outcomes: Sequence[Outcome]) -> Metrics:
    """Return `acc_t`: accuracy at two premises, "Basic @t" (Wilie et al. 2024, section 5 and figure 3)."""
    return {
        "acc_t": accuracy(outcomes),
        "by_modus": breakdown(outcomes, "modus", _acc_t),
        "by_effect": breakdown(outcomes, "effect", _acc_t),
        "intervals": {"acc_t": clustered_interval(outcomes)},
        **common(outcomes),
    }


def measure_t1(outcomes: Sequence[Outcome]) -> Metrics:
    """Return BREU, its parts and inertia at three premises (Wilie et al. 2024, section 5, table A1).

    `by_modus` is the paper's figure 5a, `by_effect` its figure 5b.
    """
    update, maintain = _split(outcomes)
    return {
        **_breu(outcomes),
        "by_modus": breakdown(outcomes, "modus", _breu),
        "by_effect": breakdown(outcomes, "effect", _breu),
        "intervals": {
            "breu": _breu_interval(outcomes),
            "bu_acc": clustered_interval(update),
            "bm_acc": clustered_interval(maintain),
            "accuracy": clustered_interval(outcomes),
            "inertia": share_interval(update, _is_inert),
        },
        **common(outcomes),
    }


def breu(outcomes: Sequence[Outcome]) -> float | None:
    """Return BREU: the plain mean of BU-Acc and BM-Acc (Wilie et al. 2024, section 5, "Evaluation metrics").

    BU-Acc is the accuracy on items whose gold answer retracts the prior belief, BM-Acc on those that keep it.
    None if either has no items.
    """
    update, maintain = (accuracy(part) for part in _split(outcomes))
    return None if update is None or maintain is None else (update + maintain) / 2


def inertia(outcomes: Sequence[Outcome]) -> float | None:
    """Return the share of beliefs kept among those that must be retracted; None if there are none.

    Of the items whose gold answer retracts the prior belief, it is the share answered with that belief (see
    `PRIOR`). Lower is better. It does not add up to 1 with BU-Acc: the remaining answers deny the belief or
    are missing, so a low BU-Acc is distinguished from inertia. This is our own measure; the paper has none.
    """
    update, _ = _split(outcomes)
    return sum(map(_is_inert, update)) / len(update) if update else None


def _is_inert(outcome: Outcome) -> bool:
    case = outcome.case
    return outcome.label == case.labels[PRIOR[case.facets["modus"]]]


def _breu(outcomes: Sequence[Outcome]) -> Metrics:
    update, maintain = _split(outcomes)
    return {
        "breu": breu(outcomes),
        "bu_acc": accuracy(update),
        "bm_acc": accuracy(maintain),
        "accuracy": accuracy(outcomes),
        "inertia": inertia(outcomes),
        "n": len(outcomes),
    }


def _acc_t(outcomes: Sequence[Outcome]) -> Metrics:
    return {"acc_t": accuracy(outcomes), "n": len(outcomes)}


def _split(outcomes: Sequence[Outcome]) -> tuple[list[Outcome], list[Outcome]]:
    update = [o for o in outcomes if o.case.facets["category"] == UPDATE]
    maintain = [o for o in outcomes if o.case.facets["category"] == MAINTAIN]
    return update, maintain


def _breu_interval(outcomes: Sequence[Outcome]) -> Json:
    value = breu(outcomes)
    if value is None:
        return None
    shares: list[tuple[str, float]] = []
    halves = []
    for part in _split(outcomes):
        mean = accuracy(part)
        assert mean is not None  # a BREU has items in both halves
        half = [(o.case.cluster, (o.correct - mean) / (2 * len(part))) for o in part]
        halves.append((mean, clustered(mean, half)))
        shares += half
    if all(mean in (0.0, 1.0) for mean, _ in halves):
        # Nothing varies (a constant policy scores 0.5 on any items): only the halves' own intervals remain.
        return mean_of_two(*halves).to_json()
    return clustered(value, shares).to_json()
