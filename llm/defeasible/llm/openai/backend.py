"""`OpenAI`: generates with a model on an OpenAI-compatible server."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from defeasible.llm.backend import Failure, Reply, Request, Stop
from defeasible.llm.guide import fits
from defeasible.llm.openai.client import Client, Refused
from defeasible.llm.openai.http import Line
from defeasible.llm.openai.key import Key
from defeasible.llm.openai.memory import Memory
from defeasible.llm.openai.patience import Patience
from defeasible.llm.openai.shapes import DIALECTS, Dialect, Rung, Shape, bare, ladder, shape, unwrapped
from defeasible.llm.spec import Lark, Spec, violation
from defeasible.reasoner.errors import UsageError, require_at_least, unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.llm.prompt import Prompt

CONCURRENCY = 8
KEY_VARIABLE = "OPENAI_API_KEY"

_STOPS = {"length": Stop.LENGTH, "max_tokens": Stop.LENGTH, "content_filter": Stop.FILTER}
_PLAIN_SAMPLING: dict[Dialect, dict[str, float]] = {
    "openai": {},
    "vllm": {"top_p": 1.0, "top_k": -1},
    "llama_cpp": {"top_p": 1.0, "top_k": 0, "min_p": 0.0, "repeat_penalty": 1.0},
}
"""Sampling fields that leave only temperature in effect, whatever a server's or a model's files set."""


_MAY_GO_ON = "; the server may still be computing the reply; `stream=yes` lets it notice the disconnect"


class OpenAI:
    """A model on a server with OpenAI's chat completions API.

    Requests run concurrently. A failed request is retried with growing pauses, then becomes a `Failure`; it
    raises nothing. `notes` lists what the server does not support.

    Args:
        url: Base URL of the API: `http://localhost:8000/v1`.
        model: The model's name on the server.
        dialect: How the server takes constraints: `openai` (json_schema), `vllm` (structured_outputs) or
            `llama_cpp` (json_object with a schema; grammars). If the server refuses one form, the next best
            is tried.
        key: Environment variable with the key. By default OPENAI_API_KEY, which is sent only over https or to
            this machine; a variable named here is always sent.
        concurrency: Most requests in progress at a time, over all threads; fewer while the server is
            overloaded.
        rate: Most requests started per minute; None for no limit.
        patience: Timeouts and retries.
        stream: Whether to request replies as streams. Without streaming, some servers (llama-cpp-python's)
            keep computing a reply after the client has gone.

    Raises:
        UsageError: If the address, the model, the key or a number is invalid.
    """

    def __init__(  # noqa: PLR0913 - all but the first two are options
        self,
        url: str,
        model: str,
        *,
        dialect: Dialect = "openai",
        key: str | None = None,
        concurrency: int = CONCURRENCY,
        rate: float | None = None,
        patience: Patience | None = None,
        stream: bool = False,
    ) -> None:
        if not model:
            raise UsageError(
                "no model name", hint="expected openai:URL#MODEL, with the server's name for the model"
            )
        if dialect not in DIALECTS:
            raise unknown("dialect", dialect, DIALECTS)
        require_at_least(1, concurrency=concurrency)
        line = Line(url)
        secret = Key.of_environment(key or KEY_VARIABLE)
        if key is not None and not secret:
            raise UsageError(f"the environment variable {key} is not set", hint="set it to the key")
        self.url, self.model, self.dialect = line.url, model, dialect
        self.name = f"openai:{line.url}#{model}"
        self.concurrency = concurrency
        sent = secret if key is not None or line.local else Key("", KEY_VARIABLE)
        self._key = sent
        self._client = Client(line, sent, patience or Patience(), concurrency, rate)
        self.places = self._client.places
        """The limit on requests in progress, adapted to the server's load."""
        self._memory = Memory()
        self._streamed = {"stream": True, "stream_options": {"include_usage": True}} if stream else {}

    @property
    def notes(self) -> tuple[str, ...]:
        """What the server turned out not to support."""
        return self._memory.notes

    @property
    def ignored(self) -> int:
        """Number of replies that violated a constraint that the server had accepted."""
        return self._memory.ignored

    @property
    def fingerprint(self) -> str:
        """Everything known to change replies, apart from the request; the server may change more unseen."""
        return f"{self.name} dialect={self.dialect}"

    def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Answer each request, in order."""
        stopped = threading.Event()
        if len(requests) == 1:
            return [self._answer(requests[0], stopped)]
        started = time.perf_counter()
        pool = ThreadPoolExecutor(max(1, min(self.concurrency, len(requests))))
        try:
            outcomes = list(pool.map(lambda request: self._answer(request, stopped), requests))
            return _shared_out(outcomes, time.perf_counter() - started)
        except KeyboardInterrupt:
            stopped.set()
            self._client.cut()
            raise
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def _answer(self, request: Request, stopped: threading.Event) -> Reply | Failure:
        started = time.perf_counter()
        spec = request.spec
        rungs: tuple[Rung, ...] = ("prompt",) if spec is None else ladder(self.dialect, spec)
        kind = type(spec).__name__
        at, tried = self._memory.start(kind, rungs), 0
        while True:
            rung = rungs[at]
            told = Shape() if spec is None else shape(self.dialect, spec, rung)
            body = self._body(request, told)
            found, tries = self._client.ask("chat/completions", body, _problem, stopped)
            tried += tries
            if isinstance(found, Failure):
                left = found.kind == "timeout" and not self._streamed
                return Failure(found.kind, found.message + (_MAY_GO_ON if left else ""), tried)
            if not isinstance(found, Refused):
                self._memory.worked(kind, rung, at)
                reply = self._reply(request, told, rung, found, time.perf_counter() - started)
                if isinstance(spec, Lark) and reply.stop is Stop.END and fits(spec, reply.text) is False:
                    return Failure("invalid", "the reply is no text of the grammar", tried, reply)
                return reply
            if self._memory.learn(found, body):
                continue
            if not found.about_shape or at + 1 == len(rungs):
                return Failure("rejected", self._refusal(found), tried)
            at += 1
            self._memory.refused(kind, rung, rungs[at], found.text)

    def _body(self, request: Request, told: Shape) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self.model,
            "messages": messages(request.prompt, told.instruction),
            self._memory.length_field: request.max_tokens,
            "temperature": request.temperature,
            **_PLAIN_SAMPLING[self.dialect],
            **self._streamed,
            **told.fields,
        }
        if self._memory.seeds:
            body["seed"] = request.seed
        return body

    def _reply(
        self, request: Request, told: Shape, rung: Rung, answer: dict[str, Any], seconds: float
    ) -> Reply:
        choice = answer["choices"][0]
        message = choice["message"]
        text = self._key.clean(message.get("content") or "")
        stop = _STOPS.get(choice.get("finish_reason") or "", Stop.END)
        if message.get("refusal"):
            text, stop = self._key.clean(str(message["refusal"])), Stop.FILTER
        if told.wrapped:
            text = unwrapped(text)
        elif rung == "prompt" and request.spec is not None:
            text = bare(text)
        usage = answer.get("usage") or {}
        return Reply(
            text=text,
            stop=stop,
            prompt_tokens=count(usage.get("prompt_tokens")),
            tokens=count(usage.get("completion_tokens")),
            seconds=seconds,
            model=self._answered(answer),
            seed=request.seed,
            constrained=request.spec is None or self._constrained(request.spec, told, rung, text, stop),
        )

    def _constrained(self, spec: Spec, told: Shape, rung: Rung, text: str, stop: Stop) -> bool:
        """Tell whether the server enforced the spec: it was asked to, and was never caught ignoring it."""
        if not told.enforced:
            return False
        if stop is Stop.END:
            kept = fits(spec, text) if isinstance(spec, Lark) else not violation(spec, text)
            if kept is False:
                self._memory.caught(type(spec).__name__, rung)
            if kept is None:
                self._memory.note("cannot check grammars: the package llguidance is not installed")
                return False
        return self._memory.trusts(type(spec).__name__, rung)

    def _answered(self, answer: dict[str, Any]) -> str:
        """Return the model that answered: hosted servers name the dated model behind an alias."""
        model = self._key.clean(str(answer.get("model") or self.model))
        if self.model not in model and model not in self.model:
            self._memory.note(f"the server answers with {model!r} instead of {self.model!r}")
        revision = answer.get("system_fingerprint")
        return f"openai:{self.url}#{model}" + (f"@{self._key.clean(str(revision))}" if revision else "")

    def _refusal(self, refused: Refused) -> str:
        """Return a message about a request that the server refused, with what would help."""
        message = f"{self.url}: HTTP {refused.status}: {refused.text}"
        if refused.status in (401, 403):
            state = "is not accepted" if self._key else "is not set, or not sent over plain http"
            return f"{message}; the key in {self._key.variable} {state}"
        if refused.status == 404:
            has = self._client.models()
            if has and self.model not in has:
                return f"{message}; the server has no model {self.model!r}; it has {', '.join(has[:8])}"
            return f"{message}; does the address end in /v1?"
        return message


def messages(prompt: Prompt, instruction: str = "") -> list[dict[str, str]]:
    """Return a prompt as a chat; plain text becomes a single user message.

    Args:
        prompt: The prompt.
        instruction: Appended to the last message if that is the user's; otherwise added as a user message.
    """
    chat = [("user", prompt)] if isinstance(prompt, str) else [(m.role, m.text) for m in prompt]
    if instruction:
        if chat and chat[-1][0] == "user":
            chat[-1] = ("user", f"{chat[-1][1]}\n\n{instruction}")
        else:
            chat.append(("user", instruction))
    return [{"role": role, "content": text} for role, text in chat]


def _shared_out(outcomes: list[Reply | Failure], seconds: float) -> list[Reply | Failure]:
    """Return outcomes of concurrent calls, their times scaled to add up to no more than the total."""
    replies = [one if isinstance(one, Reply) else one.reply for one in outcomes]
    spent = sum(reply.seconds for reply in replies if reply is not None)
    share = min(1.0, seconds / spent) if spent else 1.0

    def scaled(reply: Reply) -> Reply:
        return replace(reply, seconds=reply.seconds * share)

    return [
        scaled(one) if isinstance(one, Reply) else replace(one, reply=one.reply and scaled(one.reply))
        for one in outcomes
    ]


def _problem(answer: dict[str, Any]) -> str:
    """Say why an answer is not a chat completion; empty if it is one."""
    match answer:
        case {"choices": [{"message": {"content": str() | None}}, *_]}:
            return ""
        case {"choices": [{"message": {"refusal": str()}}, *_]}:
            return ""
        case {"error": error}:
            return f"the answer is an error: {str(error)[:200]}"
        case _:
            return "the answer has no choices[0].message.content"


def count(found: object) -> int:
    """Return a count reported by a server, or 0 if it reports none."""
    return found if isinstance(found, int) else 0
