"""`Benchmark`: the official files of a published benchmark, their sources, and how to read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from defeasible.datasets.records import Fault
from defeasible.reasoner.errors import DatasetError, unknown


@dataclass(frozen=True, slots=True)
class OfficialFile:
    """One file as its authors published it."""

    path: str
    """Path relative to the folder of the benchmark, with `/`."""
    rows: int | None = None
    """Number of records in the complete file, if known."""
    sha256: str | None = None
    """Hexadecimal SHA-256 of the complete file, if a complete copy has been seen."""


@dataclass(frozen=True, slots=True)
class Source:
    """A place that publishes the files, at a pinned revision."""

    name: str
    """Name on the command line: `github`."""
    page: str
    """URL of the page for people."""
    prefix: str
    """URL for programs; the path of a file is appended to it."""
    path: str
    """The folder of the repository that contains the files; empty for its root."""
    files: tuple[OfficialFile, ...]

    def url(self, file: str) -> str:
        """Return the URL of a file, given its path relative to the folder of the benchmark."""
        return f"{self.prefix}/{file}"


def github(repository: str, revision: str, path: str, files: Iterable[OfficialFile]) -> Source:
    """Return a folder of a GitHub repository as a source.

    Args:
        repository: Owner and name.
        revision: The commit.
        path: The folder.
        files: The files in it.
    """
    return Source(
        name="github",
        page=f"https://github.com/{repository}/tree/{revision}/{path}",
        prefix=f"https://raw.githubusercontent.com/{repository}/{revision}/{path}",
        path=path,
        files=tuple(files),
    )


def hugging_face(repository: str, revision: str, files: Iterable[OfficialFile]) -> Source:
    """Return a Hugging Face data set as a source. The arguments are those of `github`."""
    address = f"https://huggingface.co/datasets/{repository}"
    return Source(
        name="huggingface",
        page=f"{address}/tree/{revision}",
        prefix=f"{address}/resolve/{revision}",
        path="",
        files=tuple(files),
    )


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One published benchmark."""

    name: str
    """Name on the command line: `belief-r`."""
    title: str
    folder: str
    """Name of its folder in a data directory: `belief_r`."""
    sources: tuple[Source, ...]
    """Where to get the files; the first source is the default."""
    licence: str
    """The licence seen at the pinned revision."""
    citation: str
    scan: Callable[[Path], Iterator[object]]
    """Yields each record of a file as a row, or as a `Fault`."""
    compare: Callable[[Path], Iterator[Fault]] | None = None
    """Yields contradictions between the files of a folder that are each well-formed."""
    converted: tuple[OfficialFile, ...] = ()
    """Official files in other formats that can also be read."""

    @property
    def files(self) -> tuple[OfficialFile, ...]:
        """All files that can be read, from any source."""
        return (*(file for source in self.sources for file in source.files), *self.converted)

    def source(self, name: str | None = None) -> Source:
        """Return the source with a name; the first one if no name is given.

        Raises:
            UsageError: If there is no source with that name.
        """
        for source in self.sources:
            if name in (None, source.name):
                return source
        raise unknown("source", str(name), (source.name for source in self.sources), of=self.name)

    def file(self, directory: Path, path: str) -> Path:
        """Return the path of an official file in the folder of this benchmark.

        Raises:
            DatasetError: If the folder or the file is missing; the message says how to get the file.
        """
        hint = f"`defeasible data get {self.name}` downloads it from {self.sources[0].page}"
        require_directory(directory, hint)
        found = directory / path
        if found.is_file():
            return found
        if (directory / self.folder / path).is_file():
            hint = f"it is in `{directory / self.folder}`; pass that folder"
        raise DatasetError(f"`{directory}` lacks the official {self.name} file `{path}`", hint=hint)


def require_directory(path: Path, hint: str) -> None:
    """Check that a folder exists.

    Raises:
        DatasetError: If it does not exist or is not a folder.
    """
    if not path.is_dir():
        what = "is not a directory" if path.exists() else "does not exist"
        raise DatasetError(f"`{path}` {what}", hint=hint)
