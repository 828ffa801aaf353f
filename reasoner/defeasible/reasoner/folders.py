"""Default folders of the user to which the package writes."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def cache_dir() -> Path:
    """Return the folder for deletable files: `DEFEASIBLE_CACHE`, or the user's cache folder."""
    if named := os.environ.get("DEFEASIBLE_CACHE"):
        return Path(named).expanduser()
    return platformdirs.user_cache_path("defeasible", appauthor=False)


def data_dir() -> Path:
    """Return the folder for benchmark files: `DEFEASIBLE_DATA`, or `data` in the cache folder."""
    if named := os.environ.get("DEFEASIBLE_DATA"):
        return Path(named).expanduser()
    return cache_dir() / "data"
