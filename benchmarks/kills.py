"""Kill runs with SIGKILL at random moments, resume them, and compare them with an undisturbed run.

Each life of a run is a real process that asks a model (which keeps a ledger of its requests) in batches,
through the cache of replies, and logs. Some of the killed processes pack the log instead. After each kill and
at the end of each run the benchmark checks that

- no line of the log is lost or changed, except for a torn last one;
- the model is never asked again about an item whose answer was logged, and only about items that were in
  flight at a kill, at most one batch per kill;
- a finished run has each item once, and exactly the numbers of the undisturbed run.

Run from the root: `python benchmarks/kills.py [KILLS]`; the exit status is 1 if any of these fails.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from defeasible.eval.pipelines import Settings, build
from defeasible.eval.runlog import journal
from defeasible.eval.runlog.rundir import EVENTS, MANIFEST, pack_run
from defeasible.eval.runner import Plan, execute
from defeasible.eval.runs import read_run
from defeasible.eval.summary import summarise
from defeasible.eval.tasks import find
from defeasible.llm.backend import Failure, Reply, Request
from defeasible.llm.cache import Cache, cached
from defeasible.llm.prompt import as_text
from defeasible.llm.scripted import Scripted
from eval_overhead import write_items

TASK = "belief-r/t1"
ITEMS, BATCH = 240, 8
LATENCY = 0.004
"""Seconds that the model needs for a batch."""
LONGEST = 0.5
"""Longest wait for a kill, as a share of the seconds that an undisturbed run takes on this machine."""
PACKING = 0.05
"""The same of a life that packs the log."""
PACKED = 0.1
"""Share of lives that pack the log."""


class Paid:
    """A model that writes each request to a ledger before it answers."""

    name, fingerprint = "paid", "paid 1"

    def __init__(self, ledger: Path) -> None:
        self._ledger = os.open(ledger, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        self._model = Scripted({"": "Final Answer [A]."})

    def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Record each request by the number of its shop, wait briefly, and answer."""
        for request in requests:
            shop = as_text(request.prompt).rpartition("visits shop ")[2].split()[0]
            os.write(self._ledger, f"{shop}\n".encode())
        time.sleep(LATENCY)
        return self._model.generate(requests)


@dataclass
class Report:
    """The effects of the kills."""

    kills: int = 0
    lives: int = 0
    runs: int = 0
    torn: int = 0
    """Kills that left a torn last line."""
    early: int = 0
    """Kills before the manifest of a new run."""
    packing: int = 0
    """Kills of a process that packed the log."""
    again: int = 0
    """Items asked again because a kill came between the model's answer and the log."""
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills in {self.lives} processes, {self.runs} runs of {ITEMS} items finished\n"
            f"kills that left a torn line {self.torn}, before the first manifest {self.early}, while packing "
            f"{self.packing}\n"
            f"items in flight at a kill and asked again: {self.again} (at most {BATCH} a kill)\n"
            f"lost, changed, paid twice, or other totals: {len(self.faults)}"
        )


def killed(kills: int, seed: int, folder: Path) -> Report:
    """Kill a number of processes at random moments.

    Args:
        kills: The number of kills; the run hit by the last one is finished.
        seed: Seed of the moments; the progress of a process at a kill depends on the machine.
        folder: An empty folder to work in.
    """
    draw = random.Random(seed)
    write_items(folder, ITEMS)
    report = Report()
    start = time.monotonic()
    whole = numbers(_execute(folder, folder / "whole"))
    seconds = time.monotonic() - start

    def moment(share: float) -> float | None:
        return draw.uniform(0, share * seconds) if report.kills < kills else None

    while report.kills < kills:
        out = folder / f"run{report.runs}"
        _one_run(folder, out, moment, draw, report)
        report.runs += 1
        if numbers(out) != whole:
            report.faults.append(f"{out.name}: its numbers are not those of a run that was left alone")
        shutil.rmtree(out)
    return report


def numbers(out: Path) -> dict[str, Any]:
    """Return everything reported about a run except its times and the savings of the cache."""
    found = summarise(read_run(out)).to_json()
    metrics: Any = found["metrics"]
    model = {key: value for key, value in metrics["model"].items() if key not in ("seconds", "cached")}
    kept = {key: value for key, value in found.items() if key not in ("seconds", "manifest")}
    return kept | {"metrics": metrics | {"model": model}}


def _one_run(
    folder: Path, out: Path, moment: Callable[[float], float | None], draw: random.Random, report: Report
) -> None:
    """Start a run and resume it until it ends by itself."""
    log, ledger = out / EVENTS, folder / "ledger"
    ledger.unlink(missing_ok=True)
    (folder / "kept.sqlite").unlink(missing_ok=True)
    paid: Counter[str] = Counter()
    hit, finished = 0, False
    while not finished:
        before, logged = journal.whole(log) if out.exists() else b"", _logged(out)
        packing = bool(before) and draw.random() < PACKED
        work = _pack if packing else _execute
        delay = moment(PACKING if packing else LONGEST)
        ended = _life(lambda work=work: work(folder, out), delay)  # type: ignore[misc] # a default binds it
        report.lives += 1
        if not ended:
            hit += 1
            report.kills += 1
            report.packing += packing
            report.early += not (out / MANIFEST).exists()
            report.torn += log.exists() and log.read_bytes()[-1:] not in (b"", b"\n")
        after = journal.whole(log) if out.exists() else b""
        if not after.startswith(before):
            report.faults.append(f"{out.name}: lines are lost or changed")
        now = Counter(ledger.read_text().split()) if ledger.exists() else Counter()
        if twice := (now - paid).keys() & logged:
            report.faults.append(f"{out.name}: logged items are paid again: {sorted(twice)}")
        paid = now
        finished = ended and not packing
    again = paid.total() - ITEMS
    report.again += again
    if set(paid) != set(map(str, range(ITEMS))) or again > BATCH * hit:
        report.faults.append(f"{out.name}: {paid.total()} items were paid for, with {hit} kills")


def _logged(out: Path) -> set[str]:
    """Return the shops of the items whose answers are in the log."""
    if not (out / MANIFEST).exists():
        return set()
    run = read_run(out)
    return {
        case.question.sources[1].text.removeprefix("Ann opens shop ").rstrip(".")
        for case in run.cases
        if case.id in run.decisions
    }


def _execute(folder: Path, out: Path) -> Path:
    model = cached(Paid(folder / "ledger"), Cache(folder / "kept.sqlite"))
    task = find(TASK)
    pipeline = build("neural", Settings(), asking=task.asking, model=model, batch=BATCH)
    execute(Plan(task, pipeline, out, folder))
    return out


def _pack(_: Path, out: Path) -> Path:
    pack_run(out)
    return out


def _life(work: Callable[[], object], delay: float | None) -> bool:
    """Do work in a separate process that is killed after a delay; return whether it finished before."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    until = None if delay is None else time.monotonic() + delay
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        if until is not None and time.monotonic() >= until:
            os.kill(child, signal.SIGKILL)
            until = None
        time.sleep(0.0005)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return False
    if status:
        raise RuntimeError(f"a process that was not killed failed with status {status}")
    return True


def main() -> int:
    """Kill runs, print the results, and return 1 if a check fails."""
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as temporary:
        report = killed(kills, 0, Path(temporary))
    print(report, *report.faults, sep="\n")
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
