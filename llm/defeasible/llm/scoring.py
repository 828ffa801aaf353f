"""What scoring options is like on every backend: which options may be asked, and what they share."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.llm.backend import BatchScorer
from defeasible.reasoner.errors import DefeasibleError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.llm.backend import Failure, Options, Score, Scorer


class NotScoredError(DefeasibleError):
    """A backend did not score options.

    Args:
        failure: Why; of kind `unscorable` if it cannot score them so that they can be compared.
    """

    def __init__(self, failure: Failure) -> None:
        self.failure = failure
        super().__init__(failure.message)


def score_all(scorer: Scorer, asked: Sequence[Options]) -> list[list[Score]]:
    """Return the scores of each prompt's options, together where the scorer can, with the time they took."""
    started = time.perf_counter()
    if isinstance(scorer, BatchScorer):
        found = scorer.score_all(asked)
    else:
        found = [scorer.score(one.prompt, one.options) for one in asked]
    share = (time.perf_counter() - started) / max(1, len(asked))
    return [[_timed(score, share) for score in scores] for scores in found]


def _timed(score: Score, seconds: float) -> Score:
    """Return a score with its time, unless it has one or was kept without."""
    return score if score.seconds or score.cached else replace(score, seconds=seconds)


def check_options(options: Sequence[str]) -> None:
    """Refuse options that cannot be scored.

    Raises:
        UsageError: If there is none, or an empty one.
    """
    if not options or "" in options:
        raise UsageError(f"not at least one non-empty option: {list(options)}")


def common(first: Sequence[object], second: Sequence[object]) -> int:
    """Return how many tokens two texts begin with alike, at most all but the last of the second."""
    length = min(len(first), len(second) - 1)
    return next((n for n in range(length) if first[n] != second[n]), length)
