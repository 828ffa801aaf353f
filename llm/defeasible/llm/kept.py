"""Backends that keep their answers: in a cache, for reuse, or in a log, for replay."""

from __future__ import annotations

import json
import threading
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, overload, runtime_checkable

from pydantic import TypeAdapter

from defeasible.llm.backend import Failure, Generator, Options, Reply, Request, Score, Scorer
from defeasible.llm.scoring import score_all
from defeasible.llm.spec import Choice, Json, Lark, Regex, Spec
from defeasible.reasoner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.llm.prompt import Prompt

Answer: TypeAlias = Reply | Failure | list[Score]


_READERS: dict[str, TypeAdapter[Any]] = {
    "reply": TypeAdapter(Reply),
    "failure": TypeAdapter(Failure),
    "scores": TypeAdapter(list[Score]),
}


@runtime_checkable
class Identified(Protocol):
    """A backend that can name everything that changes its answers, apart from the request."""

    @property
    def fingerprint(self) -> str:
        """The model with its revision, how it runs, and the versions of the software."""
        ...


class Keeper(Protocol):
    """A store of answers."""

    def find(self, fingerprint: str, question: str) -> Answer | None:
        """Return the stored answer of a backend to a question if it should be reused, else None."""
        ...

    def keep(self, fingerprint: str, question: str, asked: Request | None, answer: Answer) -> None:
        """Store an answer. `asked` is the request, or None for scores."""
        ...


@runtime_checkable
class Both(Generator, Scorer, Protocol):
    """A backend that generates and scores."""


class _Kept:
    def __init__(self, backend: Generator | Scorer, keeper: Keeper) -> None:
        if not isinstance(backend, Identified):
            raise UsageError(
                f"cannot cache the answers of `{backend.name}`: it has no `fingerprint`",
                hint="define one: a property with the model's revision and all else that changes its answers",
            )
        self.name = backend.name
        self.fingerprint = backend.fingerprint
        self.found = 0
        """Number of answers found in the store."""
        self.asked = 0
        """Number of answers requested from the backend."""
        self._keeper = keeper
        self._lock = threading.Lock()

    def _count(self, found: int, asked: int) -> None:
        with self._lock:
            self.found += found
            self.asked += asked


class KeptGenerator(_Kept):
    """A generator that keeps its backend's replies. Equal requests in a batch are sent once."""

    def __init__(self, backend: Generator, keeper: Keeper) -> None:
        super().__init__(backend, keeper)
        self._generator = backend

    def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Answer each request, in order."""
        questions = [question(request) for request in requests]
        answers: dict[str, Reply | Failure] = {}
        missing: dict[str, Request] = {}
        for asked, request in zip(questions, requests, strict=True):
            if asked in answers or asked in missing:
                continue
            known = self._keeper.find(self.fingerprint, asked)
            if isinstance(known, Reply | Failure):
                answers[asked] = replace(known, cached=True) if isinstance(known, Reply) else known
            else:
                missing[asked] = request
        self._count(len(requests) - len(missing), len(missing))
        if missing:
            said = self._generator.generate(list(missing.values()))
            for (asked, request), answer in zip(missing.items(), said, strict=True):
                self._keeper.keep(self.fingerprint, asked, request, answer)
                answers[asked] = answer
        return [answers[asked] for asked in questions]


class KeptScorer(_Kept):
    """A scorer that keeps its backend's scores."""

    def __init__(self, backend: Scorer, keeper: Keeper) -> None:
        super().__init__(backend, keeper)
        self._scorer = backend

    def score(self, prompt: Prompt, options: Sequence[str]) -> list[Score]:
        """Return the log-probability of each option after the prompt."""
        return self.score_all([Options(prompt, options)])[0]

    def score_all(self, asked: Sequence[Options]) -> list[list[Score]]:
        """Return the scores of each prompt's options. Scores in the store are not requested again."""
        questions = [score_question(*one) for one in asked]
        answers: dict[str, list[Score]] = {}
        missing: dict[str, Options] = {}
        for question_, one in zip(questions, asked, strict=True):
            if question_ in answers or question_ in missing:
                continue
            known = self._keeper.find(self.fingerprint, question_)
            if isinstance(known, list):
                answers[question_] = [replace(score, cached=True) for score in known]
            else:
                missing[question_] = one
        self._count(len(asked) - len(missing), len(missing))
        if missing:
            scored = score_all(self._scorer, list(missing.values()))
            for question_, scores in zip(missing, scored, strict=True):
                self._keeper.keep(self.fingerprint, question_, None, scores)
                answers[question_] = scores
        return [answers[question_] for question_ in questions]


class KeptModel(KeptGenerator, KeptScorer):
    """A backend that generates and scores, and keeps the answers of both."""

    def __init__(self, backend: Both, keeper: Keeper) -> None:
        _Kept.__init__(self, backend, keeper)
        self._generator = backend
        self._scorer = backend


@overload
def keeping(backend: Both, keeper: Keeper) -> KeptModel: ...
@overload
def keeping(backend: Generator, keeper: Keeper) -> KeptGenerator: ...
@overload
def keeping(backend: Scorer, keeper: Keeper) -> KeptScorer: ...
def keeping(backend: Generator | Scorer, keeper: Keeper) -> KeptGenerator | KeptScorer:
    """Return a backend with the same methods that keeps its answers.

    Raises:
        UsageError: If the backend has no `fingerprint`.
    """
    if isinstance(backend, Both):
        return KeptModel(backend, keeper)
    if isinstance(backend, Generator):
        return KeptGenerator(backend, keeper)
    return KeptScorer(backend, keeper)


def question(request: Request) -> str:
    """Return a request as text. Requests whose answers may differ have different texts."""
    asked = {
        "ask": "generate",
        "prompt": _prompt(request.prompt),
        "spec": _spec(request.spec),
        "max_tokens": request.max_tokens,
        "temperature": float(request.temperature),
        "seed": request.seed,
    }
    return json.dumps(asked, ensure_ascii=False, sort_keys=True)


def score_question(prompt: Prompt, options: Sequence[str]) -> str:
    """Return a question to a scorer as text."""
    asked = {"ask": "score", "prompt": _prompt(prompt), "options": list(options)}
    return json.dumps(asked, ensure_ascii=False, sort_keys=True)


def encode(answer: Answer) -> dict[str, Any]:
    """Return an answer as JSON."""
    match answer:
        case Reply():
            return {"reply": asdict(answer)}
        case Failure():
            return {"failure": asdict(answer)}
        case _:
            return {"scores": [asdict(score) for score in answer]}


def decode(written: object) -> Answer:
    """Return the answer that a JSON value encodes.

    Raises:
        ValueError: If it encodes none.
    """
    if isinstance(written, dict):
        for kind, reader in _READERS.items():
            if kind in written:
                answer: Answer = reader.validate_python(written[kind])
                return answer
    raise ValueError(f"expected one of {', '.join(_READERS)}")


def _prompt(prompt: Prompt) -> object:
    return prompt if isinstance(prompt, str) else [[m.role, m.text] for m in prompt]


def _spec(spec: Spec | None) -> object:
    match spec:
        case None:
            return None
        case Json(schema=schema):
            return {"json": schema}
        case Regex(pattern):
            return {"regex": pattern}
        case Choice(options):
            return {"choice": list(options)}
        case Lark(grammar):
            return {"lark": grammar}
