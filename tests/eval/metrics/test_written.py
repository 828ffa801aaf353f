"""What a task of written texts reports, by hand: means, intervals, and what is not known."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from defeasible.eval.cases import Case, Judgement, Outcome, Status
from defeasible.eval.metrics import clustered
from defeasible.eval.metrics.bertscore import TokenVectors, bertscore, encoder
from defeasible.eval.metrics.counts import mean_interval
from defeasible.eval.metrics.overlap import gleu, rouge_l
from defeasible.eval.metrics.tokens import english_words
from defeasible.eval.metrics.written import measure_written, texts, with_bertscore
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.question import SizeQuestion


def outcome(text: str | None, gold: str, cluster: str, **values: float) -> Outcome:
    case: Case[Any] = Case(cluster, cluster, SizeQuestion("", "a", "b"), (), gold, cluster)
    status = Status.UNDECIDED if text is None else Status.SCORED
    return Outcome(case, Judgement(status, text=text, values=values))


TOLD = [
    outcome("she opens\nthe door", "she opens the door", "s1", kept=0.9),
    outcome(None, "it rains", "s2"),
    outcome("he waits", "he sleeps", "s3", kept=0.3),
]


def test_means_are_over_all_items_and_what_has_no_text_counts_as_empty() -> None:
    found = measure_written(TOLD, "rouge_l", ["kept"])
    said, wanted = ["she opens the door", "", "he waits"], ["she opens the door", "it rains", "he sleeps"]
    assert texts(TOLD) == (said, wanted)
    assert found["kept"] == pytest.approx((0.9 + 0.0 + 0.3) / 3)
    assert found["gleu"] == gleu(said, wanted, english_words)
    overlaps = [rouge_l(a, b) for a, b in zip(said, wanted, strict=True)]
    assert found["rouge_l"] == pytest.approx((1 + 0 + 1 / 2) / 3) == pytest.approx(sum(overlaps) / 3)
    assert found["bertscore"] is None
    intervals: Any = found["intervals"]
    assert intervals.keys() == {"kept", "rouge_l"}
    assert intervals["rouge_l"] == mean_interval(TOLD, overlaps)
    assert intervals["kept"] == mean_interval(TOLD, [0.9, 0.0, 0.3])
    assert found["n"] == 3
    assert found["coverage"] == pytest.approx(2 / 3)


def test_a_measure_that_some_text_lacks_is_not_known() -> None:
    found = measure_written([*TOLD, outcome("a", "a", "s4")], "rouge_lsum", ["kept"])
    assert found["kept"] is None
    assert "kept" not in dict(found["intervals"])  # type: ignore[arg-type]
    nothing = measure_written([], "rouge_l", ["kept"])
    assert (nothing["kept"], nothing["rouge_l"], nothing["gleu"]) == (None, None, None)


def test_the_interval_of_a_mean_is_of_what_items_differ_from_it() -> None:
    values = [0.9, 0.0, 0.3]
    by_hand = clustered(0.4, [("s1", 0.5 / 3), ("s2", -0.4 / 3), ("s3", -0.1 / 3)], graded=True)
    found: Any = mean_interval(TOLD, values)
    assert found == by_hand.to_json()
    assert found["low"] < 0.4 < found["high"]
    # Twenty items that are all nearly alike count for more than twenty of yes and no.
    alike = [outcome("", "", str(n)) for n in range(20)]
    narrow: Any = mean_interval(alike, [0.5 + (0.01 if n % 2 else -0.01) for n in range(20)])
    assert narrow["high"] - narrow["low"] < 0.05
    assert mean_interval([], []) is None


def axes(said: Sequence[str]) -> list[TokenVectors]:
    """Texts whose tokens are `x`, `-x` or `y`: each like itself alone, and the first two opposite."""
    of = {"x": [1.0, 0.0], "-x": [-1.0, 0.0], "y": [0.0, 1.0]}
    return [
        TokenVectors(np.array([of[t] for t in text.split()]), np.ones(len(text.split()))) for text in said
    ]


def test_bertscore_is_added_to_what_a_task_measures() -> None:
    told = [outcome("x", "x", "1"), outcome("x y", "x", "2"), outcome("x", "-x", "3")]
    measure = with_bertscore(lambda outcomes: measure_written(outcomes, "rouge_l", []), axes)
    found = measure(told)
    each = [1.0, 2 / 3, 0.0]  # precision 1/2 and recall 1 for the second; the third is below 0
    assert bertscore(["x"], ["-x"], axes) == [-1.0]
    assert found["bertscore"] == pytest.approx(sum(each) / 3)
    intervals: Any = found["intervals"]
    assert intervals["bertscore"] == mean_interval(told, each)
    assert intervals["rouge_l"] == mean_interval(told, [1.0, 2 / 3, 1.0])
    assert measure([])["bertscore"] is None


def test_texts_that_make_no_pairs_are_refused() -> None:
    with pytest.raises(UsageError, match="expected as many predictions as references, got 1 and 2"):
        bertscore(["x"], ["x", "y"], axes)


def test_the_special_tokens_of_a_bert_count_nothing() -> None:
    rows = np.arange(8.0).reshape(4, 2)
    model: Any = SimpleNamespace(read=lambda text: SimpleNamespace(vectors=rows[: len(text.split()) + 2]))
    one, two = encoder(model)(["a", "a b"])
    assert (one.vectors.tolist(), one.weights.tolist()) == (rows[:3].tolist(), [0.0, 1.0, 0.0])
    assert (two.vectors.tolist(), two.weights.tolist()) == (rows.tolist(), [0.0, 1.0, 1.0, 0.0])
