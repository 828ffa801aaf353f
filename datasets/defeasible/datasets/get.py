"""Get official files into a data directory: download or copy, check, and only then install."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, TypeAlias

from defeasible.datasets.benchmark import Benchmark, OfficialFile, Source
from defeasible.datasets.download import Downloader, DownloadError, Progress
from defeasible.datasets.records import shown
from defeasible.datasets.validate import FileReport, check_file
from defeasible.reasoner.errors import DatasetError, UsageError

LOCK_FILE = "defeasible.lock.json"
"""File in the data directory with the SHA-256 of each file at its first download."""
PARTIAL_FOLDER = ".partial"
"""Folder in the data directory for files that are incomplete or not yet checked."""
NOT_FOUND = 404
SHOWN_URLS = 8

State: TypeAlias = Literal["downloaded", "resumed", "copied", "kept", "absent"]
Known: TypeAlias = Literal["pinned", "locked", "unknown"]


@dataclass(frozen=True, slots=True)
class Got:
    """The outcome for one official file."""

    file: OfficialFile
    path: Path
    url: str
    state: State
    """`kept`: it already existed. `absent`: the source, or the folder to copy from, lacks it."""
    known: Known
    """What its SHA-256 was compared with: the one pinned in the package, or the one recorded at the first
    download. `unknown` if there is neither, at the first download or if the file was put there by hand."""
    sha256: str = ""
    report: FileReport | None = None
    """The content of the file; None if it already existed or is absent."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to get, and how."""

    benchmark: Benchmark
    data_dir: Path
    source: str | None = None
    """Name of one of the benchmark's sources; None for the first."""
    mirror: str | None = None
    """URL of a copy of a data directory, used instead of the source."""
    copy_from: Path | None = None
    """A folder to copy from instead of downloading: a data directory, the folder of the benchmark in one, or
    a copy of its repository."""
    force: bool = False
    """Whether to replace existing files."""
    downloader: Downloader = field(default_factory=Downloader)
    progress: Callable[[OfficialFile], Progress | None] = lambda file: None

    def url(self, file: OfficialFile) -> str:
        """Return the URL of a file."""
        if self.mirror is None:
            return self.benchmark.source(self.source).url(file.path)
        return f"{self.mirror.rstrip('/')}/{self.benchmark.folder}/{file.path}"


def get(order: Order) -> Iterator[Got]:
    """Get every file of a source, and yield the outcome of each as soon as it is known.

    A file appears under its name only when it is complete and checked: its SHA-256 is the pinned one, or the
    one recorded at its first download. If neither is known, every record must be well-formed JSON or CSV, at
    least one must be a valid record of this benchmark, and their number must be the official one, if known.

    Raises:
        UsageError: If the order is invalid.
        DatasetError: If a file cannot be had, in which case the message gives the addresses and says what to
            do without a network; if the bytes are not those of the official file; if an existing file has
            changed since its first download; if the folder cannot be read or written; or if another process
            is using it.
    """
    source = order.benchmark.source(order.source)
    if order.mirror is not None and not order.mirror.startswith(("http://", "https://")):
        raise UsageError(f"invalid mirror `{order.mirror}`", hint="a mirror is a URL: https://...")
    if order.copy_from is not None and not any(_originals(order, source, f) for f in source.files):
        raise DatasetError(
            f"no official {order.benchmark.name} file in `{order.copy_from}`",
            hint=f"expected `{order.benchmark.folder}/{source.files[0].path}` or that file itself",
        )
    with _sole_writer(order.data_dir):
        lock = _Lock(order.data_dir / LOCK_FILE)
        absent = 0
        for number, file in enumerate(source.files):
            try:
                yield _get(order, source, file, lock)
            except DownloadError as error:
                absent += error.status == NOT_FOUND
                # A file that the source lacks does not stop the others, unless all are missing.
                if error.status != NOT_FOUND or absent == len(source.files):
                    raise _without_network(error, order, source.files[number:]) from error
                path = order.data_dir / order.benchmark.folder / file.path
                yield Got(file, path, order.url(file), "absent", "pinned" if file.sha256 else "unknown")


@contextlib.contextmanager
def _sole_writer(data_dir: Path) -> Iterator[None]:
    """Hold the lock of a data directory. The system releases it when the process ends, even if killed.

    Without such locks (on Windows), nothing is held.
    """
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        file = os.open(data_dir / ".lock", os.O_WRONLY | os.O_CREAT, 0o644)
    except OSError as error:
        raise DatasetError(f"cannot write to `{data_dir}`: {error.strerror}") from error
    try:
        if sys.platform != "win32":
            import fcntl  # noqa: PLC0415 - not on Windows

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                hint = "wait for it, or choose another folder"
                raise DatasetError(f"another process is writing to `{data_dir}`", hint=hint) from error
        yield
    finally:
        os.close(file)


def _get(order: Order, source: Source, file: OfficialFile, lock: _Lock) -> Got:
    path = order.data_dir / order.benchmark.folder / file.path
    url, key = order.url(file), f"{order.benchmark.folder}/{file.path}"
    expected = file.sha256 or lock.sha256(key)
    known: Known = "pinned" if file.sha256 else "locked" if expected else "unknown"
    if path.is_file() and not order.force:
        sha256 = _sha256(path)
        if expected not in (None, sha256):
            raise DatasetError(
                f"`{path}` differs from the {'official file' if file.sha256 else 'first download'}: "
                f"SHA-256 is {sha256}, expected {expected}",
                hint="`--force` replaces it",
            )
        return Got(file, path, url, "kept", known, sha256)

    prefix = hashlib.sha256(url.removesuffix(file.path).encode()).hexdigest()[:8]
    part = order.data_dir / PARTIAL_FOLDER / prefix / key
    state: State
    if order.copy_from is not None:
        originals = _originals(order, source, file)
        if not originals:
            return Got(file, path, url, "absent", known)
        url, state = str(originals[0].absolute()), "copied"
        _copy(originals[0], part)
        report = _checked(order.benchmark, file, part, url, expected)
    else:
        progress = order.progress(file)
        try:
            resumed = order.downloader.fetch(url, part, sha256_known=expected is not None, progress=progress)
        except DownloadError as error:
            if error.status == NOT_FOUND:
                _discard(part)
            raise
        try:
            report = _checked(order.benchmark, file, part, url, expected)
        except DatasetError:
            if not resumed:
                raise
            # The bytes of an earlier attempt may be at fault: try once more from the start.
            order.downloader.fetch(url, part, sha256_known=expected is not None, progress=progress)
            report, resumed = _checked(order.benchmark, file, part, url, expected), False
        state = "resumed" if resumed else "downloaded"
    sha256 = _sha256(part)
    _install(part, path)
    lock.record(key, sha256, path.stat().st_size, url)
    return Got(file, path, url, state, known, sha256, report)


def _originals(order: Order, source: Source, file: OfficialFile) -> list[Path]:
    """Return the paths of a file in the folder to copy from."""
    assert order.copy_from is not None
    folders = (order.benchmark.folder, "", source.path)
    places = (order.copy_from / folder / file.path for folder in folders)
    return [place for place in places if place.is_file()]


def _checked(
    benchmark: Benchmark, file: OfficialFile, part: Path, url: str, expected: str | None
) -> FileReport:
    """Check a file before it is installed; delete it if it is not the official one."""
    sha256 = _sha256(part)
    why = None
    if expected not in (None, sha256):
        why = f"SHA-256 is {sha256}, expected {expected}"
    report = check_file(benchmark, file, part) if why is None else None
    if report is not None and expected is None:
        broken = next((fault for fault in report.faults if not fault.field), None)
        lines = len({fault.line for fault in report.faults})
        if broken:
            why = f"line {broken.line}: {broken.what}"
        elif not report.rows:
            why = f"line {report.faults[0].line}, field `{report.faults[0].field}`: {report.faults[0].what}"
        elif file.rows not in (None, report.rows + lines):
            why = f"it has {report.rows + lines} records, expected {file.rows}"
    if report is None or why is not None:
        start = shown(part.read_bytes()[:200].decode(errors="replace").strip())
        _discard(part)
        raise DatasetError(
            f"`{url}` is not the official file `{file.path}`: {why}",
            hint=f"it starts with `{start}`; a proxy or a mirror may have sent something else",
        )
    return report


def _copy(original: Path, part: Path) -> None:
    try:
        part.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(original, part)
    except OSError as error:
        raise DatasetError(f"cannot copy `{original}` to `{part}`: {error.strerror}") from error


def _install(part: Path, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.replace(path)
    except OSError as error:
        raise DatasetError(f"cannot write `{path}`: {error.strerror}") from error
    _discard(part)


def _discard(part: Path) -> None:
    """Delete an incomplete file, its ETag, and the folders that this leaves empty."""
    part.unlink(missing_ok=True)
    part.with_name(f"{part.name}.etag").unlink(missing_ok=True)
    for folder in part.parents:
        if any(folder.iterdir()):
            return
        folder.rmdir()
        if folder.name == PARTIAL_FOLDER:
            return


def _sha256(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise DatasetError(f"cannot read `{path}`: {error.strerror}") from error


def _without_network(error: DownloadError, order: Order, missing: tuple[OfficialFile, ...]) -> DatasetError:
    urls = [order.url(file) for file in missing[:SHOWN_URLS]]
    if len(missing) > len(urls):
        urls.append(f"and {len(missing) - len(urls)} more; `defeasible data ls --json` lists all")
    command = f"defeasible data get {order.benchmark.name} --from DIR"
    hint = (
        f"choose another server with `--mirror`, or download these elsewhere into "
        f"DIR/{order.benchmark.folder} and run `{command}`:"
    )
    return DatasetError(error.message, hint="\n    ".join([hint, *urls]))


class _Lock:
    """The SHA-256 of each file at its first download."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._files: dict[str, dict[str, str | int]] = {}
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return
        except OSError as error:
            raise DatasetError(f"cannot read `{path}`: {error.strerror}") from error
        try:
            self._files = {str(key): dict(entry) for key, entry in json.loads(text)["files"].items()}
            if not all(isinstance(entry["sha256"], str) for entry in self._files.values()):
                raise TypeError("a SHA-256 is not a string")
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            hint = "delete it; the next download of each file then counts as the first"
            raise DatasetError(f"invalid lock file `{path}`: {error!r}", hint=hint) from error

    def sha256(self, key: str) -> str | None:
        """Return the SHA-256 at the first download, or None."""
        return str(self._files[key]["sha256"]) if key in self._files else None

    def record(self, key: str, sha256: str, size: int, url: str) -> None:
        """Record a file, unless it is recorded already."""
        if key in self._files:
            return
        when = datetime.now(UTC).isoformat(timespec="seconds")
        self._files[key] = {"sha256": sha256, "bytes": size, "url": url, "first": when}
        text = json.dumps({"files": self._files}, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
        new = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        try:
            new.write_text(text, encoding="utf-8")
            new.replace(self._path)
        except OSError as error:
            raise DatasetError(f"cannot write `{self._path}`: {error.strerror}") from error
