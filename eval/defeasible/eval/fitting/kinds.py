"""Which heads there are: what each sees of an item, by task."""

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
"""Of each candidate of each example."""


def _nothing(_examples: Sequence[Example], _scores: Scores) -> Metrics:
    return {}


@dataclass(frozen=True, slots=True)
class Kind:
    """How heads of one kind are fitted."""

    sets: tuple[str, ...]
    """Sets of features to choose from; the first is the usual one."""
    examples: Callable[[Sequence[Case[Any]], str], list[Example]]
    """What is seen of those cases that can be read, with a set of features."""
    use: str
    """The option of `run` that takes the file."""
    rare: float = 0.0
    """Features in a smaller share of the examples get no weight."""
    balanced: bool = False
    """Whether all strata count the same."""
    ties: bool = True
    """Whether the first of several candidates with the highest score is the answer, or none is."""
    more: Callable[[Sequence[Example], Scores], Metrics] = _nothing
    """Further numbers of out-of-fold scores."""


def kind_of(task: Task) -> Kind:
    """Return how a head of a task is fitted.

    Raises:
        UsageError: If there is none.
    """
    from defeasible.eval.fitting import clauses, options, roles  # noqa: PLC0415 - import what they read with

    kinds: Mapping[str, Kind] = {
        **{known.name: options.KIND for known in TASKS.values() if options.fits(known)},
        **dict.fromkeys(clauses.TASKS, clauses.KIND),
        roles.TASK: roles.KIND,
    }
    if task.name not in kinds:
        raise UsageError(f"no head is fitted on `{task.name}`", hint=f"one of {', '.join(kinds)}")
    return kinds[task.name]
