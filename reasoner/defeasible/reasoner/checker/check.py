"""Check the steps of a trace, independently of the question."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.logic import LOGIC
from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.checker.structure import check_structure
from defeasible.reasoner.errors import FormError, TraceError, UsageError
from defeasible.reasoner.trace import ConclusionStep, Trace
from defeasible.reasoner.trace.codec import seal
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

TOO_DEEP = Failure(0, "a formula is nested too deeply to be verified")


def check_steps(trace: Trace) -> tuple[Failure, ...]:
    """Return the invalid steps of a trace, each with its reason.

    An empty result only means that the steps are valid: the trace may prove something that nobody asked, from
    evidence that nobody gave. `check_decision` checks a decision against its question.

    Raises:
        UsageError: If the argument is not a trace.
    """
    if not isinstance(trace, Trace):
        raise UsageError(f"{trace!s:.80} is not a trace", hint="pass `decision.trace`")
    try:
        broken = tuple(check_structure(trace))
        # If the structure is broken, there is no logic to check.
        if broken or is_unread(trace) or is_silent(trace):
            return broken
        logic = LOGIC[trace.task]
        return (*logic.steps(trace), *logic.unseen(trace))
    except RecursionError:
        return (TOO_DEEP,)


def check_document(document: str | bytes) -> tuple[Failure, ...]:
    """Return the faults of a trace document: its schema, its seal, then every step.

    Like `check_steps`, it says nothing about the question.

    Raises:
        UsageError: If the argument is not text.
    """
    if not isinstance(document, str | bytes):
        raise UsageError(f"{document!r:.80} is not a document", hint="pass the JSON of a trace as a string")
    try:
        trace = Trace.from_json(document)
    except (TraceError, FormError) as error:
        return (Failure(0, error.message),)
    return (*check_seal(trace, json.loads(document)), *check_steps(trace))


def check_seal(trace: Trace, document: Mapping[str, object]) -> tuple[Failure, ...]:
    """Return a failure if the seal of a document does not match its content.

    Args:
        trace: The trace read from the document.
        document: Its JSON object.
    """
    if trace.seal == seal(dict(document)):
        return ()
    if not trace.seal:
        return (Failure(0, "it has no seal, so nothing shows that it is as it was written"),)
    return (Failure(0, "its content does not match its seal: it was altered after it was written"),)


def is_silent(trace: Trace) -> bool:
    """Whether a trace only says, with a reason, that no answer was found."""
    last = trace.conclusion
    return trace.steps == (ConclusionStep(Verdict.UNPROVED, (), reason=last.reason),) and bool(last.reason)


def is_unread(trace: Trace) -> bool:
    """Whether a trace only says, with a reason, that the text has no form."""
    last = trace.conclusion
    if len(trace.steps) > 1 or not last.reason:
        return False
    return last == ConclusionStep(Verdict.UNPARSED, (), reason=last.reason)
