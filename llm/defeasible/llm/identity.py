"""What tells one model from another: files, and the versions of what runs them."""

from __future__ import annotations

import hashlib
from importlib import metadata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def versions(*packages: str) -> str:
    """Return the versions of installed packages, for what changes when they do."""
    return " ".join(f"{package}={_version(package)}" for package in packages)


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "none"


def mark(name: str, path: Path) -> str:
    """Return a name with a mark of its file's or folder's content, by sizes and times; or the name alone.

    Models have gigabytes, so they are not read for it; a copy elsewhere is another model.
    """
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.is_file())
    elif path.is_file():
        files = [path]
    else:
        return name
    states = [(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files]
    return f"{name} ({path.resolve()} {hashlib.sha256(repr(states).encode()).hexdigest()[:16]})"
