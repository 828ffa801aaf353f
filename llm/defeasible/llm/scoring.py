"""Scoring of options, common to all backends: valid options, batches, shared prefixes."""

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
        failure: Why; its kind is `unscorable` if the backend cannot score them comparably.
    """

    def __init__(self, failure: Failure) -> None:
        self.failure = failure
        super().__init__(failure.message)


def score_all(scorer: Scorer, asked: Sequence[Options]) -> list[list[Score]]:
    """Return the scores of each prompt's options, with the time taken; in batches if the scorer can."""
    started = time.perf_counter()
    if isinstance(scorer, BatchScorer):
        found = scorer.score_all(asked)
    else:
        found = [scorer.score(one.prompt, one.options) for one in asked]
    share = (time.perf_counter() - started) / max(1, len(asked))
    return [[_timed(score, share) for score in scores] for scores in found]


def _timed(score: Score, seconds: float) -> Score:
    """Return a score with its time filled in, unless it has one or comes from a cache."""
    return score if score.seconds or score.cached else replace(score, seconds=seconds)


def check_options(options: Sequence[str]) -> None:
    """Check that options can be scored.

    Raises:
        UsageError: If there are no options, or one is empty.
    """
    if not options or "" in options:
        raise UsageError(f"options must be non-empty, got {list(options)}")


def common(first: Sequence[object], second: Sequence[object]) -> int:
    """Return the length of the common prefix of two sequences, always leaving the second's last token."""
    length = min(len(first), len(second) - 1)
    return next((n for n in range(length) if first[n] != second[n]), length)
