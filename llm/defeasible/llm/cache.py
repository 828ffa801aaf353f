"""Model answers cached on disk, keyed by everything that can change them."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import threading
import time
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, overload

from defeasible.llm.backend import Generator, Reply, Request, Scorer, Stop
from defeasible.llm.kept import (
    Answer,
    Both,
    KeptGenerator,
    KeptModel,
    KeptScorer,
    decode,
    encode,
    keeping,
)
from defeasible.llm.spec import violation
from defeasible.reasoner.errors import DefeasibleError
from defeasible.reasoner.folders import cache_dir

if TYPE_CHECKING:
    from collections.abc import Callable

APPLICATION = 0x44454641
"""Marks a SQLite file as a cache of this program: `DEFA`."""
VERSION = 1
"""Version of the table. A file of another version is refused."""
BUSY = 60.0
"""Seconds to wait while another process writes."""

_INHERITED: list[sqlite3.Connection] = []

_T = TypeVar("_T")


class CacheError(DefeasibleError):
    """A cache cannot be read or written. The message names the file."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What a cache holds for one model."""

    model: str
    """Its fingerprint."""
    answers: int
    bytes: int
    """Size of the answers, without the table around them."""
    first: float
    """Seconds since 1970 of the oldest answer."""
    last: float


def cache_file() -> Path:
    """Return the default cache file."""
    return cache_dir() / "replies.sqlite"


class Cache:
    """A file of model answers. Threads and processes may share it; each process opens its own connection.

    Only usable answers are kept: no failures, nothing that a server withheld, no reply that does not fit its
    spec.

    Args:
        path: The file; created, with its folder, if it does not exist. None for the user's cache.

    Raises:
        CacheError: If the file is not a cache, has another version, or cannot be opened.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or cache_file()
        self._lock = threading.RLock()
        self._process = 0
        self._database: sqlite3.Connection | None = None
        self._do(lambda database: None)

    def find(self, fingerprint: str, question: str) -> Answer | None:
        """Return the cached answer of a model to a question, or None."""
        key = _key(fingerprint, question)
        found = self._do(
            lambda database: database.execute("SELECT answer FROM answers WHERE key = ?", (key,)).fetchone()
        )
        if found is None:
            return None
        try:
            return decode(json.loads(found[0]))
        except (ValueError, RecursionError) as error:
            raise self._error(f"it holds an unreadable answer ({error})") from error

    def keep(self, fingerprint: str, question: str, asked: Request | None, answer: Answer) -> None:
        """Store an answer if it is usable. The first answer to a question is never replaced."""
        if not _usable(asked, answer):
            return
        row = (_key(fingerprint, question), fingerprint, json.dumps(encode(answer)), time.time())
        self._do(lambda database: database.execute("INSERT OR IGNORE INTO answers VALUES (?, ?, ?, ?)", row))

    def holdings(self) -> list[Holding]:
        """Return what the cache holds, per model."""
        counted = (
            "SELECT model, COUNT(*), SUM(LENGTH(CAST(answer AS BLOB))), MIN(at), MAX(at) FROM answers"
            " GROUP BY model ORDER BY model"
        )
        return [Holding(*row) for row in self._do(lambda database: database.execute(counted).fetchall())]

    def clear(self, model: str | None = None) -> int:
        """Delete answers and return how many were deleted.

        Args:
            model: Delete only answers of models whose fingerprint contains this text; None deletes all.
        """
        which = "" if model is None else " WHERE INSTR(model, ?)"
        given = () if model is None else (model,)
        # If another process is reading, the file shrinks later.
        gone = self._do(lambda database: database.execute(f"DELETE FROM answers{which}", given).rowcount)  # noqa: S608 - no part of it is given
        with contextlib.suppress(CacheError):
            self._do(lambda database: database.execute("VACUUM"))
        return gone

    def close(self) -> None:
        """Close the file. The next use opens it again."""
        with self._lock:
            if self._database is not None and self._process == os.getpid():
                self._database.close()
                self._database = None

    def _do(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        with self._lock:
            try:
                if self._database is None or self._process != os.getpid():
                    if self._database is not None:
                        # A connection does not survive a fork, and must not even be closed after one.
                        _INHERITED.append(self._database)
                    self._database, self._process = self._open(), os.getpid()
                    weakref.finalize(self, _close, self._database, self._process)
                return work(self._database)
            except sqlite3.DatabaseError as error:
                self.close()
                raise self._error(str(error)) from error
            except OSError as error:
                raise self._error(error.strerror or str(error)) from error

    def _open(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # The lock above serializes threads; every statement is its own transaction.
        database = sqlite3.connect(self.path, timeout=BUSY, check_same_thread=False, isolation_level=None)
        try:
            self._prepare(database)
        except BaseException:
            database.close()
            raise
        return database

    def _prepare(self, database: sqlite3.Connection) -> None:
        if _pragma(database, "application_id") != APPLICATION:
            # One process creates the table; the others wait, then see it.
            database.execute("BEGIN IMMEDIATE")
            if _pragma(database, "application_id") != APPLICATION:
                if database.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]:
                    database.execute("ROLLBACK")
                    raise self._error("it belongs to another program")
                database.execute(
                    "CREATE TABLE answers (key BLOB PRIMARY KEY, model TEXT NOT NULL, answer TEXT NOT NULL,"
                    " at REAL NOT NULL) WITHOUT ROWID"
                )
                database.execute(f"PRAGMA user_version = {VERSION}")
                database.execute(f"PRAGMA application_id = {APPLICATION}")
            database.execute("COMMIT")
        if (version := _pragma(database, "user_version")) != VERSION:
            raise self._error(f"it has version {version}, expected {VERSION}")
        _write_ahead(database)

    def _error(self, problem: str) -> CacheError:
        return CacheError(
            f"cannot use the cache `{self.path}`: {problem}",
            hint="delete the file, or set DEFEASIBLE_CACHE to another folder",
        )


@overload
def cached(backend: Both, cache: Cache) -> KeptModel: ...
@overload
def cached(backend: Generator, cache: Cache) -> KeptGenerator: ...
@overload
def cached(backend: Scorer, cache: Cache) -> KeptScorer: ...
def cached(backend: Generator | Scorer, cache: Cache) -> KeptGenerator | KeptScorer:
    """Return a backend that answers from the cache and asks `backend` only for what is missing.

    It has the same methods as `backend`. The key is a SHA-256 of the backend's fingerprint (model and
    revision or files, numbers, device, versions of the libraries that compute; server and dialect) and of the
    whole request (prompt, hardened schema or grammar, budget, temperature, seed; for scores, the prompt and
    all options).

    Raises:
        UsageError: If the backend has no `fingerprint`.
    """
    return keeping(backend, cache)


def _key(fingerprint: str, question: str) -> bytes:
    return hashlib.sha256(json.dumps([VERSION, fingerprint, question]).encode()).digest()


def _usable(asked: Request | None, answer: Answer) -> bool:
    if asked is None:
        return True
    if not isinstance(answer, Reply) or answer.stop is Stop.FILTER:
        return False
    return asked.spec is None or (answer.stop is Stop.END and not violation(asked.spec, answer.text))


def _close(database: sqlite3.Connection, process: int) -> None:
    if process == os.getpid():
        database.close()


def _pragma(database: sqlite3.Connection, name: str) -> int:
    return int(database.execute(f"PRAGMA {name}").fetchone()[0])


def _write_ahead(database: sqlite3.Connection) -> None:
    """Let readers and a writer work at the same time. The switch fails while another process is switching."""
    deadline = time.monotonic() + BUSY
    while True:
        try:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = NORMAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
