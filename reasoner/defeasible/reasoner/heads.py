"""Weights that were fitted, kept so that none of them answers what it has seen.

A head has one set of weights for each fold, fitted without it, and one fitted on everything, and the digests
of the texts that it was fitted on. A text among them is only ever answered by the weights of its own fold.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from defeasible.reasoner.record import Record

DIGITS = 16


@dataclass(frozen=True, slots=True)
class Weights(Record):
    """A linear score, in nats.

    Raises:
        ValueError: On construction, if a number is not finite.
    """

    coefficients: dict[str, float]
    """By feature; one that is not here counts nothing."""
    strength: float
    """Inverse strength of the penalty, chosen in folds inside the training part."""

    def __post_init__(self) -> None:
        if not all(map(math.isfinite, (self.strength, *self.coefficients.values()))):
            raise ValueError("a weight is not finite")

    def score(self, features: Mapping[str, float]) -> float:
        """Return the weighted sum of features."""
        return math.fsum(self.coefficients.get(name, 0.0) * value for name, value in features.items())


@dataclass(frozen=True, slots=True)
class Folds(Record):
    """Sets of weights, and which of them have not seen a text.

    Raises:
        ValueError: On construction, if a text is of a fold that is not there.
    """

    folds: tuple[Weights, ...]
    """Fitted on all folds but one, in the order of the folds left out."""
    whole: Weights
    """Fitted on everything; for texts that are not in `seen`."""
    seen: dict[str, int]
    """The fold of every text that it was fitted on, by the text's `digest`."""

    def __post_init__(self) -> None:
        if not all(0 <= fold < len(self.folds) for fold in self.seen.values()):
            raise ValueError("a text is of a fold that is not there")

    def weights(self, texts: Iterable[str]) -> Weights | None:
        """Return the weights that have not seen any of some texts; None where there are none.

        That is those of the one fold that the known texts are of; where no text is known, `whole`.
        """
        found = {fold for text in texts if (fold := self.seen.get(digest(text))) is not None}
        if len(found) > 1:
            return None
        return self.folds[found.pop()] if found else self.whole


def digest(text: str) -> str:
    """Return a hash of the words of a text; case, space and punctuation do not matter.

    >>> digest("If it rains, then we stay.") == digest("if it rains then we stay")
    True
    """
    return hashlib.sha256(" ".join(re.findall(r"\w+", text.casefold())).encode()).hexdigest()[:DIGITS]
