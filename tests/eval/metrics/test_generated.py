"""What a task of generated texts reports: a fixed denominator, and intervals of grades."""

from __future__ import annotations

import random
from typing import Any

import pytest

from defeasible.eval.cases import Case, Judgement, Outcome, Status, by_text
from defeasible.eval.metrics import clustered, wilson
from defeasible.eval.metrics.answers import f1
from defeasible.eval.metrics.generated import measure_generated
from defeasible.eval.metrics.texts import measure_texts
from defeasible.eval.metrics.tokens import characters, spaced
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.question import SizeQuestion

NAMES = ("f1", "em", "bleu1", "cider")


def outcome(text: str | None, gold: str, cluster: str) -> Outcome:
    case: Case[Any] = Case(cluster, cluster, SizeQuestion("", "a", "b"), (), gold, cluster)
    if text is None:
        return Outcome(case, Judgement(Status.UNPARSED))
    return Outcome(case, by_text(lambda a, b: {"f1": f1(a, b)})(case, None, text))


def test_metrics_of_outcomes_are_those_of_their_texts() -> None:
    outcomes = [outcome("下雨了", "下雨", "1"), outcome(None, "没来", "2"), outcome("生病", "生病", "3")]
    found = measure_generated(NAMES, characters)(outcomes)
    plain = measure_texts(["下雨了", "", "生病"], ["下雨", "没来", "生病"], NAMES, characters)
    assert {name: found[name] for name in NAMES} == plain
    assert found["n"] == 3
    assert found["coverage"] == pytest.approx(2 / 3)
    intervals: Any = found["intervals"]
    assert (intervals["bleu1"], intervals["cider"]) == (None, None)
    assert intervals["f1"]["low"] < found["f1"] < intervals["f1"]["high"]


def test_no_outcomes_have_no_metrics() -> None:
    found = measure_generated(NAMES, characters)([])
    assert {found[name] for name in NAMES} == {None}
    assert found["intervals"] == dict.fromkeys(NAMES)


def test_a_metric_of_another_name_is_refused_before_anything_is_measured() -> None:
    with pytest.raises(UsageError, match="unknown metric 'bleu9'"):
        measure_generated(["f1", "bleu9"], spaced)
    with pytest.raises(UsageError, match="BERTScore needs an encoder"):
        measure_generated(["bertscore"], spaced)([outcome("a", "a", "1")])


def test_a_graded_item_may_count_for_more_than_one() -> None:
    # Ten items of 0.4 or 0.6 have a variance of 10/9 * 10 * (0.1/10)^2 = 1/900: as 225 items of yes and no.
    influences = [(str(i), (0.1 if i % 2 else -0.1) / 10) for i in range(10)]
    assert clustered(0.5, influences, graded=True).low == pytest.approx(wilson(0.5, 225).low)
    assert clustered(0.5, influences).low == wilson(0.5, 10).low


def test_intervals_of_graded_scores_cover_the_truth_about_as_often_as_they_say() -> None:
    rng = random.Random(11)
    hits, trials = 0, 400
    for _ in range(trials):
        values: list[tuple[str, float]] = []
        for group in range(40):
            centre = rng.betavariate(8, 12)  # mean 0.4, clustered
            values += [(str(group), rng.betavariate(8 * centre, 8 * (1 - centre))) for _ in range(5)]
        mean = sum(v for _, v in values) / len(values)
        interval = clustered(mean, [(g, (v - mean) / len(values)) for g, v in values], graded=True)
        hits += interval.low <= 0.4 <= interval.high
    assert 0.92 <= hits / trials <= 0.98
