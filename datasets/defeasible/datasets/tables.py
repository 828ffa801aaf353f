"""Tables with positions: CSV with or without a header, and the same columns as JSON lines or Parquet."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from defeasible.datasets.records import Fault, Record, decoded_lines, read_json_lines, shown
from defeasible.reasoner.errors import MissingExtraError

BATCH = 1024
"""Rows of a Parquet file in memory at a time."""


@dataclass(frozen=True, slots=True)
class Row:
    """One record of a CSV file."""

    path: Path
    line: int
    """Physical line of the file on which the record starts, from 1."""
    fields: tuple[str, ...]
    """Fields, stripped; line breaks inside a quoted field are kept."""


class _NotTextError(Exception):
    """Carries a fault out of the CSV parser."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(str(fault))


def read_rows(path: Path) -> Iterator[Row | Fault]:
    """Yield the rows of a CSV file with any line ends, with or without a byte-order mark.

    Blank lines between records are skipped. If the CSV parser fails, a fault is yielded last.

    Raises:
        DatasetError: If the file cannot be read.
    """
    reader = csv.reader(_texts(path), skipinitialspace=True)
    start, empty = 1, True
    try:
        for record in reader:
            if len(record) > 1 or any(field.strip() for field in record):
                yield Row(path, start, tuple(field.strip() for field in record))
                empty = False
            start = reader.line_num + 1
    except _NotTextError as error:
        yield error.fault
        return
    except csv.Error as error:
        hint = "look for an unclosed quote; a quote inside a quoted field must be doubled"
        yield Fault(path, start, "", f"invalid CSV: {error}", hint)
        return
    if empty:
        yield Fault(path, 1, "", "the file is empty", "copy the official file again")


def _texts(path: Path) -> Iterator[str]:
    for _, text in decoded_lines(path):
        if isinstance(text, Fault):
            raise _NotTextError(text)
        yield text


def read_table(path: Path, columns: tuple[str, ...]) -> Iterator[Record | Fault]:
    """Yield the records of a table: `.csv` with a header, `.jsonl` or `.parquet`.

    Args:
        path: The file; its extension gives the format.
        columns: The required columns. They are checked in the header of a CSV file; in other formats, a
            missing field is found when a record is read.

    Raises:
        DatasetError: If the file cannot be read.
        MissingExtraError: If it is Parquet and pyarrow is not installed.
    """
    if path.suffix == ".jsonl":
        return read_json_lines(path)
    return _read_parquet(path) if path.suffix == ".parquet" else _read_csv(path, columns)


def _read_csv(path: Path, columns: tuple[str, ...]) -> Iterator[Record | Fault]:
    rows = read_rows(path)
    header = next(rows)
    if isinstance(header, Fault):
        yield header
        return
    names = header.fields
    if missing := [name for name in columns if name not in names]:
        for name in missing:
            what = f"is missing; found {shown(', '.join(names))}"
            yield Fault(path, header.line, name, what, f"expected columns: {', '.join(columns)}")
        return
    below = False
    for row in rows:
        below = True
        if isinstance(row, Fault):
            yield row
        elif len(row.fields) != len(names):
            what = f"expected {len(names)} fields, found {len(row.fields)}"
            yield Fault(path, row.line, columns[0], what, "quote fields with commas, line breaks or quotes")
        else:
            yield Record(path, row.line, dict(zip(names, row.fields, strict=True)))
    if not below:
        yield Fault(path, header.line, columns[0], "no row below the header", "copy the file again")


def _read_parquet(path: Path) -> Iterator[Record | Fault]:
    try:
        import pyarrow  # noqa: PLC0415 - an extra
        import pyarrow.parquet  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError(f"reading the Parquet file `{path}`", "parquet") from error
    number = 0
    try:
        with pyarrow.parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(BATCH):
                for values in batch.to_pylist():
                    number += 1
                    yield Record(path, number, values)
    except (pyarrow.ArrowException, UnicodeDecodeError, OSError) as error:
        what = f"invalid Parquet: {shown(str(error))}"
        yield Fault(path, number + 1, "", what, "copy the file again")
