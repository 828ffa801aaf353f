"""The answers to a question that a proof allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.forms import Premises, SizeContext
from defeasible.reasoner.logic import Not
from defeasible.reasoner.question import (
    BaseQuestion,
    ChoiceQuestion,
    ConflictPhraseQuestion,
    ContextQuestion,
    EntailmentQuestion,
    EvidenceQuestion,
    LedgerQuestion,
    PremisesQuestion,
    RevisionQuestion,
    SizeQuestion,
    SlotQuestion,
)
from defeasible.reasoner.trace import BalanceStep, PathStep, ReplacementStep
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.question import Question
    from defeasible.reasoner.trace import Trace


def answers(question: Question, trace: Trace, form: object) -> tuple[str | None, ...] | None:
    """Return the answers that a proof allows; None if the content of an option is not available.

    There is exactly one, unless the question has options about which the proof says nothing.
    """
    if isinstance(question, PremisesQuestion):
        return (None,)
    entailed = trace.verdict is Verdict.ENTAILED
    match question:
        case EntailmentQuestion(query=words) | EvidenceQuestion(query=words) | RevisionQuestion(query=words):
            return (words if entailed else None,)
        case BaseQuestion(words=source):
            return (source.text if entailed and source is not None else None,)
        case ChoiceQuestion():
            return _chosen(question, trace, form) if isinstance(form, Premises) else None
        case SizeQuestion() | LedgerQuestion():
            return (_bigger(trace, question.a, question.b),)
        case ContextQuestion():
            assert isinstance(form, SizeContext)
            assert form.question is not None
            names = form.names()
            return (_bigger(trace, *(names[name] for name in form.question)),)
        case ConflictPhraseQuestion():
            tried = [step for step in trace.steps if isinstance(step, ReplacementStep)]
            fitting = [step.phrase for step in tried if step.without and not step.left]
            return (fitting[0] if entailed and len(fitting) == 1 else None,)
        case SlotQuestion():
            balance = next(step for step in trace.steps if isinstance(step, BalanceStep))
            return (balance.best[0] if entailed and len(balance.best) == 1 else None,)
        case _:
            return (None,)


def _bigger(trace: Trace, a: str, b: str) -> str | None:
    if trace.verdict is Verdict.ENTAILED:
        return a
    used = [trace.steps[number - 1] for number in trace.conclusion.uses]
    # Not bigger, but perhaps equal: only a strict path makes the other object bigger.
    strict = any(isinstance(step, PathStep) and step.strict for step in used)
    return b if trace.verdict is Verdict.REFUTED and strict else None


def _chosen(question: ChoiceQuestion, trace: Trace, form: Premises) -> tuple[str | None, ...]:
    goal = trace.conclusion.goal
    assert goal is not None
    known = {goal: trace.verdict, _opposite(goal): trace.verdict.opposite}
    follow, unsaid = [], []
    for option, query in zip(question.options, form.queries, strict=True):
        if query.formula not in known:
            unsaid.append(option)
        elif known[query.formula] is (Verdict.UNKNOWN if query.open else Verdict.ENTAILED):
            follow.append(option)
    if trace.task == "evidence":
        # One option was weighed, and no other was asked about.
        return (follow[0] if trace.verdict is Verdict.ENTAILED and len(follow) == 1 else None,)
    alone = follow[0] if len(follow) == 1 else None
    if not unsaid:
        return (alone,)
    # An option that the proof does not cover may follow as well (then there is no answer), or alone.
    return (alone, None) if follow else (None, *unsaid)


def _opposite(formula: FormulaNode) -> FormulaNode:
    return formula.arg if isinstance(formula, Not) else Not(formula)
