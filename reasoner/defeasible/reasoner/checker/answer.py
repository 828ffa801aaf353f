"""Check an answer trace: it must say who answered, a model or weights, and claim nothing else.

For words ranked by weights it checks that the sources contain them, not that the ranking is right.
"""

from __future__ import annotations

from math import fsum, isfinite, log
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.trace.steps import AnswerStep, ConclusionStep, RankingStep
from defeasible.reasoner.trace.steps.answers import LEAST
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from defeasible.reasoner.trace import Trace

WHOLE = 1e-6
"""Tolerance for the sum of shares, which should be 1."""


def check_answer(trace: Trace) -> Iterator[Failure]:
    """Yield the wrong or unsupported claims of an answer trace."""
    *said, last = trace.steps
    kinds = [type(step) for step in said]
    if kinds not in ([AnswerStep], [RankingStep], [RankingStep, AnswerStep]):
        what = (
            "one answer of a model, or one ranking and perhaps what a model finds of it, and the conclusion"
        )
        yield Failure(len(trace.steps), f"it must be {what}")
        return
    if trace.atoms or trace.objects or trace.phrases:
        yield Failure(0, "it declares symbols, but states nothing of them")
    end, uses = len(trace.steps), tuple(range(1, len(trace.steps)))
    reason = trace.conclusion.reason
    if last != ConclusionStep(Verdict.UNPROVED, uses, reason=reason):
        yield Failure(end, f"what nobody proves is {Verdict.UNPROVED}, and shows nothing else")
    ranked: tuple[str, ...] = ()
    for number, step in enumerate(said, 1):
        if isinstance(step, RankingStep):
            ranked = tuple(one.text for one in step.ranked)
            if problem := _misranked(step, trace):
                yield Failure(number, problem)
        elif isinstance(step, AnswerStep):
            options = list(step.options) or [s.id for s in trace.sources if s.id.startswith("q")]
            if problem := _problem(step, options):
                yield Failure(number, problem)
            elif ranked and (step.options != ranked or not step.shares):
                yield Failure(number, "it does not say how likely it finds each of what was ranked")
            elif (step.failure or (step.shares and step.option is None)) and not (ranked or reason):
                yield Failure(end, "a reason must say why there is no answer")


def answered(trace: Trace) -> str | None:
    """Return the answer of a valid answer trace: the words of a model, or the best candidate of a ranking.

    If a model gave its own shares of the ranked candidates, the best is the first one with the largest
    product of both shares. If the conclusion has a reason why the ranking alone does not decide, there is no
    answer.
    """
    first, second = trace.steps[0], trace.steps[1]
    if isinstance(first, AnswerStep):
        return first.answer(trace.sources)
    assert isinstance(first, RankingStep)
    best, most = first.ranked[0].text, float("-inf")
    if isinstance(second, AnswerStep):
        for one, share in zip(first.ranked, second.shares, strict=True):
            both = log(max(one.share, LEAST)) + log(max(share, LEAST))
            if both > most:
                best, most = one.text, both
    elif trace.conclusion.reason:
        return None
    return best


def _misranked(step: RankingStep, trace: Trace) -> str:
    if not step.by:
        return "it does not say whose weights rank"
    texts = [one.text for one in step.ranked]
    if not texts or "" in texts or len(set(texts)) < len(texts):
        return "it ranks nothing, an empty text, or one text twice"
    shares = [one.share for one in step.ranked]
    if (
        not all(isfinite(share) and 0 <= share <= 1 for share in shares)
        or fsum(shares) > 1 + len(texts) * WHOLE
    ):
        return "its shares are no parts of a whole"
    if shares != sorted(shares, reverse=True):
        return "the best does not stand first"
    lengths = {source.id: len(source.text) for source in trace.sources}
    for one in step.ranked:
        if not one.spans:
            return f"`{one.text}` is of no words of the sources"
        if any(not 0 <= span.start < span.end <= lengths.get(span.source, 0) for span in one.spans):
            return f"`{one.text}` is of words that the sources do not have"
    return ""


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
