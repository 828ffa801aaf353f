"""All benchmarks, and which of their files lie in a data directory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from defeasible.datasets import belief_r, ccons, corecode, pasta
from defeasible.datasets.benchmark import Benchmark, OfficialFile, Source, require_directory
from defeasible.reasoner.errors import UsageError

BENCHMARKS: tuple[Benchmark, ...] = (
    belief_r.BENCHMARK,
    ccons.BENCHMARK,
    pasta.BENCHMARK,
    corecode.BENCHMARK,
)


def benchmark(name: str) -> Benchmark:
    """Return the benchmark called `name`.

    Raises:
        UsageError: If there is none of that name.
    """
    for candidate in BENCHMARKS:
        if candidate.name == name:
            return candidate
    raise UsageError(
        f"there is no benchmark `{name}`", hint=f"one of {', '.join(known.name for known in BENCHMARKS)}"
    )


def locate(data_dir: Path, name: str) -> Path:
    """Return the folder of one benchmark under a data directory.

    Raises:
        UsageError: If there is no benchmark of that name.
        DatasetError: If the data directory or the folder in it is not there.
    """
    wanted = benchmark(name)
    require_data_directory(data_dir)
    folder = data_dir / wanted.folder
    hint = f"`defeasible data get {name} --data-dir {data_dir}` gets it from {wanted.sources[0].page}"
    if not folder.exists() and data_dir.resolve().name == wanted.folder:
        hint = f"name the data directory, the folder above: `{data_dir.resolve().parent}`"
    require_directory(folder, hint)
    return folder


def require_data_directory(path: Path) -> None:
    """Check that a data directory is there.

    Raises:
        DatasetError: If it is not, or is a file.
    """
    require_directory(path, f"a data directory holds {', '.join(b.folder + '/' for b in BENCHMARKS)}")


@dataclass(frozen=True, slots=True)
class Placed:
    """An official file and where it lies, or would have to lie."""

    benchmark: Benchmark
    source: Source
    file: OfficialFile
    path: Path

    @property
    def present(self) -> bool:
        """Whether it is there."""
        return self.path.is_file()


def inventory(data_dir: Path) -> Iterator[Placed]:
    """Yield every official file of every source, present or not, with its place in a data directory."""
    for known in BENCHMARKS:
        for source in known.sources:
            for file in source.files:
                yield Placed(known, source, file, data_dir / known.folder / file.path)
