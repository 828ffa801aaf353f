"""Small suites of our own in the official formats, for demonstrations and tests."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from defeasible.reasoner.errors import DatasetError

__all__ = ["data_dir"]


def data_dir() -> Path:
    """Return the directory of the built-in suites, laid out like any other data directory.

    Raises:
        DatasetError: If the package was imported from an archive, so that its files are in no directory.
    """
    root = files(__name__)
    if not isinstance(root, Path):
        raise DatasetError(
            f"`{root}`: the built-in suites are not files on disk",
            hint="install the package unpacked, not as a zip on sys.path",
        )
    return root
