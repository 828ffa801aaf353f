"""`Head`: a logistic regression over named features, as a file; its answers are out of fold.

A head keeps one set of weights for each fold, fitted without it, and one fitted on everything. It also keeps
the digests of the texts that it was fitted on. A text among them is only ever answered by the weights of its
own fold, so no run can be scored on what the weights have seen.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import FiniteFloat, TypeAdapter, ValidationError

from defeasible.eval.cases import Json
from defeasible.eval.runlog.files import write_atomically
from defeasible.eval.runlog.manifest import DataFile
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.record import Record

SCHEMA: Literal["defeasible.head/1"] = "defeasible.head/1"
DIGITS = 16


@dataclass(frozen=True, slots=True)
class Weights(Record):
    """A logistic regression: log-odds of the first class are the intercept and a weighted sum of features."""

    intercept: FiniteFloat
    coefficients: dict[str, FiniteFloat]
    """By feature; one that is not here counts nothing."""
    strength: FiniteFloat
    """Inverse strength of the penalty (`C` of scikit-learn), chosen in folds inside the training part."""

    def log_odds(self, features: Mapping[str, float]) -> float:
        """Return the log-odds of the first class, in nats."""
        return math.fsum(
            (self.intercept, *(self.coefficients.get(name, 0.0) * value for name, value in features.items()))
        )


@dataclass(frozen=True, slots=True)
class Head(Record):
    """Fitted weights, and all that tells where they are from."""

    task: str
    """Whose items it was fitted on: `belief-r/t1`."""
    features: str
    """The set of features: `without-length`."""
    n: int
    """Items that it was fitted on."""
    groups: int
    """Groups of items that share material or a text; a group lies in one fold."""
    seed: int
    data: tuple[DataFile, ...]
    """Files that the items came from."""
    versions: dict[str, str]
    """Of packages and Python."""
    scores: dict[str, FiniteFloat | None]
    """Metrics of the out-of-fold answers over all items."""
    fold_scores: tuple[dict[str, FiniteFloat | None], ...]
    """The same for each fold."""
    folds: tuple[Weights, ...]
    """Fitted on all folds but one, in the order of the folds left out."""
    whole: Weights
    """Fitted on everything; for texts that are not in `seen`."""
    seen: dict[str, int]
    """The fold of every text that it was fitted on, by the text's `digest`."""
    schema: Literal["defeasible.head/1"] = SCHEMA

    def weights(self, texts: Iterable[str]) -> Weights | None:
        """Return the weights that have not seen any of some texts; None where there are none.

        That is those of the one fold that the known texts are of; where no text is known, `whole`.
        """
        found = {fold for text in texts if (fold := self.seen.get(digest(text))) is not None}
        if len(found) > 1:
            return None
        return self.folds[found.pop()] if found else self.whole

    @property
    def origin(self) -> str:
        """What it was fitted on, in words."""
        files = ", ".join(f"{file.path} {file.sha256[:12]}" for file in self.data)
        return (
            f"fitted on {self.n} items of {self.task}, {self.features} ({files}); a text among them is "
            "answered by the fold that was fitted without it"
        )

    def write(self, path: Path) -> None:
        """Replace the file atomically.

        Raises:
            OSError: If it cannot be written.
        """
        write_atomically(path, _adapter().dump_json(self, indent=1) + b"\n")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A head with the hash of its file."""

    head: Head
    sha256: str

    @staticmethod
    def read(path: Path, task: str) -> Loaded:
        """Read a file that `defeasible fit` wrote.

        Args:
            path: The file.
            task: What it must have been fitted on.

        Raises:
            UsageError: If it is not there, is no head, or one of another task.
        """
        try:
            content = path.read_bytes()
            head = _adapter().validate_json(content)
        except OSError as error:
            raise UsageError(f"cannot read the head `{path}`: {error.strerror}") from error
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"]))
            raise UsageError(
                f"`{path}` is no head: {place + ': ' if place else ''}{first['msg']}",
                hint=f"`defeasible fit {task} --out FILE` writes one",
            ) from error
        if head.task != task:
            raise UsageError(f"`{path}` was fitted on {head.task}, not on {task}")
        if not all(0 <= fold < len(head.folds) for fold in head.seen.values()):
            raise UsageError(f"`{path}` is no head: it names folds that it does not have")
        return Loaded(head, hashlib.sha256(content).hexdigest())


def digest(text: str) -> str:
    """Return a hash of the words of a text; case, space and punctuation do not matter.

    >>> digest("If it rains, then we stay.") == digest("if it rains then we stay")
    True
    """
    return hashlib.sha256(" ".join(re.findall(r"\w+", text.casefold())).encode()).hexdigest()[:DIGITS]


def json_schema() -> dict[str, Json]:
    """Return the JSON Schema of a head's file."""
    return _adapter().json_schema()


@cache
def _adapter() -> TypeAdapter[Head]:
    return TypeAdapter(Head)
