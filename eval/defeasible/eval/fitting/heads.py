"""`Head`: fitted weights in a file, with their provenance."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import FiniteFloat, TypeAdapter, ValidationError

from defeasible.eval.cases import Setting
from defeasible.eval.runlog.files import write_atomically
from defeasible.eval.runlog.manifest import DataFile
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.heads import Folds

SCHEMA: Literal["defeasible.head/1"] = "defeasible.head/1"


@dataclass(frozen=True, slots=True)
class Head(Folds):
    """Fitted weights with their provenance."""

    task: str
    """The task that it was fitted on: `belief-r/t1`."""
    features: str
    """The set of features: `without-length`."""
    n: int
    """Number of items that it was fitted on."""
    groups: int
    """Number of groups of items that share material or a text; each group is in one fold."""
    choice: dict[str, str]
    """The choice of items: `{"split": "train"}`."""
    seed: int
    data: tuple[DataFile, ...]
    """The files that contain the items."""
    versions: dict[str, str]
    """Versions of packages and Python."""
    scores: dict[str, FiniteFloat | None]
    """Metrics of the out-of-fold answers over all items."""
    fold_scores: tuple[dict[str, FiniteFloat | None], ...]
    """The same metrics for each fold."""
    schema: Literal["defeasible.head/1"] = SCHEMA

    @property
    def origin(self) -> str:
        """What it was fitted on, in words."""
        return (
            f"{fitted_on(self.task, self.n, self.choice, self.features, self.data)}; a text among them is "
            "answered by the fold that was fitted without it"
        )

    def write(self, path: Path) -> None:
        """Replace the file atomically. Each set of weights is a line.

        Raises:
            OSError: If it cannot be written.
        """
        content = _adapter().dump_json(self).replace(b'{"coefficients"', b'\n{"coefficients"')
        write_atomically(path, content.replace(b'"seen"', b'\n"seen"') + b"\n")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A head with the hash of its file."""

    head: Head
    sha256: str

    @staticmethod
    def read(path: Path, *tasks: str, sha256: str | None = None) -> Loaded:
        """Read a file that `defeasible fit` wrote.

        Args:
            path: The file.
            tasks: The tasks that it may have been fitted on.
            sha256: The required hash; None for any.

        Raises:
            UsageError: If the file is missing, is not a head, is for another task, or has another hash.
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
                f"`{path}` is not a head: {place + ': ' if place else ''}{first['msg']}",
                hint=f"`defeasible fit {tasks[0]} --out FILE` writes one",
            ) from error
        if head.task not in tasks:
            raise UsageError(f"`{path}` was fitted on {head.task}, not on {' or '.join(tasks)}")
        found = hashlib.sha256(content).hexdigest()
        if sha256 is not None and sha256 != found:
            raise UsageError(
                f"`{path}` is not the head of the run: hash {found[:12]}, expected {sha256[:12]}"
            )
        return Loaded(head, found)

    def logged(self, what: str) -> dict[str, Setting]:
        """Return the entries for a run's log: the file's hash, and what it was fitted on.

        Args:
            what: The role of the head: `roles`, `weights`, `model`.
        """
        return {f"{what}_sha256": self.sha256, f"{what}_seen": self.head.origin}


def fitted_on(task: str, n: int, choice: dict[str, str], what: str, data: tuple[DataFile, ...]) -> str:
    """Return a description of what something was fitted on."""
    shown = ", ".join([*choice.values(), *([what] if what else [])])
    files = ", ".join(f"{file.path} {file.sha256[:12]}" for file in data)
    return f"fitted on {n} items of {task}{', ' + shown if shown else ''} ({files})"


@cache
def _adapter() -> TypeAdapter[Head]:
    return TypeAdapter(Head)
