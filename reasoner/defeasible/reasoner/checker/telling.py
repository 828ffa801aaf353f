"""Compare a story trace with its story."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.trace import AssumptionStep
from defeasible.reasoner.trace.steps import AskStep, CastStep, HappeningStep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from defeasible.reasoner.forms import Story
    from defeasible.reasoner.trace import Trace


def check_telling(trace: Trace, story: Story) -> Iterator[Failure]:
    """Yield failures if a trace states anything but its story, or is about another question."""
    if trace.sources != story.sources:
        yield Failure(0, "its source texts are not the form's")
    cast, ask = trace.steps[0], trace.steps[1]
    if not isinstance(cast, CastStep) or not isinstance(ask, AskStep):
        return
    if cast.participants != story.participants:
        yield Failure(1, "its participants are not the form's")
    if not set(ask.queries) <= set(story.queries):
        yield Failure(2, "it answers another question than the form asks")
    counted = [h for h in story.happenings if ask.context or not ask.support or h.line in ask.support]
    told = [(n, step) for n, step in enumerate(trace.steps, 1) if isinstance(step, HappeningStep)]
    if len(told) != len(counted):
        yield Failure(0, f"it tells {len(told)} happenings, the form has {len(counted)} that count")
    for (number, step), happening in zip(told, counted, strict=False):
        if step.happening != happening:
            yield Failure(number, f"`{happening.id}` of the form is something else")
    unread = [f"line {line} was not understood" for line in story.unread]
    said = [step.reason for step in trace.steps if isinstance(step, AssumptionStep)]
    if said != unread:
        yield Failure(0, "the lines that were not understood are not those of the form")
