"""The kinds of heads, and the features of each, by task."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from defeasible.eval.cases import Case
from defeasible.eval.fitting.learn import Example
from defeasible.eval.metrics import Metrics
from defeasible.eval.tasks import TASKS, Task
from defeasible.reasoner.errors import UsageError

Scores = Sequence[Sequence[float]]
"""Scores of each candidate of each example."""


def _nothing(_examples: Sequence[Example], _scores: Scores) -> Metrics:
    return {}


@dataclass(frozen=True, slots=True)
class Kind:
    """How heads of one kind are fitted."""

    sets: tuple[str, ...]
    """Sets of features to choose from; the first is the default."""
    examples: Callable[[Sequence[Case[Any]], str], list[Example]]
    """Returns the examples of the cases that can be read, with a set of features."""
    use: str
    """The option of `run` that takes the file."""
    strengths: tuple[float, ...] = (0.1, 1.0)
    """Candidates for the inverse strength of the penalty."""
    rare: float = 0.0
    """Features in a smaller share of the examples get no weight."""
    balanced: bool = False
    """Whether all strata have equal weight."""
    ties: bool = True
    """Whether a tie for the highest score is answered with the first candidate, or not at all."""
    more: Callable[[Sequence[Example], Scores], Metrics] = _nothing
    """Computes further metrics from out-of-fold scores."""


def kind_of(task: Task) -> Kind:
    """Return how heads for a task are fitted.

    Raises:
        UsageError: If there is no such kind.
    """
    from defeasible.eval.fitting import clauses, options, roles  # noqa: PLC0415 - import what they read with

    kinds: Mapping[str, Kind] = {
        **{known.name: options.KIND for known in TASKS.values() if options.fits(known)},
        **dict.fromkeys(clauses.TASKS, clauses.KIND),
        roles.TASK: roles.KIND,
    }
    if task.name not in kinds:
        raise UsageError(f"cannot fit a head on `{task.name}`", hint=f"choose from {', '.join(kinds)}")
    return kinds[task.name]
