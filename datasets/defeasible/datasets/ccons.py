"""CConS: which of two objects is bigger, in a context that agrees with common sense or reverses it?

The eight official files have no header; their fields are context, object1, object2, label (1: object2 is
bigger, 0: object1 is bigger). Items are loaded from the combined files; the `_easy_` and `_difficult_` files
give the level of a row. They take precedence, since the published figures are based on them. Some rows of the
combined files are in neither (the same sentence is spelled differently there); for those the paper's
definition applies: a row is easy if its context has the word "in" or "into".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Literal

from defeasible.datasets.benchmark import Benchmark, OfficialFile, github
from defeasible.datasets.items import Cell, Level, SizeItem, SizeRow, content_ids
from defeasible.datasets.records import Fault, raise_faults
from defeasible.datasets.tables import Row, read_rows

COLUMNS = ("context", "object1", "object2", "label")
PREFIXES: dict[Cell, str] = {"ordinary": "normal", "counter": "adversarial"}
LEVEL_INFIXES: dict[Level, str] = {"easy": "_easy", "hard": "_difficult"}
NO_CONTEXT = "_nocontext"
GOLD: dict[str, Literal[1, 2]] = {"0": 1, "1": 2}

SAME_NAME = 0.75
"""Similarity above which two spellings count as one object (`strecher`, `stretcher`)."""

_IN_OR_INTO = re.compile(r"\b(in|into)\b", re.IGNORECASE)


def load(directory: Path, *, context: bool = True) -> list[SizeItem]:
    """Load the ordinary questions, then the counter-commonsense ones.

    Args:
        directory: The folder that contains the eight files.
        context: Whether items have their sentence. If not, objects and labels are those of the `_nocontext_`
            files; cell, level and group are those of the row with context on the same line.

    Returns:
        One item per row, in the order of the files.

    Raises:
        DatasetError: If a file is missing, any row is malformed, or the rows of the files without context do
            not correspond to those with context.
    """
    faults: list[Fault] = []
    items = [item for cell in PREFIXES for item in _load_cell(directory, cell, context, faults)]
    raise_faults(faults)
    contents = [[item.context, item.object1, item.object2] for item in items]
    rests = [[item.gold, item.cell, item.level, item.group] for item in items]
    ids = content_ids(contents, rests)
    return [replace(item, id=id_) for id_, item in zip(ids, items, strict=True)]


def scan(path: Path) -> Iterator[SizeRow | Fault]:
    """Yield each row of a file, or a fault if it is malformed.

    Args:
        path: One of the eight files; in those with `_nocontext` in the name, contexts are empty.

    Raises:
        DatasetError: If the file cannot be read.
    """
    return (row if isinstance(row, Fault) else _size_row(row) for row in _scan(path))


def compare(directory: Path) -> Iterator[Fault]:
    """Yield rows of files without context that do not correspond to those of the file with context.

    Missing or malformed files are skipped.

    Raises:
        DatasetError: If a file cannot be read.
    """
    for prefix in PREFIXES.values():
        paths = [directory / _name(prefix), directory / _name(prefix, NO_CONTEXT)]
        if all(path.is_file() for path in paths):
            faults: list[Fault] = []
            rows, others = (_rows(path, faults) for path in paths)
            if not faults:
                yield from _misaligned(rows, others)


def _load_cell(directory: Path, cell: Cell, context: bool, faults: list[Fault]) -> list[SizeItem]:
    """Return the items of a cell, without ids; an empty list if there is a fault."""

    def rows_of(infix: str = "") -> list[Row]:
        return _rows(BENCHMARK.file(directory, _name(PREFIXES[cell], infix)), faults)

    rows = asked = rows_of()
    members = {
        level: frozenset(row.fields[:3] for row in rows_of(infix)) for level, infix in LEVEL_INFIXES.items()
    }
    if not context:
        asked = rows_of(NO_CONTEXT)
        if not faults:
            faults += _misaligned(rows, asked)
    if faults:
        return []  # malformed rows are missing here, so the files no longer correspond
    return [
        SizeItem(
            context=shown.fields[0],
            object1=shown.fields[1],
            object2=shown.fields[2],
            gold=GOLD[shown.fields[3]],
            cell=cell,
            level=_level(row, members),
            group=blank_out(*row.fields[:3]),
            id="",
        )
        for row, shown in zip(rows, asked, strict=True)
    ]


def _name(prefix: str, infix: str = "") -> str:
    return f"{prefix}_auto{infix}_new.csv"


def _rows(path: Path, faults: list[Fault]) -> list[Row]:
    """Return the well-formed rows of a file; append the faults of the others to `faults`."""
    good: list[Row] = []
    for row in _scan(path):
        if isinstance(row, Fault):
            faults.append(row)
        else:
            good.append(row)
    return good


def _scan(path: Path) -> Iterator[Row | Fault]:
    for row in read_rows(path):
        if isinstance(row, Fault):
            yield row
            continue
        # An unquoted context may contain commas: the last three fields are the others.
        fields = (", ".join(row.fields[:-3]), *row.fields[-3:]) if len(row.fields) > 4 else row.fields
        found = _fault(fields, context=NO_CONTEXT not in path.name)
        yield replace(row, fields=fields) if found is None else Fault(path, row.line, *found)


def _size_row(row: Row) -> SizeRow:
    context, object1, object2, label = row.fields
    return SizeRow(context, object1, object2, GOLD[label])


def _fault(fields: tuple[str, ...], *, context: bool) -> tuple[str, str, str] | None:
    """Return field, fault and hint of a malformed row."""
    if any("\n" in field or "\r" in field for field in fields):
        return "context", "a field spans several lines", "look for an unclosed quote"
    if len(fields) != len(COLUMNS):
        what = f"expected {len(COLUMNS)} fields, found {len(fields)}"
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
    """Return the level of the only file that lists the row, else the level by the paper's definition."""
    listed = [level for level, rows in members.items() if row.fields[:3] in rows]
    if len(listed) == 1:
        return listed[0]
    return "easy" if _IN_OR_INTO.search(row.fields[0]) else "hard"


def _misaligned(rows: list[Row], others: list[Row]) -> Iterator[Fault]:
    """Yield the rows at which a file without context does not correspond to the one with context.

    Official rows differ in places in the spelling of an object, or in which animal it is. So the file is
    taken to be another file, or in another order, only if in more than a third of the rows neither object is
    the same, up to spelling.
    """
    hint = "each row of the `_nocontext_` file must match that of the file with context"
    if len(rows) != len(others):
        what = f"found {len(others)} rows, but {len(rows)} in `{rows[0].path.name}`"
        yield Fault(others[-1].path, others[-1].line, "context", what, hint)
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
            f"`{other.fields[1]}`, `{other.fields[2]}` do not match `{row.fields[1]}`, `{row.fields[2]}`"
            f" on line {row.line} of `{row.path.name}`"
        )
        yield Fault(other.path, other.line, "object1, object2", what, hint)


def _same_name(one: str, other: str) -> bool:
    one, other = one.casefold(), other.casefold()
    return one == other or SequenceMatcher(None, one, other).ratio() >= SAME_NAME


def blank_out(context: str, object1: str, object2: str) -> str:
    """Return the context with both objects and their articles replaced by `_`: the template, roughly.

    Example:
        >>> blank_out("An owl sat on a hat.", "hat", "owl")
        '_ sat on _.'
    """
    # Longer name first: `box` must not match half of `lunch box`.
    for name in sorted((object1, object2), key=len, reverse=True):
        pattern = rf"(?:\b(?:a|an|the)\s+)?(?<!\w){re.escape(name)}(?!\w)"
        context = re.sub(pattern, "_", context, flags=re.IGNORECASE)
    return " ".join(context.split())


def _official(prefix: str, rows: int) -> list[OfficialFile]:
    """Return the four files of a cell. The number of rows of each level is not known."""
    return [
        OfficialFile(_name(prefix), rows),
        *(OfficialFile(_name(prefix, infix)) for infix in LEVEL_INFIXES.values()),
        OfficialFile(_name(prefix, NO_CONTEXT), rows),
    ]


BENCHMARK = Benchmark(
    name="ccons",
    title="CConS: size comparison in counter-commonsense contexts",
    folder="ccons",
    sources=(
        github(
            "cfkazu/Counter-Commonsense-Context",
            "5d6356d2e6b0f8b9664d8d2f064b10afb57d29cb",
            "dataset",
            [*_official("normal", 772), *_official("adversarial", 332)],
        ),
    ),
    licence="MIT",
    citation="Kondo, Sugawara and Aizawa. Probing Physical Reasoning with Counter-Commonsense Context. "
    "ACL 2023.",
    scan=scan,
    compare=compare,
)
