"""PASTA: states of participants in stories of five sentences, and stories revised to imply another state.

Ghosh, Koupaee, Chen, Ferraro, Chambers and Balasubramanian, "PASTA: A Dataset for Modeling PArticipant STAtes
in Narratives", TACL 2023. Each record of `tr_data.jsonl`, `val_data.jsonl` or `te_data.jsonl` is one tuple.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from defeasible.datasets.benchmark import Benchmark, OfficialFile, github
from defeasible.datasets.records import Fault, Record, distinct, parse, read_json_lines, stream

Split: TypeAlias = Literal["train", "validation", "test"]

FILES: dict[Split, str] = {
    "train": "tr_data.jsonl",
    "validation": "val_data.jsonl",
    "test": "te_data.jsonl",
}
LINES = 5
"""Sentences of a story."""


@dataclass(frozen=True, slots=True)
class StateInstance:
    """One question of state inference: does the story imply the state?"""

    lines: tuple[str, ...]
    """The five sentences of the story in question."""
    support: tuple[int, ...]
    """The lines that justify the state of this story, numbered from 1."""
    state: str
    holds: bool
    """The gold answer."""
    revised: bool
    """Whether this is the revised story."""


@dataclass(frozen=True, slots=True)
class StateTuple:
    """A story and a state that it implies; a counterfactual state and a revised story that implies it."""

    id: str
    """`AssignmentId`: one piece of an annotator's work."""
    story_id: str
    """`Input.storyid`. Several tuples share a story, so statistics cluster by it."""
    title: str
    lines: tuple[str, ...]
    """The five sentences of the story S."""
    state: str
    """The state that S implies."""
    support: tuple[int, ...]
    """The lines of S that justify the state, numbered from 1; as annotated, possibly none."""
    counterfactual: str
    """The state that the revised story implies."""
    revised_lines: tuple[str, ...]
    """The five sentences of the revised story S'."""

    @property
    def revised_support(self) -> tuple[int, ...]:
        """The lines of S' that differ from S, from 1. They justify the counterfactual state."""
        pairs = zip(self.lines, self.revised_lines, strict=True)
        return tuple(number for number, (old, new) in enumerate(pairs, 1) if old != new)

    @property
    def instances(self) -> tuple[StateInstance, StateInstance, StateInstance, StateInstance]:
        """The four questions of state inference: both states of S, then both states of S'."""
        old, new = self.support, self.revised_support
        return (
            StateInstance(self.lines, old, self.state, holds=True, revised=False),
            StateInstance(self.lines, old, self.counterfactual, holds=False, revised=False),
            StateInstance(self.revised_lines, new, self.counterfactual, holds=True, revised=True),
            StateInstance(self.revised_lines, new, self.state, holds=False, revised=True),
        )


def read(directory: Path, split: Split) -> Iterator[StateTuple]:
    """Yield the tuples of one split, in the order of the file.

    Args:
        directory: The folder that contains `tr_data.jsonl`, `val_data.jsonl` and `te_data.jsonl`.
        split: Which of them to read.

    Raises:
        DatasetError: If the file is missing, or any of its records is malformed. Records before the first
            malformed one are yielded; the error counts all malformed ones.
    """
    return stream(scan(BENCHMARK.file(directory, FILES[split])))


def scan(path: Path) -> Iterator[StateTuple | Fault]:
    """Yield each record of a file as a tuple, or a fault if it is malformed.

    Raises:
        DatasetError: If the file cannot be read.
    """
    return parse(distinct(read_json_lines(path), "AssignmentId"), _row)


def _row(record: Record) -> StateTuple:
    numbers = range(1, LINES + 1)
    marked = {number: record.flag(f"Answer.line{number}.on") for number in numbers}
    return StateTuple(
        id=record.text("AssignmentId"),
        story_id=record.text("Input.storyid"),
        title=record.text("Input.Title", empty=True),
        lines=tuple(record.text(f"Input.line{number}") for number in numbers),
        state=record.text("Answer.assertion"),
        support=tuple(number for number in numbers if marked[number]),
        counterfactual=record.text("Answer.mod_assertion"),
        revised_lines=tuple(record.text(f"Answer.mod_line{number}") for number in numbers),
    )


BENCHMARK = Benchmark(
    name="pasta",
    title="PASTA: participant states in narratives",
    folder="pasta",
    sources=(
        github(
            "StonyBrookNLP/pasta",
            "20e903508eefb0ef2ff503e7e31dbae2769a4132",
            "data",
            (
                OfficialFile(FILES["train"], rows=8476),
                OfficialFile(
                    FILES["validation"],
                    rows=1350,
                    sha256="463a16f61a9e004e3893da4b17826a1749f8cecde2789e0838b43a8f3122f5bf",
                ),
                OfficialFile(FILES["test"], rows=917),
            ),
        ),
    ),
    licence="no licence file found",
    citation="Ghosh, Koupaee, Chen, Ferraro, Chambers and Balasubramanian. PASTA: A Dataset for Modeling "
    "PArticipant STAtes in Narratives. TACL 2023.",
    scan=scan,
)
