"""`KeptBase`: a belief base in a file that processes can share, written before a change is acknowledged."""

from __future__ import annotations

import fcntl
import os
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from defeasible.reasoner.base import BeliefBase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from defeasible.reasoner.evidence import RoleSource
    from defeasible.reasoner.parsing import Parser

Stamp = tuple[int, int, int]


class KeptBase:
    """One belief base in one file. Threads and processes that share it take turns.

    A change is on disk before `changing` ends; an exception inside it leaves the file unchanged. The lock is
    a file next to it, `.NAME.lock`.

    Args:
        path: The file; if it is missing, the base is new.
        parser: As for `BeliefBase`.
        roles: As for `BeliefBase`.

    Raises:
        BaseFileError: If the file exists and is not a belief base.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, parser: Parser | None = None, roles: RoleSource | None = None
    ) -> None:
        self.path = Path(path).absolute()
        self._parser, self._roles = parser, roles
        self._turns = threading.RLock()
        self._base = BeliefBase(parser=parser, roles=roles)
        self._seen: Stamp | None = None
        with self.reading():
            pass

    @contextmanager
    def reading(self) -> Iterator[BeliefBase]:
        """Yield the present base of the file, for queries."""
        with self._locked():
            self._refresh()
            yield self._base

    @contextmanager
    def changing(self) -> Iterator[BeliefBase]:
        """Yield the present base of the file, for changes, and write it afterwards.

        Raises:
            BaseFileError: If it cannot be written; then nothing changes.
        """
        with self._locked():
            self._refresh()
            try:
                yield self._base
                self._base.save(self.path)
            except BaseException:
                self._forget()
                raise
            self._seen = self._stamp()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        lock = self.path.with_name(f".{self.path.name}.lock")
        with self._turns, lock.open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def _stamp(self) -> Stamp | None:
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns

    def _refresh(self) -> None:
        """Read the file again if another process wrote it."""
        stamp = self._stamp()
        if stamp != self._seen:
            self._forget()
            self._seen = stamp

    def _forget(self) -> None:
        if self._stamp() is None:
            self._base = BeliefBase(parser=self._parser, roles=self._roles)
        else:
            self._base = BeliefBase.load(self.path, parser=self._parser, roles=self._roles)
        self._seen = None
