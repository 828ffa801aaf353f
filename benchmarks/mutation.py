"""Mutation testing: how many small faults, inserted into the code one at a time, do the tests notice?

`python benchmarks/mutation.py [PACKAGE ...]` draws mutants of each package (`mutants.py`: a comparison
shifted or reversed, `and` for `or`, a constant changed, a condition negated, a statement dropped, a result
removed, arguments swapped), runs the tests that reach the changed line, and prints how many mutants were
killed: a test failed, or took far more time than without the mutant, and passes without it. Survivors are
listed, except for the mutants in `equivalent_mutants.toml`, which has the reason why nothing distinguishes
each from the code. The exit code is 1 if a package scores below `TARGET`.

Results go to a file of JSON lines (`--log`); a logged mutant of an unchanged function is not run again.
`--again` runs the survivors once more, after new tests; `--tests` names the tests to run instead of all of
the packages' own. The tests are collected once, in a process that then forks a child for each mutant, so
nothing is imported twice, and no mutant has lasting effects. A first child measures which tests reach which
line; the result is stored beside the log until the code or the file of a test changes. Fast tests run first,
after those that killed mutants of the same module.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import gc
import hashlib
import json
import os
import resource
import signal
import sys
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from defeasible.eval.metrics.intervals import wilson
from mutants import Mutant, mutants
from reach import Reach, measure, passes, silence

ROOT = Path(__file__).resolve().parents[1]
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.toml")
TARGET = 0.90
NOT_APPLIED = 99
"""Exit code of a child that finds no function for its mutant."""
SPARE = 10.0
"""Seconds of CPU time that a test may take beyond three times its time without a mutant."""
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
"""The folder of each package, and that of its tests."""


class Session:
    """Runs mutants instead of the tests that pytest collected."""

    def __init__(self, chosen: list[Mutant], jobs: int, longest: float, log: Log) -> None:
        self.chosen, self.jobs, self.longest, self.log = chosen, jobs, longest, log

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests once without a mutant, then those of each mutant in a separate child."""
        items = session.items
        for path in {mutant.path for mutant in self.chosen}:
            # Modules that a function imports when it runs must be loaded so that mutants can be applied.
            with contextlib.suppress(ImportError):  # it needs an extra
                import_module(
                    ".".join(path.relative_to(ROOT).with_suffix("").parts[1:]).removesuffix(".__init__")
                )
        reach = measure(
            items, [folder for folder, _ in PACKAGES.values()], self.log.path.with_suffix(".reach.json")
        )
        passing = [seconds for seconds in reach.seconds if seconds is not None]
        print(f"{len(passing)} of {len(items)} tests pass, in {sum(passing):.0f} s", flush=True)
        numbers = {item.nodeid: n for n, item in enumerate(items)}
        running: dict[int, tuple[Mutant, int, int]] = {}
        waiting = iter(self.chosen)
        while True:
            while len(running) < self.jobs and (mutant := next(waiting, None)) is not None:
                kills = Counter(numbers[test] for test in self.log.killers(mutant) if test in numbers)
                tests = reach.of(mutant, kills, self.longest)
                reader, writer = os.pipe()
                if (child := os.fork()) == 0:
                    killer = _killer(mutant, items, tests, reach)
                    os.write(writer, b"" if killer is None else items[killer].nodeid.encode())
                    os._exit(0)
                os.close(writer)
                running[child] = (mutant, reader, len(tests))
            if not running:
                return True
            child, status = os.wait()
            if status:
                sys.exit(f"no function holds the code of {running[child][0].key}")
            mutant, reader, tried = running.pop(child)
            with os.fdopen(reader, encoding="utf-8") as told:
                self.log.add(mutant, told.read(), tried)


def _killer(mutant: Mutant, items: list[pytest.Item], tests: list[int], reach: Reach) -> int | None:
    """Return the first test that fails with a mutant, and passes without it; None if there is none."""
    while tests:
        failed = _failing(mutant, items, tests, reach)
        if failed is None:
            return None
        if _failing(None, items, [failed], reach) is None:
            return failed
        tests = tests[tests.index(failed) + 1 :]  # a flaky test says nothing about the mutant
    return None


def _failing(mutant: Mutant | None, items: list[pytest.Item], tests: list[int], reach: Reach) -> int | None:
    """Return the first test that fails, or takes far too long, in a child with a mutant; None if all pass."""
    reader, writer = os.pipe()
    if (child := os.fork()) == 0:
        try:
            silence()
            resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
            if mutant is not None and not _apply(mutant):
                os._exit(NOT_APPLIED)
            for test, after in zip(tests, [*(items[n] for n in tests[1:]), None], strict=True):
                limit = 3 * (reach.seconds[test] or 0.0) + SPARE
                os.write(writer, f"{test}\n".encode())
                signal.setitimer(signal.ITIMER_PROF, limit)  # ends this process
                signal.alarm(int(10 * limit))  # a test may wait for something that the mutant never does
                if not passes(items[test], after):
                    os._exit(1)
            os._exit(0)
        finally:
            os._exit(1)  # an interrupt that escaped from a test
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as told:
        last = told.read().split()
    status = os.waitpid(child, 0)[1]
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # processes that its tests started
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == NOT_APPLIED:
        os._exit(NOT_APPLIED)
    return int(last[-1]) if status else None


def _apply(mutant: Mutant) -> bool:
    """Replace a function's code, or a constant's value, by the mutant's wherever it is referenced.

    Returns:
        Whether there is any reference.
    """
    for held in gc.get_objects():
        if type(held) is functools._lru_cache_wrapper:  # `isinstance` asks objects that warn
            held.cache_clear()  # it may have results of the unchanged code
    if mutant.code is None:
        for name, module in list(sys.modules.items()):
            if name.startswith("defeasible.") and mutant.owner in vars(module):
                setattr(module, mutant.owner, mutant.value)
        return True
    functions = [
        held
        for held in gc.get_objects()
        if type(held) is FunctionType and _place(held.__code__) == _place(mutant.code)
    ]
    for function in functions:
        function.__code__ = mutant.code
    return bool(functions)


def _place(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


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

    def killers(self, mutant: Mutant) -> list[str]:
        """Return the tests that killed mutants of the same module, each as often as it did."""
        file = mutant.key.partition("::")[0]
        return [r["by"] for r in self.known.values() if r["by"] and r["mutant"].startswith(f"{file}::")]

    def add(self, mutant: Mutant, killer: str, tests: int) -> None:
        """Record immediately the result of a mutant: the test that killed it, if any, and how many ran."""
        result = {"mutant": mutant.key, "digest": mutant.digest, "by": killer, "tests": tests}
        self.known[mutant.key, mutant.digest] = result
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")


def drawn(package: str, count: int, seed: int, equivalent: Mapping[str, str]) -> list[Mutant]:
    """Return `count` mutants of a package that are not known to be equivalent, or all if there are fewer.

    The position of a mutant depends only on its key and the seed, so most are drawn again after a change.
    """
    files = sorted((ROOT / PACKAGES[package][0]).rglob("*.py"))
    keys = {mutant.key for path in files for mutant in mutants(path, ROOT)} - equivalent.keys()
    wanted = sorted(keys, key=lambda key: hashlib.sha256(f"{seed} {key}".encode()).digest())[: count or None]
    found = {m.key: m for path in files for m in mutants(path, ROOT, set(wanted))}
    return [found[key] for key in wanted]


def main() -> int:
    """Run the command line and return the exit code."""
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
        help="seconds of CPU of the tests of one mutant, as measured; what takes more is left out",
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
            or (options.again and not known["by"])
        )
    for tests, waiting in by_tests.items():
        if waiting:
            print(f"{len(waiting)} mutants, tests of {' '.join(tests)}", flush=True)
            paths = [str(path) for test in tests for path in sorted(ROOT.glob(test))]
            arguments = ["-q", "-p", "no:cacheprovider", "-o", "tmp_path_retention_policy=none", *paths]
            code = pytest.main(arguments, plugins=[Session(waiting, options.jobs, options.longest, log)])
            if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
                sys.exit(f"the tests cannot be collected: {code!r}")
    print(f"{options.count} mutants of each, seed {options.seed}" if options.count else "all mutants")
    return show(chosen, log, equivalent)


def show(chosen: Mapping[str, list[Mutant]], log: Log, equivalent: Mapping[str, str]) -> int:
    """Print survivors and the table, and return the exit code."""
    rows = []
    for package, found in chosen.items():
        results = [log.known[mutant.key, mutant.digest] for mutant in found]
        for mutant, result in zip(found, results, strict=True):
            if not result["by"]:
                print(f"survived, line {mutant.line}, {result['tests']} tests: {mutant.key}")
        killed = sum(bool(result["by"]) for result in results)
        known = sum(key.startswith(f"{PACKAGES[package][0]}/") for key in equivalent)
        rows.append((package, len(found), killed, known, killed / len(found)))
    print(f"{'package':10}{'mutants':>9}{'killed':>8}{'equivalent':>12}{'score':>7}  95 % interval")
    for package, count, killed, known, score in rows:
        true = wilson(score, count)
        print(f"{package:10}{count:>9}{killed:>8}{known:>12}{score:>7.2f}  {true.low:.2f} to {true.high:.2f}")
    return 1 if any(score < TARGET for *_, score in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
