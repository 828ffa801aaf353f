"""The identity of a model: its files, and the versions of the software that runs it."""

from __future__ import annotations

import hashlib
from importlib import metadata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def versions(*packages: str) -> str:
    """Return the versions of installed packages as one text."""
    return " ".join(f"{package}={_version(package)}" for package in packages)


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "none"


def mark(name: str, path: Path) -> str:
    """Return a name with a mark of its file's or folder's content, or the name alone if the path is missing.

    The mark uses sizes and modification times, since model files have gigabytes. A copy at another path
    counts as another model.
    """
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.is_file())
    elif path.is_file():
        files = [path]
    else:
        return name
    states = [(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files]
    return f"{name} ({path.resolve()} {hashlib.sha256(repr(states).encode()).hexdigest()[:16]})"
