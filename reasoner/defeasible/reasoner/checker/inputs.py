"""Compares a trace with the inputs of the decision: a sound proof of something else is refused."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.forms import Premises, SizeContext
from defeasible.reasoner.logic import negate
from defeasible.reasoner.trace import EvidenceStep, PremiseStep, SizeStep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.evidence import Evidence
    from defeasible.reasoner.trace import Trace


def check_form(trace: Trace, form: Premises | SizeContext) -> list[Failure]:
    """Say where a trace states something else than a form, or is about another question."""
    if isinstance(form, Premises):
        wanted: dict[str, object] = {s.id: s.formula for s in form.statements}
    else:
        wanted = {s.id: s.comparison for s in form.statements}
    for number, step in enumerate(trace.steps, 1):
        if isinstance(step, PremiseStep | SizeStep):
            claim = step.claim if isinstance(step, PremiseStep) else step.comparison
            if wanted.pop(step.statement, None) != claim:
                return [Failure(number, f"statement `{step.statement}` of the form says something else")]
    if wanted:
        return [Failure(0, f"statement `{next(iter(wanted))}` of the form is not in the trace")]
    return _question(trace, form)


def _question(trace: Trace, form: Premises | SizeContext) -> list[Failure]:
    last, end = trace.conclusion, len(trace.steps)
    if isinstance(form, SizeContext):
        asked = last.comparison and (last.comparison.left, last.comparison.right)
        return (
            [] if asked == form.question else [Failure(end, "it answers another question than the form asks")]
        )
    asked_about = {side for q in form.queries for side in (q.formula, negate(q.formula))}
    if asked_about and last.goal not in asked_about:
        return [Failure(end, "it answers another question than the form asks")]
    return []


def check_evidence(trace: Trace, evidence: Sequence[Evidence]) -> list[Failure]:
    """Say where a trace weighs other evidence than was given, or leaves some out."""
    wanted = Counter((e.claim, e.weight, e.source) for e in evidence)
    for number, step in enumerate(trace.steps, 1):
        if isinstance(step, EvidenceStep):
            stated = (step.claim, step.weight, step.source)
            if not wanted[stated]:
                return [Failure(number, "nobody gave this evidence")]
            wanted[stated] -= 1
    if missing := next(wanted.elements(), None):
        return [Failure(0, f"evidence of `{missing[2]}` is not in the trace")]
    return []
