"""Common parts of the CORECODE tasks: official files, easy and hard, which items share a dialogue."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from defeasible.datasets.corecode import DIFFICULTIES, NAMES, Difficulty, Split
from defeasible.datasets.corecode import Task as Name
from defeasible.eval.tasks.task import Choice

DATASET = "corecode"
OPENING = 12
"""Number of turns that identify a dialogue; a clipped dialogue shares them with the whole one."""
ORDER: tuple[Split, ...] = ("test", "dev", "train")
"""Splits in order of preference."""


def splits(task: Name) -> Mapping[str, tuple[str, ...]]:
    """Return the official files of a task, easy and hard, by split."""
    kind, name = NAMES[task]
    return {split: tuple(f"{level}/{kind}/{split}/{name}.jsonl" for level in DIFFICULTIES) for split in ORDER}


def split_of(choice: Choice) -> Split:
    """Return the official split of a choice that names one."""
    return next(split for split in ORDER if split == choice.split)


def levels(choice: Choice) -> list[Difficulty]:
    """Return the difficulties to read: easy, hard or both."""
    return [level for level in DIFFICULTIES if choice.subset in ("", level)]


def cluster(turns: Sequence[str]) -> str:
    """Return a key of a dialogue: the same for easy and hard, whole and clipped, and for all its events."""
    return hashlib.sha256("".join(turns[:OPENING]).encode()).hexdigest()[:16]
