"""The append-only file of a run: lines reach the operating system at once and the disk in batches.

A journal can be packed: its lines are then in a gzip file beside it, and are read before the live ones.
"""

from __future__ import annotations

import gzip
import json
import os
import time
import zlib
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from defeasible.eval.runlog import migration
from defeasible.eval.runlog.events import SCHEMA, Event, Schema, adapter
from defeasible.eval.runlog.files import write_atomically
from defeasible.reasoner.errors import RunError

SYNC_LINES = 128
SYNC_SECONDS = 1.0
"""A power failure loses at most this many lines or seconds; a killed process loses no appended line."""


@dataclass(frozen=True, slots=True)
class Torn:
    """A last line that is incomplete because writing it was interrupted."""

    path: Path
    line: int
    """Line number, from 1."""
    at: int
    """Offset in bytes at which the line starts; everything before it is complete."""
    length: int
    """Number of bytes of it that were written."""

    def __str__(self) -> str:
        return f"{self.path}: line {self.line} is incomplete ({self.length} bytes, no line end) and ignored"


def read(path: Path, schema: Schema = SCHEMA) -> tuple[list[Event], Torn | None]:
    """Read every complete line of a journal, and return the last one separately if it is torn.

    Args:
        path: The live part of the journal.
        schema: The schema of its lines.

    Raises:
        RunError: If the file cannot be read, or a complete line is not an event of this schema.
    """
    lines, torn = _whole_lines(path)
    return list(_parse(path, lines, schema)), torn


def whole(path: Path) -> bytes:
    """Return every complete line of a journal unchanged, packed ones first.

    Raises:
        RunError: If the file cannot be read.
    """
    earlier, live = _contents(path)
    return earlier + live[: live.rfind(b"\n") + 1]


def torn_line(path: Path) -> Torn | None:
    """Return the last line of a journal if it is torn, without parsing the others.

    Raises:
        RunError: If the file cannot be read.
    """
    return _whole_lines(path)[1]


def packed_name(path: Path) -> Path:
    """Return the path of the packed part of a journal: `events.jsonl.gz` beside `events.jsonl`."""
    return path.with_name(f"{path.name}.gz")


def pack(path: Path) -> tuple[int, int]:
    """Move all lines of a journal into its packed part. New lines may be appended afterwards.

    After a crash both files may contain the same lines; these are then read once.

    Returns:
        Number of bytes of the lines, and of the packed file.

    Raises:
        RunError: If a file cannot be read, or the last line is torn.
        OSError: If the packed file cannot be written; the journal is then unchanged.
    """
    _finish_packing(path)
    earlier, live = _contents(path)
    if not live.endswith(b"\n") and live:
        raise RunError(f"{path}: the last line is incomplete", hint="`defeasible resume` continues after it")
    if live:
        write_atomically(packed_name(path), _packed(earlier + live))
        path.unlink()
    packed = packed_name(path)
    return len(earlier) + len(live), packed.stat().st_size if packed.exists() else 0


def set_aside(path: Path, items: Container[str], aside: Path) -> None:
    """Move the lines of some items to the end of another file.

    A crash loses no line: at worst some are in both files.

    Args:
        path: The journal, whose complete lines are all events.
        items: Ids of the items.
        aside: The file that receives the lines.

    Raises:
        RunError: If the journal cannot be read.
        OSError: If a file cannot be written; the journal is then unchanged, or only its packed part is
            rewritten.
    """
    _finish_packing(path)
    kept, moved = [], b""
    for part in _contents(path):
        lines = part.splitlines(keepends=True)
        gone = [line.endswith(b"\n") and json.loads(line)["item"] in items for line in lines]
        kept.append(b"".join(line for line, out in zip(lines, gone, strict=True) if not out))
        moved += b"".join(line for line, out in zip(lines, gone, strict=True) if out)
    with aside.open("ab") as file:
        file.write(moved)
        file.flush()
        os.fsync(file.fileno())
    earlier, live = kept
    if packed_name(path).exists():
        write_atomically(packed_name(path), _packed(earlier))
    write_atomically(path, live)


def _packed(lines: bytes) -> bytes:
    # No timestamp, so that equal lines give equal files.
    return gzip.compress(lines, 6, mtime=0)


def _finish_packing(path: Path) -> None:
    """Remove a journal whose lines are all packed, after a crash during packing."""
    if packed_name(path).exists() and path.exists() and path.stat().st_size and not _contents(path)[1]:
        path.unlink()


def _contents(path: Path) -> tuple[bytes, bytes]:
    """Return the packed and the live part of a journal, unpacked."""
    packed = packed_name(path)
    try:
        earlier = gzip.decompress(packed.read_bytes()) if packed.exists() else b""
        live = path.read_bytes()
    except FileNotFoundError:
        return earlier, b""  # everything is packed, or the process was killed before it wrote
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise RunError(f"cannot unpack `{packed}`: {error}", hint="restore the file") from error
    except OSError as error:
        raise RunError(f"cannot read `{error.filename or path}`: {error.strerror}") from error
    return earlier, b"" if live and earlier.endswith(live) else live


def _whole_lines(path: Path) -> tuple[list[bytes], Torn | None]:
    earlier, live = _contents(path)
    whole = live.rfind(b"\n") + 1
    lines = (earlier + live[:whole]).split(b"\n")[:-1]
    torn = None
    if whole < len(live):
        torn = Torn(path, len(lines) + 1, whole, len(live) - whole)
    return lines, torn


def _parse(path: Path, lines: list[bytes], schema: Schema) -> Iterator[Event]:
    reader = adapter()
    for number, line in enumerate(lines, 1):
        try:
            if schema == SCHEMA:
                yield reader.validate_json(line)
            else:
                yield reader.validate_python(migration.event(json.loads(line)))
        except (ValueError, RecursionError) as error:
            raise RunError(
                f"{path}: line {number} is not an event of this schema: {_fault(error)}",
                hint="`defeasible schema events` prints the schema",
            ) from error


def _fault(error: ValueError | RecursionError) -> str:
    if not isinstance(error, ValidationError):
        return f"not JSON: {error}"
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"])) or "the top"
    return f"{first['msg']} at {where}"


class Journal:
    """Appends lines, unbuffered: a line survives `kill -9` once `append` has returned."""

    def __init__(self, path: Path, torn: Torn | None = None) -> None:
        """Open the file at its end, removing a torn last line first.

        Raises:
            OSError: If it cannot be opened or truncated.
        """
        self.path = path
        _finish_packing(path)
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        if torn is not None:
            os.ftruncate(self._file, torn.at)
        self._closed = False
        self._unsynced = 0
        self._synced_at = time.monotonic()

    def append(self, line: bytes) -> None:
        """Append one line and, from time to time, flush everything to disk.

        Raises:
            OSError: If the disk is full or gone; the end of the file may then be torn.
        """
        view = memoryview(line)
        while view:
            view = view[os.write(self._file, view) :]
        self._unsynced += 1
        if self._unsynced >= SYNC_LINES or time.monotonic() - self._synced_at >= SYNC_SECONDS:
            self.sync()

    def sync(self) -> None:
        """Flush everything to disk.

        Raises:
            OSError: If the disk fails.
        """
        if self._unsynced:
            os.fsync(self._file)
            self._unsynced = 0
        self._synced_at = time.monotonic()

    def close(self) -> None:
        """Flush everything to disk and close the file; closing twice is harmless.

        Raises:
            OSError: If the disk fails; the file is closed all the same.
        """
        if self._closed:
            return
        self._closed = True
        try:
            self.sync()
        finally:
            os.close(self._file)
