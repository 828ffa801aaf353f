"""`Client`: posts requests to a server, with retries."""

from __future__ import annotations

import json
import re
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from defeasible.llm.backend import Failure
from defeasible.llm.openai.http import Answer, Fault, Line
from defeasible.llm.openai.patience import Pace, Patience, Places, retry_after
from defeasible.llm.openai.stream import MEDIA_TYPE, whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from defeasible.llm.openai.key import Key

ABOUT_SHAPE = re.compile(
    r"response_format|json_object|json.?schema|structured.?output|guided|grammar|schema|regex|\$defs|\$ref",
    re.IGNORECASE,
)
"""Matches a server's complaint about the required form of the reply."""

_SHAPED = frozenset(("response_format", "structured_outputs", "grammar"))

SHOWN = 300
"""Characters of a server's complaint that a message quotes."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A server understood a request and refused it; repeating it unchanged would not help."""

    status: int
    text: str
    """The server's complaint, without the key."""

    @property
    def about_shape(self) -> bool:
        """Whether the complaint is about the required form of the reply."""
        return self.status in (400, 422, 500, 501) and ABOUT_SHAPE.search(self.text) is not None


@dataclass(frozen=True, slots=True)
class _Missed:
    """An attempt without a usable answer; another attempt may succeed."""

    kind: Literal["timeout", "rate-limit", "unavailable"]
    message: str
    after: float | None = None
    final: bool = False


class Client:
    """Posts JSON and reads JSON, with retries. Threads may share it.

    Args:
        line: The connection to the server.
        key: Sent with each request, if there is one.
        patience: Timeouts and retries.
        concurrency: Most requests in progress at a time, over all threads; fewer while the server is
            overloaded.
        rate: Most requests started per minute; None for no limit.
    """

    def __init__(
        self, line: Line, key: Key, patience: Patience, concurrency: int, rate: float | None
    ) -> None:
        self._line = line
        self._key = key
        self._patience = patience
        self.places = Places(concurrency)
        self._pace = Pace(rate)

    def ask(
        self,
        path: str,
        body: dict[str, Any],
        problem: Callable[[dict[str, Any]], str],
        stopped: threading.Event,
    ) -> tuple[dict[str, Any] | Refused | Failure, int]:
        """Post a request until there is an answer; return the answer and the number of attempts.

        Args:
            path: Path relative to the server's address.
            body: The JSON to post.
            problem: Returns what an answer lacks; empty if nothing.
            stopped: Set when the answer is no longer needed.
        """
        written = json.dumps(body, ensure_ascii=False).encode()
        shaped = not _SHAPED.isdisjoint(body)
        tries = 0
        while True:
            self._pace.turn(stopped)
            tries += 1
            with self.places.taken() as halved:
                if stopped.is_set():
                    return Failure("unavailable", "the request was cancelled", tries), tries
                answer = self._line.exchange(path, written, self._key, self._patience.timeout)
            found = self._read(answer, problem, shaped)
            crowded = isinstance(found, _Missed) and found.kind != "unavailable"
            self.places.learn(halved, crowded=crowded)
            if not isinstance(found, _Missed):
                return found, tries
            wait = None if found.final else self._patience.wait(tries, found.after)
            if wait is None or stopped.is_set():
                asked = f"; the server asks to wait {found.after:g} s" if found.after else ""
                return Failure(found.kind, found.message + asked, tries), tries
            if found.kind == "rate-limit":
                self._pace.hold(wait)
            stopped.wait(wait)

    def models(self) -> list[str]:
        """Return the names of the models that the server lists; empty if it lists none."""
        with self.places.taken():
            answer = self._line.exchange("models", None, self._key, min(10.0, self._patience.timeout))
        if isinstance(answer, Fault) or answer.status != 200:
            return []
        found = _json(answer.body)
        data = found.get("data") if found is not None else None
        if not isinstance(data, list):
            return []
        return [self._key.clean(str(m["id"])) for m in data if isinstance(m, dict) and "id" in m]

    def cut(self) -> None:
        """Interrupt all threads that are waiting for the server."""
        self._line.cut()

    def _read(
        self, answer: Answer | Fault, problem: Callable[[dict[str, Any]], str], shaped: bool
    ) -> dict[str, Any] | Refused | _Missed:
        server = self._line.url
        if isinstance(answer, Fault):
            return _Missed(answer.kind, f"{server}: {answer.message}")
        complaint = self._key.clean(_complaint(answer.body))[:SHOWN]
        match answer.status:
            case 200:
                streamed = answer.headers.get("content-type", "").startswith(MEDIA_TYPE)
                found = whole(answer.body) if streamed else _json(answer.body)
                lacks = "the answer is not a JSON object" if found is None else problem(found)
                if found is not None and not lacks:
                    return found
                return _Missed("unavailable", f"{server}: {self._key.clean(lacks)}")
            case 429:
                # An exhausted quota does not recover within a minute.
                used_up = "insufficient_quota" in complaint
                return _Missed(
                    "rate-limit",
                    f"{server}: too many requests (HTTP 429): {complaint}",
                    retry_after(answer.headers),
                    used_up,
                )
            case 408 | 504:
                return _Missed("timeout", f"{server}: HTTP {answer.status}: {complaint}")
            case status if status in (409, 425) or status >= 500:
                refused = Refused(status, complaint)
                if shaped and refused.about_shape:
                    return refused
                return _Missed(
                    "unavailable", f"{server}: HTTP {status}: {complaint}", retry_after(answer.headers)
                )
            case status:
                return Refused(status, complaint)


def _json(body: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _complaint(body: bytes) -> str:
    """Return the message of an error body, in OpenAI's form, FastAPI's, or as plain text."""
    found = _json(body)
    if found is None:
        return " ".join(body.decode("utf-8", "replace").split())
    error = found.get("error", found.get("detail", found.get("message", found)))
    if isinstance(error, dict):
        said = [str(error[part]) for part in ("code", "message", "param") if error.get(part)]
        return " ".join(": ".join(said).split()) or json.dumps(error)
    return error if isinstance(error, str) else json.dumps(error, ensure_ascii=False)
