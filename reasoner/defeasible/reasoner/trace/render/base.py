"""Print the steps of belief base traces."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from defeasible.reasoner.logic import render
from defeasible.reasoner.trace.render.common import numbers
from defeasible.reasoner.trace.steps.base import BaseStep, BaseSteps, Drop, OutcomeStep, SettlementStep
from defeasible.reasoner.trace.steps.defaults import ClosureStep, Override, Specific, ToleranceStep

if TYPE_CHECKING:
    from defeasible.reasoner.trace.render.names import Names

_SHOWN = 12


def lines(step: BaseSteps, _names: Names) -> list[str]:
    """Return the lines of one step, without its number: first its content, then its reasons."""
    match step:
        case BaseStep():
            others = step.statements - step.linked
            aside = f"; {others} speak of other things" if others else ""
            return [
                f"base  {step.statements} statements, {step.linked} linked to the goal{aside}",
                f"operator {step.operator}, sha256 {step.digest[:16]}",
            ]
        case SettlementStep():
            phase = _phase(step)
            return [
                f"{phase}believed  {_some(step.believed)}",
                *(_dropped(drop) for drop in step.dropped),
                f"{step.engine}, from the firmest down",
            ]
        case OutcomeStep():
            phase = _phase(step)
            worlds = " and ".join(f"{{{', '.join(model)}}}" for model in step.models)
            return [
                f"{phase}{render(step.goal)}: {step.verdict} over all best worlds, such as {worlds}",
                f"in all of them hold {_some(step.believed)}; not in all {_some(step.dropped)}",
                f"{step.engine}, operator {step.operator}",
            ]
        case ToleranceStep():
            phase = "if it were otherwise: " if step.phase == "flipped" else ""
            rules = f", with rules {numbers(step.rules)}" if step.rules else ""
            return [f"{phase}how specific defaults are{rules}", *map(_specific, step.defaults)]
        case ClosureStep():
            worlds = " and ".join(f"{{{', '.join(model)}}}" for model in step.models)
            return [
                f"{_phase(step)}{render(step.goal)}: {step.verdict} over all best worlds, such as {worlds}",
                *([f"defaults that hold  {_some(step.kept)}"] if step.kept else []),
                *map(_overridden, step.overridden),
                f"{step.engine}, the most specific first",
            ]
        case _:
            assert_never(step)


def _phase(step: SettlementStep | OutcomeStep | ClosureStep) -> str:
    if step.latest is not None:
        return f"if {step.latest} had arrived last: "
    return "if it were otherwise: " if step.phase == "flipped" else ""


def _some(steps: tuple[int, ...]) -> str:
    if len(steps) <= _SHOWN:
        return numbers(steps)
    return f"{numbers(steps[:_SHOWN])} and {len(steps) - _SHOWN} more"


def _specific(placed: Specific) -> str:
    if placed.rank is None:
        return f"{placed.step} has no rank: {numbers(placed.core)} exclude it wherever it applies"
    above = f", since {numbers(placed.core)} exclude it one rank below" if placed.core else ""
    return f"rank {placed.rank}  {placed.step}{above}"


def _overridden(item: Override) -> str:
    if not item.by:
        return f"overridden  {item.step}, which contradicts itself"
    if item.always:
        return f"overridden  {item.step}, by {numbers(item.by)}"
    return f"tied  {item.step}, against {numbers(item.by)}"


def _dropped(drop: Drop) -> str:
    if not drop.conflict:
        return f"not believed  {drop.step}, which contradicts itself"
    tied = f" (as firm as {numbers(drop.tied)}, but older)" if drop.tied else ""
    return f"not believed  {drop.step}, since it contradicts {numbers(drop.conflict)}{tied}"
