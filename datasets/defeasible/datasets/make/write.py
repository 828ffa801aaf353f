"""All makers, and `write`, which writes what they make into a data directory."""

from __future__ import annotations

from pathlib import Path
from random import Random

from defeasible.datasets.catalog import benchmark
from defeasible.datasets.make import conditionals, dialogues, sizes, stories
from defeasible.datasets.make.maker import Maker
from defeasible.reasoner.errors import DatasetError, require_at_least, unknown

MAKERS: dict[str, Maker] = {
    maker.name: maker for maker in (conditionals.MAKER, sizes.MAKER, stories.MAKER, dialogues.MAKER)
}


def find(name: str) -> Maker:
    """Return the maker for a benchmark, given its name or the name of one of its tasks.

    Raises:
        UsageError: If there is none.
    """
    family = name.partition("/")[0]
    if family not in MAKERS:
        raise unknown("benchmark", name, MAKERS)
    return MAKERS[family]


def write(maker: Maker, n: int, seed: int, data_dir: Path) -> list[Path]:
    """Make items and write them as official files into a data directory.

    Equal `n` and `seed` give equal bytes.

    Args:
        maker: The maker.
        n: Number of items, in the maker's unit.
        seed: Any integer.
        data_dir: Created if it does not exist. Existing files are never replaced.

    Returns:
        The paths of the files.

    Raises:
        UsageError: If `n` is not positive, or more than the maker's word lists provide.
        DatasetError: If a file exists already, or cannot be written.
    """
    require_at_least(1, items=n)
    folder = data_dir / benchmark(maker.name).folder
    texts = maker.make(n, Random(seed))  # noqa: S311 - the same seed has to give the same items
    paths = {folder / name: text for name, text in texts.items()}
    for path in paths:
        if path.exists():
            raise DatasetError(f"`{path}` already exists", hint="choose another folder, or delete it")
    for path, text in paths.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
        except OSError as error:
            raise DatasetError(f"cannot write `{path}`: {error.strerror}") from error
    return list(paths)
