"""Mutation testing: how many small faults, put into the code one at a time, do the tests notice?

`python benchmarks/mutation.py [PACKAGE ...]` draws mutants of each package (`mutants.py`: a comparison moved
or turned, `and` for `or`, a constant changed, a condition negated, a statement dropped, a result gone,
arguments swapped), runs the tests that reach the changed function, fastest first, and prints how many mutants
were killed: a test failed, or did not end. What survives is listed, but for the mutants that
`equivalent_mutants.toml` names with the reason why nothing tells them from the code. The exit code is 1 if a
package scores below `TARGET`.

Results go to a file of JSON lines (`--log`); a mutant that is there, of a function that did not change since,
is not run again. `--again` runs what survived once more, after new tests; `--tests` names the tests to run
instead of all of the packages' own. The tests are collected once, in a process that then forks a child for
each mutant: nothing is imported twice, and nothing of a mutant stays. Which tests reach which function is
seen in a first child, with a profiler.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import gc
import json
import os
import resource
import signal
import sys
import tempfile
import threading
import time
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from mutants import Mutant, mutants

ROOT = Path(__file__).resolve().parents[1]
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.toml")
TARGET = 0.90
NOT_APPLIED = 99
"""Exit code of a child that finds no function to put its mutant into."""
SPARE = 20.0
"""Seconds of CPU that a mutant's tests may take beyond three times what they take without it."""
_REASONER = "reasoner/defeasible/reasoner"
_LOGIC = (
    "tests/reasoner/test_*.py",
    *(
        f"tests/reasoner/{part}"
        for part in ("base", "change", "dialogue", "postulates", "sat", "story", "weigh")
    ),
)
PACKAGES = {
    **{
        name: (f"{_REASONER}/{name}", _LOGIC)
        for name in ("checker", "belief", "size", "sat", "change", "weigh")
    },
    "metrics": (
        "eval/defeasible/eval/metrics",
        (
            "tests/eval/metrics",
            "tests/eval/statistics",
            "tests/eval/comparison",
            "tests/eval/test_metrics.py",
        ),
    ),
    **{name: (f"llm/defeasible/llm/{name}", ("tests/llm",)) for name in ("hf", "gguf", "openai")},
}
"""The folder of each package, and where its tests are."""


@dataclass(frozen=True)
class Reach:
    """What the tests take, and what they reach, without any mutant."""

    seconds: dict[int, float]
    """CPU time by place in the list of tests; those that fail or are skipped are not there."""
    tests: dict[tuple[str, str], set[int]]
    """Tests by file and function."""


class Session:
    """Runs mutants in place of the tests that pytest collected."""

    def __init__(self, chosen: list[Mutant], jobs: int, longest: float, log: Log) -> None:
        self.chosen, self.jobs, self.longest, self.log = chosen, jobs, longest, log

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests once without a mutant, then those of each mutant in a child of its own."""
        items = session.items
        for path in {mutant.path for mutant in self.chosen}:
            # What a function imports when it runs must be there for the mutant to be put into it.
            with contextlib.suppress(ImportError):  # it needs an extra
                import_module(
                    ".".join(path.relative_to(ROOT).with_suffix("").parts[1:]).removesuffix(".__init__")
                )
        reach = _reach(items, sorted({str(mutant.path.parent) for mutant in self.chosen}))
        seconds = sum(reach.seconds.values())
        print(f"{len(reach.seconds)} of {len(items)} tests pass, in {seconds:.0f} s", flush=True)
        running: dict[int, tuple[Mutant, int, int]] = {}
        waiting = iter(self.chosen)
        while True:
            while len(running) < self.jobs and (mutant := next(waiting, None)) is not None:
                tests = _tests_of(mutant, reach, self.longest)
                limit = 3 * sum(reach.seconds[test] for test in tests) + SPARE
                reader, writer = os.pipe()
                if (child := os.fork()) == 0:
                    _child(mutant, [items[test] for test in tests], limit, writer)
                os.close(writer)
                running[child] = (mutant, reader, len(tests))
            if not running:
                return True
            child, status = os.wait()
            mutant, reader, tried = running.pop(child)
            if os.waitstatus_to_exitcode(status) == NOT_APPLIED:
                sys.exit(f"no function holds the code of {mutant.key}")
            with os.fdopen(reader, encoding="utf-8") as told:
                killer = told.read() or (f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "")
            self.log.add(
                {
                    "mutant": mutant.key,
                    "digest": mutant.digest,
                    "outcome": "killed" if status else "survived",
                    "by": killer,
                    "tests": tried,
                }
            )


def _tests_of(mutant: Mutant, reach: Reach, longest: float) -> list[int]:
    """Return the tests that reach a mutant, fastest first, of so many seconds together."""
    if mutant.code is None:  # a constant: whatever runs in its module
        places = [tests for (path, _), tests in reach.tests.items() if path == str(mutant.path)]
        found = set[int]().union(*places)
    else:
        found = reach.tests.get((str(mutant.path), mutant.owner), set())
    ordered, seconds = sorted(found & reach.seconds.keys(), key=reach.seconds.__getitem__), 0.0
    for n, test in enumerate(ordered):
        seconds += reach.seconds[test]
        if seconds > longest:
            return ordered[: max(n, 1)]
    return ordered


def _child(mutant: Mutant, items: list[pytest.Item], limit: float, writer: int) -> None:
    """Run tests with a mutant in place and end: with 0 if all pass, with the name of the test that fails."""
    _silence()
    spent = resource.getrusage(resource.RUSAGE_SELF)
    used = spent.ru_utime + spent.ru_stime
    resource.setrlimit(resource.RLIMIT_CPU, (int(used + limit) + 1, int(used + limit) + 5))
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    signal.alarm(int(6 * limit))  # a test may wait for what the mutant never does
    if items and not _apply(mutant):
        os._exit(NOT_APPLIED)
    for item, after in zip(items, [*items[1:], None], strict=False):
        if not _passes(item, after):
            os.write(writer, item.nodeid.encode())
            os._exit(1)
    os._exit(0)


def _passes(item: pytest.Item, after: pytest.Item | None) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=after))


def _silence() -> None:
    """Let a child print nothing, and be stopped by nothing that is sent to its parent's group."""
    os.setpgid(0, 0)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _apply(mutant: Mutant) -> bool:
    """Put a mutant's code into the function wherever it is held, or its value wherever a module holds it.

    Returns:
        Whether it is held anywhere.
    """
    for held in gc.get_objects():
        if isinstance(held, functools._lru_cache_wrapper):
            held.cache_clear()  # it may know what the code without the change returned
    if mutant.code is None:
        for name, module in list(sys.modules.items()):
            if name.startswith("defeasible.") and mutant.owner in vars(module):
                setattr(module, mutant.owner, mutant.value)
        return True
    functions = [
        held
        for held in gc.get_objects()
        if isinstance(held, FunctionType) and _place(held.__code__) == _place(mutant.code)
    ]
    for function in functions:
        function.__code__ = mutant.code
    return bool(functions)


def _place(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


# --- what reaches what ----------------------------------------------------------------------------------


def _reach(items: list[pytest.Item], folders: list[str]) -> Reach:
    """Run all tests in a child and return what they take and reach."""
    with tempfile.NamedTemporaryFile() as file:
        if (child := os.fork()) == 0:
            _silence()
            Path(file.name).write_text(json.dumps(_profiled(items, folders)), encoding="utf-8")
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            sys.exit("the tests without a mutant did not end")
        found = json.loads(Path(file.name).read_text(encoding="utf-8"))
    tests = defaultdict[tuple[str, str], set[int]](set)
    for number, (_, places) in found.items():
        for path, owner in places:
            tests[path, owner].add(int(number))
    return Reach({int(number): seconds for number, (seconds, _) in found.items()}, tests)


def _profiled(items: list[pytest.Item], folders: list[str]) -> dict[int, tuple[float, list[tuple[str, str]]]]:
    codes: set[CodeType] = set()

    def called(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            codes.add(frame.f_code)

    found = {}
    prefixes = tuple(folders)
    for number, (item, after) in enumerate(zip(items, [*items[1:], None], strict=True)):
        codes.clear()
        threading.setprofile(called)
        sys.setprofile(called)
        began = time.process_time()
        passed = _passes(item, after)
        sys.setprofile(None)
        threading.setprofile(None)
        if passed:
            places = {
                (code.co_filename, code.co_qualname.partition(".<locals>")[0])
                for code in codes.copy()
                if code.co_filename.startswith(prefixes)
            }
            found[number] = (time.process_time() - began, sorted(places))
    return found


# --- the command ----------------------------------------------------------------------------------------


@dataclass
class Log:
    """Results on disk, by the key of the mutant and a digest of its function."""

    path: Path

    def __post_init__(self) -> None:
        self.known: dict[tuple[str, str], dict[str, Any]] = {}
        if self.path.exists():
            for line in self.path.read_text(encoding="utf-8").splitlines():
                result = json.loads(line)
                self.known[result["mutant"], result["digest"]] = result

    def add(self, result: dict[str, Any]) -> None:
        """Write a result down at once."""
        self.known[result["mutant"], result["digest"]] = result
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")


def drawn(package: str, count: int, seed: int, equivalent: Mapping[str, str]) -> list[Mutant]:
    """Return `count` mutants of a package that are not known to be equivalent, or all if there are fewer."""
    files = sorted((ROOT / PACKAGES[package][0]).rglob("*.py"))
    keys = [mutant.key for path in files for mutant in mutants(path, ROOT)]
    Random(seed).shuffle(keys)
    wanted = [key for key in keys if key not in equivalent][: count or None]
    found = {m.key: m for path in files for m in mutants(path, ROOT, set(wanted))}
    return [found[key] for key in wanted]


def main() -> int:
    """Run what the command line says and return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "packages", nargs="*", metavar="PACKAGE", help=f"of {', '.join(PACKAGES)}; default all"
    )
    parser.add_argument("--count", type=int, default=60, help="mutants of each package; 0 for all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--longest",
        type=float,
        default=120.0,
        help="seconds of CPU, under the profiler, of the tests of one mutant; slower ones are left out",
    )
    parser.add_argument("--log", type=Path, default=Path("mutation.jsonl"))
    parser.add_argument("--again", action="store_true", help="run once more what survived")
    parser.add_argument("--tests", nargs="+", help="files or folders of tests")
    options = parser.parse_args()
    if unknown := set(options.packages) - PACKAGES.keys():
        parser.error(f"no package {', '.join(sorted(unknown))}; there are {', '.join(PACKAGES)}")
    equivalent = {e["mutant"]: e["reason"] for e in tomllib.loads(EQUIVALENT.read_text())["equivalent"]}
    log = Log(options.log)
    chosen = {
        package: drawn(package, options.count, options.seed, equivalent)
        for package in options.packages or PACKAGES
    }
    by_tests: dict[tuple[str, ...], list[Mutant]] = {}
    for package, found in chosen.items():
        tests = tuple(options.tests or PACKAGES[package][1])
        by_tests.setdefault(tests, []).extend(
            mutant
            for mutant in found
            if (known := log.known.get((mutant.key, mutant.digest))) is None
            or (options.again and known["outcome"] == "survived")
        )
    for tests, waiting in by_tests.items():
        if waiting:
            print(f"{len(waiting)} mutants, tests of {' '.join(tests)}", flush=True)
            paths = [str(path) for test in tests for path in sorted(ROOT.glob(test))]
            arguments = ["-q", "-p", "no:cacheprovider", "-o", "tmp_path_retention_policy=none", *paths]
            code = pytest.main(arguments, plugins=[Session(waiting, options.jobs, options.longest, log)])
            if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
                sys.exit(f"the tests cannot be collected: {code!r}")
    return show(chosen, log, equivalent)


def show(chosen: Mapping[str, list[Mutant]], log: Log, equivalent: Mapping[str, str]) -> int:
    """Print survivors and the table, and return the exit code."""
    rows = []
    for package, found in chosen.items():
        results = [log.known[mutant.key, mutant.digest] for mutant in found]
        for mutant, result in zip(found, results, strict=True):
            if result["outcome"] == "survived":
                print(f"survived, line {mutant.line}, {result['tests']} tests: {mutant.key}")
        killed = sum(result["outcome"] == "killed" for result in results)
        known = sum(key.startswith(f"{PACKAGES[package][0]}/") for key in equivalent)
        rows.append((package, len(found), killed, len(found) - killed, known, killed / len(found)))
    print(f"{'package':10}{'mutants':>9}{'killed':>8}{'survived':>10}{'equivalent':>12}{'score':>7}")
    for package, count, killed, survived, known, score in rows:
        print(f"{package:10}{count:>9}{killed:>8}{survived:>10}{known:>12}{score:>7.2f}")
    return 1 if any(score < TARGET for *_, score in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
