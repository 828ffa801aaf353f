"""What a trace must have in common with a form before the two are compared part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from defeasible.reasoner.trace import Task, Trace


def misfit(trace: Trace, *tasks: Task) -> Failure | None:
    """Say why a trace cannot be of a form that was read and is decided by some tasks; None if it may be."""
    if trace.task not in tasks:
        return Failure(0, f"it is a {trace.task} trace, the form is of the other task")
    if trace.verdict is Verdict.UNPARSED:
        return Failure(len(trace.steps), "says that the text could not be read, but here is what was read")
    return None
