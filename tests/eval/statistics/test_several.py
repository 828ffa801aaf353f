"""Many systems, repeated answers, and power: hand-computed cases and reference libraries."""

import numpy as np
import pytest

from defeasible.eval.statistics import (
    cochran_q,
    compare_paired,
    detectable_difference,
    difference_variance,
    holm,
    items_needed,
    krippendorff_alpha,
)
from defeasible.reasoner.errors import UsageError


def test_holm_is_that_of_statsmodels_and_errorbars() -> None:
    multitest = pytest.importorskip("statsmodels.stats.multitest", reason="needs statsmodels")
    leaderboard = pytest.importorskip("errorbars.leaderboard", reason="needs errorbars")
    random = np.random.default_rng(1)
    for n in range(1, 12):
        p_values = random.uniform(0, 0.2, n).tolist()
        assert holm(p_values) == pytest.approx(multitest.multipletests(p_values, method="holm")[1], abs=1e-12)
        assert holm(p_values) == pytest.approx(leaderboard.holm_correction(p_values), abs=1e-12)


def test_holm_never_orders_p_values_anew_and_stops_at_one() -> None:
    assert holm([]) == ()
    assert holm([0.5, 0.6]) == (1.0, 1.0)
    assert holm([0.0, 1.0]) == (0.0, 1.0)
    with pytest.raises(UsageError, match="a p-value must be between 0 and 1"):
        holm([0.1, 1.1])


def test_cochran_q_is_that_of_statsmodels() -> None:
    tables = pytest.importorskip("statsmodels.stats.contingency_tables", reason="needs statsmodels")
    random = np.random.default_rng(2)
    for systems in (2, 3, 5):
        right = random.random((systems, 60)) < np.linspace(0.4, 0.7, systems)[:, None]
        found, theirs = cochran_q(right.tolist()), tables.cochrans_q(right.T.astype(int))
        assert (found.statistic, found.p) == pytest.approx((theirs.statistic, theirs.pvalue), abs=1e-9)
        assert found.freedom == systems - 1


def test_cochran_q_of_systems_that_never_differ() -> None:
    assert cochran_q([[True, False], [True, False], [True, False]]).p == 1.0
    with pytest.raises(UsageError, match="two or more systems"):
        cochran_q([[True]])
    with pytest.raises(UsageError, match="two or more systems"):
        cochran_q([[True], [True, False]])


def test_alpha_is_that_of_the_package_krippendorff() -> None:
    krippendorff = pytest.importorskip("krippendorff", reason="needs krippendorff")
    random = np.random.default_rng(3)
    for _ in range(20):
        answers = random.integers(0, 3, (4, 30)).astype(float)
        answers[random.random(answers.shape) < 0.2] = np.nan
        ours = krippendorff_alpha([[None if np.isnan(x) else x for x in row] for row in answers])
        theirs = krippendorff.alpha(reliability_data=answers, level_of_measurement="nominal")
        assert ours == pytest.approx(theirs, abs=1e-12)


def test_alpha_by_hand_and_at_its_ends() -> None:
    # Krippendorff (2011), section A: ten units, two observers, alpha 0.095.
    first, second = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    assert krippendorff_alpha([first, second]) == pytest.approx(0.095, abs=5e-4)
    assert krippendorff_alpha([["a", "b"], ["a", "b"]]) == 1.0
    assert krippendorff_alpha([["a", "a"], ["a", "a"]]) == 1.0  # nothing varies
    with pytest.raises(UsageError, match="two or more repeats"):
        krippendorff_alpha([["a"]])
    with pytest.raises(UsageError, match="no item has two answers"):
        krippendorff_alpha([["a", None], [None, "b"]])


def test_power_is_that_of_errorbars() -> None:
    power = pytest.importorskip("errorbars.power", reason="needs errorbars")
    for delta, baseline, rho, effect in ((0.05, 0.6, 0.3, 1.0), (0.02, 0.5, 0.0, 2.5), (0.1, 0.8, 0.7, 1.2)):
        variance = 2 * baseline * (1 - baseline) * (1 - rho)
        theirs = power.questions_needed(delta, baseline, rho=rho, cluster_design_effect=effect)
        assert items_needed(delta, variance, design_effect=effect) == theirs.n_questions
        smallest = power.minimum_detectable_effect(500, baseline, rho=rho, cluster_design_effect=effect)
        assert detectable_difference(500, variance, design_effect=effect) == pytest.approx(smallest, abs=1e-9)


def test_items_and_difference_are_inverse() -> None:
    variance = difference_variance(0.6, 0.65, 0.2)
    assert variance == pytest.approx(0.2 - 0.0025)
    n = items_needed(0.05, variance, power=0.9)
    assert (
        detectable_difference(n, variance, power=0.9)
        <= 0.05
        < detectable_difference(n - 1, variance, power=0.9)
    )
    assert items_needed(0.5, 0.0) == 1


def test_a_difference_is_found_as_often_as_the_power_says() -> None:
    """Of 300 simulated comparisons with the items that 80 % power needs, about 80 % find the difference."""
    n = items_needed(0.1, difference_variance(0.5, 0.6, 0.3))
    random = np.random.default_rng(4)
    found = 0
    for _ in range(300):
        kind = random.choice(4, size=n, p=[0.4, 0.3, 0.1, 0.2])  # both, neither, only A, only B
        a, b = np.isin(kind, (0, 2)).astype(float), np.isin(kind, (0, 3)).astype(float)
        found += compare_paired(a.tolist(), b.tolist()).p <= 0.05
    assert 0.72 <= found / 300 <= 0.87


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: difference_variance(0.5, 1.2, 0.1), "accuracy_b must be between 0 and 1, got 1.2"),
        (lambda: difference_variance(0.5, 0.7, 0.1), "between 0.2 and 0.8"),
        (lambda: difference_variance(0.1, 0.1, 0.3), "between 0 and 0.2"),
        (lambda: detectable_difference(0, 0.2), "n must be at least 1, got 0"),
        (lambda: detectable_difference(10, -0.2), "variance"),
        (lambda: items_needed(0.0, 0.2), "difference must be a positive number"),
        (lambda: items_needed(0.1, 0.2, power=1.0), "power must be"),
        (lambda: items_needed(0.1, 0.2, alpha=0.0), "alpha must be"),
        (lambda: items_needed(0.1, 0.2, design_effect=0.0), "design_effect must be"),
    ],
)
def test_impossible_plans_are_refused(call: object, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        call()  # type: ignore[operator]
