"""Learn weights with which better candidates get higher scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from defeasible.eval.cases import Case
from defeasible.reasoner.heads import Weights

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.float64]]

CONSTANT = "constant"
"""The feature whose weight is not penalized."""
SHARPNESS = 8.0
"""Difference in nats between the targets of a candidate of worth 1 and one of worth 0."""
MOST_STEPS = 200
DIGITS = 3


@dataclass(frozen=True, slots=True)
class Example:
    """An item with the features of each possible answer."""

    case: Case[Any]
    candidates: tuple[Mapping[str, float], ...]
    """The features of each candidate."""
    answers: tuple[str, ...]
    """The answer of each candidate, word for word."""
    worths: tuple[float, ...]
    """How good each candidate is, from 0 to 1."""
    texts: tuple[str, ...]
    """Texts by which the item is recognized later."""
    stratum: str = ""
    """Strata are spread evenly over folds."""
    length: int = 0
    """Length in words, from which the label might be predicted without reading."""

    def answer(self, scores: Sequence[float], *, ties: bool) -> str | None:
        """Return the answer of the candidate with the highest score.

        Args:
            scores: The scores of the candidates.
            ties: Whether a tie is answered with the first candidate, or not at all.
        """
        highest = max(scores)
        alone = ties or list(scores).count(highest) == 1
        return self.answers[list(scores).index(highest)] if alone else None


class Table:
    """Examples as a matrix, so that weights can be learned from any subset.

    Args:
        examples: At least one, each with at least one candidate.
    """

    def __init__(self, examples: Sequence[Example]) -> None:
        import numpy as np  # noqa: PLC0415 - not for `--help`
        from scipy.sparse import csr_matrix  # noqa: PLC0415 - not for `--help`

        candidates = [features for one in examples for features in one.candidates]
        self.names = sorted({name for features in candidates for name in features})
        column = {name: n for n, name in enumerate(self.names)}
        ends = np.cumsum([0, *map(len, candidates)])
        columns = np.fromiter((column[name] for features in candidates for name in features), np.int32)
        values = np.fromiter((value for features in candidates for value in features.values()), np.float64)
        self._matrix = csr_matrix((values, columns, ends), shape=(len(candidates), len(self.names)))
        self._sizes = np.array([len(one.candidates) for one in examples])
        self._starts = np.cumsum(self._sizes) - self._sizes
        self._worths = np.array([worth for one in examples for worth in one.worths])
        self._strata = [one.stratum for one in examples]
        # Which examples have a feature in any of their candidates.
        owners = np.repeat(np.repeat(np.arange(len(examples)), self._sizes), np.diff(ends))
        has = csr_matrix((np.ones(len(columns)), (owners, columns)), shape=(len(examples), len(self.names)))
        self._has = has.sign()

    def learn(
        self, places: Sequence[int], strength: float, *, rare: float = 0.0, balanced: bool = False
    ) -> Weights:
        """Return the weights that maximize the likelihood of the targets, minus a quadratic penalty.

        The probability of a candidate is the softmax of the scores; its target is the softmax of `SHARPNESS`
        times its worth: the listwise loss of Cao et al. (2007), Learning to rank. The objective is convex, so
        the starting point does not matter.

        Args:
            places: Indices of the examples to learn from.
            strength: Inverse strength of the penalty, which is half the sum of squared weights divided by it.
            rare: Features in a smaller share of these examples get no weight.
            balanced: Whether all strata have equal weight.
        """
        import numpy as np  # noqa: PLC0415 - not for `--help`
        from scipy.optimize import minimize  # noqa: PLC0415 - not for `--help`

        counts = np.asarray(self._has[list(places)].sum(0)).ravel()
        known = np.flatnonzero((counts > 0) & (counts >= rare * len(places)))
        rows, starts, sizes = self._rows(places)
        matrix = self._matrix[rows][:, known]
        target = np.exp(_log_shares(SHARPNESS * self._worths[rows], starts, sizes))
        counted = np.repeat(self._counted(places, balanced), sizes)
        names = [self.names[n] for n in known]
        penalised = np.array([name != CONSTANT for name in names], float) / strength

        def loss(w: Array) -> tuple[float, Array]:
            logs = _log_shares(matrix @ w, starts, sizes)
            slope = matrix.T @ (counted * (np.exp(logs) - target)) + penalised * w
            return float(-(counted * target) @ logs + (penalised * w) @ w / 2), np.asarray(slope)

        steps = {"maxiter": MOST_STEPS}
        solved = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B", options=steps)
        weights = zip(names, solved.x.tolist(), strict=True)
        return Weights(
            {name: round(value, DIGITS) for name, value in weights if round(value, DIGITS)}, strength
        )

    def loss(self, weights: Weights, places: Sequence[int], *, balanced: bool = False) -> float:
        """Return the loss that `learn` minimizes, without the penalty, in nats."""
        import numpy as np  # noqa: PLC0415 - not for `--help`

        rows, starts, sizes = self._rows(places)
        vector = np.array([weights.coefficients.get(name, 0.0) for name in self.names])
        target = np.exp(_log_shares(SHARPNESS * self._worths[rows], starts, sizes))
        counted = np.repeat(self._counted(places, balanced), sizes)
        return float(-(counted * target) @ _log_shares(self._matrix[rows] @ vector, starts, sizes))

    def _counted(self, places: Sequence[int], balanced: bool) -> list[float]:
        """Return the weight of each example; the mean is 1."""
        strata = Counter(self._strata[place] for place in places)
        mean = len(places) / len(strata)
        return [mean / strata[self._strata[place]] if balanced else 1.0 for place in places]

    def _rows(self, places: Sequence[int]) -> tuple[Any, Any, Any]:
        """Return the rows of examples, the offset of each example among them, and its number of rows."""
        import numpy as np  # noqa: PLC0415 - not for `--help`

        sizes = self._sizes[list(places)]
        rows = np.concatenate([np.arange(self._starts[n], self._starts[n] + self._sizes[n]) for n in places])
        return rows, np.cumsum(sizes) - sizes, sizes


def _log_shares(scores: Array, starts: Any, sizes: Any) -> Array:
    """Return the log-softmax of scores within each example."""
    import numpy as np  # noqa: PLC0415 - not for `--help`

    above = scores - np.repeat(np.maximum.reduceat(scores, starts), sizes)
    return np.asarray(above - np.repeat(np.log(np.add.reduceat(np.exp(above), starts)), sizes))
