"""Writes runs to files, each as a whole or not at all."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from defeasible.eval.exports.every_eval_ever import write_every_eval_ever
from defeasible.eval.exports.frames import item_rows, items_frame
from defeasible.eval.runlog import RunDir
from defeasible.eval.runlog.files import write_atomically
from defeasible.reasoner.errors import RunError, UsageError

Writer: TypeAlias = Callable[[Sequence[RunDir], Path], list[Path]]


def _csv(runs: Sequence[RunDir], folder: Path) -> list[Path]:
    found = item_rows(runs)
    columns = list(dict.fromkeys(name for row in found for name in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return [_written(folder / "items.csv", out.getvalue().encode())]


def _jsonl(runs: Sequence[RunDir], folder: Path) -> list[Path]:
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in item_rows(runs))
    return [_written(folder / "items.jsonl", lines.encode())]


def _parquet(runs: Sequence[RunDir], folder: Path) -> list[Path]:
    out = io.BytesIO()
    items_frame(runs).to_parquet(out)
    return [_written(folder / "items.parquet", out.getvalue())]


def _written(path: Path, content: bytes) -> Path:
    write_atomically(path, content)
    return path


_WRITERS: dict[str, Writer] = {
    "csv": _csv,
    "jsonl": _jsonl,
    "parquet": _parquet,
    "every-eval-ever": write_every_eval_ever,
}
FORMATS = tuple(_WRITERS)
"""`csv`, `jsonl` and `parquet` hold one row an item; `every-eval-ever` is a pair of files a run."""


def export(runs: Sequence[RunDir], formats: Sequence[str], folder: Path) -> list[Path]:
    """Write runs in some formats, and return the files.

    Args:
        runs: At least one.
        formats: Some of `FORMATS`.
        folder: Made if it is not there.

    Raises:
        UsageError: If there is no such format.
        MissingExtraError: If packages for it are not installed.
        RunError: If a file cannot be written.
    """
    if unknown := [name for name in formats if name not in _WRITERS]:
        raise UsageError(f"no format `{unknown[0]}`", hint=f"one of {', '.join(FORMATS)}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return [path for name in formats for path in _WRITERS[name](runs, folder)]
    except OSError as error:
        raise RunError(
            f"cannot write to `{folder}`: {error.strerror or error}", hint="give `--out` another folder"
        ) from error
