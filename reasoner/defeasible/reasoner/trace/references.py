"""Which earlier steps a step rests on, for all that walk a trace: graph, checker, renderers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from defeasible.reasoner.trace.steps import Step


def references(step: Step) -> tuple[int, ...]:
    """Return the numbers of all earlier steps that a step names, in order, without repeats."""
    return tuple(dict.fromkeys(step.rests_on()))
