"""`Shard`: the part of a run that one of several processes answers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.record import Record

T = TypeVar("T")
SLURM = "slurm"
"""The argument for a shard named by the scheduler's variables."""


@dataclass(frozen=True, slots=True)
class Shard(Record):
    """One of `count` consecutive parts of the items of a run, whose sizes differ by at most one item."""

    index: int
    """From 1."""
    count: int

    def __post_init__(self) -> None:
        """Check the values.

        Raises:
            UsageError: If the index is not from 1 to the count.
        """
        if not 1 <= self.index <= self.count:
            raise UsageError(f"invalid shard {self}", hint="expected K/N with 1 <= K <= N")

    @staticmethod
    def parse(text: str, environ: Mapping[str, str]) -> Shard:
        """Return the shard that an argument names: `2/8`, or `slurm` for the position in a job array.

        Args:
            text: The argument.
            environ: The environment, with `SLURM_ARRAY_TASK_ID`, `_MIN`, `_STEP` and `_COUNT` for `slurm`.

        Raises:
            UsageError: If it names no shard.
        """
        if text == SLURM:
            names = [f"SLURM_ARRAY_TASK_{part}" for part in ("ID", "MIN", "STEP", "COUNT")]
            values = [environ.get(name, "1" if name.endswith("STEP") else "") for name in names]
            if missing := [name for name, value in zip(names, values, strict=True) if not value.isdecimal()]:
                hint = "use `sbatch --array=1-8`"
                raise UsageError(f"`--shard slurm` needs a number in {missing[0]}", hint=hint)
            id_, first, step, count = map(int, values)
            return Shard((id_ - first) // max(1, step) + 1, count)
        if not (found := re.fullmatch(r"(\d+)/(\d+)", text)):
            raise UsageError(f"invalid shard {text!r}", hint="expected K/N, or `slurm` in a job array")
        return Shard(int(found[1]), int(found[2]))

    def part(self, items: Sequence[T]) -> Sequence[T]:
        """Return the items of this shard.

        Raises:
            UsageError: If there are fewer items than shards.
        """
        if len(items) < self.count:
            raise UsageError(f"cannot split {len(items)} items into {self.count} shards")
        return items[len(items) * (self.index - 1) // self.count : len(items) * self.index // self.count]

    @property
    def folder(self) -> str:
        """The name of its run directory, among those of the other shards."""
        return f"shard-{self.index}-of-{self.count}"

    def __str__(self) -> str:
        return f"{self.index}/{self.count}"
