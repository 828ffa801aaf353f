"""Print the steps of dialogue traces; quotations stay in the language of the dialogue."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, assert_never

from defeasible.reasoner.forms import Constraint, Contraries, Exclusion
from defeasible.reasoner.trace.render.common import numbers
from defeasible.reasoner.trace.steps import (
    BalanceStep,
    ChainStep,
    ConflictStep,
    ConsistencyStep,
    ConstraintStep,
    CueStep,
    DialogueSteps,
    FactStep,
    ReachStep,
    ReplacementStep,
)

if TYPE_CHECKING:
    from defeasible.reasoner.forms import DialogueFact
    from defeasible.reasoner.trace.render.names import Names

_HAN = re.compile(r"[\u3400-\u9fff]")


def lines(step: DialogueSteps, names: Names) -> list[str]:
    """Return the lines of one step, without its number: first its content, then its reasons."""
    match step:
        case FactStep(fact):
            cue = [f"read as {fact.cue}"] if fact.cue else []
            return [f"fact  {_fact(fact, names)}", *names.words(fact.span), *cue]
        case ConstraintStep():
            return _constraint(step, names)
        case ConflictStep():
            by = f"by {numbers(step.by)}" if step.by else "one denies the other"
            return [f"conflict  {numbers(step.facts)} cannot all hold", by]
        case ConsistencyStep():
            return [f"consistent  {numbers(step.facts)} can all hold"]
        case ReplacementStep():
            left = f"conflict {numbers(step.left)} is left" if step.left else "the rest can hold"
            return [f"without `{step.phrase}`  {left}", f"taken out: {numbers(step.without)}"]
        case ChainStep():
            ends = f"{_text(step.cause, names)} -> {_text(step.effect, names)}"
            return [f"leads to  {ends}", f"along {numbers(step.along)}"]
        case ReachStep():
            ends = f"{_text(step.cause, names)} -/-> {_text(step.effect, names)}"
            others = [_text(name, names) for name in step.reached if name != step.cause]
            reached = "; ".join(others) or "nothing"
            return [f"does not lead to  {ends}", f"it leads to {reached}"]
        case CueStep():
            by = f" by {numbers(step.by)}" if step.by else ""
            found = f"`{step.words}` in the {step.where}" if step.words else "by itself"
            label = _label(step.slot, names)
            return [f"cue  {label}  (weight {step.weight:.2f}, {step.status}{by})", f"{step.cue}: {found}"]
        case BalanceStep():
            head = "if it were otherwise: " if step.flipped else ""
            weighed = ", ".join(f"{option.text} {option.weight:.2f}" for option in step.options)
            best = " or ".join(step.best)
            return [f"{head}weighed  {best}  ({step.subject} / {step.value})", weighed]
        case _:
            assert_never(step)


def _fact(fact: DialogueFact, names: Names) -> str:
    sign = "=" if fact.polarity else "≠"
    label = _label(fact.slot, names)
    return f"[{_text(fact.subject, names)}]  {label} {sign} {_text(fact.value, names)}"


def _constraint(step: ConstraintStep, names: Names) -> list[str]:
    rule = step.rule
    match rule:
        case Constraint():
            slots = "; ".join(_label(slot, names) for slot in rule.slots)
            what, note = f"{rule.kind}  {slots}", rule.note_zh if _chinese(names) else rule.note_en
        case Contraries():
            sides = (", ".join(word or "(nothing)" for word in side) for side in rule.sides)
            what, note = f"contraries  {' / '.join(sides)}", ""
        case Exclusion():
            slots = "; ".join(_label(pattern.slot, names) for pattern in rule.patterns)
            what, note = f"exclusion  {slots}", rule.note_zh if _chinese(names) else rule.note_en
        case _:
            assert_never(rule)
    return [f"{what}  ({step.origin}: {rule.id})", *([note] if note else [])]


def _text(phrase: str, names: Names) -> str:
    return names.phrases.get(phrase, phrase)


def _label(slot: str, names: Names) -> str:
    from defeasible.reasoner.dialogue.language import label  # noqa: PLC0415 - its package imports traces

    return label(slot, "zh" if _chinese(names) else "en")


def _chinese(names: Names) -> bool:
    texts = [source.text for source in names.sources] or list(names.phrases.values())
    return any(_HAN.search(text) for text in texts)
