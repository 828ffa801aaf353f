"""Measure the time of tests and the lines that they reach, so that `mutation.py` can choose tests."""

from __future__ import annotations

import functools
import gc
import hashlib
import json
import os
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import coverage
import pytest
from _pytest.runner import runtestprotocol

from mutants import Mutant

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Reach:
    """The time of the tests, and the lines that they reach, without any mutant."""

    seconds: list[float | None]
    """CPU time of each test; None if it fails."""
    tests: dict[tuple[str, int], int]
    """The set of tests that reach each line, as bits, by file and line."""

    def of(self, mutant: Mutant, kills: Counter[int], longest: float) -> list[int]:
        """Return the tests that reach a mutant, most promising first, up to a total time."""
        path = str(mutant.path)
        if mutant.code is None:  # for a constant, all tests that run code of its module
            found = self._any(place for place in self.tests if place[0] == path)
        else:
            lines = {line for *_, line in mutant.code.co_lines() if line is not None}
            found = self.tests.get((path, mutant.line), 0) or self._any((path, line) for line in lines)
        times = {n: time for n, time in enumerate(self.seconds) if time is not None and found >> n & 1}
        chosen, spent = list[int](), 0.0
        for n in sorted(times, key=lambda n: times[n] / (1 + kills[n])):
            spent += times[n]
            if chosen and spent > longest:
                break
            chosen.append(n)
        return chosen

    def _any(self, places: Iterable[tuple[str, int]]) -> int:
        return functools.reduce(int.__or__, (self.tests.get(place, 0) for place in places), 0)


def measure(items: list[pytest.Item], folders: list[str], kept: Path) -> Reach:
    """Return the time of tests and the lines that they reach.

    Args:
        items: The tests.
        folders: The folders whose lines count, relative to the root.
        kept: A file of earlier measurements, valid until the code, or the file of a test, changes.
    """
    world = _digest(sorted(ROOT.glob("*/defeasible/**/*.py")))
    known: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    if known.get("world") != world:
        known = {"world": world, "tests": {}}
    files = {path: _digest([path]) for path in {item.path for item in items}}
    tests = known["tests"]
    new = [item for item in items if tests.get(item.nodeid, {}).get("digest") != files[item.path]]
    if new:
        for nodeid, found in _in_child(new, folders).items():
            tests[nodeid] = found
        for item in new:
            tests[item.nodeid]["digest"] = files[item.path]
        kept.write_text(json.dumps(known), encoding="utf-8")
    reached = defaultdict[tuple[str, int], int](int)
    for n, item in enumerate(items):
        for path, lines in tests[item.nodeid]["lines"].items():
            for line in lines:
                reached[str(ROOT / path), line] |= 1 << n
    return Reach([tests[item.nodeid]["seconds"] for item in items], dict(reached))


def _digest(paths: Iterable[Path]) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


def _in_child(items: list[pytest.Item], folders: list[str]) -> dict[str, Any]:
    """Run tests in a child; return, by name, the time of each and the lines that it reaches."""
    with tempfile.NamedTemporaryFile() as file:
        if (child := os.fork()) == 0:
            silence()
            Path(file.name).write_text(json.dumps(_measured(items, folders)), encoding="utf-8")
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            sys.exit("the tests without a mutant did not end")
        found: dict[str, Any] = json.loads(Path(file.name).read_text(encoding="utf-8"))
    return found


def _measured(items: list[pytest.Item], folders: list[str]) -> dict[str, Any]:
    modules = tuple(".".join(Path(folder).parts[1:]) for folder in folders)
    caches = [
        held
        for held in gc.get_objects()
        if type(held) is functools._lru_cache_wrapper and held.__module__.startswith(modules)
    ]
    included = [str(ROOT / folder / "*") for folder in folders]
    tracer = coverage.Coverage(data_file=None, config_file=False, include=included)
    tracer.start()
    found: dict[str, Any] = {}
    for item, after in zip(items, [*items[1:], None], strict=True):
        for cache in caches:
            cache.cache_clear()  # else only the first test that fills it would reach the function
        tracer.switch_context(item.nodeid)
        began = time.process_time()
        passed = passes(item, after)
        found[item.nodeid] = {"seconds": time.process_time() - began if passed else None, "lines": {}}
    tracer.stop()
    data = tracer.get_data()
    for path in data.measured_files():
        for line, names in data.contexts_by_lineno(path).items():
            for name in names:
                if name in found:
                    found[name]["lines"].setdefault(str(Path(path).relative_to(ROOT)), []).append(line)
    return found


def passes(item: pytest.Item, after: pytest.Item | None) -> bool:
    """Run a test with its fixtures, and tear down those that the next test does not share."""
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=after))


def silence() -> None:
    """Make a child print nothing, and ignore signals that are sent to its parent's group."""
    os.setpgid(0, 0)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
