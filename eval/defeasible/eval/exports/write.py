"""Write runs to files, atomically."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from defeasible.eval.exports.every_eval_ever import write_every_eval_ever
from defeasible.eval.exports.frames import item_rows, items_frame
from defeasible.eval.report.tables import in_csv, piped, texed
from defeasible.eval.runlog import RunDir
from defeasible.eval.runlog.files import write_atomically
from defeasible.reasoner.errors import RunError, unknown

Writer: TypeAlias = Callable[[Sequence[RunDir], Path], list[Path]]


def _csv(runs: Sequence[RunDir], folder: Path) -> list[Path]:
    return [_written(folder / "items.csv", in_csv(item_rows(runs)).encode())]


def _markdown(runs: Sequence[RunDir], folder: Path) -> list[Path]:
    lines = [_HEADINGS, ("---",) * len(_HEADINGS), *_printed(runs)]
    text = "".join(f"| {' | '.join(map(piped, line))} |\n" for line in lines)
    return [_written(folder / "items.md", text.encode())]


def _latex(runs: Sequence[RunDir], folder: Path) -> list[Path]:
    head, *body = (" & ".join(map(texed, line)) + r" \\" for line in (_HEADINGS, *_printed(runs)))
    lines = [
        r"% \usepackage{longtable}",
        r"\begin{longtable}{lllp{.2\textwidth}rlp{.3\textwidth}}",
        r"\hline",
    ]
    lines += [head, r"\hline", r"\endhead", *body, r"\hline", r"\end{longtable}"]
    return [_written(folder / "items.tex", ("\n".join(lines) + "\n").encode())]


def _printed(runs: Sequence[RunDir]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a readable table under `_HEADINGS`, each on a single line."""
    for row in item_rows(runs):
        said = row["label"] if row["text"] is None else row["text"]
        score = row["score"]
        cells = (row["run"], row["item"], row["gold"], said, f"{score:.3f}", row["status"], row["why"])
        yield tuple(" ".join(str("" if cell is None else cell).split()) for cell in cells)


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


_HEADINGS = ("run", "item", "gold", "answer", "score", "status", "to blame")
_WRITERS: dict[str, Writer] = {
    "csv": _csv,
    "jsonl": _jsonl,
    "parquet": _parquet,
    "md": _markdown,
    "latex": _latex,
    "every-eval-ever": write_every_eval_ever,
}
FORMATS = tuple(_WRITERS)
"""`every-eval-ever` gives two files per run, the others a row per item (`md`, `latex`: fewer columns)."""


def export(runs: Sequence[RunDir], formats: Sequence[str], folder: Path) -> list[Path]:
    """Write runs in the given formats, and return the paths of the files.

    Args:
        runs: At least one.
        formats: Some of `FORMATS`.
        folder: Created if it does not exist.

    Raises:
        UsageError: If there is no such format.
        MissingExtraError: If packages for it are not installed.
        RunError: If a file cannot be written.
    """
    if odd := [name for name in formats if name not in _WRITERS]:
        raise unknown("format", odd[0], FORMATS)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return [path for name in formats for path in _WRITERS[name](runs, folder)]
    except OSError as error:
        raise RunError(
            f"cannot write to `{folder}`: {error.strerror or error}", hint="choose another `--out`"
        ) from error
