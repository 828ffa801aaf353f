"""`Scripted`: a backend with predefined replies, for tests and examples."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import TypeAlias
from uuid import uuid4

from defeasible.llm.backend import Failure, Reply, Request, Score, Stop
from defeasible.llm.prompt import Prompt, as_text
from defeasible.llm.scoring import check_options
from defeasible.reasoner.errors import UsageError

Script: TypeAlias = Sequence[str | Failure] | Mapping[str, str] | Callable[[Request], str | Failure]
"""Replies in order, replies by a part of the prompt, or a function of the request."""


class Scripted:
    """Answers from a script. `requests` records what it was asked.

    Args:
        script: The replies.
        likely: For `score`, the log-probability of an option after a prompt; by default minus its length.
    """

    def __init__(self, script: Script, likely: Callable[[str, str], float] | None = None) -> None:
        self.name = "scripted"
        # The replies of a function are not known in advance, so no two of them share a cache.
        known = uuid4().hex if callable(script) or likely is not None else repr(script)
        self.fingerprint = f"scripted {sha256(known.encode()).hexdigest()[:16]}"
        self.requests: list[Request] = []
        self._script = script
        self._likely = likely if likely is not None else lambda _, option: -float(len(option))

    def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Answer each request from the script.

        Raises:
            UsageError: If the script has no reply for a request.
        """
        return [self._answer(request) for request in requests]

    def _answer(self, request: Request) -> Reply | Failure:
        prompt = as_text(request.prompt)
        said = self._say(request, prompt)
        self.requests.append(request)
        if isinstance(said, Failure):
            return said
        words = said.split()
        cut = len(words) > request.max_tokens
        text = " ".join(words[: request.max_tokens]) if cut else said
        return Reply(
            text=text,
            stop=Stop.LENGTH if cut else Stop.END,
            prompt_tokens=len(prompt.split()),
            tokens=min(len(words), request.max_tokens),
            seconds=0.0,
            model=self.name,
            seed=request.seed,
            constrained=request.spec is None,
        )

    def _say(self, request: Request, prompt: str) -> str | Failure:
        if callable(self._script):
            return self._script(request)
        if isinstance(self._script, Mapping):
            for part, said in self._script.items():
                if part in prompt:
                    return said
        elif len(self.requests) < len(self._script):
            return self._script[len(self.requests)]
        raise UsageError(f"the script has no reply for request {len(self.requests) + 1}: {prompt[-80:]!r}")

    def score(self, prompt: Prompt, options: Sequence[str]) -> list[Score]:
        """Return the scripted log-probabilities."""
        check_options(options)
        text = as_text(prompt)
        return [Score(self._likely(text, o), len(o.split()), len(o.encode())) for o in options]
