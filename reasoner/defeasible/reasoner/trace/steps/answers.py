"""The steps of answer traces: what a language model says, what weights rank. Nothing proves either."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Literal

from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.text import Source
    from defeasible.reasoner.trace.steps import Step

LEAST = 1e-12
"""Smallest share whose logarithm is taken."""


@dataclass(frozen=True, slots=True)
class AnswerStep(Record):
    """Which option a language model chose, and how sure it was of each; or what it wrote. No proof."""

    model: str
    """What answered, by its address."""
    way: Literal["generate", "score"]
    """Whether it wrote the answer, or told how likely each option is."""
    shares: tuple[float, ...] = ()
    """Its probability of each option, in order; empty if it gave none, or wrote a text."""
    option: str | None = None
    """The source of the one option with the largest share, or the option itself where it is no source; None
    without shares, or where several share it."""
    words: str = ""
    """What it wrote for its answer."""
    failure: str = ""
    """Why there is no answer."""
    options: tuple[str, ...] = ()
    """What it chose from, where that is not what the sources `q1`, `q2`, ... say: `("yes", "no")`."""
    kind: Literal["answer"] = "answer"

    def answer(self, sources: Sequence[Source]) -> str | None:
        """Return what it answered, word for word: an option, a text, or None.

        Args:
            sources: Those of the trace.
        """
        if self.shares:
            texts = {source.id: source.text for source in sources}
            return self.option if self.options or self.option is None else texts.get(self.option)
        return None if self.failure else self.words

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return ()


@dataclass(frozen=True, slots=True)
class Ranked(Record):
    """One possible answer, made of words of the sources."""

    text: str
    spans: tuple[Span, ...]
    """The words it was made of."""
    share: float
    """Its part of exp(score) among all that was ranked, 0 to 1: how clearly it stands out."""
    reasons: tuple[str, ...] = ()
    """What spoke for it or against it, the heaviest first."""


@dataclass(frozen=True, slots=True)
class RankingStep(Record):
    """Which words of the sources most likely answer a question, by weights of features. No proof."""

    by: str
    """Whose weights: `hand`, `fitted`; `stated` for what the sources say outright."""
    ranked: tuple[Ranked, ...]
    """The best first; texts differ."""
    kind: Literal["ranking"] = "ranking"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names: none."""
        return ()


def spoken(steps: Sequence[Step], sources: Sequence[Source]) -> str | None:
    """Return what an answer trace answers, word for word.

    That is what a model said; or the best of what was ranked, and nothing if the conclusion has a reason why;
    or, where a model told how likely it finds each of what was ranked, the one with the largest product of
    both shares (the first among equals).

    Args:
        steps: Those of the trace.
        sources: Those of the trace.
    """
    first, second, *_ = steps
    if isinstance(first, AnswerStep):
        return first.answer(sources)
    if not isinstance(first, RankingStep):
        return None
    if not isinstance(second, AnswerStep):
        return None if getattr(second, "reason", "") else first.ranked[0].text
    both = [
        log(max(one.share, LEAST)) + log(max(share, LEAST))
        for one, share in zip(first.ranked, second.shares, strict=True)
    ]
    return first.ranked[both.index(max(both))].text
