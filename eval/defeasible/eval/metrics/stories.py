"""PASTA: pairs of states, and scores of generated stories and states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from defeasible.eval.metrics.tokens import Tokens
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.verdict import Verdict

HIGHEST = 4
"""The rating of the smallest revision in the paper; the released code has 3."""


def contrastive_accuracy(correct: Sequence[bool], pairs: Sequence[Hashable]) -> float | None:
    """Return the share of pairs with both answers right; None if no pair is complete.

    A pair is one version of one story, asked about the state and about its counterfactual.

    Args:
        correct: Whether each answer is right.
        pairs: The pair of each answer. A pair with only one answer, as in a sample, does not count.

    Raises:
        UsageError: If the numbers of answers and pairs differ, or a pair has more than two answers.

    References:
        S. Ghosh et al. (2023), PASTA, section 6.1, tables 3, 4 and 11.

    >>> contrastive_accuracy([True, True, True, False], ["S", "S", "T", "T"])
    0.5
    """
    if len(correct) != len(pairs):
        raise UsageError(f"expected as many answers as names of pairs, got {len(correct)} and {len(pairs)}")
    asked = Counter(pairs)
    for pair, n in asked.items():
        if n > 2:
            raise UsageError(f"the pair {pair!r} has {n} answers", hint="a pair has two")
    right = Counter(pair for pair, good in zip(pairs, correct, strict=True) if good)
    complete = [pair for pair, n in asked.items() if n == 2]
    return sum(right[pair] == 2 for pair in complete) / len(complete) if complete else None


def minimal_revision(ratings: Sequence[int], highest: int = HIGHEST) -> float:
    """Return the minimal-revision score of human ratings: their mean as a share of the highest rating.

    Args:
        ratings: From 0, an entirely new story, to `highest`, the smallest revision.
        highest: 4 by the paper's text. Its released code has four steps, counted from the other end: `(3 -
            rating) / 3`, which is this with `3 - rating` and 3.

    Raises:
        UsageError: If there are no ratings, or one is outside the scale.

    References:
        S. Ghosh et al. (2023), section 6.2, metric 3, table 6.
    """
    if not ratings or not all(0 <= rating <= highest for rating in ratings):
        raise UsageError(f"ratings must be one or more numbers from 0 to {highest}, got {list(ratings)}")
    return sum(ratings) / len(ratings) / highest


def kept(original: str, revised: str, tokens: Tokens) -> float:
    """Return the share of the tokens of a story that its revision keeps, from 0 to 1, as multisets.

    It measures how small a revision is, without human judges. The paper gives it for its stories (`% story
    tokens common in revised story`, 90.3, table 1) without defining it further.

    Raises:
        UsageError: If the story has no tokens.
    """
    before, after = Counter(tokens(original)), Counter(tokens(revised))
    if not before:
        raise UsageError("the original story has no tokens")
    return (before & after).total() / before.total()


@dataclass(frozen=True, slots=True)
class Revised:
    """The verdicts of a solver on a generated story."""

    inferable: bool
    """Whether the requested state follows from it (judged by people in table 6, `Inferable`)."""
    released: bool
    """Whether the contradictory former state no longer follows from it."""

    @property
    def supported(self) -> bool:
        """Whether both hold: the story was revised as requested."""
        return self.inferable and self.released


def judge_revision(wanted: Verdict, former: Verdict) -> Revised:
    """Judge a generated story by two verdicts of a solver.

    Args:
        wanted: Does the requested state follow from the new story?
        former: Does the state that it replaces follow from the new story?

    References:
        S. Ghosh et al. (2023), section 4.2: the state is inferable from the new story, and much more so than
        from the old one. If this cannot be decided (TIMEOUT, UNPARSED, INCONSISTENT), nothing is supported.
    """
    return Revised(wanted is Verdict.ENTAILED, former in (Verdict.REFUTED, Verdict.UNKNOWN))


def judge_change(first: tuple[Verdict, Verdict], second: tuple[Verdict, Verdict]) -> float:
    """Return the valid inferability of two generated states, by verdicts of a solver: 0.0, 0.5 or 1.0.

    Each state that follows from its own story and not from the other one counts one half.

    Args:
        first: Does the first state follow from the first story, from the second?
        second: Does the second state follow from the second story, from the first?

    References:
        S. Ghosh et al. (2023), section 6.3, metric 2, table 7, which averages likelihoods given by three
        people; here there is one verdict of a solver.
    """
    return sum(judge_revision(own, other).supported for own, other in (first, second)) / 2
