"""Print the steps of story traces."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from defeasible.reasoner.forms import Event, State
from defeasible.reasoner.forms.story import BEGUN, IMPLIED
from defeasible.reasoner.logic import And, Atom, Iff, Implies, Not, Or
from defeasible.reasoner.trace.render.common import numbers
from defeasible.reasoner.trace.steps import (
    AskStep,
    CastStep,
    EditStep,
    HappeningStep,
    HoldsStep,
    LawStep,
    StoryStep,
    WeighingStep,
)
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.trace.render.names import Names
    from defeasible.reasoner.trace.steps import Side


def lines(step: StoryStep, names: Names) -> list[str]:
    """Return the lines of one step, without its number: first its content, then its reasons."""
    match step:
        case CastStep():
            shown = (f"{person.name} ({person.id}, {person.kind})" for person in step.participants)
            return [f"participants  {', '.join(shown) or 'none'}"]
        case AskStep():
            return _ask(step, names)
        case HappeningStep():
            return _happening(step, names)
        case LawStep():
            usual = "" if step.weight is None else f"  (usual, weight {step.weight:.2f})"
            label = step.law if step.law in ("persistence", "implicature") else f"law {step.law}"
            return [f"{label}  {in_words(step.claim, names)}{usual}", step.reason]
        case WeighingStep():
            return _weighing(step, names)
        case HoldsStep():
            return [f"so  {in_words(step.claim, names)}", f"from {numbers(step.uses)}"]
        case EditStep():
            return _edits(step, names)
        case _:
            assert_never(step)


def in_words(formula: FormulaNode, names: Names) -> str:
    """Return a formula with the glosses of its atoms in quotes."""
    match formula:
        case Atom(name):
            return f"[{names.glosses.get(name, name)}]"
        case Not(arg):
            return f"not {in_words(arg, names)}"
        case And(args):
            return " and ".join(in_words(arg, names) for arg in args) or "true"
        case Or(args):
            return " or ".join(in_words(arg, names) for arg in args) or "false"
        case Implies(left, right):
            return f"{in_words(left, names)} -> {in_words(right, names)}"
        case Iff(left, right):
            return f"{in_words(left, names)} <-> {in_words(right, names)}"


def _ask(step: AskStep, names: Names) -> list[str]:
    about = "the whole story"
    if step.support:
        about = f"lines {numbers(step.support)}{'' if step.context else ' alone'}"
    begun = any(BEGUN in query.cue for query in step.queries)
    when = "at any moment" if begun or step.when == "ever" else "at its end"
    for query in step.queries:
        if isinstance(query, State) and query.when:
            when = f"{query.when[0]} {query.when[1]}"
    return [
        f"asked  of {about}, {when}",
        *(line for query in step.queries for line in names.words(query.span)),
    ]


def _happening(step: HappeningStep, names: Names) -> list[str]:
    item = step.happening
    what = "event" if isinstance(item, Event) else "state"
    mood = IMPLIED if isinstance(item, Event) else item.mood  # other events are told, at least
    claim = f"asserts nothing: {mood}" if step.claim is None else in_words(step.claim, names)
    cue = [f"read as {item.cue}"] if item.cue else []
    return [f"line {item.line}, {what} {item.id}  {claim}", *names.words(item.span), *cue]


def _weighing(step: WeighingStep, names: Names) -> list[str]:
    goal = in_words(step.goal, names)
    label = f"without {step.without}: " if step.without else ""
    if step.pro is None or step.contra is None:
        return [f"{label}{goal}: {step.verdict}"]
    result = {
        Verdict.ENTAILED: f"{goal}  holds in all best worlds",
        Verdict.REFUTED: f"{goal}  holds in no best world",
        Verdict.UNKNOWN: f"{goal}  is open: it holds in some best worlds and not in others",
        Verdict.INCONSISTENT: "the statements contradict each other",
    }.get(step.verdict, str(step.verdict))
    return [
        f"{label}{result}",
        f"for it: {_side(step.pro)}",
        f"against it: {_side(step.contra)}",
        f"{step.engine}, asked of {numbers(step.theory)}",
    ]


def _side(side: Side) -> str:
    cores = "; ".join(numbers(core) for core in side.cores)
    if side.cost is None:
        return f"impossible, by {cores}"
    given_up = (
        f"gives up {numbers(side.broken)} (weight {side.cost:.2f})" if side.broken else "gives up nothing"
    )
    return f"{given_up}, because of {cores}" if cores else given_up


def _edits(step: EditStep, names: Names) -> list[str]:
    if not step.edits:
        return [f"{in_words(step.goal, names)}  is impossible, by {numbers(step.cores[0])}"]
    shown = [f"change {numbers(edit.changed)}" for edit in step.edits]
    because = [f"because of {numbers(core)}" for core in step.cores]
    return [f"for {in_words(step.goal, names)}: {', or '.join(shown)}", *because]
