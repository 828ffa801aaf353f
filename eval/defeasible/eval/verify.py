"""Re-verifies the proofs of a run, or of one trace document, with the checker."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from defeasible.eval.cases import Json
from defeasible.eval.runlog import RunDir
from defeasible.reasoner.checker import Failure, check
from defeasible.reasoner.errors import RunError, TraceError
from defeasible.reasoner.trace import Trace
from defeasible.reasoner.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Checked:
    """The check of one item's trace."""

    item: str
    decided: bool
    """Whether the trace claims an answer; one that says `unparsed` or `timeout` has nothing to prove."""
    failures: tuple[Failure, ...]


@dataclass(frozen=True, slots=True)
class Verification:
    """The check of all traces of a run or a file."""

    path: Path
    checked: tuple[Checked, ...]
    without_trace: int = 0
    """Items whose pipeline raised: there is no trace to check."""

    @property
    def failing(self) -> tuple[Checked, ...]:
        """The items whose trace does not hold up."""
        return tuple(c for c in self.checked if c.failures)

    @property
    def ok(self) -> bool:
        """Whether every trace was verified."""
        return not self.failing

    def to_json(self) -> dict[str, Json]:
        """Return counts and failures as JSON values."""
        return {
            "path": str(self.path),
            "checked": len(self.checked),
            "decided": sum(c.decided for c in self.checked),
            "without_trace": self.without_trace,
            "failing": [
                {"item": c.item, "failures": [{"step": f.step, "reason": f.reason} for f in c.failures]}
                for c in self.failing
            ],
        }


def verify(path: Path) -> Verification:
    """Check every trace of a run directory, or the trace of one JSON file.

    Args:
        path: A run directory; or a file that holds a trace document, or an object with one under `trace`,
            as `ask --json` prints it.

    Raises:
        RunError: If the path is neither, or a file in a run is malformed.
    """
    if path.is_dir():
        run = RunDir.read(path)
        traces = [(item, event.trace) for item, event in run.decisions.items()]
        checked = tuple(check_document(item, trace) for item, trace in traces if trace is not None)
        return Verification(path, checked, without_trace=len(traces) - len(checked))
    return Verification(path, tuple(_check_file(path)))


def check_document(item: str, document: Json) -> Checked:
    """Check one trace document; one that cannot be read fails as a whole (step 0)."""
    try:
        trace = Trace.from_json(json.dumps(document, ensure_ascii=False))
    except TraceError as error:
        return Checked(item, True, (Failure(0, error.message),))
    decided = trace.verdict not in (Verdict.UNPARSED, Verdict.TIMEOUT)
    return Checked(item, decided, check(trace).failures)


def _check_file(path: Path) -> Iterator[Checked]:
    try:
        document = json.loads(path.read_bytes())
    except OSError as error:
        raise RunError(
            f"cannot read `{path}`: {error.strerror}", hint="give a run directory or a trace file"
        ) from error
    except ValueError as error:
        raise RunError(
            f"`{path}` is not JSON: {error}", hint="give a run directory or a trace file"
        ) from error
    if isinstance(document, dict) and isinstance(document.get("trace"), dict):
        document = document["trace"]
    yield check_document(path.name, document)
