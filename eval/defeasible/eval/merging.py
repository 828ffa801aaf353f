"""`merge`: combine the shards of a run into the run that a single process would have made."""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkdtemp

from defeasible.eval.runindex import run_folders
from defeasible.eval.runlog import journal
from defeasible.eval.runlog.environment import environment
from defeasible.eval.runlog.files import sole_writer, write_atomically
from defeasible.eval.runlog.identity import differing
from defeasible.eval.runlog.manifest import Manifest, Session
from defeasible.eval.runlog.rundir import EVENTS, FAILED, ITEMS, MANIFEST, RunDir
from defeasible.eval.runs import read_run
from defeasible.reasoner.errors import RunError, UsageError


def merge(paths: Sequence[Path], out: Path) -> RunDir:
    """Combine the shards of a run, in the order of its items. Their lines are copied unchanged.

    Items that a shard has not answered are pending in the merged run, which can be resumed.

    Args:
        paths: The run directories of all shards, in any order, or folders that contain them.
        out: The run directory to create. It appears complete or not at all; the shards stay unchanged.

    Raises:
        UsageError: If a folder contains no run.
        RunError: If they are not all shards of one run, `out` is not empty, a shard is malformed or in use,
            or the run cannot be written.
    """
    folders = {folder.resolve(): folder for folder in _shards(paths)}
    with contextlib.ExitStack() as held:
        try:
            for folder in folders.values():
                held.enter_context(sole_writer(folder))
        except OSError as error:
            raise RunError(f"cannot lock a shard: {error.strerror}", hint="merge a copy of it") from error
        runs = _in_order([read_run(folder) for folder in folders.values()])
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise RunError(f"`{out}` already exists and is not empty", hint="choose a new or empty folder")
        try:
            _write(runs, out)
        except OSError as error:
            raise RunError(f"cannot write `{out}`: {error.strerror or error}", hint="free space") from error
    return read_run(out)


def _shards(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        found = list(run_folders(path))
        if not found:
            raise UsageError(f"no run in `{path}`", hint="`defeasible run --shard 1/8 --out DIR`")
        yield from found


def _in_order(runs: Sequence[RunDir]) -> list[RunDir]:
    """Return all shards of a run, in order.

    Raises:
        RunError: If a shard is missing or given twice, or a run is not a shard or belongs to another run.
    """
    first = runs[0].manifest
    found: dict[int, RunDir] = {}
    for run in runs:
        manifest, shard = run.manifest, run.manifest.shard
        if shard is None or first.shard is None:
            whole = run if shard is None else runs[0]
            raise RunError(f"`{whole.path}` is not a shard", hint="pass only shards")
        if fields := differing(first.config, manifest.config):
            raise RunError(f"`{runs[0].path}` and `{run.path}` belong to different runs: {', '.join(fields)}")
        if (shard.count, manifest.limit) != (first.shard.count, first.limit):
            raise RunError(
                f"`{run.path}` is shard {shard} with limit {manifest.limit}, "
                f"`{runs[0].path}` is shard {first.shard} with limit {first.limit}"
            )
        if shard.index in found:
            raise RunError(f"`{found[shard.index].path}` and `{run.path}` are both shard {shard}")
        found[shard.index] = run
        count = shard.count
    if missing := sorted({*range(1, count + 1)} - found.keys()):
        raise RunError(f"missing shards: {', '.join(map(str, missing))} of {count}")
    return [found[index] for index in sorted(found)]


def _write(runs: Sequence[RunDir], out: Path) -> None:
    items = b"".join((run.path / ITEMS).read_bytes() for run in runs)
    out.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    try:
        write_atomically(beside / ITEMS, items)
        write_atomically(beside / EVENTS, b"".join(journal.whole(run.path / EVENTS) for run in runs))
        if aside := [run.path / FAILED for run in runs if (run.path / FAILED).exists()]:
            write_atomically(beside / FAILED, b"".join(path.read_bytes() for path in aside))
        _manifest(runs, items).write(beside / MANIFEST)
        read_run(beside)  # fails unless this is one run: an item in two shards
        beside.chmod(0o755)
        beside.replace(out)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise


def _manifest(runs: Sequence[RunDir], items: bytes) -> Manifest:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    pending = any(run.pending for run in runs)
    merged = Session(now, tuple(sys.argv), environment(), "interrupted" if pending else "finished", ended=now)
    return replace(
        runs[0].manifest,
        n=sum(run.manifest.n for run in runs),
        items_sha256=hashlib.sha256(items).hexdigest(),
        shard=None,
        sessions=(*(session for run in runs for session in run.manifest.sessions), merged),
    )
