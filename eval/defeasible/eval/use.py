"""`ModelUse`: what one item cost a language model, and how likely it found each option."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from pydantic import FiniteFloat

from defeasible.llm.backend import Failure, FailureKind, Reply, Score
from defeasible.reasoner.record import Record


@dataclass(frozen=True, slots=True)
class ModelUse(Record):
    """What was asked of a model for one item. Its name, fingerprint and prompts are in the configuration."""

    calls: int
    """Replies, and prompts whose options were scored."""
    prompt_tokens: int
    """Of the calls that were answered, once for all options of a prompt."""
    tokens: int
    """Of the replies, free thinking included, and of the options that were scored."""
    seconds: FiniteFloat
    """Wall time of the calls, a batch's shared out among them; of what was kept, when it was made."""
    cached: int
    """Calls that a cache answered."""
    failures: tuple[FailureKind, ...] = ()
    """The calls without a usable reply, by kind."""
    failed: FailureKind | None = None
    """Why the model gave no answer of its own, where it was asked for one and gave none."""
    shares: tuple[FiniteFloat, ...] = ()
    """Its probability of each option, before calibration, where it gave an answer of its own."""


@dataclass(slots=True)
class Tally:
    """A `ModelUse` as it grows."""

    calls: int = 0
    prompt_tokens: int = 0
    tokens: int = 0
    seconds: float = 0.0
    cached: int = 0
    failures: list[FailureKind] = field(default_factory=list)
    failed: FailureKind | None = None
    shares: tuple[float, ...] = ()

    def add(self, outcomes: Sequence[Reply | Failure]) -> None:
        """Count replies, and what there was none to."""
        for outcome in outcomes:
            self.calls += 1
            if isinstance(outcome, Failure):
                self.failures.append(outcome.kind)
                continue
            self.prompt_tokens += outcome.prompt_tokens
            self.tokens += outcome.tokens
            self.seconds += outcome.seconds
            self.cached += outcome.cached

    def add_scores(self, scores: Sequence[Score]) -> None:
        """Count the options of one prompt."""
        self.calls += 1
        self.prompt_tokens += max((score.prompt_tokens for score in scores), default=0)
        self.tokens += sum(score.tokens for score in scores)
        self.seconds += max((score.seconds for score in scores), default=0.0)
        self.cached += all(score.cached for score in scores)

    def use(self) -> ModelUse | None:
        """Return what was counted; None if no model was asked."""
        if not self.calls:
            return None
        return ModelUse(
            self.calls,
            self.prompt_tokens,
            self.tokens,
            round(self.seconds, 6),
            self.cached,
            tuple(self.failures),
            self.failed,
            self.shares,
        )


_CURRENT: ContextVar[Tally | None] = ContextVar("tally", default=None)


@contextmanager
def counting() -> Iterator[Tally]:
    """Count what is asked of models within the block, in this thread."""
    tally = Tally()
    token = _CURRENT.set(tally)
    try:
        yield tally
    finally:
        _CURRENT.reset(token)


def current() -> Tally:
    """Return what this item's use is counted in; a fresh one where nobody counts."""
    return _CURRENT.get() or Tally()
