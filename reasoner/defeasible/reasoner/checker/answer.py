"""Checks an answer trace: that it says a language model answered, and claims nothing beyond that."""

from __future__ import annotations

from math import fsum, isfinite
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.trace.steps import AnswerStep, ConclusionStep
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from defeasible.reasoner.trace import Trace

WHOLE = 1e-6
"""How far shares may be from summing to 1."""


def check_answer(trace: Trace) -> Iterator[Failure]:
    """Yield what an answer trace says too much, or wrongly."""
    said, last = trace.steps[0], trace.conclusion
    if len(trace.steps) != 2 or not isinstance(said, AnswerStep):
        yield Failure(len(trace.steps), "it must be one answer of a model and the conclusion")
        return
    if trace.atoms or trace.objects or trace.phrases:
        yield Failure(0, "it declares symbols, but states nothing of them")
    if last != ConclusionStep(Verdict.UNPROVED, (1,), reason=last.reason):
        yield Failure(2, f"a model's own answer is {Verdict.UNPROVED}, and shows nothing else")
    options = list(said.options) or [s.id for s in trace.sources if s.id.startswith("q")]
    if problem := _problem(said, options):
        yield Failure(1, problem)
    elif (said.failure or (said.shares and said.option is None)) and not last.reason:
        yield Failure(2, "a reason must say why there is no answer")


def _problem(said: AnswerStep, options: list[str]) -> str:
    if not said.model:
        return "it does not say which model answered"
    if bool(said.failure) is bool(said.shares or said.words):
        return "it has either shares or a reason why there are none"
    if not said.shares:
        return "" if said.option is None else "it has no shares, but chose an option"
    if len(set(options)) < len(options):
        return "two options are the same"
    if len(said.shares) != len(options):
        return f"it has {len(said.shares)} shares of {len(options)} options"
    if not all(isfinite(share) and 0 <= share <= 1 for share in said.shares):
        return "a share is no probability"
    if abs(fsum(said.shares) - 1) > WHOLE:
        return f"its shares sum to {fsum(said.shares):g}"
    largest = [name for name, share in zip(options, said.shares, strict=True) if share == max(said.shares)]
    wanted = largest[0] if len(largest) == 1 else None
    if said.option != wanted:
        return f"it chose {said.option}, but the largest share is that of {wanted or ' and '.join(largest)}"
    return ""
