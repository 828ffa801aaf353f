"""File operations of a run directory: atomic replacement, hashes, one writer at a time."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from defeasible.reasoner.errors import RunError


def write_atomically(path: Path, content: bytes) -> None:
    """Replace a file atomically: a reader, or a crash, sees the old content or the new, never a part.

    Raises:
        OSError: If the disk is full or the folder cannot be written; the old file is then unchanged.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file, hexadecimal.

    Raises:
        OSError: If it cannot be read.
    """
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextlib.contextmanager
def sole_writer(directory: Path) -> Iterator[None]:
    """Hold the lock of a run directory. The system releases it when the process ends, even if killed.

    Without such locks (on Windows), nothing is held.

    Raises:
        RunError: If another process holds it.
        OSError: If the lock file cannot be created.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl  # noqa: PLC0415 - not on Windows

    file = os.open(directory / ".lock", os.O_WRONLY | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise RunError(
                f"another process is writing to `{directory}`",
                hint="wait for it, or choose another `--out`",
            ) from error
        yield
    finally:
        os.close(file)
