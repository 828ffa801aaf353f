"""Records with positions: JSON lines, and faults that name file, line and field."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from defeasible.reasoner.errors import DatasetError

SHOWN_FAULTS = 5
"""How many faults of one load a message lists before it only counts the rest."""
SHOWN_LENGTH = 60
"""Characters of a faulty value that a message shows."""

_BOM = b"\xef\xbb\xbf"

RowT = TypeVar("RowT")


@dataclass(frozen=True, slots=True)
class Fault:
    """One error in a data file."""

    path: Path
    line: int
    """Physical line, from 1; in a Parquet file, the number of the row."""
    field: str
    """Name of the field, or several names; empty if the fault concerns the whole line."""
    what: str
    """What is wrong, with the value."""
    hint: str
    """What would be correct."""

    def __str__(self) -> str:
        place = f"`{self.path}`, line {self.line}"
        return f"{place}, field `{self.field}`: {self.what}" if self.field else f"{place}: {self.what}"


@dataclass(slots=True)
class Record:
    """One record of a file, with the faults found while its fields were read."""

    path: Path
    line: int
    """Physical line on which the record starts, from 1; in a Parquet file, the number of the row."""
    values: Mapping[str, object]
    faults: list[Fault] = field(default_factory=list)

    def fault(self, name: str, what: str, hint: str, *, line: int | None = None) -> None:
        """Record a fault in a field. `line` is its line, if that is not the first line of the record."""
        self.faults.append(Fault(self.path, self.line if line is None else line, name, what, hint))

    def text(self, name: str, *, empty: bool = False) -> str:
        """Return a text field, stripped; record a fault and return "" if there is no text.

        Args:
            name: The field.
            empty: Whether the text may be empty.
        """
        value = self._value(name, str, "text")
        stripped = checked_text(self, name, value) if isinstance(value, str) else ""
        if isinstance(value, str) and not stripped and not empty:
            self.fault(name, "is empty", f"`{name}` must be text")
        return stripped

    def name(self, name: str) -> str:
        """Return a field that is a name: text or an integer."""
        value = self.values.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        return self.text(name)

    def flag(self, name: str) -> bool:
        """Return a Boolean field; record a fault and return False if it is not one."""
        return self._value(name, bool, "true or false") is True

    def choice(self, name: str, allowed: Iterable[str]) -> str:
        """Return a text field that is one of the allowed words; record a fault if it is none of them."""
        known = tuple(allowed)
        value = self.text(name, empty=True)
        if name in self.values and isinstance(self.values[name], str) and value not in known:
            listed = ", ".join(known)
            self.fault(name, f"`{shown(value)}` is not one of {listed}", f"`{name}` must be one of {listed}")
        return value

    def _value(self, name: str, kind: type, words: str) -> object:
        if name not in self.values:
            found = shown(", ".join(self.values)) or "none"
            self.fault(name, f"is missing; fields found: {found}", f"every record needs `{name}`: {words}")
        elif not isinstance(self.values[name], kind):
            self.fault(name, f"is {shown(self.values[name])}, not {words}", f"`{name}` must be {words}")
        return self.values.get(name)


def checked_text(record: Record, name: str, value: str) -> str:
    """Return a text, stripped; record a fault if it is not valid Unicode."""
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as error:
            what = f"has an unpaired surrogate at character {error.start + 1}"
            record.fault(name, what, "write the character as UTF-8, or both halves as `\\u` escapes")
            return ""
    return value.strip()


def shown(value: object) -> str:
    """Return a value in at most `SHOWN_LENGTH` characters, for a message."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= SHOWN_LENGTH else text[: SHOWN_LENGTH - 3] + "..."


def parse(records: Iterable[Record | Fault], make: Callable[[Record], RowT]) -> Iterator[RowT | Fault]:
    """Make a row from each record; yield faults instead of a row if any were recorded."""
    for record in records:
        if isinstance(record, Fault):
            yield record
            continue
        row = make(record)
        if record.faults:
            yield from record.faults
        else:
            yield row


def distinct(records: Iterable[Record | Fault], name: str) -> Iterator[Record | Fault]:
    """Pass records on; record a fault if the value of a field occurred before."""
    seen: dict[str, int] = {}
    for record in records:
        if isinstance(record, Record) and name in record.values:
            first = seen.setdefault(str(record.values[name]), record.line)
            if first != record.line:
                what = f"`{shown(record.values[name])}` is already on line {first}"
                record.fault(name, what, f"`{name}` must be unique within a file")
        yield record


def stream(found: Iterable[RowT | Fault]) -> Iterator[RowT]:
    """Yield rows until the first fault; then read on for further faults and fail with all of them.

    Raises:
        DatasetError: If there were faults. It lists up to `SHOWN_FAULTS` and counts the rest.
    """
    faults: list[Fault] = []
    for item in found:
        if isinstance(item, Fault):
            faults.append(item)
        elif not faults:
            yield item
    raise_faults(faults)


def raise_faults(faults: list[Fault]) -> None:
    """Fail if there are any faults.

    Raises:
        DatasetError: Lists up to `SHOWN_FAULTS` of them and counts the rest.
    """
    if not faults:
        return
    lines = [str(fault) for fault in faults[:SHOWN_FAULTS]]
    if len(faults) > len(lines):
        lines.append(f"and {len(faults) - len(lines)} more")
    head = lines if len(lines) == 1 else [f"{len(faults)} faults in data files", *lines]
    hints = dict.fromkeys(fault.hint for fault in faults[:SHOWN_FAULTS])
    raise DatasetError("\n  ".join(head), hint="; ".join(hints))


def decoded_lines(path: Path) -> Iterator[tuple[int, str | Fault]]:
    """Yield the lines of a UTF-8 file with their numbers and line ends, as the file is read.

    A byte-order mark at the start is dropped. LF, CR LF and CR end a line. A line that is not UTF-8 is
    yielded as a fault.

    Raises:
        DatasetError: If the file cannot be read.
    """
    number = 0
    try:
        with path.open("rb") as file:
            for chunk in file:
                for line in chunk.splitlines(keepends=True) if b"\r" in chunk else (chunk,):
                    number += 1
                    yield number, _decode(path, number, line)
    except OSError as error:
        raise DatasetError(f"cannot read `{path}`: {error.strerror}") from error


def _decode(path: Path, number: int, line: bytes) -> str | Fault:
    try:
        return (line.removeprefix(_BOM) if number == 1 else line).decode()
    except UnicodeDecodeError as error:
        what = f"byte {error.start + 1} of the line, 0x{line[error.start]:02x}, is not UTF-8"
        return Fault(path, number, "", what, "the official files are UTF-8; save the file in that encoding")


def read_json_lines(path: Path) -> Iterator[Record | Fault]:
    """Yield the records of a file of JSON lines; a line that is not a JSON object is a fault.

    Blank lines are skipped.

    Raises:
        DatasetError: If the file cannot be read.
    """
    empty = True
    for number, text in decoded_lines(path):
        if isinstance(text, Fault):
            yield text
        elif text.strip():
            yield _record(path, number, text)
        else:
            continue
        empty = False
    if empty:
        yield Fault(path, 1, "", "the file is empty", "copy the official file again")


def _record(path: Path, number: int, text: str) -> Record | Fault:
    hint = "each line must be one JSON object"
    try:
        value = json.loads(text, object_pairs_hook=_distinct, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        what = f"invalid JSON: {error.msg} at character {error.colno}"
        return Fault(path, number, "", what, f"{hint}; the copy may be truncated")
    except (ValueError, RecursionError) as error:
        what = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        return Fault(path, number, "", what, hint)
    if not isinstance(value, dict):
        return Fault(path, number, "", f"{shown(value)} is not a JSON object", hint)
    return Record(path, number, value)


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"duplicate field `{shown(twice)}`")
    return made


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is not a JSON number")
