"""The interface to language models: requests, replies, and the protocols of backends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

from defeasible.llm.prompt import Prompt
from defeasible.llm.spec import Spec
from defeasible.reasoner.errors import UsageError, require_at_least


class Stop(StrEnum):
    """Why a reply ended."""

    END = "end"
    """The model or the constraint ended the reply."""
    LENGTH = "length"
    """The reply is cut off: the token budget ran out, or free text was repeating itself."""
    FILTER = "filter"
    """The server withheld the rest."""


@dataclass(frozen=True, slots=True)
class Request:
    """One text to generate.

    Raises:
        UsageError: On construction, if a number is out of range.
    """

    prompt: Prompt
    spec: Spec | None = None
    """The required form of the reply; None for free text."""
    max_tokens: int = 512
    temperature: float = 0.0
    """0 is greedy decoding."""
    seed: int = 0
    """Fixes sampling where the backend supports it, so that equal requests get equal replies."""

    def __post_init__(self) -> None:
        require_at_least(1, max_tokens=self.max_tokens)
        if not 0 <= self.temperature <= 10:
            raise UsageError(f"temperature must be between 0 and 10, got {self.temperature}")


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model wrote, and what it cost."""

    text: str
    stop: Stop
    prompt_tokens: int
    tokens: int
    """Tokens of the reply."""
    seconds: float
    """Wall time. The time of a batch is divided among its replies, so theirs add up to no more than it."""
    model: str
    """The model that answered, with its revision if it has one."""
    seed: int
    constrained: bool
    """Whether the backend enforced the request's spec; also true if there was none. A server may claim this
    wrongly, so the text is always checked."""
    cached: bool = False
    """Whether the reply comes from a cache or a log; `seconds` is then the time of the original call."""


FailureKind: TypeAlias = Literal[
    "timeout",
    "rate-limit",
    "unavailable",
    "rejected",
    "unscorable",
    "out-of-memory",
    "truncated",
    "invalid",
]


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a request has no usable reply, after all retries."""

    kind: FailureKind
    message: str
    """One sentence: what happened, and what would help. Never contains a key."""
    tries: int = 1
    reply: Reply | None = None
    """The last reply, for `truncated` and `invalid`."""


@dataclass(frozen=True, slots=True)
class Score:
    """How likely a model considers an option after a prompt."""

    logprob: float
    """Natural logarithm of the probability of all tokens of the option."""
    tokens: int
    bytes: int
    """Length in UTF-8; `logprob / bytes` compares options of different lengths."""
    prompt_tokens: int = 0
    """Tokens of the prompt, which all options share; 0 if the backend does not report it."""
    seconds: float = 0.0
    """Wall time for the prompt with all its options; the time of a batch is divided among its prompts."""
    cached: bool = False
    """Whether the score comes from a cache or a log; `seconds` is then the time of the original call."""


@runtime_checkable
class Generator(Protocol):
    """A backend that writes text."""

    name: str
    """The model's address, as `--model` takes it: `hf:NAME`, `gguf:PATH`, `openai:URL#MODEL`."""

    def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Answer each request, in order. A failing request does not affect the others."""
        ...


@runtime_checkable
class Scorer(Protocol):
    """A backend that scores how likely given texts are."""

    name: str

    def score(self, prompt: Prompt, options: Sequence[str]) -> list[Score]:
        """Return the log-probability of each option as the continuation of the prompt.

        Raises:
            UsageError: If there are no options, or one is empty.
        """
        ...


class Options(NamedTuple):
    """One question to a scorer: a prompt and its options."""

    prompt: Prompt
    options: Sequence[str]


@runtime_checkable
class BatchScorer(Scorer, Protocol):
    """A backend that scores the options of several prompts faster together than one prompt at a time."""

    def score_all(self, asked: Sequence[Options]) -> list[list[Score]]:
        """Return the scores of each prompt's options, in order.

        Raises:
            UsageError: If a prompt has no options, or one is empty.
        """
        ...
