"""What the checker finds wrong with a trace that is of a form, from evidence that a test gave."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from defeasible.reasoner import Decision
from defeasible.reasoner.basis import Basis
from defeasible.reasoner.checker import Failure, check_decision, check_document, check_steps
from defeasible.reasoner.checker.answers import answers
from defeasible.reasoner.checker.confidence import confidence
from defeasible.reasoner.checker.inputs import check_evidence
from defeasible.reasoner.errors import FormError, TraceError
from defeasible.reasoner.evidence import Evidence, RoleClaim
from defeasible.reasoner.forms import Constraint, DialogueFacts, Premises, SizeContext, Snapshot, Story
from defeasible.reasoner.forms.ledger import SizeLedger
from defeasible.reasoner.logic import Or, negate
from defeasible.reasoner.question import (
    BaseQuestion,
    CauseQuestion,
    ConflictPhraseQuestion,
    ConsistencyQuestion,
    ContextQuestion,
    EquivalenceQuestion,
    LedgerQuestion,
    PremisesQuestion,
    SlotQuestion,
    StoryQuestion,
    WeighingQuestion,
)
from defeasible.reasoner.trace import (
    BalanceStep,
    ChainStep,
    ConstraintStep,
    EvidenceStep,
    PremiseStep,
    ReachStep,
    ReplacementStep,
    RetractionStep,
    Trace,
)
from defeasible.reasoner.trace.steps import AskStep
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from defeasible.reasoner.forms import Conditional, Form
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.question import Question

Decided: TypeAlias = "Form | SizeLedger | Snapshot | tuple[Form, Form]"


NOTHING = Or(())
"""The goal of a trace that has none."""


def complaints(
    what: Trace | str | bytes,
    form: Decided | None = None,
    evidence: Sequence[Evidence] | None = None,
    new: AbstractSet[str] | None = None,
) -> str:
    """Return what is wrong with a trace or its document, a line each; empty where nothing is.

    With a form, the trace is held against the question about that form which it answers itself, as far as
    that is one: the tests of the step checkers forge traces, not questions.
    """
    found = check_steps(what) if isinstance(what, Trace) else check_document(what)
    if not isinstance(what, Trace):
        try:
            what = Trace.from_json(what)
        except (TraceError, FormError):
            return _said(found, 0)
    if form is None:
        return _said(found, len(what.steps))
    seen = tuple(f for f in found if "verified only beside" not in f.reason)
    if not seen:
        seen = check_decision(*_about(what, form, evidence, new), _basis(evidence)).failures
        if isinstance(form, Snapshot) and evidence is not None:
            seen += tuple(check_evidence(what, evidence))
    return _said(seen, len(what.steps))


def _said(failures: Sequence[Failure], steps: int) -> str:
    """Return failures a line each, each of which names a step that there is, or 0, and says why."""
    for failure in failures:
        assert 0 <= failure.step <= steps, failure
        assert failure.reason.strip(), failure
    return "\n".join(map(str, failures))


def _about(
    trace: Trace, form: Decided, evidence: Sequence[Evidence] | None, new: AbstractSet[str] | None
) -> tuple[Question, Decision]:
    question = _question(trace, form, evidence, new)
    possible: tuple[str | None, ...] | None = (None,)
    if trace.task == question.task and trace.verdict.decided and trace.verdict is not Verdict.INCONSISTENT:
        possible = answers(question, trace, form)
    assert possible is not None
    last = trace.conclusion
    sure = confidence(trace) if trace.steps[:-1] else 0.0
    decision = Decision(last.verdict, trace, possible[0], sure or 0.0, last.before, last.change)
    return question, decision


def _question(
    trace: Trace, form: Decided, evidence: Sequence[Evidence] | None, new: AbstractSet[str] | None
) -> Question:
    match form:
        case Premises():
            if trace.task == "evidence":
                steps = [step for step in trace.steps if isinstance(step, EvidenceStep)]
                own = [Evidence(s.claim, s.weight, s.source, s.reason) for s in steps]
                return WeighingQuestion(form, tuple(own if evidence is None else evidence), _asked(trace))
            goal = _goal(trace, form)
            marked = [s.statement for s in trace.steps if isinstance(s, PremiseStep) and s.new]
            return PremisesQuestion(form, goal, tuple(marked if new is None else new))
        case SizeContext():
            return ContextQuestion(form)
        case SizeLedger():
            asked = trace.conclusion.comparison
            assert asked is not None
            names = {item.id: item.name for item in trace.objects}
            return LedgerQuestion(form, names[asked.left], names[asked.right])
        case Story():
            ask = trace.steps[1] if len(trace.steps) > 1 else None
            if not isinstance(ask, AskStep):
                return StoryQuestion(form)
            places = tuple(form.queries.index(q) for q in ask.queries if q in form.queries)
            return StoryQuestion(form, places or (0,), ask.support, context=ask.context, when=ask.when)
        case DialogueFacts():
            return _talk(trace, form)
        case Snapshot():
            return BaseQuestion(form, _asked(trace))
        case (first, second):
            return EquivalenceQuestion(first, second)


def _asked(trace: Trace) -> FormulaNode:
    goal = trace.conclusion.goal
    return NOTHING if goal is None else goal


def _goal(trace: Trace, form: Premises) -> FormulaNode:
    goal = _asked(trace)
    sides = {side for query in form.queries for side in (query.formula, negate(query.formula))}
    return goal if goal in sides or not sides else next(q.formula for q in form.queries if not q.open)


def _talk(trace: Trace, form: DialogueFacts) -> Question:
    tried = tuple(step.phrase for step in trace.steps if isinstance(step, ReplacementStep))
    used = [trace.steps[n - 1] for n in trace.conclusion.uses]
    for step in trace.steps:
        if isinstance(step, BalanceStep):
            options = tuple(option.text for option in step.options)
            return SlotQuestion(form, step.subject, step.value, options)
    if used and isinstance(used[0], ChainStep | ReachStep):
        return CauseQuestion(form, used[0].cause, used[0].effect)
    stated = [step for step in trace.steps if isinstance(step, ConstraintStep) and step.origin == "given"]
    rules = tuple(step.rule for step in stated if not isinstance(step.rule, Constraint))
    if tried or trace.verdict is Verdict.UNKNOWN:
        return ConflictPhraseQuestion(form, tried, rules)
    retracted = any(isinstance(step, RetractionStep) for step in trace.steps)
    return ConsistencyQuestion(form, rules, "latest-wins" if retracted else "report")


def _basis(evidence: Sequence[Evidence] | None) -> Basis:
    if evidence is None:
        return Basis()

    def roles(_: Premises, earlier: Conditional, later: Conditional, /) -> tuple[Evidence, ...]:
        pair = (earlier.id, later.id)
        claims = ((item, item.claim) for item in evidence)
        return tuple(i for i, c in claims if isinstance(c, RoleClaim) and (c.of, c.conditional) == pair)

    return Basis(roles=roles, sizes=lambda _: tuple(evidence))
