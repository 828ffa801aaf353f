"""`Maker`: makes fresh items of one benchmark, in its official format."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random

NAMES = (
    "Aiko", "Amara", "Anders", "Beatriz", "Bilal", "Carmen", "Chidi", "Dalia", "Dmitri", "Elif", "Emre",
    "Fatima", "Farid", "Gita", "Goran", "Hana", "Henrik", "Ines", "Ivan", "Jamila", "Jonas", "Kavya",
    "Kenji", "Leila", "Luca", "Maren", "Mateo", "Nadia", "Nils", "Oksana", "Omar", "Paola", "Pavel",
    "Quynh", "Ravi", "Rosa", "Samira", "Stefan", "Tala", "Tomas", "Uma", "Viktor", "Wanjiru", "Xenia",
    "Yusuf", "Zora",
)  # fmt: skip
"""Given names of persons in fresh items."""

Make = Callable[[int, Random], Mapping[str, str]]
"""Takes the number of items and a random generator; returns the text of each file by its official path."""


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes items of one benchmark."""

    name: str
    """Name of the benchmark, as on the command line."""
    summary: str
    unit: str
    """What `n` counts: `contexts`."""
    make: Make


def to_csv(rows: Iterable[Iterable[str]]) -> str:
    """Return rows as CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
