"""`validate`: check data files against their formats, and report their content."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from defeasible.datasets.benchmark import Benchmark, OfficialFile
from defeasible.datasets.catalog import BENCHMARKS, require_data_directory
from defeasible.datasets.records import Fault
from defeasible.reasoner.errors import DatasetError


@dataclass(frozen=True, slots=True)
class FileReport:
    """The content of one file."""

    benchmark: Benchmark
    file: OfficialFile
    path: Path
    rows: int
    """Number of well-formed records."""
    faults: tuple[Fault, ...]

    @property
    def part(self) -> bool:
        """Whether the number of records is known to differ from the official file's."""
        return self.file.rows is not None and self.rows != self.file.rows


def validate(places: Sequence[Path]) -> Iterator[FileReport]:
    """Read files in full and report on each, in the order of the catalogue.

    Args:
        places: Files, folders of a benchmark, or data directories; every official file in a folder is read.

    Raises:
        DatasetError: If a place does not exist or contains no official file, or a file cannot be read.
        MissingExtraError: If a file is Parquet and pyarrow is not installed.
    """
    for place in places:
        found = list(_files(place))
        if not found:
            raise DatasetError(
                f"no benchmark file found in `{place}`",
                hint="files are recognised by official names and folders; `defeasible data ls` lists them",
            )
        between = list(_between(place)) if place.is_dir() else []
        for known, file, path in found:
            report = check_file(known, file, path)
            yield replace(report, faults=report.faults + tuple(f for f in between if f.path == path))


def check_file(known: Benchmark, file: OfficialFile, path: Path) -> FileReport:
    """Read one file in full.

    Args:
        known: Its benchmark.
        file: Which of the official files it is.
        path: Its path, which may have any name.

    Raises:
        DatasetError: If it cannot be read.
        MissingExtraError: If it is Parquet and pyarrow is not installed.
    """
    rows, faults = 0, []
    for found in known.scan(path):
        if isinstance(found, Fault):
            faults.append(found)
        else:
            rows += 1
    return FileReport(known, file, path, rows, tuple(faults))


def _between(place: Path) -> Iterator[Fault]:
    """Yield contradictions between files of a folder that are each well-formed."""
    for known in BENCHMARKS:
        if known.compare:
            yield from known.compare(place / known.folder if (place / known.folder).is_dir() else place)


def _files(place: Path) -> Iterator[tuple[Benchmark, OfficialFile, Path]]:
    if not place.is_file():
        require_data_directory(place)
    for known in BENCHMARKS:
        for file in known.files:
            parts = PurePosixPath(file.path).parts
            if place.is_file():
                candidates = [place] if place.absolute().parts[-len(parts) :] == parts else []
            else:
                candidates = [place / known.folder / file.path, place / file.path]
            for path in candidates:
                if path.is_file():
                    yield known, file, path
                    break
