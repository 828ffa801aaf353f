"""Fuzz every reader of text, documents and files with corrupted real sentences and documents.

`python benchmarks/fuzz.py --seeds 0:1000000` makes one input per seed, gives it to the reader that the seed
selects, and prints inputs, outcomes and CPU time by reader. A reader may only return values or raise the
library's own errors. Anything else is a crash, which is printed with its seed, and the exit code is 1. The
same holds for an input that takes more than `HANG` seconds, or kills the process; inputs that take more than
a second are listed as slow.

A range can be run in parts (`--seeds 0:300000`, then `--seeds 300000:1000000`); Ctrl-C prints the results so
far and where to continue. `--seed N` runs one input and shows its traceback. `--own` leaves out the files of
the benchmarks. A seed makes the same input only from the same sentences, which the digest in the last line
identifies.
"""

from __future__ import annotations

import argparse
import multiprocessing as mp
import os
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing.connection import Connection, wait
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from defeasible.reasoner import DefeasibleError
from fuzz_inputs import Corpus
from fuzz_targets import Target, Targets

SLOW, HANG = 1.0, 20.0
"""Seconds of CPU time after which an input is reported as slow, and after which it is stopped."""
CHUNK = 1000
SHOWN = 20


class Hang(BaseException):
    """Raised if an input takes too long."""


@dataclass
class Tally:
    """The results of some inputs of one reader."""

    outcomes: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def __iadd__(self, other: Tally) -> Tally:
        self.outcomes += other.outcomes
        self.seconds += other.seconds
        return self


@dataclass(frozen=True)
class Finding:
    """An input that crashed or was slow."""

    seed: int
    target: str
    what: str


@dataclass
class Report:
    """The results of some inputs."""

    tallies: dict[str, Tally] = field(default_factory=dict)
    crashes: list[Finding] = field(default_factory=list)
    slow: list[Finding] = field(default_factory=list)

    def __iadd__(self, other: Report) -> Report:
        for name, tally in other.tallies.items():
            self.tallies.setdefault(name, Tally())
            self.tallies[name] += tally
        self.crashes += other.crashes
        self.slow += other.slow
        return self


def pick(targets: dict[str, Target], seed: int) -> str:
    """Return the reader of a seed; each reader has its share of any thousand consecutive seeds."""
    slot = seed * 617 % 1000
    for name, target in targets.items():
        slot -= target.share
        if slot < 0:
            return name
    raise AssertionError("the shares do not add up to a thousand")


def try_input(targets: dict[str, Target], seed: int, report: Report) -> None:
    """Run the input of one seed."""
    name = pick(targets, seed)
    given = targets[name].make(Random(seed))
    signal.setitimer(signal.ITIMER_VIRTUAL, HANG)
    began = time.process_time()
    try:
        outcome = targets[name].run(given)
    except targets[name].errors as error:
        outcome = type(error).__name__
    except (Exception, Hang) as error:  # noqa: BLE001 - any other exception is a finding
        outcome = "CRASH"
        last = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__}: {str(error)[:120]} ({Path(last.filename).name}:{last.lineno})"
        report.crashes.append(Finding(seed, name, what))
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    seconds = time.process_time() - began
    if seconds > SLOW:
        report.slow.append(Finding(seed, name, f"{seconds:.1f} s"))
    report.tallies.setdefault(name, Tally())
    report.tallies[name] += Tally(Counter([outcome]), seconds)


def fuzz(targets: dict[str, Target], seeds: range, only: str = "", at: Any = None) -> Report:
    """Run the inputs of some seeds in this process.

    Args:
        targets: The readers.
        seeds: The seeds, one input each.
        only: The reader whose seeds are run; empty for all.
        at: A shared integer that holds the current seed.
    """
    report = Report()
    before = signal.signal(signal.SIGVTALRM, _stop)
    for seed in seeds:
        if only and pick(targets, seed) != only:
            continue
        if at is not None:
            at.value = seed
        try_input(targets, seed, report)
    signal.signal(signal.SIGVTALRM, before)
    return report


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise Hang(f"more than {HANG:g} s")


@dataclass(eq=False)
class Worker:
    """A process that runs chunks of seeds."""

    corpus: Corpus
    folder: Path
    only: str

    def __post_init__(self) -> None:
        self.at = mp.Value("q", -1)
        self.line, other = mp.Pipe()
        self.process = mp.Process(target=self._work, args=(other,), daemon=True)
        self.process.start()
        other.close()
        self.seeds = range(0)

    def give(self, seeds: range) -> None:
        """Give it seeds to run."""
        self.seeds = seeds
        if seeds:
            self.line.send(seeds)

    def _work(self, line: Connection) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            targets = Targets(self.corpus, Path(folder)).all()
            while seeds := line.recv():
                try:
                    line.send(fuzz(targets, seeds, self.only, self.at))
                except Exception as error:
                    line.send(f"the fuzzer itself failed at seed {self.at.value}: {error!r}")
                    raise

    def result(self) -> Report:
        """Wait for the results of the seeds.

        Raises:
            EOFError: If the process died.
        """
        found: Report | str = self.line.recv()
        if isinstance(found, str):
            sys.exit(found)
        return found


def in_parallel(make: Callable[[], Worker], seeds: range, jobs: int) -> tuple[Report, range]:
    """Run seeds in several processes; return the results and the remaining seeds."""
    report, done = Report(), set[int]()
    waiting = _chunks(seeds)
    workers: list[Worker] = []
    try:
        for chunk in islice(waiting, jobs):
            workers.append(make())
            workers[-1].give(chunk)
        while workers:
            ready = wait([worker.line for worker in workers])
            for worker in [worker for worker in workers if worker.line in ready]:
                stop = worker.seeds.stop
                workers.remove(worker)
                live = _collect(worker, make, report)
                if live.seeds:
                    workers.append(live)
                    continue
                done.add(stop)
                _progress(len(done) * CHUNK, len(seeds))
                if chunk := next(waiting, range(0)):
                    live.give(chunk)
                    workers.append(live)
    except KeyboardInterrupt:
        for worker in workers:
            worker.process.terminate()
    left = next((chunk.start for chunk in _chunks(seeds) if chunk.stop not in done), seeds.stop)
    return report, range(left, seeds.stop)


def _collect(worker: Worker, make: Callable[[], Worker], report: Report) -> Worker:
    """Collect the results of a worker; if it died, a new one continues after the seed that killed it."""
    seeds, worker.seeds = worker.seeds, range(0)
    try:
        report += worker.result()
    except EOFError:
        worker.process.join()
        deadly = worker.at.value
        report.crashes.append(Finding(deadly, "?", f"the process died: exit code {worker.process.exitcode}"))
        worker = make()
        worker.give(range(seeds.start, deadly))
        if worker.seeds:
            report += worker.result()
        worker.give(range(deadly + 1, seeds.stop))
    return worker


def _chunks(seeds: range) -> Iterator[range]:
    for start in range(seeds.start, seeds.stop, CHUNK):
        yield range(start, min(start + CHUNK, seeds.stop))


def _progress(done: int, planned: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{min(done, planned):,} of {planned:,}", end="", file=sys.stderr, flush=True)


def show(report: Report) -> None:
    """Print the table, then slow inputs and crashes."""
    print(f"{'reader':13}{'inputs':>9}{'CPU s':>8}{'ms each':>9}  outcomes")
    total = Tally()
    for name, tally in sorted(report.tallies.items()):
        inputs = tally.outcomes.total()
        outcomes = ", ".join(f"{what} {count}" for what, count in tally.outcomes.most_common())
        print(f"{name:13}{inputs:>9,}{tally.seconds:>8.0f}{1000 * tally.seconds / inputs:>9.2f}  {outcomes}")
        total += tally
    print(f"{'all':13}{total.outcomes.total():>9,}{total.seconds:>8.0f}")
    for title, found in (("slow", report.slow), ("CRASH", report.crashes)):
        for finding in found[:SHOWN]:
            print(f"{title}: seed {finding.seed}, {finding.target}: {finding.what}")
        if len(found) > SHOWN:
            print(f"{title}: and {len(found) - SHOWN} more")


def show_one(corpus: Corpus, seed: int, folder: Path) -> int:
    """Run one input, print it and its outcome, and return the exit code."""
    targets = Targets(corpus, folder).all()
    name = pick(targets, seed)
    given = targets[name].make(Random(seed))
    print(f"seed {seed}, {name}: {given!a:.4000}")
    began = time.process_time()
    try:
        print(targets[name].run(given))
    except DefeasibleError as error:
        print(f"{type(error).__name__}: {str(error)!a}")
    except Exception:  # noqa: BLE001 - the traceback is shown
        traceback.print_exc()
        return 1
    print(f"{time.process_time() - began:.3f} s")
    return 0


def main() -> int:
    """Run the command line and return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", default="0:1000000", metavar="FROM:TO")
    parser.add_argument("--seed", type=int, help="run this one alone and show what happens")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", metavar="READER", help="run the seeds of one reader")
    parser.add_argument("--own", action="store_true", help="only sentences of this repository")
    options = parser.parse_args()
    corpus = Corpus(own=options.own)
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        if options.seed is not None:
            return show_one(corpus, options.seed, Path(folder))
        seeds = range(*map(int, options.seeds.split(":")))
        began = time.monotonic()
        report, left = in_parallel(lambda: Worker(corpus, Path(folder), options.only), seeds, options.jobs)
    show(report)
    print(
        f"seeds {options.seeds} in {time.monotonic() - began:.0f} s, {len(report.slow)} slow, "
        f"{len(report.crashes)} crashes; sentences {corpus.digest}"
    )
    if left:
        print(f"go on with --seeds {left.start}:{left.stop}")
    return 1 if report.crashes else 0


if __name__ == "__main__":
    sys.exit(main())
