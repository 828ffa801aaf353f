"""Reads the resource files of this package."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def read_toml(name: str) -> dict[str, Any]:
    """Return the content of a TOML file of this package; callers cache what they make of it."""
    return tomllib.loads(files("defeasible.reasoner.commonsense").joinpath(name).read_text(encoding="utf-8"))
