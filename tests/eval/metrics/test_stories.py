"""PASTA's measures: pairs of states, ratings, and what a solver says of a generated story."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from defeasible.eval.metrics.stories import (
    contrastive_accuracy,
    judge_change,
    judge_revision,
    kept,
    minimal_revision,
)
from defeasible.eval.metrics.tokens import english_words, spaced
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.verdict import Verdict

YES, NO, OPEN, LATE = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.TIMEOUT


def test_a_pair_is_right_when_both_of_its_answers_are() -> None:
    pairs = [("t1", "S"), ("t1", "S"), ("t1", "S'"), ("t1", "S'"), ("t2", "S"), ("t2", "S")]
    assert contrastive_accuracy([True, True, True, False, False, False], pairs) == pytest.approx(1 / 3)
    # The order of answers does not matter.
    mixed = [pairs[i] for i in (2, 0, 4, 3, 1, 5)]
    assert contrastive_accuracy([True, True, False, False, True, False], mixed) == pytest.approx(1 / 3)


def test_pairs_that_a_sample_left_incomplete_do_not_count() -> None:
    assert contrastive_accuracy([True, True, True], ["a", "a", "b"]) == 1.0
    assert contrastive_accuracy([True], ["b"]) is None
    assert contrastive_accuracy([], []) is None


def test_pairs_of_another_shape_are_refused() -> None:
    with pytest.raises(UsageError, match=r"pair 'a' has 3 answers"):
        contrastive_accuracy([True] * 3, ["a"] * 3)
    with pytest.raises(UsageError, match="names of pairs, got 1 and 2"):
        contrastive_accuracy([True], ["a", "a"])


def test_ratings_become_the_published_share() -> None:
    # Table 6, T5-b: 91.39 % of 600 ratings on the code's scale of 0 (minimal) to 3, which sum to 155.
    code = [3] * 51 + [1] * 2 + [0] * 547
    assert minimal_revision([3 - rating for rating in code], highest=3) == pytest.approx(0.9139, abs=5e-5)
    assert minimal_revision([4, 2]) == 0.75
    for wrong in ([], [5], [-1]):
        with pytest.raises(UsageError, match="from 0 to 4"):
            minimal_revision(wrong)


def test_kept_tokens_by_hand() -> None:
    assert kept("the lid was loose", "the lid was tight", spaced) == 0.75
    assert kept("a a b", "a", spaced) == pytest.approx(1 / 3)
    with pytest.raises(UsageError, match="has no tokens"):
        kept("", "a", spaced)


def test_kept_tokens_are_about_as_many_as_the_paper_says(open_data: Path) -> None:
    """Table 1: 90.3 % of all stories; here those of the validation file."""
    path = open_data / "pasta" / "val_data.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    shares = []
    for row in rows:
        lines = [row[f"Input.line{n}"] for n in range(1, 6)]
        revised = [row[f"Answer.mod_line{n}"] or line for n, line in enumerate(lines, 1)]
        shares.append(kept(" ".join(lines), " ".join(revised), english_words))
    assert sum(shares) / len(shares) == pytest.approx(0.903, abs=0.005)


@pytest.mark.parametrize(
    ("wanted", "former", "inferable", "released"),
    [
        (YES, NO, True, True),
        (YES, OPEN, True, True),
        (YES, YES, True, False),  # the old state still follows
        (YES, LATE, True, False),  # nobody could tell
        (OPEN, NO, False, True),
        (NO, YES, False, False),
        (LATE, LATE, False, False),
        (Verdict.INCONSISTENT, Verdict.INCONSISTENT, False, False),
    ],
)
def test_a_revision_supports_the_new_state_and_no_longer_the_old(
    wanted: Verdict, former: Verdict, inferable: bool, released: bool
) -> None:
    judged = judge_revision(wanted, former)
    assert (judged.inferable, judged.released) == (inferable, released)
    assert judged.supported == (inferable and released)


def test_a_change_has_half_for_each_state() -> None:
    assert judge_change((YES, NO), (YES, OPEN)) == 1.0
    assert judge_change((YES, NO), (YES, YES)) == 0.5
    assert judge_change((OPEN, NO), (NO, YES)) == 0.0
