"""Check that a trace uses only atoms that it declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.checker.truth import collect_atoms
from defeasible.reasoner.trace import ConclusionStep, PremiseStep, SolverStep

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from defeasible.reasoner.trace import Step, Trace


def undeclared(trace: Trace, declared: AbstractSet[str]) -> Iterator[Failure]:
    """Yield the steps of a belief or base trace that use an undeclared atom."""
    for number, step in enumerate(trace.steps, 1):
        named: dict[str, None] = {}
        _collect(step, named)
        if not named.keys() <= declared:
            yield Failure(number, "it uses an atom that is not declared")


def _collect(step: Step, into: dict[str, None]) -> None:
    """Add the atoms that a step uses to an ordered set; for a rule, those of what it weakens."""
    if isinstance(step, PremiseStep):
        collect_atoms(step.claim, into)
    elif isinstance(step, SolverStep):
        for model in step.models:
            into.update(dict.fromkeys(model))
    elif isinstance(step, ConclusionStep) and step.goal is not None:
        collect_atoms(step.goal, into)
