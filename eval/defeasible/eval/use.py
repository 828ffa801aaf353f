"""`ModelUse`: the cost of a language model for one item, and the probabilities that it gave."""

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
    """The model calls for one item. The model's name, fingerprint and prompts are in the configuration."""

    calls: int
    """Number of replies, and of prompts whose options were scored."""
    prompt_tokens: int
    """Prompt tokens of the calls that were answered, counted once for all options of a prompt."""
    tokens: int
    """Tokens of replies, free reasoning included, and of scored options."""
    seconds: FiniteFloat
    """Wall time of the calls (a batch's is divided among them); for cached answers, of the original calls."""
    cached: int
    """Number of calls answered from a cache."""
    failures: tuple[FailureKind, ...] = ()
    """Kinds of the calls without a usable reply."""
    failed: FailureKind | None = None
    """Why the model gave no answer of its own although it was asked for one."""
    shares: tuple[FiniteFloat, ...] = ()
    """The model's probability of each option, before calibration, if it gave an answer of its own."""


@dataclass(slots=True)
class Tally:
    """A `ModelUse` in progress."""

    calls: int = 0
    prompt_tokens: int = 0
    tokens: int = 0
    seconds: float = 0.0
    cached: int = 0
    failures: list[FailureKind] = field(default_factory=list)
    failed: FailureKind | None = None
    shares: tuple[float, ...] = ()

    def add(self, outcomes: Sequence[Reply | Failure]) -> None:
        """Count replies and failures."""
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
        """Count the scored options of one prompt."""
        self.calls += 1
        self.prompt_tokens += max((score.prompt_tokens for score in scores), default=0)
        self.tokens += sum(score.tokens for score in scores)
        self.seconds += max((score.seconds for score in scores), default=0.0)
        self.cached += all(score.cached for score in scores)

    def use(self) -> ModelUse | None:
        """Return the counts; None if no model was asked."""
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
    """Count the model calls within the block, in this thread."""
    tally = Tally()
    token = _CURRENT.set(tally)
    try:
        yield tally
    finally:
        _CURRENT.reset(token)


def current() -> Tally:
    """Return the counter of the current item; a new one outside `counting`."""
    return _CURRENT.get() or Tally()
