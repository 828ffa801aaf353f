"""Decide a question: read it, and call the decider of its task."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from defeasible.reasoner import belief, equivalence, readers, size, story, weigh
from defeasible.reasoner.decision import Decision, read_apart, unparsed
from defeasible.reasoner.dialogue import CausalGraph, conflict_phrase, identify, resolve, shipped
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import Unparsed
from defeasible.reasoner.logic import Atom, FormulaNode, negate
from defeasible.reasoner.question import (
    CauseQuestion,
    ChoiceQuestion,
    ConflictPhraseQuestion,
    ConsistencyQuestion,
    ContextQuestion,
    EntailmentQuestion,
    EquivalenceQuestion,
    EvidenceQuestion,
    PremisesQuestion,
    RevisionQuestion,
    SizeQuestion,
    SlotQuestion,
    StateChangeQuestion,
    StateQuestion,
    StoryQuestion,
    StoryRevisionQuestion,
    WeighingQuestion,
)
from defeasible.reasoner.sat.deadline import Deadline
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from defeasible.reasoner.dialogue import Knowledge
    from defeasible.reasoner.evidence import RoleSource, SizeSource
    from defeasible.reasoner.forms import (
        Contraries,
        DialogueFacts,
        Exclusion,
        Form,
        Premises,
        SizeContext,
        Story,
    )
    from defeasible.reasoner.parsing import Parser
    from defeasible.reasoner.question import Question

UNASKED_ATOMS = 16
"""Most atoms for which a revision searches for the belief in question by itself."""


class Means(NamedTuple):
    """The parser, sources and limits of a reasoner."""

    parser: Parser
    roles: RoleSource
    sizes: SizeSource
    timeout: float
    """Seconds for the whole decision, once its texts are read."""
    second: Parser | None = None
    """Reads the texts as well; if its reading differs, the confidence is lower."""


class _Call(NamedTuple):
    """One decision in progress: its means and its deadline."""

    parser: Parser
    """Reads texts that are written during the decision."""
    roles: RoleSource
    sizes: SizeSource
    deadline: Deadline


def decide(question: Question, means: Means) -> Decision:
    """Decide a question: UNPARSED if its texts cannot be read.

    Raises:
        UsageError: If it is not a question, only a belief base or a ledger answers it, it leaves a matter
            open, or the decider refuses it.
        FormError: If a formula is nested too deeply.
    """
    by = _BY.get(type(question))
    if by is None:
        raise UsageError(
            f"{question!r:.60} is neither a question nor a form that a reasoner decides",
            hint="pass one of `defeasible.reasoner.question`, Premises, SizeContext, Story or DialogueFacts",
        )
    form, parser, apart = readers.read(question, means.parser, means.second, means.timeout)
    if isinstance(form, Unparsed):
        return unparsed(form, question.task)
    call = _Call(parser, means.roles, means.sizes, Deadline(means.timeout))
    return read_apart(by(question, form, call), apart)


def _entailment(question: EntailmentQuestion, form: Premises, call: _Call) -> Decision:
    return _said(question.query, _belief(form, question.goal(form), frozenset(), call))


def _revision(question: RevisionQuestion, form: Premises, call: _Call) -> Decision:
    arrived = _from_source(form, question.arriving)
    goal = question.goal(form)
    if goal is None:
        goal = _belief_in_question(form, arrived, call)
    return _said(question.query, _belief(form, goal, arrived, call))


def _choice(question: ChoiceQuestion, form: Premises, call: _Call) -> Decision:
    arrived = frozenset() if question.arriving is None else _from_source(form, question.arriving)
    goal = question.goal(form)
    decided: dict[FormulaNode, Decision] = {}
    for formula in (goal, *(query.formula for query in form.queries if not query.open)):
        if formula not in decided and negate(formula) not in decided:
            decided[formula] = _belief(form, formula, arrived, call)
    verdicts = {formula: one.verdict for formula, one in decided.items()}
    verdicts |= {negate(formula): verdict.opposite for formula, verdict in verdicts.items()}
    asked = list(zip(question.options, form.queries, strict=True))
    late = sum(verdicts.get(query.formula) is Verdict.TIMEOUT for _, query in asked)
    if late:
        decision = decided[goal]
        if decision.verdict is Verdict.TIMEOUT:
            return decision
        said = f"the time ran out before {late} of {len(asked)} options were decided"
        reason = f"{decision.reason}; {said}" if decision.reason else said
        return replace(decision, confidence=0.0, reason=reason)
    follow = [
        (option, query.formula)
        for option, query in asked
        if verdicts.get(query.formula) is (Verdict.UNKNOWN if query.open else Verdict.ENTAILED)
    ]
    if len(follow) == 1:
        ((answer, formula),) = follow
        chosen = decided[formula] if formula in decided else decided[negate(formula)]
        return replace(chosen, answer=answer)
    # If no option follows, or several do, the confidence is that of the least certain option.
    return min(decided.values(), key=lambda one: one.confidence)


def _evidence(question: EvidenceQuestion, form: Premises, call: _Call) -> Decision:
    weighed = question.weighed(form)
    decision = weigh.decide(form, weighed, question.goal(form), timeout=call.deadline)
    return _said(question.query, decision)


def _premises(question: PremisesQuestion, form: Premises, call: _Call) -> Decision:
    return _belief(form, question.asked(), frozenset(question.new), call)


def _weighing(question: WeighingQuestion, form: Premises, call: _Call) -> Decision:
    return weigh.decide(form, question.evidence, question.asked(), timeout=call.deadline)


def _size(question: SizeQuestion, form: SizeContext, call: _Call) -> Decision:
    decision = size.decide(form, sizes=call.sizes, timeout=call.deadline)
    if decision.answer is None:
        return decision
    return replace(decision, answer=question.a if decision.verdict is Verdict.ENTAILED else question.b)


def _context(_question: ContextQuestion, form: SizeContext, call: _Call) -> Decision:
    return size.decide(form, sizes=call.sizes, timeout=call.deadline)


def _state(question: StateQuestion | StoryQuestion, form: Story, call: _Call) -> Decision:
    return story.infer_state(
        form,
        question.places(form),
        question.support,
        context=question.context,
        when=question.when,
        timeout=call.deadline,
    )


def _story_revision(question: StoryRevisionQuestion, _form: Story, call: _Call) -> Decision:
    return story.rewriting(call.parser, question, call.deadline)


def _state_change(question: StateChangeQuestion, forms: tuple[Story, Story], call: _Call) -> Decision:
    return story.difference(call.parser, question, forms, call.deadline)


def _equivalence(_question: EquivalenceQuestion, forms: tuple[Form, Form], call: _Call) -> Decision:
    return equivalence.equivalent(*forms, timeout=call.deadline)


def _consistency(question: ConsistencyQuestion, form: DialogueFacts, _call: _Call) -> Decision:
    return resolve(form, question.policy, _known(question.rules)).decision


def _conflict_phrase(question: ConflictPhraseQuestion, form: DialogueFacts, _call: _Call) -> Decision:
    return conflict_phrase(form, question.candidates, _known(question.rules))


def _cause(question: CauseQuestion, form: DialogueFacts, _call: _Call) -> Decision:
    return CausalGraph(form).leads_to(question.cause, question.effect)


def _slot(question: SlotQuestion, form: DialogueFacts, _call: _Call) -> Decision:
    return identify(form, question.phrase1, question.phrase2, question.options)


_BY: dict[type, Callable[[Any, Any, _Call], Decision]] = {
    EntailmentQuestion: _entailment,
    RevisionQuestion: _revision,
    ChoiceQuestion: _choice,
    EvidenceQuestion: _evidence,
    SizeQuestion: _size,
    StateQuestion: _state,
    ConsistencyQuestion: _consistency,
    ConflictPhraseQuestion: _conflict_phrase,
    CauseQuestion: _cause,
    SlotQuestion: _slot,
    PremisesQuestion: _premises,
    WeighingQuestion: _weighing,
    ContextQuestion: _context,
    StoryQuestion: _state,
    StoryRevisionQuestion: _story_revision,
    StateChangeQuestion: _state_change,
    EquivalenceQuestion: _equivalence,
}
"""The function that decides a question of each kind, once it is read as a form."""


def _belief(form: Premises, goal: FormulaNode, new: frozenset[str], call: _Call) -> Decision:
    return belief.decide(form, goal, new=new, roles=call.roles, timeout=call.deadline)


def _said(query: str | None, decision: Decision) -> Decision:
    """Return a decision whose answer is the query if it is entailed."""
    return replace(decision, answer=query) if decision.verdict is Verdict.ENTAILED else decision


def _from_source(form: Premises, source: str) -> frozenset[str]:
    """Return the statements read from one text."""
    return frozenset(s.id for s in form.statements if s.span is not None and s.span.source == source)


def _known(rules: tuple[Contraries | Exclusion, ...]) -> Knowledge:
    return shipped().extended(*rules) if rules else shipped()


def _belief_in_question(form: Premises, arrived: frozenset[str], call: _Call) -> FormulaNode:
    """Return the only literal that followed before a premise arrived and was not stated.

    Raises:
        UsageError: If there is none, or more than one.
    """
    # Without spans the shorter theory may keep the source of the statement it leaves out.
    old = replace(
        form,
        statements=tuple(replace(s, span=None) for s in form.statements if s.id not in arrived),
    )
    stated = {s.formula for s in old.statements}
    followed: list[FormulaNode] = []
    for declared in form.atoms[:UNASKED_ATOMS]:
        atom = Atom(declared.id)
        if atom not in stated and negate(atom) not in stated:
            verdict = _belief(old, atom, frozenset(), call).verdict
            if verdict is Verdict.ENTAILED:
                followed.append(atom)
            elif verdict is Verdict.REFUTED:
                followed.append(negate(atom))
            elif verdict is Verdict.TIMEOUT:
                raise UsageError(
                    "timed out before the belief in question was found",
                    hint="name it: revise(premises, new, query=...), or give more time",
                )
    if len(followed) != 1:
        found = "nothing" if not followed else f"{len(followed)} different things"
        raise UsageError(
            f"{found} that the premises do not say follow from them",
            hint="name the belief in question: revise(premises, new, query=...)",
        )
    return followed[0]
