"""The step of answer traces: what a language model says by itself, which nothing proves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from defeasible.reasoner.record import Record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.text import Source


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
