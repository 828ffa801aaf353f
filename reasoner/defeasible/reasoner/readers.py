"""Two readers of one text: a reading on which both agree counts in full, any other reading less."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from defeasible.reasoner.equivalence import equivalent, separating_world
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import Unparsed
from defeasible.reasoner.parsing import Tried
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from defeasible.reasoner.parsing import Parser, Trial
    from defeasible.reasoner.question import Question


class Reading(NamedTuple):
    """The reading of a question."""

    form: Any
    """The form that is used, or `Unparsed`."""
    parser: Parser
    """The parser that read it."""
    apart: str = ""
    """How a second reader's reading differs; empty if it does not."""


def read(question: Question, parser: Parser, second: Parser | None, timeout: float) -> Reading:
    """Read a question, with two readers if there are two.

    The parser's reading is used. If it has none, the second reader's is used, unless that reader was tried on
    test texts and read fewer than nine of ten correctly.

    Args:
        question: The question; a question about forms needs no reading.
        parser: The first reader.
        second: A language model that reads as well, or None.
        timeout: Seconds for each solver check that compares readings.
    """
    first = question.read(parser)
    if second is None or not question.in_words:
        return Reading(first, parser)
    other = question.read(second)
    if isinstance(first, Unparsed):
        if isinstance(other, Unparsed):
            return Reading(first, parser)
        trial = _trial(second, other)
        if trial is not None and not trial.reliable:
            refused = f"{first.reason}; the language model, {trial}, alone reads it"
            return Reading(replace(first, reason=refused), parser)
        how = f"read by the language model alone, {trial or 'not tried yet'}; the parser: {first.reason}"
        return Reading(other, second, how)
    if isinstance(other, Unparsed):
        return Reading(first, parser, f"read by the parser alone; the language model: {other.reason}")
    how = _apart(first, other, timeout)
    return Reading(first, parser, how and f"read otherwise by the language model, reading 2: {how}")


def _trial(reader: Parser, read: Any) -> Trial | None:
    """Return a reader's trial on texts of the family that it read; None if it was not tried."""
    form = read[0] if isinstance(read, tuple) else read
    return reader.trials.get(form.family) if isinstance(reader, Tried) else None


def _apart(first: Any, second: Any, timeout: float) -> str:
    """Return how two readings of one question differ; empty if they are equivalent."""
    if isinstance(first, tuple):  # a question about two texts
        found = (_apart(one, other, timeout) for one, other in zip(first, second, strict=True))
        return next((how for how in found if how), "")
    try:
        decision = equivalent(first, second, timeout=timeout)
    except UsageError as error:
        return error.message
    if decision.verdict is Verdict.ENTAILED:
        return ""
    return separating_world(decision) or decision.reason
