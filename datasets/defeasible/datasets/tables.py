"""CSV tables with positions: reading that knows its line numbers, and problems that name them."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path

from defeasible.reasoner.errors import DatasetError

SHOWN_PROBLEMS = 5
"""How many problems of one load a message lists before it says how many more there are."""


@dataclass(frozen=True, slots=True)
class Row:
    """One record of a table."""

    path: Path
    line: int
    """Physical line of the file on which the record starts, from 1."""
    fields: tuple[str, ...]
    """Without spaces around them; line breaks inside a quoted field are kept."""


class Problems:
    """Collects what is wrong in the files of one load, so that one message can say all of it."""

    def __init__(self) -> None:
        self._messages: list[str] = []
        self._hints: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._messages)

    def add(self, path: Path, line: int, column: str, what: str, hint: str) -> None:
        """Note one problem.

        Args:
            path: The file.
            line: Physical line, from 1.
            column: Name of the column, or words for several.
            what: What was wrong, with the value.
            hint: What would be right.
        """
        self._messages.append(f"`{path}`, line {line}, column `{column}`: {what}")
        if hint not in self._hints:
            self._hints.append(hint)

    def raise_if_any(self) -> None:
        """Fail the load if there was any problem.

        Raises:
            DatasetError: Listing up to `SHOWN_PROBLEMS` problems and how many more there are.
        """
        if not self:
            return
        shown = self._messages[:SHOWN_PROBLEMS]
        if len(self._messages) > len(shown):
            shown.append(f"and {len(self._messages) - len(shown)} more")
        head = shown if len(shown) == 1 else [f"{len(self._messages)} problems in data files", *shown]
        raise DatasetError("\n  ".join(head), hint="; ".join(self._hints[:SHOWN_PROBLEMS]))


def read_rows(path: Path) -> list[Row]:
    """Read a CSV file as it comes: with or without byte-order mark, any line ends, any last line.

    Blank lines between records are skipped; everything else is a row.

    Raises:
        DatasetError: If the file cannot be read, is not UTF-8, has no rows, or no CSV parser could go on.
    """
    text = _read_text(path)
    reader = csv.reader(io.StringIO(text, newline=""), skipinitialspace=True)
    rows: list[Row] = []
    start = 1
    try:
        for record in reader:
            if len(record) > 1 or any(field.strip() for field in record):
                rows.append(Row(path, start, tuple(field.strip() for field in record)))
            start = reader.line_num + 1
    except csv.Error as error:
        raise DatasetError(
            f"`{path}`, line {start}: not readable as CSV: {error}",
            hint="a quoted field is probably not closed; write a quote inside a field twice",
        ) from error
    if not rows:
        raise DatasetError(f"`{path}`, line 1: the file is empty", hint="copy the official file again")
    return rows


def _read_text(path: Path) -> str:
    """Decode a file, saying where it stops being UTF-8."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DatasetError(f"`{path}`: cannot be read: {error.strerror}") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        raise DatasetError(
            f"`{path}`, line {line}, column {column} (bytes): byte 0x{data[error.start]:02x} is not UTF-8",
            hint="the official files are UTF-8; save the file in that encoding",
        ) from error
