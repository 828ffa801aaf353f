"""CConS: which of two objects is bigger, in a context that agrees with common sense or turns it round.

The eight official files have no header; their fields are context, object1, object2, label (1: object2 is
bigger, 0: object1 is bigger). The combined files are what is loaded; the `_easy_` and `_difficult_` files say
the level of a row. Where they list a row they are believed, since published figures were taken on them. Some
rows of the combined files stand in neither (the same sentence there has another spelling); for those the
paper's definition decides: easy if the context has the word "in" or "into".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Literal

from defeasible.datasets.catalog import official_file
from defeasible.datasets.items import Cell, Level, SizeItem, content_ids
from defeasible.datasets.tables import Problems, Row, read_rows

COLUMNS = ("context", "object1", "object2", "label")
PREFIXES: dict[Cell, str] = {"ordinary": "normal", "counter": "adversarial"}
LEVEL_INFIXES: dict[Level, str] = {"easy": "_easy", "hard": "_difficult"}
GOLD: dict[str, Literal[1, 2]] = {"0": 1, "1": 2}

SAME_NAME = 0.75
"""Similarity above which two spellings count as one object (`strecher`, `stretcher`)."""

_IN_OR_INTO = re.compile(r"\b(in|into)\b", re.IGNORECASE)


def load(directory: Path, *, context: bool = True) -> list[SizeItem]:
    """Load the ordinary questions, then the counter-commonsense ones.

    Args:
        directory: The folder that holds the eight files.
        context: Whether items come with their sentence. Without, objects and labels are those of the
            `_nocontext_` files, and cell, level and group those of the row with context on the same line.

    Returns:
        One item per row, in the order of the files.

    Raises:
        DatasetError: If a file is absent, any row is malformed, or the files without context do not run
            parallel to those with.
    """
    problems = Problems()
    questions: list[_Question] = []
    for cell in PREFIXES:
        questions.extend(_load_cell(directory, cell, context, problems))
    problems.raise_if_any()

    contents = [[q.context, q.object1, q.object2] for q in questions]
    rests = [[q.gold, q.cell, q.level, q.group] for q in questions]
    return [
        SizeItem(id_, q.context, q.object1, q.object2, q.gold, q.cell, q.level, q.group)
        for id_, q in zip(content_ids(contents, rests), questions, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Question:
    """A `SizeItem` that does not know its id yet."""

    context: str
    object1: str
    object2: str
    gold: Literal[1, 2]
    cell: Cell
    level: Level
    group: str


def _load_cell(directory: Path, cell: Cell, context: bool, problems: Problems) -> list[_Question]:
    rows = _read(directory, f"{PREFIXES[cell]}_auto_new.csv", problems, context=True)
    members: dict[Level, frozenset[tuple[str, ...]]] = {}
    for level, infix in LEVEL_INFIXES.items():
        listed = _read(directory, f"{PREFIXES[cell]}_auto{infix}_new.csv", problems, context=True)
        members[level] = frozenset(row.fields[:3] for row in listed)
    asked = rows
    if not context:
        asked = _read(directory, f"{PREFIXES[cell]}_auto_nocontext_new.csv", problems, context=False)
        if not problems:
            _check_aligned(rows, asked, problems)
    if problems:
        return []  # malformed rows are missing here, so the files no longer run parallel
    return [
        _Question(
            context=shown.fields[0],
            object1=shown.fields[1],
            object2=shown.fields[2],
            gold=GOLD[shown.fields[3]],
            cell=cell,
            level=_level(row, members),
            group=blank_out(*row.fields[:3]),
        )
        for row, shown in zip(rows, asked, strict=True)
    ]


def _read(directory: Path, name: str, problems: Problems, *, context: bool) -> list[Row]:
    """Return the well-formed rows of a file; note the others as problems."""
    good: list[Row] = []
    for row in read_rows(official_file(directory, "ccons", name)):
        # Commas of a context that nobody quoted: the last three fields are the others.
        fields = (", ".join(row.fields[:-3]), *row.fields[-3:]) if len(row.fields) > 4 else row.fields
        found = _fault(fields, context)
        if found is None:
            good.append(replace(row, fields=fields))
        else:
            column, what, hint = found
            problems.add(row.path, row.line, column, what, hint)
    return good


def _fault(fields: tuple[str, ...], context: bool) -> tuple[str, str, str] | None:
    """Return column, fault and hint of a malformed row."""
    if any("\n" in field or "\r" in field for field in fields):
        return "context", "a field runs over the end of its line", "a quote is opened and not closed"
    if len(fields) != len(COLUMNS):
        what = f"the row has {len(fields)} fields, not {len(COLUMNS)}"
        return "context", what, f"fields: {', '.join(COLUMNS)}"
    for name, value in zip(COLUMNS[1:3], fields[1:3], strict=True):
        if not value:
            return name, "is empty", "name both objects"
    if fields[3] not in GOLD:
        what = f"`{fields[3][:40]}` is not one of {', '.join(GOLD)}"
        return "label", what, "`label` is 1 where object2 is bigger, 0 where object1 is"
    if context and not fields[0]:
        return "context", "is empty", "rows without context belong in the `_nocontext_` file"
    if fields[0] and not context:
        return "context", "is not empty", 'rows of a `_nocontext_` file start with ""'
    return None


def _level(row: Row, members: dict[Level, frozenset[tuple[str, ...]]]) -> Level:
    """Return the level of the one file that lists the row, else the one the paper's definition gives."""
    listed = [level for level, rows in members.items() if row.fields[:3] in rows]
    if len(listed) == 1:
        return listed[0]
    return "easy" if _IN_OR_INTO.search(row.fields[0]) else "hard"


def _check_aligned(rows: list[Row], others: list[Row], problems: Problems) -> None:
    """Note where a file without context does not run parallel to the one with context.

    Official rows differ here and there in the spelling of an object, or in which animal it is. So only if
    more than a third of the rows agree with theirs in neither object, up to spelling, is it another file or
    another order.
    """
    hint = "row by row, the `_nocontext_` file repeats the file with context"
    if len(rows) != len(others):
        what = f"{len(others)} rows, but {len(rows)} in `{rows[0].path.name}`"
        problems.add(others[-1].path, others[-1].line, "context", what, hint)
        return
    strange = [
        (row, other)
        for row, other in zip(rows, others, strict=True)
        if not any(map(_same_name, row.fields[1:3], other.fields[1:3]))
    ]
    if 3 * len(strange) <= len(rows):
        return
    for row, other in strange:
        what = (
            f"`{other.fields[1]}`, `{other.fields[2]}` stand against `{row.fields[1]}`, `{row.fields[2]}`"
            f" on line {row.line} of `{row.path.name}`"
        )
        problems.add(other.path, other.line, "object1, object2", what, hint)


def _same_name(one: str, other: str) -> bool:
    one, other = one.casefold(), other.casefold()
    return one == other or SequenceMatcher(None, one, other).ratio() >= SAME_NAME


def blank_out(context: str, object1: str, object2: str) -> str:
    """Return the context with both objects and their articles replaced by `_`: the template, roughly.

    Example:
        >>> blank_out("An owl sat on a hat.", "hat", "owl")
        '_ sat on _.'
    """
    # Longer name first: `box` must not eat half of `lunch box`.
    for name in sorted((object1, object2), key=len, reverse=True):
        pattern = rf"(?:\b(?:a|an|the)\s+)?(?<!\w){re.escape(name)}(?!\w)"
        context = re.sub(pattern, "_", context, flags=re.IGNORECASE)
    return " ".join(context.split())
