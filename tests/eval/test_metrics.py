"""Metrics against values worked out by hand, and intervals against what they must never do."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Any

import pytest

from defeasible.eval.cases import Case, Judgement, Outcome, Status, labelled
from defeasible.eval.metrics import (
    breu,
    cluster_variance,
    clustered,
    coverage,
    inertia,
    measure_ccons,
    measure_t,
    measure_t1,
    wilson,
)
from defeasible.eval.metrics.counts import chance, clustered_interval
from defeasible.eval.metrics.intervals import Interval, mean_of_two
from defeasible.reasoner.question import ChoiceQuestion, SizeQuestion


def belief(category: str, status: Status, *, modus: str = "ponens", cluster: str = "g1") -> Outcome:
    question = ChoiceQuestion(("if p then q", "p"), ("q", "not q", "maybe q"))
    facets = {"modus": modus, "effect": "event", "category": category}
    gold = "c" if category == "update" else "a"
    label = {Status.CORRECT: gold, Status.WRONG: "b"}.get(status)
    case = Case("i", "i", question, ("a", "b", "c"), gold, cluster, facets)
    return Outcome(case, Judgement(status, label, score=float(status is Status.CORRECT)))


def size(cell: str, level: str, status: Status) -> Outcome:
    case = Case("i", "i", SizeQuestion("", "x", "y"), ("1", "2"), "1", "t", {"cell": cell, "level": level})
    label = {Status.CORRECT: "1", Status.WRONG: "2"}.get(status)
    return Outcome(case, Judgement(status, label, score=float(status is Status.CORRECT)))


def test_breu_is_the_mean_of_both_halves_whatever_their_sizes() -> None:
    outcomes = [belief("update", Status.CORRECT)] * 3 + [belief("update", Status.WRONG)]
    outcomes += [belief("maintain", Status.CORRECT), belief("maintain", Status.UNPARSED)]
    metrics = measure_t1(outcomes)
    assert (metrics["bu_acc"], metrics["bm_acc"], metrics["breu"]) == (0.75, 0.5, 0.625)
    assert metrics["accuracy"] == pytest.approx(4 / 6)
    assert metrics["coverage"] == pytest.approx(5 / 6)
    assert metrics["selective_accuracy"] == pytest.approx(4 / 5)


def test_breu_is_broken_down_by_modus() -> None:
    outcomes = [
        belief("update", Status.CORRECT, modus="ponens"),
        belief("maintain", Status.WRONG, modus="ponens"),
        belief("update", Status.CORRECT, modus="tollens"),
        belief("maintain", Status.CORRECT, modus="tollens"),
    ]
    assert measure_t1(outcomes)["by_modus"] == {
        "ponens": {"breu": 0.5, "bu_acc": 1.0, "bm_acc": 0.0, "accuracy": 0.5, "inertia": 0.0, "n": 2},
        "tollens": {"breu": 1.0, "bu_acc": 1.0, "bm_acc": 1.0, "accuracy": 1.0, "inertia": 0.0, "n": 2},
    }


def test_inertia_counts_kept_beliefs_and_no_other_error() -> None:
    def update(label: str | None, modus: str) -> Outcome:
        case = belief("update", Status.CORRECT, modus=modus).case
        return Outcome(case, Judgement(Status.UNPARSED) if label is None else labelled(case, label))

    outcomes = [
        update("a", "ponens"),  # kept: modus ponens affirms
        update("b", "ponens"),  # wrong, but not kept
        update("b", "tollens"),  # kept: modus tollens denies
        update("c", "tollens"),  # given up, as it must be
        update(None, "ponens"),  # no answer is no belief
        belief("maintain", Status.CORRECT),  # kept rightly, so it is not counted
    ]
    assert inertia(outcomes) == 2 / 5
    assert measure_t1(outcomes)["bu_acc"] == 1 / 5
    assert inertia([belief("maintain", Status.CORRECT)]) is None


def test_breu_without_one_half_is_none() -> None:
    assert breu([belief("update", Status.CORRECT)]) is None
    intervals: Any = measure_t1([belief("update", Status.CORRECT)])["intervals"]
    assert intervals["breu"] is None


@pytest.mark.parametrize("status", [s for s in Status if s is not Status.CORRECT])
def test_everything_but_correct_counts_as_wrong(status: Status) -> None:
    outcomes = [belief("maintain", Status.CORRECT), belief("maintain", status)]
    assert measure_t(outcomes)["acc_t"] == 0.5
    assert coverage(outcomes) == (1.0 if status is Status.WRONG else 0.5)


def test_of_no_items_none_is_answered() -> None:
    assert coverage([]) == 0.0


def test_what_became_of_the_items_is_counted_by_status_and_by_modus() -> None:
    outcomes = [belief("maintain", Status.CORRECT)] * 2 + [belief("maintain", Status.WRONG, modus="tollens")]
    found: Any = measure_t([*outcomes, belief("maintain", Status.UNPARSED, modus="tollens")])
    counted = {status: count for status, count in found["outcomes"].items() if count}
    assert counted == {"correct": 2, "wrong": 1, "unparsed": 1}
    assert found["outcomes"].keys() == {str(status) for status in Status}
    assert found["by_modus"] == {"ponens": {"acc_t": 1.0, "n": 2}, "tollens": {"acc_t": 0.0, "n": 2}}


def test_ccons_cells() -> None:
    outcomes = [
        size("ordinary", "easy", Status.CORRECT),
        size("ordinary", "hard", Status.WRONG),
        size("counter", "easy", Status.CORRECT),
        size("counter", "easy", Status.TIMEOUT),
    ]
    metrics = measure_ccons(outcomes)
    assert {k: metrics[k] for k in ("accuracy", "ordinary", "counter")} == {
        "accuracy": 0.5,
        "ordinary": 0.5,
        "counter": 0.5,
    }
    assert metrics["ordinary_easy"] == 1.0
    assert metrics["ordinary_hard"] == 0.0
    assert metrics["counter_easy"] == 0.5
    assert metrics["counter_hard"] is None


@pytest.mark.parametrize(
    ("proportion", "n", "low", "high"),
    [(0.5, 100, 0.4038, 0.5962), (1.0, 10, 0.7225, 1.0), (0.0, 10, 0.0, 0.2775), (0.1, 50, 0.0435, 0.2136)],
)
def test_wilson_against_tabulated_values(proportion: float, n: int, low: float, high: float) -> None:
    interval = wilson(proportion, n)
    assert interval.low == pytest.approx(low, abs=1e-4)
    assert interval.high == pytest.approx(high, abs=1e-4)


def test_clustered_items_that_repeat_each_other_count_once() -> None:
    rng = random.Random(1)
    groups = [rng.random() < 0.7 for _ in range(200)]
    singles = [
        belief("update", Status.CORRECT if ok else Status.WRONG, cluster=str(g))
        for g, ok in enumerate(groups)
    ]
    once: Any = clustered_interval(singles)
    tenfold: Any = clustered_interval(singles * 10)
    assert once["low"] == pytest.approx(tenfold["low"], abs=0.002)
    assert once["high"] == pytest.approx(tenfold["high"], abs=0.002)
    plain = wilson(sum(groups) / 200, 200)
    assert once["low"] == pytest.approx(plain.low, abs=0.002)


def test_clustered_interval_of_a_perfect_score_keeps_a_width() -> None:
    interval = clustered(1.0, [(str(i % 20), 0.0) for i in range(100)])
    assert (interval.low, interval.high) == (wilson(1.0, 20).low, 1.0)


@pytest.mark.parametrize("values", [[1.0] * 70, [0.0] * 69 + [1e-13]])
def test_an_estimate_at_the_end_of_the_scale_but_for_rounding(values: list[float]) -> None:
    mean = sum(values) / 70
    interval = clustered(mean, [(str(i % 7), (v - mean) / 70) for i, v in enumerate(values)], graded=True)
    assert (interval.low, interval.high) == pytest.approx(
        (wilson(mean, 7).low, wilson(mean, 7).high), abs=1e-9
    )


def test_clustered_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = random.Random(7)
    hits, trials = 0, 400
    for _ in range(trials):
        outcomes: list[tuple[str, bool]] = []
        for group in range(40):
            easy = rng.betavariate(2.4, 1.6)  # mean 0.6, strongly clustered
            outcomes += [(str(group), rng.random() < easy) for _ in range(8)]
        mean = sum(ok for _, ok in outcomes) / len(outcomes)
        interval = clustered(mean, [(g, (ok - mean) / len(outcomes)) for g, ok in outcomes])
        hits += interval.low <= 0.6 <= interval.high
    assert 0.92 <= hits / trials <= 0.98


def test_breu_interval_is_that_of_two_independent_halves() -> None:
    outcomes = [
        belief(category, Status.CORRECT if i % 4 else Status.WRONG, cluster=f"{category}{i}")
        for category in ("update", "maintain")
        for i in range(100)
    ]
    intervals: Any = measure_t1(outcomes)["intervals"]
    interval = intervals["breu"]
    half = 1.96 * math.sqrt(0.75 * 0.25 / 200)
    assert interval["low"] == pytest.approx(0.75 - half, abs=0.01)
    assert interval["high"] == pytest.approx(0.75 + half, abs=0.01)


def test_the_interval_of_a_mean_of_two_by_hand() -> None:
    # Zou and Donner 2008: below, half the root of 0.3^2 + 0.4^2; above, of 0.06^2 + 0.08^2.
    first, second = (0.5, Interval(0.2, 0.56, "wilson")), (0.7, Interval(0.3, 0.78, "wilson"))
    for pair in ((first, second), (second, first)):
        found = mean_of_two(*pair)
        assert (found.low, found.high) == pytest.approx((0.6 - 0.25, 0.6 + 0.05))
    # It stays on the scale.
    ends = mean_of_two((1.0, Interval(0.7, 1.2, "wilson")), (1.0, Interval(0.6, 1.2, "wilson")))
    assert (ends.low, ends.high) == (0.75, 1.0)
    assert mean_of_two((0.1, Interval(-0.3, 0.1, "wilson")), (0.1, Interval(-0.3, 0.1, "wilson"))).low == 0.0


def test_every_interval_knows_of_clusters() -> None:
    outcomes = [
        belief(category, status, cluster=str(group))
        for group, status in enumerate([Status.CORRECT, Status.WRONG] * 10)
        for category in ("update", "maintain")
    ]
    once: Any = measure_t1(outcomes)["intervals"]
    tenfold: Any = measure_t1(outcomes * 10)["intervals"]
    assert set(once) == {"breu", "bu_acc", "bm_acc", "accuracy", "inertia"}
    for metric, interval in once.items():
        assert tenfold[metric]["low"] == pytest.approx(interval["low"], abs=0.01), metric


def test_variance_over_two_clusters_by_hand() -> None:
    # Mean 1/2 of two items in two clusters: sums 1/4 and -1/4, G/(G-1) = 2, so 2 * (1/16 + 1/16).
    assert cluster_variance([("a", 0.25), ("b", -0.25)]) == 0.25
    # Three clusters: G/(G-1) = 3/2.
    assert cluster_variance([("a", 0.5), ("b", -0.25), ("c", -0.25)]) == pytest.approx(1.5 * 0.375)


def test_a_variance_needs_two_clusters() -> None:
    with pytest.raises(ValueError, match="at least two clusters, got 1"):
        cluster_variance([("a", 0.1), ("a", -0.1)])


def test_interval_of_few_clusters_by_hand() -> None:
    # Variance 0.25 of an estimate of 0.5: an effective sample of one item.
    assert clustered(0.5, [("a", 0.25), ("b", -0.25)]).low == wilson(0.5, 1).low
    # Four clusters of one item, variance 4/3 * 4 * (1/8)^2 = 1/12: an effective sample of three, not four.
    four = [("a", 0.125), ("b", 0.125), ("c", -0.125), ("d", -0.125)]
    assert clustered(0.5, four).low == pytest.approx(wilson(0.5, 3).low)
    assert clustered(0.5, four).low != pytest.approx(wilson(0.5, 4).low)


def test_two_clusters_that_vary_more_than_an_item_count_for_less_than_one() -> None:
    # Sums 1/2 and -1/2: a variance of 2 * 2/4 = 1, against 1/4 of one item.
    two = [("a", 0.25), ("a", 0.25), ("b", -0.25), ("b", -0.25)]
    assert clustered(0.5, two).high == wilson(0.5, 0.25).high


@pytest.mark.parametrize("n", range(1, 60))
def test_intervals_at_the_ends_of_the_scale_stay_on_it(n: int) -> None:
    # Rounding takes the formula itself above 1 for n = 11, 14, ... and below 0 for n = 21, 37, ...
    assert wilson(1.0, n).high == pytest.approx(1.0)
    assert wilson(1.0, n).high <= 1.0
    assert 0.0 <= wilson(0.0, n).low == pytest.approx(0.0)


def test_an_interval_is_written_with_six_places() -> None:
    written = Interval(0.12345678, 0.98765432, "wilson").to_json()
    assert written == {"low": 0.123457, "high": 0.987654, "method": "wilson"}


def test_chance_is_the_mean_over_the_numbers_of_options() -> None:
    outcomes = [belief("update", Status.WRONG), size("ordinary", "easy", Status.CORRECT)]
    assert chance(outcomes) == pytest.approx((1 / 3 + 1 / 2) / 2)
    free = outcomes[0].case
    text = Outcome(replace(free, labels=()), outcomes[0].judgement)
    assert chance([*outcomes, text]) is None
    assert chance([]) is None


def test_interval_of_one_cluster_is_that_of_one_item() -> None:
    interval = clustered(0.5, [("a", 0.1), ("a", -0.1)])
    assert (interval.low, interval.high) == (wilson(0.5, 1).low, wilson(0.5, 1).high)


def test_items_that_balance_within_clusters_never_count_for_more_than_they_are() -> None:
    interval = clustered(0.5, [(str(i % 10), 0.025 if i < 10 else -0.0249) for i in range(20)])
    assert interval.low == wilson(0.5, 20).low


@pytest.mark.parametrize("size", [1, 2, 7])
def test_variance_equals_statsmodels_and_errorbars(size: int) -> None:
    """CR1 of a regression on a constant: statsmodels 0.15 `cov_type="cluster"`, errorbars 0.2.4."""
    api = pytest.importorskip("statsmodels.api", reason="statsmodels is not installed")
    errorbars = pytest.importorskip("errorbars", reason="errorbars is not installed")
    rng = random.Random(size)
    clusters = [i // size for i in range(60)]
    values = [float(rng.random() < 0.3 + 0.05 * (c % 9)) for c in clusters]
    mean = sum(values) / 60
    ours = cluster_variance([(str(c), (v - mean) / 60) for c, v in zip(clusters, values, strict=True)])
    fitted = api.OLS(values, [1.0] * 60).fit(cov_type="cluster", cov_kwds={"groups": clusters})
    assert ours == pytest.approx(float(fitted.bse[0]) ** 2, abs=1e-12)
    assert ours == pytest.approx(errorbars.cluster_robust_se(values, clusters) ** 2, abs=1e-12)


@pytest.mark.parametrize(("right", "n"), [(0, 5), (5, 5), (1, 3), (37, 50)])
def test_wilson_equals_statsmodels(right: int, n: int) -> None:
    proportion = pytest.importorskip("statsmodels.stats.proportion", reason="statsmodels is not installed")
    low, high = proportion.proportion_confint(right, n, method="wilson")
    interval = wilson(right / n, n)
    assert [interval.low, interval.high] == pytest.approx([low, high], abs=1e-9)
