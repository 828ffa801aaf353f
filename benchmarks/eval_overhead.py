"""Measure the evaluation layer per item (full trace, durable log, score), and `--help`.

The pipeline answers from memory with real proofs of the built-in suite, so that all the time is the layer's
own. Run from the root: `python benchmarks/eval_overhead.py [ITEMS] [--beside PYTHON]`; PYTHON is an
interpreter that has `inspect_ai` and `lm_eval`, which are then measured on the same items.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from defeasible.datasets.builtin import data_dir
from defeasible.eval.pipelines import Pipeline
from defeasible.eval.runlog import RunDir
from defeasible.eval.runner import Plan, execute
from defeasible.eval.summary import summarise
from defeasible.eval.tasks import find
from defeasible.eval.verify import verify
from defeasible.reasoner.api import Reasoner
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.question import ChoiceQuestion
from eval_peers import cost

TARGET_MS, TARGET_HELP_S = 0.3, 0.2
FIELDS = ["questions", "ground_truth", "modus", "types_of_relation", "atomic_idx"]


class Recalled:
    """Answers immediately, with proofs of questions that were decided before the clock started."""

    def __init__(self, proofs: Sequence[Decision]) -> None:
        self.proofs: Iterator[Decision] = itertools.cycle(proofs)

    def decide(self, question: ChoiceQuestion) -> Decision:
        """Return the next proof, whatever the question."""
        return replace(next(self.proofs), answer=question.options[0])


def real_proofs() -> list[Decision]:
    """Decide the built-in three-premise suite."""
    reasoner = Reasoner()
    return [reasoner.decide(case.question) for case in find("belief-r/t1").load(data_dir())]


def write_items(folder: Path, n: int) -> None:
    """Write `n` distinct items in the official format."""
    directory = folder / "belief_r"
    directory.mkdir()
    with (directory / "queries_time_t1.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(FIELDS)
        for i in range(n):
            text = (
                f"If Ann opens shop {i} then Ben visits shop {i}\nAnn opens shop {i}\n"
                f"If shop {i} has bread then Ben visits shop {i}\n\nWhat follows?\n"
                f"(a) Ben visits shop {i}\n(b) Ben does not visit shop {i}\n(c) Ben may or may not visit it"
            )
            writer.writerow([text, "ac"[i % 2], "ponens", "If-Event-Then-Event", i // 4])


def cpu_of_help() -> float:
    """Return the least CPU seconds of three runs of `defeasible --help`, including the start of Python."""
    roots = [str(Path(p).resolve()) for p in sys.path if p]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(roots)}
    costs = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "defeasible.eval", "--help"]
        subprocess.run(command, env=environment, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        costs.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(costs)


def main() -> int:
    """Measure and print a table; exit 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("items", nargs="?", type=int, default=2000)
    parser.add_argument("--beside", metavar="PYTHON")
    arguments = parser.parse_args()
    n = arguments.items
    proofs = real_proofs()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        write_items(folder, n)
        costs: dict[str, tuple[float, float]] = {}

        def clock(name: str, began: tuple[float, float]) -> None:
            costs[name] = (time.process_time() - began[0], time.perf_counter() - began[1])

        began = (time.process_time(), time.perf_counter())
        task = find("belief-r/t1")
        task.load(folder)
        clock("load the items (in the run, too)", began)
        began = (time.process_time(), time.perf_counter())
        run = execute(Plan(task, Pipeline("recalled", Recalled(proofs)), folder / "run", folder))
        clock("run: load, plan, ask, log, score", began)
        began = (time.process_time(), time.perf_counter())
        summarise(run).to_json()
        clock("metrics, intervals, baselines", began)
        began = (time.process_time(), time.perf_counter())
        assert len(RunDir.read(run.path).scores) == n
        clock("read the run back (`score`, `report`)", began)
        began = (time.process_time(), time.perf_counter())
        assert len(verify(run.path).checked) == n
        clock("read it and check every proof (`check`)", began)
        size = (run.path / "events.jsonl").stat().st_size / n
    help_seconds = cpu_of_help()
    print(f"{n} items, {size:.0f} bytes of log an item")
    print(f"{'':48}{'CPU ms/item':>14}{'wall ms/item':>14}")
    for name, (cpu, wall) in costs.items():
        print(f"{name:48}{cpu / n * 1000:14.3f}{wall / n * 1000:14.3f}")
    layer = sum(costs[name][0] for name in list(costs)[1:3]) / n * 1000
    print(f"{'the layer: run and metrics':48}{layer:14.3f}   target {TARGET_MS}")
    for name, milliseconds in cost(arguments.beside, n).items() if arguments.beside else ():
        print(f"{name:48}{milliseconds:14.3f}")
    print(f"{'defeasible --help, CPU s':48}{help_seconds:14.3f}   target {TARGET_HELP_S}")
    return 0 if layer <= TARGET_MS and help_seconds <= TARGET_HELP_S else 1


if __name__ == "__main__":
    sys.exit(main())
