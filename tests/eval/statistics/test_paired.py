"""Paired comparisons: cases by hand, other people's libraries on the same data, and the nominal rate."""

import math

import numpy as np
import pytest

from defeasible.eval.statistics import compare_paired, mcnemar_exact
from defeasible.reasoner.errors import UsageError

A = [1, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0]
B = [1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 1, 1]
CLUSTERS = ["x", "x", "x", "y", "y", "z", "z", "z", "u", "u", "v", "v"]


def _clustered(seed: int, groups: int = 40, size: int = 5) -> tuple[list[float], list[float], list[int]]:
    """Return scores of two systems without a true difference, whose errors go together within clusters."""
    random = np.random.default_rng(seed)
    clusters = np.repeat(np.arange(groups), size)
    base = random.normal(0, 1, groups)[clusters]
    lean = random.normal(0, 1.2, groups)[clusters]  # one system has a whole cluster right, the other does not
    noise = random.normal(0, 0.6, (2, clusters.size))
    a, b = (base + lean + noise[0] > 0), (base - lean + noise[1] > 0)
    return a.astype(float).tolist(), b.astype(float).tolist(), clusters.tolist()


def test_a_small_case_by_hand() -> None:
    found = compare_paired([1, 0, 0, 1], [1, 1, 0, 1])
    # Differences 0, 1, 0, 0: mean 1/4, variance 1/4, standard error sqrt(1/4 / 4).
    assert (found.a, found.b, found.difference) == (0.5, 0.75, 0.25)
    assert found.error == pytest.approx(0.25)
    assert found.high - found.low == pytest.approx(2 * 0.25 * 3.182446, abs=1e-6)  # t with 3 degrees
    assert (found.only_a, found.only_b, found.p, found.mcnemar) == (0, 1, 1.0, 1.0)
    assert (found.method, found.design_effect) == ("exact McNemar", 1.0)


def test_strata_weigh_their_means_equally() -> None:
    """As BREU does: one of two updates, none of the six maintained, gains (1/2 + 0) / 2."""
    strata = ["update"] * 2 + ["maintain"] * 6
    found = compare_paired([0] * 8, [1, 0] + [0] * 6, strata=strata)
    assert found.difference == found.b == pytest.approx(0.25)
    assert found.method == "exact permutation of clusters"
    # Within *update* the differences 1 and 0 are each 1/2 from their mean, at weight 1/4.
    assert found.error == pytest.approx(math.sqrt(8 / 7 * 2 / 64))


def test_the_numbers_of_errorbars() -> None:
    errorbars = pytest.importorskip("errorbars.compare", reason="needs errorbars")
    for seed in range(20):
        a, b, clusters = _clustered(seed, groups=12, size=4)
        ours = compare_paired(a, b, clusters=clusters, level=0.9)
        theirs = errorbars.paired_compare(b, a, clusters, confidence=0.9)
        assert ours.difference == pytest.approx(theirs.mean_diff, abs=1e-12)
        assert ours.error == pytest.approx(theirs.se_clustered, abs=1e-12)
        assert ours.low == pytest.approx(theirs.ci_low_clustered, abs=1e-9)
        assert ours.high == pytest.approx(theirs.ci_high_clustered, abs=1e-9)
        assert ours.mcnemar == pytest.approx(theirs.mcnemar.p_value, abs=1e-12)
        alone = compare_paired(a, b, level=0.9)
        assert alone.error == pytest.approx(theirs.se_paired, abs=1e-12)
        assert ours.design_effect == pytest.approx((theirs.se_clustered / theirs.se_paired) ** 2, rel=1e-9)


def test_the_numbers_of_scipy_and_statsmodels() -> None:
    stats = pytest.importorskip("scipy.stats")
    tables = pytest.importorskip("statsmodels.stats.contingency_tables", reason="needs statsmodels")
    regression = pytest.importorskip("statsmodels.api")
    for seed in range(10):
        a, b, clusters = _clustered(seed, groups=15, size=3)
        found = compare_paired(a, b, clusters=clusters)
        both = sum(x == y == 1 for x, y in zip(a, b, strict=True))
        square = [[both, found.only_a], [found.only_b, len(a) - both - found.only_a - found.only_b]]
        assert found.mcnemar == pytest.approx(tables.mcnemar(square, exact=True).pvalue, abs=1e-12)
        change = np.subtract(b, a)
        fit = regression.OLS(change, np.ones_like(change)).fit(
            cov_type="cluster", cov_kwds={"groups": np.array(clusters)}, use_t=True
        )
        assert found.error == pytest.approx(fit.bse[0], abs=1e-12)
        low, high = fit.conf_int()[0]
        assert (found.low, found.high) == pytest.approx((low, high), abs=1e-9)
        sums = np.bincount(clusters, change)

        def studentised(flipped: np.ndarray, axis: int = -1) -> np.ndarray:
            centred = flipped - flipped.mean(axis=axis, keepdims=True)  # clusters of one size
            return np.asarray(np.abs(flipped.sum(axis=axis)) / np.sqrt((centred**2).sum(axis=axis)))

        exact = stats.permutation_test(
            (sums,), studentised, permutation_type="samples", alternative="greater", n_resamples=2**15
        )
        assert found.p == pytest.approx(exact.pvalue, abs=1e-12 if found.method.startswith("exact") else 0.02)


@pytest.mark.parametrize("seed", range(5))
def test_permuting_independent_items_is_mcnemar(seed: int) -> None:
    """The same test in two ways: strata of one value keep it from being computed as McNemar's."""
    random = np.random.default_rng(seed)
    a, b = (random.random((2, 14)) < 0.6).astype(float).tolist()
    permuted = compare_paired([*a, 1, 1], [*b, 1, 1], clusters=[*range(14), "x", "x"])
    assert permuted.method == "exact permutation of clusters"
    assert permuted.p == pytest.approx(compare_paired(a, b).p, abs=1e-12)


def test_permutations_are_exact_up_to_a_number_of_clusters() -> None:
    """Sixteen clusters that all gain: the two patterns of one sign, of 65,536."""
    sixteen = compare_paired([0.0] * 16, [0.5] * 16)
    assert (sixteen.p, sixteen.method) == (2 / 2**16, "exact permutation of clusters")
    seventeen = compare_paired([0.0] * 17, [0.5] * 17)
    assert seventeen.method == "permutation of clusters"
    assert 1 / 20_001 <= seventeen.p < 2e-4


def test_drawn_permutations_repeat() -> None:
    a, b, clusters = _clustered(3)
    assert compare_paired(a, b, clusters=clusters).p == compare_paired(a, b, clusters=clusters).p


def test_clusters_that_agree_make_the_interval_wider() -> None:
    a, b, clusters = _clustered(5)
    together, alone = compare_paired(a, b, clusters=clusters), compare_paired(a, b)
    assert together.design_effect > 2
    assert together.high - together.low > 1.4 * (alone.high - alone.low)


def test_no_difference_is_found_at_the_nominal_rate() -> None:
    """Of 400 null comparisons 5 % may be significant; McNemar, blind to clusters, has more."""
    found = [compare_paired(a, b, clusters=c) for a, b, c in (_clustered(seed) for seed in range(400))]
    rate = sum(pair.p <= 0.05 for pair in found) / len(found)
    assert 0.02 <= rate <= 0.08  # 0.05 and three standard errors
    assert 0.90 <= sum(pair.low <= 0 <= pair.high for pair in found) / len(found) <= 0.98
    blind = sum(pair.mcnemar is not None and pair.mcnemar <= 0.05 for pair in found) / len(found)
    assert blind > 0.15


def test_systems_that_differ_in_opposite_ways_have_the_same_breu_at_the_nominal_rate() -> None:
    """One updates more, the other maintains more, and BREU is the same: 5 % may be significant."""
    significant = 0
    for seed in range(300):
        random = np.random.default_rng(seed)
        clusters, strata = np.repeat(np.arange(60), 4), np.tile([0, 0, 0, 1], 60)
        right_a, right_b = np.where(strata == 0, 0.3, 0.7), np.where(strata == 0, 0.7, 0.3)
        a, b = (random.random(strata.size) < right for right in (right_a, right_b))
        found = compare_paired(
            a.astype(float).tolist(),
            b.astype(float).tolist(),
            clusters=clusters.tolist(),
            strata=strata.tolist(),
        )
        significant += found.p <= 0.05
    assert 0.01 <= significant / 300 <= 0.09


def test_equivalence_by_two_one_sided_tests() -> None:
    statistics = pytest.importorskip("statsmodels.stats.weightstats", reason="needs statsmodels")
    random = np.random.default_rng(0)
    a = random.normal(0, 1, 200)
    b = a + random.normal(0.01, 0.2, 200)
    found = compare_paired(a.tolist(), b.tolist())
    assert found.equivalence(0.05) == pytest.approx(
        statistics.DescrStatsW(b - a).ttost_mean(-0.05, 0.05)[0], abs=1e-9
    )
    assert found.equivalence(0.05) < 0.05 < found.equivalence(0.02)
    for margin in (0.0, -0.1, math.inf, math.nan):
        with pytest.raises(UsageError, match="margin"):
            found.equivalence(margin)


def test_opposite_differences_without_an_error_show_nothing() -> None:
    strata = [0, 1] * 5
    found = compare_paired([0, 1] * 5, [1, 0] * 5, strata=strata)
    assert (found.difference, found.error, found.equivalence(0.5)) == (0, 0, 1.0)


def test_equal_answers_are_equivalent_if_there_are_enough_and_one_cluster_shows_nothing() -> None:
    same = compare_paired(A, A)
    assert (same.difference, same.p, same.low, same.high) == (0, 1, 0, 0)
    assert same.equivalence(0.01) == pytest.approx(0.99**12)  # twelve items alike are no proof
    assert same.equivalence(0.3) < 0.05
    single = compare_paired(A, B, clusters=["x"] * len(A))
    assert (single.low, single.high, single.equivalence(0.5)) == (-math.inf, math.inf, 1.0)
    assert single.p == 1.0


@pytest.mark.parametrize(
    ("only_a", "only_b", "p"), [(0, 0, 1.0), (1, 0, 1.0), (5, 0, 0.0625), (6, 0, 0.03125), (3, 3, 1.0)]
)
def test_mcnemar_at_its_boundaries(only_a: int, only_b: int, p: float) -> None:
    assert mcnemar_exact(only_a, only_b) == mcnemar_exact(only_b, only_a) == p


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"a": [1, 0], "b": [1]}, "A has 2 scores and B has 1"),
        ({"a": [], "b": []}, "no items"),
        ({"a": [1, math.nan], "b": [1, 0]}, "score 1 of `a` is nan"),
        ({"a": A, "b": B, "clusters": ["x"]}, "`clusters` names 1 items, but there are 12"),
        ({"a": A, "b": B, "strata": ["x"]}, "`strata` names 1 items"),
        ({"a": A, "b": B, "level": 1.0}, "level must be between 0 and 1, got 1.0"),
    ],
)
def test_what_cannot_be_compared_is_refused(arguments: dict[str, list[float]], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        compare_paired(**arguments)  # type: ignore[arg-type]
