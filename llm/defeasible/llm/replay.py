"""Logs of model answers: written as the answers come in, and replayed without the model."""

from __future__ import annotations

import json
import os
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, overload

from defeasible.llm.backend import Failure, Generator, Reply, Request, Score, Scorer
from defeasible.llm.kept import (
    Answer,
    Both,
    KeptGenerator,
    KeptModel,
    KeptScorer,
    decode,
    encode,
    keeping,
    question,
    score_question,
)
from defeasible.llm.prompt import Prompt, as_text
from defeasible.reasoner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

HEADER = {"log": "defeasible.llm", "version": 1}
SHOWN = 60
"""Characters of a prompt that a message quotes."""


class Log:
    """A file with one answer per line, failures included. Threads and processes may share it.

    Args:
        path: The file. New lines are appended to an existing log.

    Raises:
        UsageError: If the file exists and is not a log.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size:
            _read(path)
        else:
            self._write(HEADER)

    def find(self, fingerprint: str, question: str) -> Answer | None:
        """Return None: a log never answers; every question is asked again."""
        return None

    def keep(self, fingerprint: str, question: str, asked: Request | None, answer: Answer) -> None:
        """Append an answer to the log."""
        self._write({"model": fingerprint, "question": json.loads(question), **encode(answer)})

    def _write(self, line: object) -> None:
        written = json.dumps(line, ensure_ascii=False).encode() + b"\n"
        # One write, appended by the system, so that lines of several writers do not mix.
        file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            os.write(file, written)
        finally:
            os.close(file)


@overload
def recorded(backend: Both, path: Path) -> KeptModel: ...
@overload
def recorded(backend: Generator, path: Path) -> KeptGenerator: ...
@overload
def recorded(backend: Scorer, path: Path) -> KeptScorer: ...
def recorded(backend: Generator | Scorer, path: Path) -> KeptGenerator | KeptScorer:
    """Return a backend with the same methods that logs each answer.

    Raises:
        UsageError: If the backend has no `fingerprint`, or if the file exists and is not a log.
    """
    return keeping(backend, Log(path))


class Replay:
    """Answers from a log, without a model. Repeated questions get their answers in the order of the log.

    Args:
        path: The log.

    Raises:
        UsageError: If there is no such file, or it is not a log; the message names the line.
    """

    def __init__(self, path: Path) -> None:
        self.name = f"replay:{path}"
        self.fingerprint = self.name
        self._answers = _read(path)
        self._lock = threading.Lock()

    def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Answer each request, in order. A request that is not in the log gets a `Failure` that says so."""
        return [self._answer(request) for request in requests]

    def _answer(self, request: Request) -> Reply | Failure:
        answer = self._next(question(request))
        if isinstance(answer, Reply | Failure):
            return answer
        shown = as_text(request.prompt)[-SHOWN:]
        settings = (
            f"max_tokens {request.max_tokens}, temperature {request.temperature:g}, seed {request.seed}"
        )
        spec = type(request.spec).__name__ if request.spec else "no spec"
        return Failure("rejected", f"`{self.name}` has no reply to {shown!r} ({spec}, {settings})")

    def _next(self, asked: str) -> Answer | None:
        with self._lock:
            answers = self._answers.get(asked)
            if not answers:
                return None
            return answers.pop(0) if len(answers) > 1 else answers[0]


class ScoringReplay(Replay):
    """Answers from a log that also holds scores."""

    def score(self, prompt: Prompt, options: Sequence[str]) -> list[Score]:
        """Return the scores in the log.

        Raises:
            UsageError: If there are none for this prompt with these options.
        """
        answer = self._next(score_question(prompt, options))
        if isinstance(answer, list):
            return answer
        shown = as_text(prompt)[-SHOWN:]
        raise UsageError(f"`{self.name}` has no scores of {list(options)} after {shown!r}")


def replay(path: Path) -> Replay:
    """Return a backend that answers from a log, and scores if the log holds scores.

    Raises:
        UsageError: If there is no such file, or it is not a log; the message names the line.
    """
    scores = any(isinstance(answer, list) for answers in _read(path).values() for answer in answers)
    return ScoringReplay(path) if scores else Replay(path)


def _read(path: Path) -> dict[str, list[Answer]]:
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise UsageError(f"cannot read the log `{path}`: {error.strerror}") from error
    found: dict[str, list[Answer]] = {}
    # After the last line break there is nothing, or a line that was cut off when its writer was killed.
    for number, line in enumerate(lines[:-1], 1):
        try:
            read = json.loads(line)
            if number == 1:
                if read != HEADER:
                    raise ValueError(f"not {json.dumps(HEADER)}")
                continue
            answer = decode(read)
            asked = json.dumps(read["question"], ensure_ascii=False, sort_keys=True)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise UsageError(f"`{path}`, line {number}: not a logged reply ({error})") from error
        if isinstance(answer, Reply):
            answer = replace(answer, cached=True)
        found.setdefault(asked, []).append(answer)
    if len(lines) < 2:
        raise UsageError(f"`{path}` is not a log of replies: its first line is incomplete")
    return found
