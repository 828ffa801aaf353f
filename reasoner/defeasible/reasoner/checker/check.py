"""The entry points: check a trace, or a trace document as it lies in a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.belief import check_belief
from defeasible.reasoner.checker.report import CheckReport, Failure
from defeasible.reasoner.checker.size import check_size
from defeasible.reasoner.checker.structure import check_structure
from defeasible.reasoner.errors import TraceError
from defeasible.reasoner.trace import PremiseStep, SizeStep, Trace
from defeasible.reasoner.trace.codec import seal
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from defeasible.reasoner.forms import Premises, SizeContext


def check(trace: Trace, form: Premises | SizeContext | None = None) -> CheckReport:
    """Verify every step of a trace.

    Args:
        trace: The trace to verify.
        form: The form that was decided, where it is at hand: then the trace must also be about *it*, with
            its very statements, so that a sound proof of something else is refused.

    Returns:
        The steps that fail, each with its reason. If the structure is broken, the logic is not looked at.
    """
    failures = list(check_structure(trace))
    if not failures and not _unparsed(trace):
        failures = list(check_belief(trace) if trace.task == "belief" else check_size(trace))
    if form is not None:
        failures += _about(trace, form)
    return CheckReport(tuple(failures))


def check_document(document: str | bytes, form: Premises | SizeContext | None = None) -> CheckReport:
    """Verify a trace document: its schema, its seal, then every step.

    A document that cannot be read is a report with one failure, not an exception.
    """
    try:
        trace = Trace.from_json(document)
    except TraceError as error:
        return CheckReport((Failure(0, str(error)),))
    report = check(trace, form)
    if trace.seal and trace.seal != seal(json.loads(document)):
        altered = Failure(0, "its content does not match its seal: it was altered after it was written")
        return CheckReport((altered, *report.failures))
    return report


def _unparsed(trace: Trace) -> bool:
    """Whether the trace says, with a reason and nothing else, that no form could be made of the text."""
    last = trace.conclusion
    return len(trace.steps) == 1 and last.verdict is Verdict.UNPARSED and bool(last.reason) and not last.flips


def _about(trace: Trace, form: Premises | SizeContext) -> list[Failure]:
    """Compare what a trace states with the statements of a form."""
    wanted = {s.id: s.comparison if hasattr(s, "comparison") else s.formula for s in form.statements}
    stated = {}
    for number, step in enumerate(trace.steps, 1):
        if isinstance(step, PremiseStep | SizeStep):
            stated[step.statement] = number
            claim = step.claim if isinstance(step, PremiseStep) else step.comparison
            if wanted.get(step.statement) != claim:
                return [Failure(number, f"statement `{step.statement}` of the form says something else")]
    if missing := [s for s in wanted if s not in stated]:
        return [Failure(0, f"statement `{missing[0]}` of the form is not in the trace")]
    return []
