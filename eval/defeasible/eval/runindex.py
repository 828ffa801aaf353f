"""An index of the runs below a folder, to avoid reading their logs again.

The run directories are authoritative. The index, one SQLite file in that folder, holds the last result read
for each run, with the state of the run's files at that time. If it is missing, damaged, outdated or of
another version, it is rebuilt. It is replaced as a whole, so processes that list runs concurrently do not
interfere.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from functools import cache
from pathlib import Path
from urllib.parse import quote

from pydantic import FiniteFloat, TypeAdapter, ValidationError

from defeasible.eval.cases import Json
from defeasible.eval.runlog.files import write_atomically
from defeasible.eval.runlog.identity import Config
from defeasible.eval.runlog.journal import packed_name
from defeasible.eval.runlog.manifest import Manifest
from defeasible.eval.runlog.rundir import EVENTS, ITEMS, MANIFEST
from defeasible.eval.runs import read_run
from defeasible.eval.tasks import find
from defeasible.reasoner.errors import DefeasibleError, UsageError
from defeasible.reasoner.record import Record
from defeasible.reasoner.version import __version__

INDEX = ".runs.sqlite"
VERSION = 1
"""Version of the index."""


@dataclass(frozen=True, slots=True)
class Listed(Record):
    """One run in a list of runs."""

    path: str
    """Path relative to the listed folder."""
    seen: str
    """The state of its files: name, modification time, size and inode of each."""
    task: str = ""
    pipeline: str = ""
    config: str = "{}"
    """Its configuration as JSON."""
    planned: int = 0
    scored: int = 0
    state: str = ""
    """`finished`, `interrupted`, `failed`; `open` if a process is working on it, or was killed."""
    started: str = ""
    """UTC, ISO 8601."""
    seconds: FiniteFloat = 0.0
    metric: str = ""
    """The first headline metric of its task."""
    value: FiniteFloat | None = None
    low: FiniteFloat | None = None
    high: FiniteFloat | None = None
    """The 95 % interval of the value; None if there is none."""
    fault: str = ""
    """Why the run cannot be read; only `path` and `seen` are then set."""

    @property
    def settings(self) -> Config:
        """The configuration."""
        found: Config = json.loads(self.config)
        return found

    def to_json(self) -> dict[str, Json]:
        """Return the fields as JSON values; for a run that cannot be read, its path and the reason."""
        if self.fault:
            return {"path": self.path, "fault": self.fault}
        values = dict(zip(_COLUMNS, astuple(self), strict=True)) | {"config": self.settings}
        return {name: value for name, value in values.items() if name not in ("seen", "fault")}


_COLUMNS = tuple(field.name for field in fields(Listed))


def listed(folder: Path, *, rebuild: bool = False) -> list[Listed]:
    """Return the runs in a folder and below it, sorted by task and then by start time.

    Args:
        folder: The folder to search; folders inside a run are skipped.
        rebuild: Whether to read every run, ignoring the index.

    Raises:
        UsageError: If there is no such folder.
    """
    if not folder.is_dir():
        raise UsageError(f"folder `{folder}` does not exist", hint="`defeasible run` writes to `runs`")
    kept = {} if rebuild else {run.path: run for run in _read(folder / INDEX)}
    found: dict[str, Listed] = {}
    for path in run_folders(folder):
        name = path.relative_to(folder).as_posix()
        seen = _seen(path)
        old = kept.get(name)
        found[name] = old if old is not None and old.seen == seen else _look(path, name, seen)
    if rebuild or found != kept:
        # The index only saves time: if the folder is not writable, runs are listed without one.
        with contextlib.suppress(OSError):
            write_atomically(folder / INDEX, _written(list(found.values())))
    return sorted(found.values(), key=lambda run: (run.task, run.started, run.path))


def run_folders(folder: Path) -> Iterator[Path]:
    """Yield the run directories in a folder and below it, by name. Links to folders are not followed."""
    for at, folders, files in os.walk(folder):
        if MANIFEST in files:
            folders.clear()
            yield Path(at)
        folders[:] = sorted(name for name in folders if not name.startswith("."))


def _seen(path: Path) -> str:
    log = path / EVENTS
    found = []
    for file in (path / MANIFEST, path / ITEMS, log, packed_name(log)):
        with contextlib.suppress(OSError):  # without this file, the state is that of the others
            status = file.stat()
            found.append(f"{file.name} {status.st_mtime_ns} {status.st_size} {status.st_ino}")
    return "; ".join(found)


def _look(path: Path, name: str, seen: str) -> Listed:
    try:
        run = read_run(path)
        task = find(run.manifest.task)
        metrics = task.measure(run.outcomes()) if run.scores else {}
    except DefeasibleError as error:
        return Listed(name, seen, fault=error.message)
    metric = task.headline[0]
    value, intervals = metrics.get(metric), metrics.get("intervals")
    interval = intervals.get(metric) if isinstance(intervals, dict) else None
    return Listed(
        name,
        seen,
        run.manifest.task,
        run.manifest.pipeline,
        json.dumps(run.manifest.config),
        run.manifest.n,
        len(run.scores),
        _state(run.manifest),
        run.manifest.sessions[0].started if run.manifest.sessions else "",
        run.manifest.seconds,
        metric,
        float(value) if isinstance(value, int | float) else None,
        interval["low"] if interval else None,
        interval["high"] if interval else None,
    )


def _state(manifest: Manifest) -> str:
    state = manifest.sessions[-1].state if manifest.sessions else "running"
    return "open" if state == "running" else state


def _read(index: Path) -> list[Listed]:
    """Return the content of an index; empty if it is missing, damaged or of another version."""
    with contextlib.suppress(sqlite3.Error, ValidationError, ValueError, TypeError):
        uri = f"file:{quote(str(index.absolute()))}?mode=ro&immutable=1"
        with contextlib.closing(sqlite3.connect(uri, uri=True)) as opened:
            ((stamp,),) = opened.execute("SELECT stamp FROM made").fetchall()
            rows = opened.execute("SELECT * FROM runs ORDER BY path").fetchall()
        if stamp == _stamp(rows):
            named = [dict(zip(_COLUMNS, row, strict=True)) for row in rows]
            return _adapter().validate_python(named)
    return []


def _written(runs: Sequence[Listed]) -> bytes:
    rows = sorted(astuple(run) for run in runs)
    with contextlib.closing(sqlite3.connect(":memory:")) as made:
        made.execute(f"CREATE TABLE runs ({', '.join(_COLUMNS)}, PRIMARY KEY (path))")
        made.execute("CREATE TABLE made (stamp)")
        marks = ", ".join("?" * len(_COLUMNS))
        made.executemany(f"INSERT INTO runs VALUES ({marks})", rows)  # noqa: S608 - question marks alone
        made.execute("INSERT INTO made VALUES (?)", [_stamp(rows)])
        made.commit()
        return made.serialize()


def _stamp(rows: Sequence[tuple[object, ...]]) -> str:
    """Return a checksum of the rows, this version of the index and the package version."""
    return hashlib.sha256(repr((VERSION, __version__, list(map(tuple, rows)))).encode()).hexdigest()


@cache
def _adapter() -> TypeAdapter[list[Listed]]:
    return TypeAdapter(list[Listed])
