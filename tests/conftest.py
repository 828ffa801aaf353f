"""Fixtures shared by the whole suite."""

import gc
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from skipped import Skipped
from warm import Warm

ROOT = Path(__file__).resolve().parents[1]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--only-skipped", action="store_true", help="run only what the last run without this option skipped"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Heed Ctrl-C, which tests send: a shell that starts the suite in the background has it ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.pluginmanager.hasplugin("cacheprovider"):
        config.pluginmanager.register(Skipped(config))


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over the thousands of tests, which stay to the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def open_data() -> Path:
    """The open halves of the benchmarks, where a checkout has them beside it."""
    path = ROOT.parent / "shared" / "data"
    if not path.is_dir():
        pytest.skip(f"needs the benchmark files in {path}")
    return path


@pytest.fixture(scope="session")
def warm() -> Iterator[Warm]:
    """Has the processes that fork for commands."""
    with closing(Warm()) as processes:
        yield processes
