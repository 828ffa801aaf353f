"""Write reports to files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from defeasible.eval.report.html import to_html
from defeasible.eval.report.tables import to_csv, to_json, to_latex, to_markdown
from defeasible.eval.runlog.files import write_atomically
from defeasible.eval.summary import Summary
from defeasible.reasoner.errors import RunError, unknown

FORMATS: dict[str, tuple[str, Callable[[Sequence[Summary]], str]]] = {
    "html": ("report.html", to_html),
    "md": ("report.md", to_markdown),
    "csv": ("report.csv", to_csv),
    "latex": ("report.tex", to_latex),
    "json": ("report.json", to_json),
}


def write_report(
    summaries: Sequence[Summary],
    formats: Sequence[str],
    folder: Path,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Path]:
    """Write `report.html`, `report.md` and so on into a folder, and return their paths.

    Args:
        summaries: Summaries of the runs.
        formats: Some of `FORMATS`.
        folder: Created if it does not exist.
        progress: Called with the progress of the HTML page, which takes the longest.

    Raises:
        UsageError: If there is no such format.
        RunError: If a file cannot be written.
    """
    if odd := [name for name in formats if name not in FORMATS]:
        raise unknown("format", odd[0], FORMATS)
    written: list[Path] = []
    for name in formats:
        file, render = FORMATS[name]
        path = folder / file
        content = to_html(summaries, progress) if render is to_html else render(summaries)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_atomically(path, content.encode())
        except OSError as error:
            hint = "choose another `--out`"
            raise RunError(f"cannot write `{path}`: {error.strerror}", hint=hint) from error
        written.append(path)
    return written
