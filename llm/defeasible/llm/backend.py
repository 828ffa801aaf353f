"""The interface to language models: requests, replies, and the protocols of backends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

from defeasible.llm.prompt import Prompt
from defeasible.llm.spec import Spec
from defeasible.reasoner.errors import UsageError


class Stop(StrEnum):
    """Why a reply ends."""

    END = "end"
    """The model or the constraint ended the reply."""
    LENGTH = "length"
    """The text is cut off: the token budget ran out, or free text went round in circles."""
    FILTER = "filter"
    """A server withheld the rest."""


@dataclass(frozen=True, slots=True)
class Request:
    """One text to generate.

    Raises:
        UsageError: On construction, if a number is out of range.
    """

    prompt: Prompt
    spec: Spec | None = None
    """What the reply must look like; None for free text."""
    max_tokens: int = 512
    temperature: float = 0.0
    """0 decodes greedily."""
    seed: int = 0
    """Fixes sampling if the backend can; equal requests then get equal replies."""

    def __post_init__(self) -> None:
        if self.max_tokens < 1:
            raise UsageError(f"max_tokens {self.max_tokens} is not at least 1")
        if not 0 <= self.temperature <= 10:
            raise UsageError(f"temperature {self.temperature} is not in [0, 10]")


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model wrote, and what it cost."""

    text: str
    stop: Stop
    prompt_tokens: int
    tokens: int
    """Tokens of the reply."""
    seconds: float
    """Wall time; that of a batch is shared out, so that those of its replies sum up to no more."""
    model: str
    """The model that answered, with its revision if it has one."""
    seed: int
    constrained: bool
    """Whether the backend enforced the request's spec, or there was none. A server may claim this wrongly, so
    the text is always checked."""
    cached: bool = False
    """Whether the reply comes from a cache or a log; `seconds` are then those of the original call."""


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
    """One sentence: what happened, and what would help. Never holds a key."""
    tries: int = 1
    reply: Reply | None = None
    """The last reply, for `truncated` and `invalid`."""


@dataclass(frozen=True, slots=True)
class Score:
    """How likely a model finds an option after a prompt."""

    logprob: float
    """Natural logarithm of the probability of all its tokens."""
    tokens: int
    bytes: int
    """Length in UTF-8, to compare options of different lengths: `logprob / bytes`."""
    prompt_tokens: int = 0
    """Tokens of the prompt, which all options share; 0 where the backend does not tell."""
    seconds: float = 0.0
    """Wall time of the prompt with all its options, a batch's shared out among its prompts."""
    cached: bool = False
    """Whether the score comes from a cache or a log; its time is then that of when it was made."""


@runtime_checkable
class Generator(Protocol):
    """A backend that writes text."""

    name: str
    """Its address, as `--model` takes it: `hf:NAME`, `gguf:PATH`, `openai:URL#MODEL`."""

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
            UsageError: If there is no option, or an empty one.
        """
        ...


class Options(NamedTuple):
    """What a scorer is asked: which options, after which prompt."""

    prompt: Prompt
    options: Sequence[str]


@runtime_checkable
class BatchScorer(Scorer, Protocol):
    """A backend that scores the options of several prompts faster together than one by one."""

    def score_all(self, asked: Sequence[Options]) -> list[list[Score]]:
        """Return the scores of each prompt's options, in order.

        Raises:
            UsageError: If a prompt has no option, or an empty one.
        """
        ...
