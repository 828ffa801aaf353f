"""Fixtures shared by the whole suite."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def open_data() -> Path:
    """The open halves of the benchmarks, where a checkout has them beside it."""
    path = ROOT.parent / "shared" / "data"
    if not path.is_dir():
        pytest.skip(f"needs the benchmark files in {path}")
    return path
