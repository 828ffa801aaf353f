"""Shards of a run on a Ray cluster: each runs the command in a process on one of its machines."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from defeasible.eval.runlog.shards import Shard
from defeasible.reasoner.errors import MissingExtraError, RunError


def run_shards(arguments: Sequence[str], workers: int | None, say: Callable[[str], None]) -> int:
    """Run `defeasible ARGUMENTS --shard I/N` for every I on the cluster, and wait until all have ended.

    The cluster is the one at `RAY_ADDRESS`, else one that runs on this machine, else one created for this
    call. Its machines must share the folder that the arguments name. If a machine is lost, its shard is
    restarted on another and resumes from its log.

    Args:
        arguments: The arguments of `run`, without `--shard`.
        workers: N; None for the number of CPUs of the cluster.
        say: Called with progress messages.

    Returns:
        N.

    Raises:
        MissingExtraError: If Ray is not installed.
        RunError: If a shard failed; by then the others have ended too.
    """
    try:
        ray: Any = import_module("ray")
    except ImportError as error:
        raise MissingExtraError("`--executor ray`", "ray") from error
    ours = not ray.is_initialized()
    if ours:
        ray.init(include_dashboard=False, logging_level=logging.ERROR, log_to_driver=False)
    try:
        count = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        remote = ray.remote(_run)
        folder = Path.cwd()
        waiting = {
            remote.remote([*arguments, "--shard", f"{index}/{count}"], folder): Shard(index, count)
            for index in range(1, count + 1)
        }
        say(f"{count} shards on {len(ray.nodes())} machines")
        failed: list[str] = []
        while waiting:
            (ended,), _ = ray.wait(list(waiting))
            shard = waiting.pop(ended)
            try:
                said = ray.get(ended)
            except ray.exceptions.RayError as error:
                said = str(error)
            say(f"shard {shard} {'failed' if said else 'done'}, {len(waiting)} left")
            failed += [f"shard {shard}: {said}"] if said else []
    finally:
        if ours:
            ray.shutdown()
    if failed:
        raise RunError(
            "; ".join(failed), hint="fix the cause and repeat the command: it continues from what is done"
        )
    return count


def _run(arguments: Sequence[str], folder: Path) -> str:
    """Run the command in a separate process; return its error message, empty if it succeeded."""
    command = [sys.executable, "-m", "defeasible.eval", *arguments]
    done = subprocess.run(  # noqa: S603 - our own command
        command, cwd=folder, capture_output=True, text=True, check=False
    )
    return "" if done.returncode == 0 else done.stderr.strip() or f"exit status {done.returncode}"
