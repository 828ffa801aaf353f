"""The steps of answer traces: answers of a language model, and rankings by weights. Neither is a proof."""

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
    """The option that a language model chose, with its shares, or the text that it wrote. Not a proof."""

    model: str
    """The address of the model."""
    way: Literal["generate", "score"]
    """Whether it wrote the answer, or scored each option."""
    shares: tuple[float, ...] = ()
    """Its probability of each option, in order; empty if it gave none, or wrote a text."""
    option: str | None = None
    """The source of the option with the largest share, or the option itself if it is not a source; None
    without shares, or with several largest shares."""
    words: str = ""
    """The text that it wrote as its answer."""
    failure: str = ""
    """Why there is no answer."""
    options: tuple[str, ...] = ()
    """The options, if they are not the texts of the sources `q1`, `q2`, ...: `("yes", "no")`."""
    kind: Literal["answer"] = "answer"

    def answer(self, sources: Sequence[Source]) -> str | None:
        """Return the answer, word for word: an option, a text, or None.

        Args:
            sources: The sources of the trace.
        """
        if self.shares:
            texts = {source.id: source.text for source in sources}
            return self.option if self.options or self.option is None else texts.get(self.option)
        return None if self.failure else self.words

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return ()


@dataclass(frozen=True, slots=True)
class Ranked(Record):
    """One candidate answer, made of words of the sources."""

    text: str
    spans: tuple[Span, ...]
    """The words that it is made of."""
    share: float
    """Its share of the sum of exp(score) over all candidates, from 0 to 1."""
    reasons: tuple[str, ...] = ()
    """The reasons for and against it, heaviest first."""


@dataclass(frozen=True, slots=True)
class RankingStep(Record):
    """Words of the sources that most likely answer a question, by weights of features. Not a proof."""

    by: str
    """The weights: `hand` or `fitted`; `stated` for an answer that the sources state."""
    ranked: tuple[Ranked, ...]
    """The candidates, best first, with different texts."""
    kind: Literal["ranking"] = "ranking"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to: none."""
        return ()


def spoken(steps: Sequence[Step], sources: Sequence[Source]) -> str | None:
    """Return the answer of an answer trace, word for word.

    It is the answer of a model; or the best ranked candidate, and None if the conclusion gives a reason; or,
    if a model gave shares of the ranked candidates, the first one with the largest product of both shares.

    Args:
        steps: The steps of the trace.
        sources: The sources of the trace.
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
