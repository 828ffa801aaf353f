"""Fitted weights, stored so that no weights answer a text on which they were fitted.

A head has one set of weights for each fold, fitted without it, one set fitted on everything, and the digests
of the texts on which it was fitted. Such a text is only answered by the weights of its own fold.
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
    """The coefficient of each feature; a missing one counts as 0."""
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
    """Sets of weights, and the fold of each text that they have seen.

    Raises:
        ValueError: On construction, if a text belongs to a missing fold.
    """

    folds: tuple[Weights, ...]
    """The weights fitted without each fold, in the order of the folds."""
    whole: Weights
    """The weights fitted on everything, for texts that are not in `seen`."""
    seen: dict[str, int]
    """The fold of every text used for fitting, by the text's `digest`."""

    def __post_init__(self) -> None:
        if not all(0 <= fold < len(self.folds) for fold in self.seen.values()):
            raise ValueError("a text belongs to an unknown fold")

    def weights(self, texts: Iterable[str]) -> Weights | None:
        """Return the weights that have seen none of some texts; None if there are none.

        If all known texts belong to one fold, these are the weights of that fold; if no text is known, they
        are `whole`.
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
