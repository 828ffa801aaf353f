"""Check that a trace is about its question: the texts, the form, the goal, the arrivals, the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.checker.comparisons import check_ledger
from defeasible.reasoner.checker.dialogue import check_facts_form
from defeasible.reasoner.checker.dpll import Search
from defeasible.reasoner.checker.facts import Facts, commonsense_rules, ontology_rules
from defeasible.reasoner.checker.inputs import check_new, check_read
from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.checker.snapshot import check_snapshot
from defeasible.reasoner.checker.telling import check_telling
from defeasible.reasoner.checker.words import plain, referent
from defeasible.reasoner.logic import Atom, FormulaNode, Not
from defeasible.reasoner.question import (
    BaseQuestion,
    CauseQuestion,
    ChoiceQuestion,
    ConflictPhraseQuestion,
    ConsistencyQuestion,
    EntailmentQuestion,
    EvidenceQuestion,
    LedgerQuestion,
    PremisesQuestion,
    RevisionQuestion,
    SlotQuestion,
    StateQuestion,
    StoryQuestion,
    WeighingQuestion,
    asked_of,
)
from defeasible.reasoner.trace import (
    BalanceStep,
    ChainStep,
    ConsistencyStep,
    ConstraintStep,
    FactStep,
    PremiseStep,
    ReachStep,
    ReplacementStep,
    RetractionStep,
    RuleStep,
    SolverStep,
)
from defeasible.reasoner.trace.steps import AskStep
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from defeasible.reasoner.forms import (
        Contraries,
        DialogueFacts,
        Exclusion,
        Premises,
        SizeContext,
        Snapshot,
        Story,
    )
    from defeasible.reasoner.forms.ledger import SizeLedger
    from defeasible.reasoner.question import (
        ContextQuestion,
        Question,
        SizeQuestion,
    )
    from defeasible.reasoner.trace import Trace

OTHER = "it answers another question"


def check_texts(trace: Trace, question: Question) -> Iterator[Failure]:
    """Yield failures if a trace quotes other texts than those of a question."""
    said = {source.id: source.text for source in trace.sources}
    asked = {source.id: source.text for source in question.sources}
    if isinstance(question, BaseQuestion):
        if any(said.get(name) != text for name, text in asked.items()):
            yield Failure(0, "the words of the question are not among its sources")
    elif said != asked and not isinstance(question, LedgerQuestion):
        yield Failure(0, "its sources are not the texts of the question")


def check_unread(trace: Trace, question: Question) -> Iterator[Failure]:
    """Yield failures if a trace is not about a question whose form is not available."""
    if isinstance(question, RevisionQuestion | ChoiceQuestion):
        for number, step in enumerate(trace.steps, 1):
            if isinstance(step, PremiseStep) and step.span is not None:
                is_new = step.span.source == question.arriving
                if step.new is not is_new:
                    what = "the one" if is_new else "not the one"
                    yield Failure(number, f"its premise is {what} that arrived last")
    elif isinstance(question, EntailmentQuestion):
        yield from check_new(trace, frozenset())
    elif isinstance(question, StateQuestion):
        yield from _moment(trace, question)


# --- sizes, many comparisons, belief bases -----------------------------------------------------------------


def asked_of_sizes(
    trace: Trace, _question: ContextQuestion | SizeQuestion, form: SizeContext
) -> Iterator[Failure]:
    """Yield failures if a trace is not about a context and its question."""
    yield from check_read(trace, form)
    asked = trace.conclusion.comparison
    if asked is None or (asked.left, asked.right) != form.question:
        yield Failure(len(trace.steps), OTHER)


def asked_of_ledger(trace: Trace, question: LedgerQuestion, form: SizeLedger) -> Iterator[Failure]:
    """Yield failures if a trace is not about a ledger and the two objects asked about."""
    yield from check_ledger(trace, form)
    names = {item.id: item.name for item in trace.objects}
    asked = trace.conclusion.comparison
    if asked is None or (names[asked.left], names[asked.right]) != (question.a, question.b):
        yield Failure(len(trace.steps), OTHER)


def asked_of_base(trace: Trace, question: BaseQuestion, form: Snapshot) -> Iterator[Failure]:
    """Yield failures if a trace is not about a belief base and its goal."""
    yield from check_texts(trace, question)
    yield from check_snapshot(trace, form, question.goal)
    known = {atom.id: atom.gloss for atom in question.atoms}
    if any(known.get(atom.id, atom.gloss) != atom.gloss for atom in trace.atoms):
        yield Failure(0, "what its symbols stand for is not what the question says")


# --- premises -----------------------------------------------------------------------------------------------


def asked_of_premises(trace: Trace, question: Question, form: Premises) -> Iterator[Failure]:
    """Yield failures if a trace is not about some premises, those that arrived last, and what is asked."""
    goal: FormulaNode | None = None
    new: frozenset[str] | None = None
    match question:
        case PremisesQuestion():
            goal, new = question.asked(), frozenset(question.new)
        case WeighingQuestion():
            goal = question.asked()
        case ChoiceQuestion() if trace.task == "evidence":
            # Evidence for an option was weighed on the question whether that option holds.
            yield from check_read(trace, form)
            if trace.conclusion.goal not in [query.formula for query in form.queries if not query.open]:
                yield Failure(len(trace.steps), OTHER)
            return
        case ChoiceQuestion():
            goal, new = trace.conclusion.goal, _from(form, question.arriving)
            if goal not in [said for query in form.queries for said in (query.formula, Not(query.formula))]:
                yield Failure(len(trace.steps), OTHER)
        case RevisionQuestion():
            goal, new = question.goal(form), _from(form, question.arriving)
        case EntailmentQuestion() | EvidenceQuestion():
            goal, new = question.goal(form), frozenset()
        case _:
            pass
    yield from check_read(trace, form, new)
    if goal is None:
        yield from _belief_in_question(trace)
    elif trace.conclusion.goal != goal:
        yield Failure(len(trace.steps), OTHER)


def _from(form: Premises, source: str | None) -> frozenset[str]:
    if source is None:
        return frozenset()
    return frozenset(s.id for s in form.statements if s.span is not None and s.span.source == source)


def _belief_in_question(trace: Trace) -> Iterator[Failure]:
    """Yield failures if an unnamed goal is not the only literal that followed before without being stated."""
    last, end = trace.conclusion, len(trace.steps)
    old = {s.claim for s in trace.steps if isinstance(s, PremiseStep) and not s.new}
    goal = last.goal
    literal = isinstance(goal, Atom) or (isinstance(goal, Not) and isinstance(goal.arg, Atom))
    if goal is None or not literal or goal in old or last.before is not Verdict.ENTAILED:
        yield Failure(end, "it is not about a literal that followed before and was not stated")
        return
    before = [s for s in trace.steps if isinstance(s, SolverStep) and s.phase == "before"]
    about = goal.arg if isinstance(goal, Not) else goal
    readings = []
    for step in before:
        claims = [trace.steps[n - 1] for n in step.theory]
        readings.append([s.claim for s in claims if isinstance(s, PremiseStep | RuleStep)])
    for declared in trace.atoms:
        atom = Atom(declared.id)
        if atom != about and atom not in old and Not(atom) not in old:
            for literal_ in (atom, Not(atom)):
                if all(not _possible([*theory, Not(literal_)]) for theory in readings):
                    yield Failure(end, f"`{literal_}` followed before as well: no one belief is in question")


def _possible(formulas: list[FormulaNode]) -> bool:
    return Search(formulas).model(range(len(formulas))) is not None


# --- stories ------------------------------------------------------------------------------------------------


def asked_of_story(trace: Trace, question: StateQuestion | StoryQuestion, form: Story) -> Iterator[Failure]:
    """Yield failures if a trace is not about a story and what is asked."""
    yield from check_telling(trace, form)
    yield from _moment(trace, question)
    ask = trace.steps[1]
    if isinstance(ask, AskStep) and ask.queries != asked_of(form, question.places(form)):
        yield Failure(2, OTHER)


def _moment(trace: Trace, question: StateQuestion | StoryQuestion) -> Iterator[Failure]:
    ask = trace.steps[1] if len(trace.steps) > 1 else None
    if isinstance(ask, AskStep):
        for name in ("support", "context", "when"):
            said, asked = getattr(ask, name), getattr(question, name)
            asked = tuple(sorted(set(asked))) if name == "support" else asked
            if said != asked:
                yield Failure(2, f"its {name} is {said}, that of the question is {asked}")


# --- dialogues ----------------------------------------------------------------------------------------------


def asked_of_dialogue(trace: Trace, question: Question, form: DialogueFacts) -> Iterator[Failure]:
    """Yield failures if a trace is not about the facts of a dialogue and what is asked."""
    yield from check_facts_form(trace, form)
    end = len(trace.steps)
    used = [trace.steps[n - 1] for n in trace.conclusion.uses]
    balance = next((step for step in trace.steps if isinstance(step, BalanceStep)), None)
    tried = [step for step in trace.steps if isinstance(step, ReplacementStep)]
    caused = any(isinstance(step, ChainStep | ReachStep) for step in used)
    rules: tuple[Contraries | Exclusion, ...] = ()
    match question:
        case SlotQuestion():
            asked = (question.phrase1, question.phrase2, question.options)
            if balance is None or asked != (
                balance.subject,
                balance.value,
                tuple(option.text for option in balance.options),
            ):
                yield Failure(end, OTHER)
            return
        case CauseQuestion():
            ends = used[0] if used else None
            if not isinstance(ends, ChainStep | ReachStep):
                yield Failure(end, OTHER)
                return
            for name, words in ((ends.cause, question.cause), (ends.effect, question.effect)):
                if name not in _named(trace, words):
                    yield Failure(end, f"`{words}` names another phrase than `{name}`")
            return
        case ConflictPhraseQuestion():
            rules = question.rules
            foreign = [step.phrase for step in tried] != list(question.candidates)
            foreign = (
                foreign if tried else trace.verdict is not Verdict.UNKNOWN or not trace.conclusion.reason
            )
        case ConsistencyQuestion():
            rules = question.rules
            retracted = any(isinstance(step, RetractionStep) for step in trace.steps)
            foreign = bool(tried) or trace.verdict is Verdict.UNKNOWN
            if question.policy == "report":
                foreign = foreign or retracted
            else:
                foreign = foreign or trace.verdict is not Verdict.ENTAILED
        case _:
            foreign = True
    if foreign or caused or balance is not None:
        yield Failure(end, OTHER)
        return
    yield from _by_rules(trace, rules)


def _named(trace: Trace, words: str) -> set[str]:
    """Return the ids of the phrases that an id, full words, or words unique to a phrase can name."""
    phrases = {phrase.id: phrase for phrase in trace.phrases}
    if words in phrases:
        return {name for name, phrase in phrases.items() if referent(phrase) == referent(phrases[words])}
    wanted = plain(words)
    exact = {
        referent(phrase)
        for phrase in trace.phrases
        if wanted in (plain(phrase.text), plain(f"{phrase.speaker}{phrase.text}"))
    }
    keys = exact or {referent(phrase) for phrase in trace.phrases if wanted and wanted in plain(phrase.text)}
    return {name for name, phrase in phrases.items() if referent(phrase) in keys} if len(keys) == 1 else set()


def _by_rules(trace: Trace, rules: tuple[Contraries | Exclusion, ...]) -> Iterator[Failure]:
    """Yield failures if a trace uses a rule that was not given, or overlooks one that was."""
    for number, step in enumerate(trace.steps, 1):
        if isinstance(step, ConstraintStep) and step.origin == "given" and step.rule not in rules:
            yield Failure(number, f"nobody gave the rule `{step.rule.id}`")
    if not rules:
        return
    facts = {n: step.fact for n, step in enumerate(trace.steps, 1) if isinstance(step, FactStep)}
    judge = Facts(trace.phrases)
    everything = [*ontology_rules().values(), *commonsense_rules().values(), *rules]
    for number, step in enumerate(trace.steps, 1):
        standing = set()
        if isinstance(step, ConsistencyStep):
            standing = set(step.facts)
        elif isinstance(step, ReplacementStep) and not step.left:
            standing = facts.keys() - set(step.without)
        if judge.broken([fact for n, fact in facts.items() if n in standing], everything):
            yield Failure(number, "by the rules that were given, its facts cannot all hold")
