"""`LOGIC`: the functions that check the traces of each task and compute their confidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from defeasible.reasoner.checker import comparisons, equivalence
from defeasible.reasoner.checker.answer import check_answer
from defeasible.reasoner.checker.asked import (
    asked_of_base,
    asked_of_dialogue,
    asked_of_ledger,
    asked_of_premises,
    asked_of_sizes,
    asked_of_story,
    check_texts,
)
from defeasible.reasoner.checker.base import check_base
from defeasible.reasoner.checker.belief import check_belief
from defeasible.reasoner.checker.comparisons import check_comparisons
from defeasible.reasoner.checker.dialogue import check_dialogue
from defeasible.reasoner.checker.equivalence import check_equivalence, check_readings
from defeasible.reasoner.checker.size import check_size
from defeasible.reasoner.checker.story import check_story
from defeasible.reasoner.checker.weighing import check_weighing
from defeasible.reasoner.checker.weights import (
    certain,
    of_base,
    of_comparisons,
    of_dialogue,
    of_optima,
    of_readings,
    of_roles,
    of_sizes,
    of_story,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from defeasible.reasoner.checker.report import Failure
    from defeasible.reasoner.trace import Task, Trace


def _nothing(_trace: Trace) -> tuple[Failure, ...]:
    return ()


class Logic(NamedTuple):
    """The checks of the traces of one task."""

    steps: Callable[[Trace], Iterable[Failure]]
    """Checks every step, by the trace alone."""
    asked: Callable[[Trace, Any, Any], Iterable[Failure]]
    """Yields failures if a trace with valid steps is not about what a question asks about its form.

    The form is the reading of the question's texts, or the form that it is about; `FAMILIES` has its type.
    """
    confidence: Callable[[Trace], float | None] = certain
    """Computes the confidence from the weights; None if the trace shows too little."""
    unseen: Callable[[Trace], Iterable[Failure]] = _nothing
    """Yields the steps that cannot be verified by the trace alone."""


LOGIC: dict[Task, Logic] = {
    "belief": Logic(check_belief, asked_of_premises, of_roles),
    "evidence": Logic(check_weighing, asked_of_premises, of_optima),
    "base": Logic(check_base, asked_of_base, of_base),
    "size": Logic(check_size, asked_of_sizes, of_sizes),
    "comparisons": Logic(check_comparisons, asked_of_ledger, of_comparisons, comparisons.unseen),
    "story": Logic(check_story, asked_of_story, of_story),
    "dialogue": Logic(check_dialogue, asked_of_dialogue, of_dialogue),
    "equivalence": Logic(
        check_equivalence,
        lambda trace, _, forms: check_readings(trace, *forms),
        of_readings,
        equivalence.unseen,
    ),
    "answer": Logic(check_answer, lambda trace, question, _: check_texts(trace, question)),
}
