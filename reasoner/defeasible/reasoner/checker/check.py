"""The entry points: check a trace, or a trace document as it lies in a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from defeasible.reasoner.checker import comparisons, equivalence
from defeasible.reasoner.checker.answer import check_answer
from defeasible.reasoner.checker.base import check_base
from defeasible.reasoner.checker.belief import check_belief
from defeasible.reasoner.checker.comparisons import check_comparisons
from defeasible.reasoner.checker.dialogue import check_dialogue
from defeasible.reasoner.checker.equivalence import check_equivalence
from defeasible.reasoner.checker.inputs import check_evidence, check_form, check_new
from defeasible.reasoner.checker.report import CheckReport, Failure
from defeasible.reasoner.checker.size import check_size
from defeasible.reasoner.checker.story import check_story
from defeasible.reasoner.checker.structure import check_structure
from defeasible.reasoner.checker.weighing import check_weighing
from defeasible.reasoner.errors import TraceError, UsageError
from defeasible.reasoner.trace import ConclusionStep, Task, Trace
from defeasible.reasoner.trace.codec import seal
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from defeasible.reasoner.checker.inputs import Decided
    from defeasible.reasoner.evidence import Evidence


def check(
    trace: Trace,
    form: Decided | None = None,
    evidence: Sequence[Evidence] | None = None,
    new: AbstractSet[str] | None = None,
) -> CheckReport:
    """Verify every step of a trace.

    A trace alone can be a sound proof of another problem. Where the inputs are at hand, pass them, and the
    trace must also be about just them.

    Args:
        trace: The trace to verify.
        form: The form that was decided: the trace must state and show just that, and be about what it asks.
            For equivalence, the pair of forms; for a belief base, its snapshot when it was asked;
            for many comparisons their ledger, without which what they leave open cannot be verified.
        evidence: The evidence that was weighed: the trace must state just that.
        new: Ids of the statements that arrived last: only they may be marked as new.

    Returns:
        The steps that fail, each with its reason. If the structure is broken, the logic is not looked at.

    Raises:
        UsageError: If what is given is no trace.
    """
    if not isinstance(trace, Trace):
        raise UsageError(f"{trace!s:.80} is no trace", hint="pass `decision.trace`")
    try:
        return CheckReport(tuple(_failures(trace, form, evidence, new)))
    except RecursionError:
        return CheckReport((Failure(0, "a formula is nested too deeply to be verified"),))


def _failures(
    trace: Trace,
    form: Decided | None,
    evidence: Sequence[Evidence] | None,
    new: AbstractSet[str] | None,
) -> list[Failure]:
    failures = list(check_structure(trace))
    if failures:
        return failures
    if not _unparsed(trace):
        failures += _LOGIC[trace.task](trace)
    if form is not None:
        failures += check_form(trace, form)
    elif trace.task in _UNSEEN:
        failures += _UNSEEN[trace.task](trace)
    if evidence is not None:
        failures += check_evidence(trace, evidence)
    if new is not None:
        failures += check_new(trace, new)
    return failures


def check_document(
    document: str | bytes,
    form: Decided | None = None,
    evidence: Sequence[Evidence] | None = None,
    new: AbstractSet[str] | None = None,
) -> CheckReport:
    """Verify a trace document: its schema, its seal, then every step as `check` does.

    A document that cannot be read is a report with one failure, not an exception.
    """
    try:
        trace = Trace.from_json(document)
    except TraceError as error:
        return CheckReport((Failure(0, str(error)),))
    report = check(trace, form, evidence, new)
    if trace.seal == seal(json.loads(document)):
        return report
    what = "does not match its seal: it was altered after it was written" if trace.seal else "has no seal"
    return CheckReport((Failure(0, f"its content {what}"), *report.failures))


_LOGIC: dict[Task, Callable[[Trace], Iterable[Failure]]] = {
    "answer": check_answer,
    "base": check_base,
    "belief": check_belief,
    "size": check_size,
    "comparisons": check_comparisons,
    "dialogue": check_dialogue,
    "equivalence": check_equivalence,
    "evidence": check_weighing,
    "story": check_story,
}
"""What each decider's traces must show."""


_UNSEEN: dict[Task, Callable[[Trace], Iterable[Failure]]] = {
    "comparisons": comparisons.unseen,
    "equivalence": equivalence.unseen,
}
"""What nobody can verify by the trace alone."""


def _unparsed(trace: Trace) -> bool:
    """Whether the trace says, with a reason and nothing else, that no form could be made of the text."""
    last = trace.conclusion
    return trace.steps == (ConclusionStep(Verdict.UNPARSED, (), reason=last.reason),) and bool(last.reason)
