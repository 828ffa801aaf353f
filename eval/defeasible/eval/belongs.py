"""Whether a proof belongs to a logged answer: it speaks of the item's text and concludes that very answer.

A trace may hold up and yet prove something else. Its sources must be the texts that were asked, its verdict
the logged one. Where the parser is at hand, the question is read again, and the trace must state what is read
and conclude what was answered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from defeasible.eval.pipelines import HYBRID, NEURAL, SYMBOLIC, Settings
from defeasible.eval.runlog import DecisionEvent, Manifest
from defeasible.reasoner.checker import Failure
from defeasible.reasoner.forms import Premises, Story, Unparsed
from defeasible.reasoner.logic import FormulaNode, negate
from defeasible.reasoner.parsing import Parser
from defeasible.reasoner.question import ChoiceQuestion, Question, SizeQuestion
from defeasible.reasoner.trace import PathStep, PremiseStep, Trace
from defeasible.reasoner.trace.steps import AnswerStep
from defeasible.reasoner.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Basis:
    """What the answers of a run may rest on."""

    parser: Parser | None = None
    """Reads the questions again; None where what read them is not at hand."""
    proofs: bool = True
    """Whether answers may be proved."""
    alone: bool = False
    """Whether a language model may answer by itself: in `hybrid` only where the text is not understood."""

    @staticmethod
    def of(manifest: Manifest) -> Basis:
        """Return what the answers of a run may rest on; of pipelines of others, that they are proved."""
        name = manifest.pipeline
        if name == NEURAL:
            return Basis(proofs=False, alone=True)
        if name not in (SYMBOLIC, HYBRID):
            return Basis()
        parser = None
        if Settings.of_log(manifest.config).reading(name) == "grammar":
            from defeasible.reasoner.grammar import GrammarParser  # noqa: PLC0415 - imports spaCy

            parser = GrammarParser()
        return Basis(parser, alone=name == HYBRID)


def misfits(
    question: Question,
    event: DecisionEvent,
    trace: Trace,
    form: object,
    basis: Basis,
) -> Iterator[Failure]:
    """Yield where a trace that holds up is not the proof of a logged answer to a question.

    Args:
        question: The item.
        event: The logged decision.
        trace: Its trace, verified.
        form: The question as read again; None where no parser is at hand.
        basis: What the answers of the run may rest on.
    """
    if set(trace.sources) != set(question.sources):
        yield Failure(0, "its sources are not the texts of the item")
        return
    yield from _arrival(question, trace)
    last, end = trace.conclusion, len(trace.steps)
    for name, logged, proved in (
        ("verdict", event.verdict, last.verdict),
        ("before", event.before, last.before),
        ("change", event.change, last.change),
    ):
        if logged != proved:
            yield Failure(end, f"it concludes {name} {proved}, but the log says {logged}")
    if last.verdict is Verdict.UNPROVED:
        yield from _alone(event, trace, form, basis)
    elif not basis.proofs:
        yield Failure(
            end, f"it concludes {last.verdict}, but in this run a model answers and nothing is proved"
        )
    elif isinstance(form, Unparsed) != (last.verdict is Verdict.UNPARSED) and form is not None:
        yield Failure(end, f"it concludes {last.verdict}, but {_read(form)} when it is read again")
    elif not last.verdict.decided or last.verdict is Verdict.INCONSISTENT:
        if event.answer is not None:
            yield Failure(end, f"it proves no answer, but the log says `{event.answer}`")
    elif form is not None and event.answer not in (possible := _answers(question, trace, form)):
        found = " or ".join(f"`{answer}`" if answer else "no answer" for answer in possible)
        logged_answer = "no answer" if event.answer is None else f"`{event.answer}`"
        yield Failure(end, f"it proves {found}, but the log says {logged_answer}")


def _alone(event: DecisionEvent, trace: Trace, form: object, basis: Basis) -> Iterator[Failure]:
    """Yield where a model may not have answered by itself, or answered something else."""
    end = len(trace.steps)
    if not basis.alone:
        yield Failure(end, "it proves nothing, and in this run no model answers by itself")
    elif basis.proofs and form is not None and not isinstance(form, Unparsed | Story):
        yield Failure(end, "a model answered alone, but the text is understood when it is read again")
    said = trace.steps[0]
    chosen = said.answer(trace.sources) if isinstance(said, AnswerStep) else None
    if chosen != event.answer:
        yield Failure(1, f"the model chose {chosen!r}, but the log says {event.answer!r}")


def _arrival(question: Question, trace: Trace) -> Iterator[Failure]:
    """Yield each premise that is marked as the new one and is not, or the other way round."""
    arrived = question.arriving if isinstance(question, ChoiceQuestion) else None
    for number, step in enumerate(trace.steps, 1):
        if isinstance(step, PremiseStep) and step.span is not None:
            is_new = step.span.source == arrived
            if step.new != is_new:
                yield Failure(number, f"its premise is {'' if is_new else 'not '}the one that arrived last")


def _read(form: object) -> str:
    return "the text is not understood" if isinstance(form, Unparsed) else "the text is understood"


def _answers(question: Question, trace: Trace, form: object) -> tuple[str | None, ...]:
    """Return the answers that a proof leaves possible: one, unless an option is not what it is about."""
    if isinstance(question, SizeQuestion):
        return (_bigger(question, trace),)
    if not isinstance(question, ChoiceQuestion) or not isinstance(form, Premises):
        return (None,)
    verdict = trace.verdict
    known: dict[FormulaNode, Verdict] = {}
    if trace.conclusion.goal is not None:
        known = {
            trace.conclusion.goal: verdict,
            negate(trace.conclusion.goal): verdict.opposite,
        }
    follow: list[str] = []
    unproved: list[str] = []
    for option, query in zip(question.options, form.queries, strict=True):
        if query.formula not in known:
            unproved.append(option)
        elif known[query.formula] is (Verdict.UNKNOWN if query.open else Verdict.ENTAILED):
            follow.append(option)
    alone = follow[0] if len(follow) == 1 else None
    # Another option that follows as well would leave no answer; alone, it would be the answer.
    return (alone, None, *(unproved if not follow else ())) if unproved else (alone,)


def _bigger(question: SizeQuestion, trace: Trace) -> str | None:
    last = trace.conclusion
    used = [trace.steps[number - 1] for number in last.uses]
    strict = any(isinstance(step, PathStep) and step.strict for step in used)
    if last.verdict is Verdict.ENTAILED:
        return question.options[0]
    # Not bigger, but perhaps as big: only a strict path makes the other one bigger.
    return question.options[1] if last.verdict is Verdict.REFUTED and strict else None
