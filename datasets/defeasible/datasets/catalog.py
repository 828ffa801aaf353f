"""All benchmarks, and the location of their files in a data directory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from defeasible.datasets import belief_r, ccons, corecode, pasta
from defeasible.datasets.benchmark import Benchmark, OfficialFile, Source, require_directory
from defeasible.reasoner.errors import unknown

BENCHMARKS: tuple[Benchmark, ...] = (
    belief_r.BENCHMARK,
    ccons.BENCHMARK,
    pasta.BENCHMARK,
    corecode.BENCHMARK,
)


def benchmark(name: str) -> Benchmark:
    """Return the benchmark called `name`.

    Raises:
        UsageError: If there is no such benchmark.
    """
    for candidate in BENCHMARKS:
        if candidate.name == name:
            return candidate
    raise unknown("benchmark", name, (known.name for known in BENCHMARKS))


def locate(data_dir: Path, name: str) -> Path:
    """Return the folder of one benchmark in a data directory.

    Raises:
        UsageError: If there is no such benchmark.
        DatasetError: If the data directory or the folder in it does not exist.
    """
    wanted = benchmark(name)
    require_data_directory(data_dir)
    folder = data_dir / wanted.folder
    hint = f"`defeasible data get {name} --data-dir {data_dir}` downloads it from {wanted.sources[0].page}"
    if not folder.exists() and data_dir.resolve().name == wanted.folder:
        hint = f"pass the data directory, one level up: `{data_dir.resolve().parent}`"
    require_directory(folder, hint)
    return folder


def require_data_directory(path: Path) -> None:
    """Check that a data directory exists.

    Raises:
        DatasetError: If it does not exist or is not a folder.
    """
    require_directory(path, f"a data directory holds {', '.join(b.folder + '/' for b in BENCHMARKS)}")


@dataclass(frozen=True, slots=True)
class Placed:
    """An official file and its path in a data directory, whether it exists or not."""

    benchmark: Benchmark
    source: Source
    file: OfficialFile
    path: Path

    @property
    def present(self) -> bool:
        """Whether the file exists."""
        return self.path.is_file()


def inventory(data_dir: Path) -> Iterator[Placed]:
    """Yield every official file of every source with its path in a data directory, present or not."""
    for known in BENCHMARKS:
        for source in known.sources:
            for file in source.files:
                yield Placed(known, source, file, data_dir / known.folder / file.path)
