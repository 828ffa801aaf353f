"""The step of answer traces: what a language model says by itself, which nothing proves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from defeasible.reasoner.record import Record


@dataclass(frozen=True, slots=True)
class AnswerStep(Record):
    """Which option a language model chose, and how sure it was of each. It proves nothing."""

    model: str
    """What answered, by its address."""
    way: Literal["generate", "score"]
    """Whether it wrote the answer, or told how likely each option is."""
    shares: tuple[float, ...] = ()
    """Its probability of each option, in the order of the sources `q1`, `q2`, ...; empty if it gave none."""
    option: str | None = None
    """The source of the one option with the largest share; None without shares, or where several share it."""
    words: str = ""
    """What it wrote for its answer."""
    failure: str = ""
    """Why there are no shares."""
    kind: Literal["answer"] = "answer"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return ()
