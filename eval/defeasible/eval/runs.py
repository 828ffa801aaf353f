"""`read_run`: read a run directory, with its answers judged by its task."""

from __future__ import annotations

from pathlib import Path

from defeasible.eval.runlog.manifest import Manifest
from defeasible.eval.runlog.rundir import MANIFEST, RunDir
from defeasible.eval.tasks import find


def read_run(path: Path) -> RunDir:
    """Read a run, finished or not, and check its files against each other.

    Raises:
        RunError: If the directory is not a run or is malformed; see `RunDir.read`.
        UsageError: If this version does not know the run's task.
    """
    task = find(Manifest.read(path / MANIFEST).task)
    return RunDir.read(path, task.judge, task.asking.question)
