"""Re-verifies the proofs of a run, or of one trace document, without the solvers that made them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from defeasible.eval.belongs import Basis, misfits
from defeasible.eval.cases import Case, Json
from defeasible.eval.runlog import DecisionEvent
from defeasible.eval.runs import read_run
from defeasible.reasoner.checker import Failure, check
from defeasible.reasoner.checker.inputs import Decided
from defeasible.reasoner.errors import FormError, RunError, TraceError
from defeasible.reasoner.forms import Unparsed
from defeasible.reasoner.trace import SCHEMA, ConclusionStep, Trace
from defeasible.reasoner.trace.codec import seal
from defeasible.reasoner.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Checked:
    """The check of one item's trace."""

    item: str
    decided: bool
    """Whether the trace proves an answer; one that says `unparsed`, `unproved` or `timeout` does not."""
    failures: tuple[Failure, ...]


@dataclass(frozen=True, slots=True)
class Verification:
    """The check of all traces of a run or a file."""

    path: Path
    checked: tuple[Checked, ...]
    without_trace: int = 0
    """Items whose pipeline raised: there is no trace to check."""
    pending: int = 0
    """Planned items without a score in the log."""
    finished: bool = False
    """Whether the manifest says that the run was finished."""

    @property
    def failing(self) -> tuple[Checked, ...]:
        """The items whose trace does not hold up, or does not prove what is logged."""
        return tuple(c for c in self.checked if c.failures)

    @property
    def ok(self) -> bool:
        """Whether every trace was verified, and a run that says it was finished holds all its items."""
        return not self.failing and not (self.finished and self.pending)

    def to_json(self) -> dict[str, Json]:
        """Return counts and failures as JSON values."""
        return {
            "path": str(self.path),
            "ok": self.ok,
            "checked": len(self.checked),
            "decided": sum(c.decided for c in self.checked),
            "without_trace": self.without_trace,
            "pending": self.pending,
            "failing": [
                {"item": c.item, "failures": [{"step": f.step, "reason": f.reason} for f in c.failures]}
                for c in self.failing
            ],
        }


def verify(path: Path) -> Verification:
    """Check every proof of a run directory, or the trace of one JSON file.

    Args:
        path: A run directory; or a file that holds a trace document, or an object with one under `trace`,
            as `ask --json` prints it.

    Raises:
        RunError: If the path is neither, or a file in a run is malformed or contradicts another.
    """
    if not path.is_dir():
        return Verification(path, (_check_file(path),))
    run = read_run(path)
    basis = Basis.of(run.manifest)
    events = [(case, run.decisions[case.id]) for case in run.cases if case.id in run.decisions]
    return Verification(
        path,
        tuple(check_item(case, event, basis) for case, event in events if event.error is None),
        without_trace=sum(event.error is not None for _, event in events),
        pending=len(run.pending),
        finished=run.finished,
    )


def check_item(case: Case[Any], event: DecisionEvent, basis: Basis) -> Checked:
    """Check the trace of a logged decision, and that it is the proof of just that answer to just that item.

    Args:
        case: The item.
        event: The logged decision.
        basis: What the answers of the run may rest on.
    """
    if event.trace is None:
        return Checked(case.id, True, (Failure(0, "the answer was logged without a proof"),))
    form = None if basis.parser is None else case.question.read(basis.parser)
    trace, failures = _check_document(event.trace, form)
    if trace is not None and not failures:
        failures += misfits(case.question, event, trace, form, basis)
    return Checked(case.id, _decided(trace), tuple(failures))


def _check_document(document: Json, form: object = None) -> tuple[Trace | None, list[Failure]]:
    """Check the seal and every step of a trace document; one that cannot be read fails as a whole."""
    try:
        trace = Trace.from_json(json.dumps(document, ensure_ascii=False))
    except (TraceError, FormError) as error:
        return None, [Failure(0, error.message)]
    silent = _verdict(trace) in (Verdict.UNPARSED, Verdict.UNPROVED)
    read = None if isinstance(form, Unparsed) or silent else cast("Decided | None", form)
    failures = list(check(trace, read).failures)
    if not trace.seal:
        failures.insert(0, Failure(0, "it has no seal, so nothing shows that it is as it was written"))
    elif not isinstance(document, dict) or trace.seal != seal(document):
        failures.insert(0, Failure(0, "its content is not what it was sealed with: it was altered"))
    return trace, failures


def _verdict(trace: Trace) -> Verdict | None:
    """Return the verdict of a trace that may be broken; None where it concludes nothing."""
    last = trace.steps[-1] if trace.steps else None
    return last.verdict if isinstance(last, ConclusionStep) else None


def _decided(trace: Trace | None) -> bool:
    verdict = None if trace is None else _verdict(trace)
    return verdict is None or verdict.decided


def _check_file(path: Path) -> Checked:
    hint = "give a run directory, a trace file or what `ask --json` printed"
    try:
        document = json.loads(path.read_bytes())
    except OSError as error:
        raise RunError(f"cannot read `{path}`: {error.strerror}", hint=hint) from error
    except (ValueError, RecursionError) as error:
        raise RunError(f"`{path}` is not JSON: {error}", hint=hint) from error
    printed: dict[str, Json] = {}
    if isinstance(document, dict) and isinstance(document.get("trace"), dict):
        printed, document = document, document["trace"]
    found = document.get("schema") if isinstance(document, dict) else None
    if found != SCHEMA:
        raise RunError(f"`{path}` holds no trace of schema `{SCHEMA}`, but {found!r}", hint=hint)
    trace, failures = _check_document(document)
    verdict = None if trace is None else _verdict(trace)
    if verdict is not None and printed.get("verdict", verdict) != verdict:
        failures.append(Failure(0, f"it concludes {verdict}, but beside it stands {printed['verdict']}"))
    return Checked(path.name, _decided(trace), tuple(failures))
