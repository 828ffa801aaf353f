"""Belief-R: does a conclusion survive one more conditional? The two official files, as items.

Never read: `dataset_id` (its suffix names the generation prompt, which alone nearly gives the label away)
and `agreement_lv` (how many annotators agreed). The columns `a`, `b`, `c` repeat the options with a full
stop; they are read only where the options in `questions` are not those three.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import cast, get_args

from defeasible.datasets.catalog import official_file
from defeasible.datasets.items import BeliefItem, Effect, Modus, content_ids
from defeasible.datasets.tables import Problems, Row, read_rows

BASIC_FILE = "basic_time_t.csv"
QUERIES_FILE = "queries_time_t1.csv"

LETTERS = ("a", "b", "c")
COLUMNS = ("questions", "ground_truth", "modus", "types_of_relation", "atomic_idx")
EFFECTS: dict[str, Effect] = {"If-Event-Then-Event": "event", "If-Event-Then-MentalState": "mental-state"}

_LINE_END = re.compile(r"\r\n|\r|\n")
_OPTION = re.compile(r"\(?([A-Za-z])\)\s*(.*)")


def load_basic(directory: Path) -> list[BeliefItem]:
    """Load the questions at time t: two premises, no new one.

    Args:
        directory: The folder that holds `basic_time_t.csv`.

    Returns:
        One item per row, in the order of the file.

    Raises:
        DatasetError: If the file is absent or any row of it is malformed.
    """
    return _load(official_file(directory, "belief-r", BASIC_FILE), premises=2)


def load_queries(directory: Path) -> list[BeliefItem]:
    """Load the questions at time t+1: two premises, then a new one.

    Args:
        directory: The folder that holds `queries_time_t1.csv`.

    Returns:
        One item per row, in the order of the file.

    Raises:
        DatasetError: If the file is absent or any row of it is malformed.
    """
    return _load(official_file(directory, "belief-r", QUERIES_FILE), premises=3)


@dataclass(frozen=True, slots=True)
class _Block:
    """What the column `questions` holds."""

    premises: tuple[str, ...]
    question: str
    options: tuple[str, ...]


def _load(path: Path, *, premises: int) -> list[BeliefItem]:
    header, *rows = read_rows(path)
    problems = Problems()
    for name in COLUMNS:
        if name not in header.fields:
            found = ", ".join(header.fields)[:120]
            problems.add(
                path, header.line, name, f"is missing; found {found}", f"columns: {', '.join(COLUMNS)}"
            )
    problems.raise_if_any()
    if not rows:
        problems.add(path, header.line, COLUMNS[0], "there is no row below the header", "copy the file again")
    places = {name: header.fields.index(name) for name in COLUMNS}

    blocks: list[_Block] = []
    cells: list[dict[str, str]] = []
    for row in rows:
        if len(row.fields) != len(header.fields):
            what = f"the row has {len(row.fields)} fields, the header {len(header.fields)}"
            problems.add(path, row.line, COLUMNS[0], what, "quote a field with commas, line breaks or quotes")
            continue
        cell = {name: row.fields[place] for name, place in places.items()}
        _check_cells(row, cell, problems)
        spare = tuple(row.fields[header.fields.index(name)] for name in LETTERS if name in header.fields)
        block = _read_block(row, cell["questions"], premises, spare, problems)
        if block is not None:
            blocks.append(block)
            cells.append(cell)
    problems.raise_if_any()

    contents = [[*block.premises, block.question, *block.options] for block in blocks]
    rests = [[cell[name] for name in COLUMNS[1:]] for cell in cells]
    return [
        BeliefItem(
            id=id_,
            premises=block.premises if premises == 2 else block.premises[:-1],
            new=None if premises == 2 else block.premises[-1],
            question=block.question,
            options=block.options,
            letters=LETTERS,
            gold=cell["ground_truth"],
            modus=cast(Modus, cell["modus"]),
            effect=EFFECTS[cell["types_of_relation"]],
            group=cell["atomic_idx"],
        )
        for id_, block, cell in zip(content_ids(contents, rests), blocks, cells, strict=True)
    ]


def _check_cells(row: Row, cell: dict[str, str], problems: Problems) -> None:
    """Note every value outside its column's vocabulary."""
    for name, allowed in (
        ("ground_truth", LETTERS),
        ("modus", get_args(Modus)),
        ("types_of_relation", tuple(EFFECTS)),
    ):
        if cell[name] not in allowed:
            what = f"`{_short(cell[name])}` is not one of {', '.join(allowed)}"
            problems.add(row.path, row.line, name, what, f"`{name}` is one of {', '.join(allowed)}")
    if not cell["atomic_idx"]:
        problems.add(row.path, row.line, "atomic_idx", "is empty", "`atomic_idx` names the source event")


def _read_block(
    row: Row, text: str, premises: int, spare: tuple[str, ...], problems: Problems
) -> _Block | None:
    """Split the premises, the question and the options; None with a problem noted if they are not there.

    A premise that runs over a line end counts as two: what a row holds is asked as it is. Only where there
    are too few premises, or no three options in the block nor in the `spare` columns, is the row malformed.
    """
    lines = [(row.line + at, line.strip()) for at, line in enumerate(_LINE_END.split(text))]
    lines = [(at, line) for at, line in lines if line]
    first = next((i for i, (_, line) in enumerate(lines) if _OPTION.fullmatch(line)), len(lines))
    body, tail = lines[:first], lines[first:]
    hint = f"`questions` holds {premises} premises one a line, the question, and the options (a) (b) (c)"

    options = [_OPTION.fullmatch(line) for _, line in tail]
    # Official rows also letter their options (A) (B) (C).
    letters = tuple(option[1].lower() if option else "?" for option in options)
    complete = letters == LETTERS and all(option and option[2] for option in options)
    if not complete and len(spare) == len(LETTERS) and all(spare) and len(body) > premises:
        return _Block(tuple(line for _, line in body[:-1]), body[-1][1], spare)
    if letters != LETTERS:
        at = tail[0][0] if tail else row.line
        what = f"options are {', '.join(letters) or 'absent'}; expected {', '.join(LETTERS)}"
        problems.add(row.path, at, "questions", what, hint)
        return None
    for (at, line), option in zip(tail, options, strict=True):
        if option is None or not option[2]:
            problems.add(row.path, at, "questions", f"option `{line}` has no text", hint)
            return None
    if len(body) <= premises:
        what = f"{max(len(body) - 1, 0)} premises before the question; expected {premises}"
        problems.add(row.path, row.line, "questions", what, hint)
        return None
    return _Block(
        premises=tuple(line for _, line in body[:-1]),
        question=body[-1][1],
        options=tuple(option[2] for option in options if option),
    )


def _short(value: str) -> str:
    return value if len(value) <= 40 else value[:37] + "..."
