"""The benchmarks as data: which files they are, where they come from, and what of them lies in a folder."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from defeasible.datasets.tables import read_rows
from defeasible.reasoner.errors import DatasetError, UsageError

_CORECODE_TASKS = {
    "generation": (
        "Commonsense_Knowledge_Generation",
        "Event_Causal_Inference--Clipped_Subsequent_Event_Inference",
        "Event_Causal_Inference--Event_Cause_Inference",
        "Event_Causal_Inference--Subsequent_Event_Inference",
    ),
    "multiple_choice": ("Commonsense_Knowledge_Filling", "Domain_Identification", "Slot_Identification"),
    "span_extraction": ("Commonsense_Conflict_Phrase_Detection",),
}


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One published benchmark."""

    name: str
    """As on the command line: `belief-r`."""
    title: str
    folder: str
    """Where its files lie under a data directory: `belief_r`."""
    tasks: tuple[str, ...]
    """Tasks that can be run on it; empty while none can."""
    files: tuple[str, ...]
    """Official files, as paths under the folder."""
    header: bool
    """Whether its CSV files start with a line of column names."""
    repository: str
    """Owner and name on GitHub."""
    revision: str
    """The commit that the files were seen at."""
    path: str
    """Where the files lie in the repository."""
    licence: str
    """As seen at that revision."""
    citation: str

    @property
    def source_url(self) -> str:
        """Address of the official files at the pinned revision."""
        return f"https://github.com/{self.repository}/tree/{self.revision}/{self.path}"


BENCHMARKS: tuple[Benchmark, ...] = (
    Benchmark(
        name="belief-r",
        title="Belief-R: belief revision under one more premise",
        folder="belief_r",
        tasks=("belief-r/t", "belief-r/t1"),
        files=("basic_time_t.csv", "queries_time_t1.csv"),
        header=True,
        repository="HLTCHKUST/belief-revision",
        revision="e9cec77b14e7deea9d26b3b04c41fc08ab2094e3",
        path="dataset/belief_r",
        licence="CC BY-SA 4.0 (card of the copy on Hugging Face, `CAiRE/belief_r`)",
        citation="Wilie, Cahyawijaya, Ishii, He and Fung. Belief Revision: The Adaptability of Large "
        "Language Models Reasoning. EMNLP 2024.",
    ),
    Benchmark(
        name="ccons",
        title="CConS: size comparison in counter-commonsense contexts",
        folder="ccons",
        tasks=("ccons/context", "ccons/nocontext"),
        files=tuple(
            f"{cell}_auto{infix}_new.csv"
            for cell in ("normal", "adversarial")
            for infix in ("", "_easy", "_difficult", "_nocontext")
        ),
        header=False,
        repository="cfkazu/Counter-Commonsense-Context",
        revision="5d6356d2e6b0f8b9664d8d2f064b10afb57d29cb",
        path="dataset",
        licence="MIT",
        citation="Kondo, Sugawara and Aizawa. Probing Physical Reasoning with Counter-Commonsense Context. "
        "ACL 2023.",
    ),
    Benchmark(
        name="pasta",
        title="PASTA: participant states in narratives",
        folder="pasta",
        tasks=(),
        files=("tr_data.jsonl", "val_data.jsonl", "te_data.jsonl"),
        header=False,
        repository="StonyBrookNLP/pasta",
        revision="20e903508eefb0ef2ff503e7e31dbae2769a4132",
        path="data",
        licence="no licence file seen",
        citation="Ghosh, Koupaee, Chen, Ferraro, Chambers and Balasubramanian. PASTA: A Dataset for Modeling "
        "PArticipant STAtes in Narratives. TACL 2023.",
    ),
    Benchmark(
        name="corecode",
        title="CORECODE: commonsense in Chinese dialogue",
        folder="corecode",
        tasks=(),
        files=tuple(
            f"{level}/{kind}/{split}/{task}.jsonl"
            for level in ("easy", "hard")
            for kind, tasks in _CORECODE_TASKS.items()
            for split in ("train", "dev", "test")
            for task in tasks
        ),
        header=False,
        repository="danshi777/CORECODE",
        revision="b38f6f38cdc1491b8b9e6c1e7a058739a2d9f12f",
        path="data",
        licence="no licence file seen",
        citation="Shi, You, Huang, Li and Xiong. CORECODE: A Common Sense Annotated Dialogue Dataset with "
        "Benchmark Tasks for Chinese Large Language Models. AAAI 2024.",
    ),
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
    _require_directory(data_dir, f"a data directory holds {', '.join(b.folder + '/' for b in BENCHMARKS)}")
    folder = data_dir / wanted.folder
    hint = f"put the files of {wanted.source_url} there"
    if not folder.exists() and data_dir.resolve().name == wanted.folder:
        hint = f"name the data directory, the folder above: `{data_dir.resolve().parent}`"
    _require_directory(folder, hint)
    return folder


def official_file(directory: Path, name: str, file: str) -> Path:
    """Return the path of one official file in the folder of its benchmark.

    Raises:
        UsageError: If there is no benchmark of that name.
        DatasetError: If the folder or the file is not there; the message says how to get the file.
    """
    wanted = benchmark(name)
    origin = f"{wanted.source_url}/{file}".replace("/tree/", "/blob/")
    _require_directory(directory, f"put the files of {wanted.source_url} there")
    path = directory / file
    if path.is_file():
        return path
    if (directory / wanted.folder / file).is_file():
        hint = f"it is in `{directory / wanted.folder}`: name that folder"
    else:
        hint = f"copy it there from {origin}"
    raise DatasetError(f"`{directory}`: the official file `{file}` of {wanted.name} is not in it", hint=hint)


@dataclass(frozen=True, slots=True)
class FileStatus:
    """What an official file of a benchmark looks like in a data directory."""

    benchmark: str
    file: str
    """Path under the folder of the benchmark."""
    path: Path
    """Where it is, or would have to be."""
    present: bool
    bytes: int | None = None
    """Size; None where absent."""
    sha256: str | None = None
    """Of the whole file, hexadecimal; None where absent."""
    rows: int | None = None
    """Rows below the header, or JSON lines; None where absent or not readable as such."""


def inventory(data_dir: Path) -> list[FileStatus]:
    """Look at every official file of every benchmark; a benchmark without a folder has all files absent.

    Raises:
        DatasetError: If the data directory itself is not there, or a file in it cannot be read.
    """
    _require_directory(data_dir, f"a data directory holds {', '.join(b.folder + '/' for b in BENCHMARKS)}")
    return [_status(known, file, data_dir) for known in BENCHMARKS for file in known.files]


def _status(known: Benchmark, file: str, data_dir: Path) -> FileStatus:
    path = data_dir / known.folder / PurePosixPath(file)
    if not path.is_file():
        return FileStatus(known.name, file, path, present=False)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DatasetError(f"`{path}`: cannot be read: {error.strerror}") from error
    return FileStatus(
        benchmark=known.name,
        file=file,
        path=path,
        present=True,
        bytes=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
        rows=_count_rows(path, data, known.header),
    )


def _count_rows(path: Path, data: bytes, header: bool) -> int | None:
    if path.suffix != ".csv":
        return sum(1 for line in data.splitlines() if line.strip())
    try:
        return len(read_rows(path)) - header
    except DatasetError:
        return None  # an inventory reports a broken file by leaving its rows open; loading it says why


def _require_directory(path: Path, hint: str) -> None:
    if not path.is_dir():
        what = "is not a directory" if path.exists() else "there is no such directory"
        raise DatasetError(f"`{path}`: {what}", hint=hint)
