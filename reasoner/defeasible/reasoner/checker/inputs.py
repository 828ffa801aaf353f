"""Compares a trace with the inputs of the decision: a sound proof of something else is refused."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from defeasible.reasoner.checker.comparisons import check_ledger
from defeasible.reasoner.checker.dialogue import check_facts_form
from defeasible.reasoner.checker.equivalence import check_readings
from defeasible.reasoner.checker.formulas import opposite, said
from defeasible.reasoner.checker.opening import misfit
from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.checker.snapshot import check_snapshot
from defeasible.reasoner.checker.telling import check_telling
from defeasible.reasoner.evidence import RoleClaim
from defeasible.reasoner.forms import Conditional, DialogueFacts, Premises, SizeStatement, Snapshot, Story
from defeasible.reasoner.forms.ledger import SizeLedger
from defeasible.reasoner.trace import EvidenceStep, PremiseStep, SizeStep
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from defeasible.reasoner.checker.equivalence import Comparable
    from defeasible.reasoner.evidence import Evidence
    from defeasible.reasoner.forms import SizeContext, Statement
    from defeasible.reasoner.trace import Task, Trace


Decided: TypeAlias = (
    "Premises | SizeContext | SizeLedger | Story | DialogueFacts | Snapshot | tuple[Comparable, Comparable]"
)
"""What a decision is of: a form, for equivalence a pair of forms, for a belief base its snapshot."""


def check_form(trace: Trace, form: Decided) -> Iterator[Failure]:
    """Say where a trace states or shows something else than a form, or is about another question."""
    match form:
        case Snapshot():
            return check_snapshot(trace, form)
        case SizeLedger():
            return check_ledger(trace, form)
        case Story():
            return check_telling(trace, form)
        case DialogueFacts():
            return check_facts_form(trace, form)
        case tuple():
            return _check_pair(trace, form)
        case _:
            return _check_read(trace, form)


def _check_pair(trace: Trace, form: tuple[Comparable, Comparable]) -> Iterator[Failure]:
    if trace.task != "equivalence":
        yield Failure(0, f"it is a {trace.task} trace, which is of one form, not of two")
    else:
        yield from check_readings(trace, *form)


def _check_read(trace: Trace, form: Premises | SizeContext) -> Iterator[Failure]:
    tasks: tuple[Task, ...] = ("belief", "evidence") if isinstance(form, Premises) else ("size",)
    if foreign := misfit(trace, *tasks):
        yield foreign
        return
    if trace.sources != form.sources:
        yield Failure(0, "its source texts are not the form's")
    atoms, objects = (form.atoms, ()) if isinstance(form, Premises) else ((), form.objects)
    if (trace.atoms, trace.objects) != (atoms, objects):
        yield Failure(0, "what its symbols stand for is not what the form declares")
    stated = [(n, s) for n, s in enumerate(trace.steps, 1) if isinstance(s, PremiseStep | SizeStep)]
    for (number, step), statement in zip(stated, form.statements, strict=False):
        if not _states(step, statement):
            yield Failure(number, f"statement `{statement.id}` of the form says something else")
    if len(stated) < len(form.statements):
        yield Failure(0, f"statement `{form.statements[len(stated)].id}` of the form is not in the trace")
    for number, step in stated[len(form.statements) :]:
        yield Failure(number, f"the form has no statement `{step.statement}` after its last")
    if not _asks(trace, form):
        yield Failure(len(trace.steps), "it answers another question than the form asks")


def _states(step: PremiseStep | SizeStep, statement: Statement | SizeStatement) -> bool:
    """Whether a step says what a statement does, in all fields; which premise is new is no part of a form."""
    if step.statement != statement.id or step.span != statement.span:
        return False
    if isinstance(step, SizeStep):
        if not isinstance(statement, SizeStatement):
            return False
        whole = (statement.comparison, statement.frame, statement.reason)
        return (step.comparison, step.frame, step.reason) == whole
    if isinstance(statement, SizeStatement):
        return False
    role = None
    if isinstance(statement, Conditional) and statement.role is not None and statement.of is not None:
        role = RoleClaim(statement.id, statement.of, statement.role)
    return (step.claim, step.cue, step.role) == (said(statement), statement.cue, role)


def _asks(trace: Trace, form: Premises | SizeContext) -> bool:
    last = trace.conclusion
    if isinstance(form, Premises):
        asked_about = {side for q in form.queries for side in (q.formula, opposite(q.formula))}
        return not asked_about or last.goal in asked_about
    return last.comparison is not None and (last.comparison.left, last.comparison.right) == form.question


def check_new(trace: Trace, new: AbstractSet[str]) -> Iterator[Failure]:
    """Say where a trace marks other premises as new than those that arrived last."""
    for number, step in enumerate(trace.steps, 1):
        if isinstance(step, PremiseStep) and step.new != (step.statement in new):
            yield Failure(number, "it did not arrive last" if step.new else "it arrived last, but is not new")


def check_evidence(trace: Trace, evidence: Sequence[Evidence]) -> Iterator[Failure]:
    """Say where a trace weighs other evidence than was given, or leaves some out.

    Where the text alone contradicts itself, or the time ran out, typical sizes and other evidence of formulas
    need not have been weighed.
    """
    wanted = Counter((e.claim, e.weight, e.source, e.reason) for e in evidence)
    for number, step in enumerate(trace.steps, 1):
        if isinstance(step, EvidenceStep):
            stated = (step.claim, step.weight, step.source, step.reason)
            if not wanted[stated]:
                yield Failure(number, "nobody gave this evidence")
            wanted[stated] -= 1
    weighing = trace.task in ("size", "evidence")
    unweighed = weighing and trace.verdict in (Verdict.INCONSISTENT, Verdict.TIMEOUT)
    if not unweighed and (missing := next(wanted.elements(), None)):
        yield Failure(0, f"evidence of `{missing[2]}` is not in the trace")
