"""Compare a trace with the form, the evidence and the arrivals of its question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.checker.words import quoted
from defeasible.reasoner.evidence import Evidence, RoleClaim, SizeClaim
from defeasible.reasoner.forms import Conditional, Premises, SizeContext, SizeStatement
from defeasible.reasoner.logic import Implies
from defeasible.reasoner.trace import AssumptionStep, EvidenceStep, PremiseStep, SizeStep
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from defeasible.reasoner.forms import Statement
    from defeasible.reasoner.trace import Step, Trace


SHIPPED = "lexicon:"
"""Prefix of the names of the package's own sources of evidence."""


def check_read(
    trace: Trace, form: Premises | SizeContext, new: AbstractSet[str] | None = None
) -> Iterator[Failure]:
    """Yield failures if a trace states anything but the form that was read.

    Args:
        trace: The trace.
        form: The form that was read.
        new: The statements that arrived last; None if this does not matter.
    """
    if trace.sources != form.sources:
        yield Failure(0, "its source texts are not the form's")
    hard: Sequence[Statement | SizeStatement]
    declared: tuple[object, object]
    if isinstance(form, Premises):
        declared, hard = (form.atoms, ()), form.statements
    else:
        # Comparisons that are only likely are weighed as evidence.
        declared, hard = ((), form.objects), [s for s in form.statements if s.weight is None]
    if (trace.atoms, trace.objects) != declared:
        yield Failure(0, "what its symbols stand for is not what the form declares")
    stated = [(n, s) for n, s in enumerate(trace.steps, 1) if type(s) is PremiseStep or type(s) is SizeStep]
    for (number, step), statement in zip(stated, hard, strict=False):
        if not _states(step, statement):
            yield Failure(number, f"statement `{statement.id}` of the form says something else")
    if len(stated) < len(hard):
        yield Failure(0, f"statement `{hard[len(stated)].id}` of the form is not in the trace")
    for number, step in stated[len(hard) :]:
        yield Failure(number, f"the form has no statement `{step.statement}` after its last")
    if isinstance(form, SizeContext):
        unread = [unread_sentence(quoted(form.sources, span)) for span in form.unread]
        if [step.reason for step in trace.steps if isinstance(step, AssumptionStep)] != unread:
            yield Failure(0, "the sentences that were not understood are not those of the form")
    if new is not None:
        yield from _arrived(stated, new)


def unread_sentence(words: str) -> str:
    """Return the text by which a trace reports that a sentence was not understood."""
    return f'sentence "{words}" was not understood'


def likely_sizes(form: SizeContext) -> tuple[Evidence, ...]:
    """Return the comparisons that a text only makes likely, as evidence."""
    found = []
    for s in form.statements:
        if s.weight is not None:
            words = f'"{quoted(form.sources, s.span)}": ' if s.span else ""
            found.append(Evidence(SizeClaim(s.comparison), s.weight, f"{SHIPPED}frames", words + s.reason))
    return tuple(found)


def _states(step: PremiseStep | SizeStep, statement: Statement | SizeStatement) -> bool:
    """Whether a step equals a statement in all fields; which premise is new is not part of a form."""
    said: tuple[object, ...]
    if isinstance(step, SizeStep):
        if not isinstance(statement, SizeStatement):
            return False
        said = (statement.comparison, statement.frame, statement.reason, statement.weight)
        named = step.statement == statement.id and step.span == statement.span
        return named and (step.comparison, step.frame, step.reason, step.weight) == said
    if isinstance(statement, SizeStatement):
        return False
    claim = step.claim
    if not isinstance(statement, Conditional):
        said = (statement.formula, None, statement.cue, statement.id, statement.span)
        return (claim, step.role, step.cue, step.statement, step.span) == said
    role = None
    if statement.role is not None and statement.of is not None:
        role = RoleClaim(statement.id, statement.of, statement.role)
    said = (statement.if_, statement.then, role, statement.cue, statement.id, statement.span)
    return (
        isinstance(claim, Implies)
        and (claim.if_, claim.then, step.role, step.cue, step.statement, step.span) == said
    )


def check_new(trace: Trace, new: AbstractSet[str]) -> Iterator[Failure]:
    """Yield failures if a trace marks premises as new other than those that arrived last."""
    return _arrived(enumerate(trace.steps, 1), new)


def _arrived(steps: Iterable[tuple[int, Step]], new: AbstractSet[str]) -> Iterator[Failure]:
    for number, step in steps:
        if isinstance(step, PremiseStep) and step.new != (step.statement in new):
            yield Failure(number, "it did not arrive last" if step.new else "it arrived last, but is not new")


def check_evidence(trace: Trace, evidence: Sequence[Evidence], *, others: bool = False) -> Iterator[Failure]:
    """Yield failures if a trace weighs evidence that was not given, or omits some.

    If the text alone is inconsistent, or time ran out, typical sizes and other evidence on formulas need not
    have been weighed.

    Args:
        trace: The trace.
        evidence: The given evidence.
        others: Whether evidence from other sources is allowed, except under the names of shipped sources.
    """
    wanted = [(e.claim, e.weight, e.source, e.reason) for e in evidence]
    for number, step in enumerate(trace.steps, 1):
        if type(step) is EvidenceStep:
            stated = (step.claim, step.weight, step.source, step.reason)
            if stated in wanted:
                wanted.remove(stated)
            elif not others or step.source.startswith(SHIPPED):
                yield Failure(number, "nobody gave this evidence")
    weighing = trace.task in ("size", "evidence")
    unweighed = weighing and trace.verdict in (Verdict.INCONSISTENT, Verdict.TIMEOUT)
    if wanted and not unweighed:
        yield Failure(0, f"evidence of `{wanted[0][2]}` is not in the trace")
