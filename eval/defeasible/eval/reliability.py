"""`Reliability`: the weight of a model's opinion, fitted on questions with known answers.

Platt scaling (Platt 1999; Guo et al. 2017, section 4.1) of the log-odds between options: a slope, and an
intercept for the position of an option, so that a preference for option (a) does not count as evidence. If
the slope is not significantly above zero, the model's answers are uninformative and its opinion has no
weight.

The questions are fresh items of our own, never those of a benchmark: see `fresh_cases`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from defeasible.eval.calibration import LEAST, Answer, scaled
from defeasible.eval.cases import Case

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from defeasible.eval.tasks import Choice, Task

ITEMS, SEED = 300, 1_999
"""Number of fresh items that a model is asked, and their seed."""
FEWEST = 20
"""With fewer answers no opinion gets a weight, and no position of an option an intercept."""
_CLEARLY = 1.645**2 / 2
"""Nats that a slope must gain over no slope: the likelihood-ratio test, one-sided at 5 %."""
STEEPEST = 20.0
"""The largest slope."""
_RIDGE = 0.5
"""Prior on intercepts, the reciprocal of their variance: a position that rarely occurs hardly counts."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """A transformation of a model's log-odds into evidence."""

    slope: float = 1.0
    """Factor of the log-odds; 0 if the opinion has no weight."""
    places: tuple[float, ...] = ()
    """Nats added for each position of an option; empty for none."""
    logic: tuple[float, float] = (0.0, 1.0)
    """The evidence, in nats, of an answer of logic beside the model: a constant, and a factor of its
    log-odds, which are limited to 4 nats on either side."""
    n: int = 0
    """Number of answers used for the fit; 0 if it was not fitted."""
    right: float | None = None
    """Share of these answers that were right."""

    def shares(self, shares: Sequence[float]) -> tuple[float, ...]:
        """Return calibrated probabilities of the options; uniform if the opinion has no weight."""
        if self.slope == 0:
            return (1 / len(shares),) * len(shares)
        return scaled(shares, self.slope, self.places if len(self.places) == len(shares) else None)

    def of_logic(self, confidence: float) -> float:
        """Return the evidence, in nats, of an answer of logic with the given confidence."""
        base, slope = self.logic
        return base + slope * _log_odds(confidence)

    def ranked(self, shares: Sequence[float]) -> tuple[float, ...]:
        """Return calibrated probabilities that rank the options as the model does.

        If its opinion has no weight, they are its own: nothing is known about them.
        """
        return replace(self, places=()).shares(shares) if self.slope else tuple(shares)

    def __str__(self) -> str:
        if not self.n:
            return f"slope {self.slope:g}, as given" if self.slope else "no weight: it answered no fresh item"
        told = "no weight"
        if self.slope:
            places = "".join(f" {place:+.2f}" for place in self.places)
            base, slope = self.logic
            told = f"slope {self.slope:.3f}{f', places{places}' if places else ''}"
            told += "" if self.logic == (0.0, 1.0) else f", logic {base:+.2f} {slope:+.2f}"
        return f"{told}: right on {self.right:.2f} of {self.n} fresh items"


AS_THEY_ARE = Reliability()


def fit(answers: Sequence[Answer]) -> Reliability:
    """Fit a slope, the evidence of logic, and intercepts if every position was right often enough.

    Args:
        answers: The model's own answers, with the right options.
    """
    if not answers:
        return Reliability(0.0)
    right = sum(max(answer.shares) == answer.shares[answer.gold] for answer in answers) / len(answers)
    none = Reliability(0.0, n=len(answers), right=right)
    if len(answers) < FEWEST:
        return none
    at, gain = _fitted(answers)
    if at[0] <= 0 or gain < _CLEARLY:
        return none
    places = tuple(float(place) for place in at[3:])
    return replace(
        none, slope=float(at[0]), places=(0.0, *places) if places else (), logic=(float(at[1]), float(at[2]))
    )


def _fitted(answers: Sequence[Answer]) -> tuple[NDArray[np.float64], float]:
    """Return the maximum a posteriori parameters, and their gain in nats over those without a slope.

    They are the slope, the constant and the factor for logic, and an intercept for every position but the
    first.
    """
    import numpy as np  # noqa: PLC0415 - not for `--help`
    from scipy.optimize import minimize  # noqa: PLC0415 - not for `--help`

    counts = Counter(answer.gold for answer in answers)
    width = {len(answer.shares) for answer in answers}
    options = width.pop() if len(width) == 1 else 0
    # Positions get intercepts only if each of them was right often enough.
    places = options - 1 if options and min(counts[place] for place in range(options)) >= FEWEST else 0
    # Then all positions have equal weight, so that the balance of these items is not transferred to others.
    weights = [len(answers) / (options * counts[answer.gold]) if places else 1.0 for answer in answers]
    designs = [_design(answer, places) for answer in answers]
    golds = [answer.gold for answer in answers]
    # If logic chose nothing, or everything is alike, only the priors determine the evidence of logic.
    prior = np.array([1e-6, _RIDGE / 4, _RIDGE, *([_RIDGE] * places)])
    usual = np.array([0.0, 0.0, 1.0, *([0.0] * places)])

    def loss(at: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        """Return the negative log-posterior and its gradient."""
        value, gradient = float(prior @ (at - usual) ** 2 / 2), prior * (at - usual)
        for weight, design, gold in zip(weights, designs, golds, strict=True):
            shares = _softmax(design @ at)
            value -= weight * math.log(max(float(shares[gold]), LEAST))
            gradient += weight * (shares @ design - design[gold])
        return value, gradient

    def best(steepest: float) -> Any:
        bounds = [(-steepest, steepest)] + [(-STEEPEST, STEEPEST)] * (len(usual) - 1)
        return minimize(loss, usual, jac=True, method="L-BFGS-B", bounds=bounds)

    found = best(STEEPEST)
    return found.x, float(best(0.0).fun - found.fun)


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np  # noqa: PLC0415 - not for `--help`

    masses = np.exp(logits - logits.max())
    found: NDArray[np.float64] = masses / masses.sum()
    return found


def _log_odds(confidence: float) -> float:
    """Return the log-odds of a confidence in nats, limited to -4 and 4."""
    bounded = min(max(confidence, LEAST), 1 - 1e-9)
    return min(max(math.log(bounded) - math.log1p(-bounded), -4.0), 4.0)


def _design(answer: Answer, places: int) -> NDArray[np.float64]:
    """Return a row for each option, with a column for each parameter of `_fitted`."""
    import numpy as np  # noqa: PLC0415 - not for `--help`

    rows = np.zeros((len(answer.shares), 3 + places))
    rows[:, 0] = [math.log(max(share, LEAST)) for share in answer.shares]
    if answer.logic is not None:
        chosen, confidence = answer.logic
        rows[chosen, 1:3] = 1.0, _log_odds(confidence)
    for place in range(1, 1 + places):
        rows[place, 2 + place] = 1.0
    return rows


def fresh_cases(task: Task, choice: Choice, n: int = ITEMS, seed: int = SEED) -> list[Case[Any]]:
    """Make fresh items of a task, as if loaded from its official files.

    Args:
        task: The task. Items that its headline leaves out are left out here as well.
        choice: The variant to show. Its subset and split do not matter.
        n: The most items to return.
        seed: Equal seeds give equal items.

    Returns:
        The items; empty if none can be made.
    """
    from defeasible.datasets.make import MAKERS, find, write  # noqa: PLC0415 - not for `--help`

    if task.dataset not in MAKERS:
        return []
    with TemporaryDirectory() as name:
        folder = Path(name)
        # If the headline counts only some items, it counts about every second one.
        write(find(task.name), n if task.headline_on is None else 2 * n, seed, folder)
        loaded = task.load(folder, task.choice(folder, variant=choice.variant or None))
    cases = [case for case in loaded if task.counts(case)]
    Random(seed).shuffle(cases)  # noqa: S311 - the same seed has to give the same items
    return cases[:n]
