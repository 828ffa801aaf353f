"""Temperature scaling: fit a divisor of a model's log-odds so that its probabilities are calibrated.

Guo et al. 2017, section 4.2. The divisor is fitted on answers with known gold labels and must then be used on
others: on the same items it looks too good.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from defeasible.eval.cases import Json
from defeasible.eval.runlog import RunDir
from defeasible.reasoner.errors import UsageError

LOWEST, HIGHEST = 0.02, 50.0
"""Range in which the calibration is searched."""
BINS = 10
LEAST = 1e-300
"""Smallest probability whose logarithm is taken."""
_GOLDEN = (math.sqrt(5) - 1) / 2


@dataclass(frozen=True, slots=True)
class Answer:
    """A model's probabilities of the options, and the right option."""

    shares: tuple[float, ...]
    gold: int
    logic: tuple[int, float] | None = None
    """The option that logic chose, with its confidence; None if it chose none."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A fitted calibration, and its effect on the probabilities."""

    calibration: float
    """The divisor of log-odds. Above 1 the model was overconfident, below 1 underconfident."""
    n: int
    """Number of answers used for the fit."""
    loss: tuple[float, float]
    """Mean negative log-probability of the right option, in nats: before and after calibration."""
    error: tuple[float, float]
    """Expected calibration error over ten bins of confidence: before and after calibration."""

    def to_json(self) -> dict[str, Json]:
        """Return the numbers as JSON values."""
        return {
            "calibration": self.calibration,
            "n": self.n,
            "loss": list(self.loss),
            "error": list(self.error),
            "at_bound": self.at_bound,
        }

    @property
    def at_bound(self) -> bool:
        """Whether the best calibration is at the edge of the range, so that there is hardly an optimum."""
        return self.calibration < LOWEST * 1.01 or self.calibration > HIGHEST / 1.01


def answers_of(run: RunDir) -> list[Answer]:
    """Return the model's own answers in a run."""
    found = []
    for case in run.cases:
        event = run.decisions.get(case.id)
        if event is not None and event.model is not None and event.model.shares:
            found.append(Answer(event.model.shares, case.labels.index(case.gold)))
    return found


def fit(answers: Sequence[Answer]) -> Fit:
    """Find the calibration that maximizes the likelihood of the right options.

    The loss is convex in the reciprocal of the calibration, so golden-section search finds the only minimum.

    Raises:
        UsageError: If there are no answers.
    """
    if not answers:
        raise UsageError(
            "no model answers to fit on",
            hint="use runs of the pipeline `neural`; `hybrid` rarely asks the model",
        )
    low, high = math.log(LOWEST), math.log(HIGHEST)
    while high - low > 1e-6:
        near = high - _GOLDEN * (high - low)
        far = low + _GOLDEN * (high - low)
        if _loss(answers, math.exp(near)) <= _loss(answers, math.exp(far)):
            high = far
        else:
            low = near
    best = round(math.exp((low + high) / 2), 4)
    if _loss(answers, best) > _loss(answers, 1.0) - 1e-9:
        best = 1.0  # no better than 1
    return Fit(
        best,
        len(answers),
        (_loss(answers, 1.0), _loss(answers, best)),
        (_error(answers, 1.0), _error(answers, best)),
    )


def scaled(shares: Sequence[float], slope: float, added: Sequence[float] | None = None) -> tuple[float, ...]:
    """Return probabilities after multiplying each log-probability by a slope and adding nats.

    Args:
        shares: Probabilities of the options.
        slope: 1 leaves their log-odds unchanged.
        added: Nats for each option; None for none.
    """
    added = (0.0,) * len(shares) if added is None else added
    logs = [slope * math.log(max(share, LEAST)) + nats for share, nats in zip(shares, added, strict=True)]
    best = max(logs)
    masses = [math.exp(log - best) for log in logs]
    return tuple(mass / math.fsum(masses) for mass in masses)


def _loss(answers: Sequence[Answer], calibration: float) -> float:
    right = (scaled(answer.shares, 1 / calibration)[answer.gold] for answer in answers)
    return -math.fsum(math.log(max(share, LEAST)) for share in right) / len(answers)


def _error(answers: Sequence[Answer], calibration: float) -> float:
    """Return the mean difference between confidence and accuracy (Guo et al. 2017, equation 3)."""
    bins: dict[int, list[tuple[float, bool]]] = {}
    for answer in answers:
        shares = scaled(answer.shares, 1 / calibration)
        sure = max(shares)
        bins.setdefault(min(int(sure * BINS), BINS - 1), []).append((sure, shares.index(sure) == answer.gold))
    gaps = (abs(math.fsum(sure - right for sure, right in part)) for part in bins.values())
    return math.fsum(gaps) / len(answers)
