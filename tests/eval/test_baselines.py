"""What answers without reading: by hand, and never fitted on what it answers."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from defeasible.eval.baselines import Threshold, at_random, auc, echo, longest, nearest, nearest_text
from defeasible.eval.baselines.threshold import best_threshold
from defeasible.eval.cases import Case, Outcome, labelled
from defeasible.eval.metrics.counts import chance
from defeasible.reasoner.question import SizeQuestion


def case(number: int, gold: str, cluster: str = "g", context: str = "") -> Case[SizeQuestion]:
    question = SizeQuestion(context, "cup", "kettle")
    return Case(f"{number:x}", str(number), question, ("1", "2"), gold, cluster, {})


def shown(case: Case[SizeQuestion]) -> str:
    return case.question.context


def test_random_choices_are_even_seeded_and_the_same_in_every_sample() -> None:
    cases = [case(n, "1") for n in range(2000)]
    drawn = at_random()(cases)
    assert Counter(drawn)["1"] == pytest.approx(1000, abs=100)
    assert at_random()(cases[::-1]) == drawn[::-1]
    assert at_random()(cases[500:600]) == drawn[500:600]
    assert at_random(1)(cases) != drawn


def test_chance_is_the_mean_of_one_over_the_options() -> None:
    three = replace(case(2, "1"), labels=("1", "2", "3"))
    outcomes = [Outcome(c, labelled(c, "1")) for c in (case(1, "1"), three)]
    assert chance(outcomes) == pytest.approx((1 / 2 + 1 / 3) / 2)
    assert chance([*outcomes, Outcome(replace(three, labels=()), labelled(three, "1"))]) is None
    assert chance([]) is None


def test_longest_takes_the_first_among_equals() -> None:
    even = Case("e", "e", SizeQuestion("", "cup", "pan"), ("1", "2"), "1", "g", {})
    assert longest([case(1, "1"), even]) == ["2", "1"]


def test_echo_and_the_nearest_text() -> None:
    said = {"1": ["天气很好", "他发烧了，在家休息", "那就好"], "2": []}
    cases = [case(1, "1", context="他发烧了"), case(2, "1", context="下雨")]
    assert echo(shown)(cases) == ["他发烧了", "下雨"]
    assert nearest(shown, lambda c: said[c.name])(cases) == [
        "他发烧了，在家休息",
        "",
    ]
    assert nearest_text("无关", ["甲", "乙"]) == "甲"  # none is near: the first


@pytest.mark.parametrize(
    ("values", "positive", "area"),
    [
        ([1, 2, 3, 4], "0011", 1.0),
        ([4, 3, 2, 1], "0011", 0.0),
        ([1, 1, 1, 1], "0101", 0.5),
        ([1, 2, 2, 3], "0011", 0.875),
        ([1, 2], "11", None),
        ([1, 2], "00", None),
        ([], "", None),
    ],
)
def test_auc_by_hand(values: Sequence[float], positive: str, area: float | None) -> None:
    assert auc(values, [sign == "1" for sign in positive]) == area


def test_auc_equals_scipy() -> None:
    """The U statistic of Mann and Whitney over the number of pairs (scipy.stats.mannwhitneyu)."""
    stats = pytest.importorskip("scipy.stats", reason="scipy is not installed")
    rng = random.Random(3)
    values = [rng.randint(0, 9) for _ in range(60)]
    positive = [rng.random() < 0.2 + 0.06 * value for value in values]
    ours = [v for v, p in zip(values, positive, strict=True) if p]
    others = [v for v, p in zip(values, positive, strict=True) if not p]
    u = stats.mannwhitneyu(ours, others).statistic
    assert auc(values, positive) == pytest.approx(u / len(ours) / len(others), abs=1e-12)


@pytest.mark.parametrize(
    ("values", "positive", "rule"),
    [
        ([1, 2, 3, 4], "0011", (2.5, True)),
        ([1, 2, 3, 4], "1100", (2.5, False)),
        ([1, 2, 3, 4], "0101", (1.5, True)),  # as good as 3.5: the lowest
        ([1, 1, 2], "001", (1.5, True)),
        ([1, 1], "01", (math.inf, True)),  # no threshold between equals: all count as negative
        ([1, 2], "00", (math.inf, True)),
        ([1, 2], "11", (-math.inf, True)),
        ([], "", (math.inf, True)),
    ],
)
def test_best_threshold_by_hand(values: Sequence[float], positive: str, rule: tuple[float, bool]) -> None:
    assert best_threshold(values, [sign == "1" for sign in positive]) == rule


def threshold(folds: int = 5) -> Threshold:
    return Threshold(lambda c: len(shown(c)), lambda _: "1", lambda _: "2", folds)


def test_a_threshold_finds_what_a_length_tells() -> None:
    cases = [case(n, "1" if n % 2 else "2", f"g{n // 2}", "x" * (9 if n % 2 else 3)) for n in range(80)]
    assert threshold()(cases) == [c.gold for c in cases]
    assert threshold().auc(cases) == 1.0
    shorter = [case(n, "2" if n % 2 else "1", f"g{n // 2}", "x" * (9 if n % 2 else 3)) for n in range(80)]
    assert threshold()(shorter) == [c.gold for c in shorter]


def test_a_threshold_never_sees_the_cluster_that_it_answers() -> None:
    """Lengths that tell the label within a cluster, each in its own way, tell nothing of another one."""
    rng = random.Random(5)
    cases = [case(n, rng.choice("12"), f"g{n}", "x" * rng.randint(1, 40)) for n in range(400)]
    answers = threshold()(cases)
    right = sum(a == c.gold for a, c in zip(answers, cases, strict=True)) / len(cases)
    assert right < 0.58
    # Its answer does not change with the item's own gold answer.
    for place in range(0, 400, 57):
        turned = replace(cases[place], gold="2" if cases[place].gold == "1" else "1")
        assert threshold()([*cases[:place], turned, *cases[place + 1 :]])[place] == answers[place]


def test_a_threshold_with_nothing_to_learn_from_answers_the_second_way() -> None:
    assert threshold()([case(1, "1", "only", "xxx"), case(2, "2", "only", "x")]) == ["2", "2"]
    assert threshold()([]) == []
