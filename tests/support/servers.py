"""Servers on loopback that speak OpenAI's protocol, and do what real ones do on bad days."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Says:
    """An answer; a mapping is written as JSON, text as it stands."""

    content: dict[str, Any] | str
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Hangs:
    """No answer until the server ends; or only the first bytes of one, then now and then one more."""

    trickle: bool = False


@dataclass(frozen=True)
class Cuts:
    """The connection is closed: before the answer, or in the middle of it."""

    after: int = 0


Act: TypeAlias = Says | Hangs | Cuts


@dataclass(frozen=True)
class Asked:
    """One request as it came."""

    number: int
    path: str
    headers: dict[str, str]
    body: dict[str, Any]


class Serve:
    """Runs a function as a server, in threads, while the block lasts; what it was asked is in `asked`."""

    def __init__(self, act: Callable[[Asked], Act]) -> None:
        self.asked: list[Asked] = []
        self.under_way = self.most_under_way = 0
        self._act = act
        self._lock = threading.Lock()
        self._over = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing."""

            def do_GET(self) -> None:
                outer._handle(self, {})

            def do_POST(self) -> None:
                outer._handle(self, json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Serve:
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [asked.body for asked in self.asked]

    def _handle(self, handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        with self._lock:
            headers = {name.lower(): value for name, value in handler.headers.items()}
            asked = Asked(len(self.asked), handler.path.removeprefix("/v1/"), headers, body)
            self.asked.append(asked)
            self.under_way += 1
            self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            self._do(handler, self._act(asked))
        except (BrokenPipeError, ConnectionResetError):
            handler.close_connection = True
        finally:
            with self._lock:
                self.under_way -= 1

    def _do(self, handler: BaseHTTPRequestHandler, act: Act) -> None:
        match act:
            case Says(content, status, headers):
                written = (content if isinstance(content, str) else json.dumps(content)).encode()
                self._begin(handler, status, len(written), headers)
                handler.wfile.write(written)
            case Hangs(trickle):
                if trickle:
                    self._begin(handler, 200, 10_000, {})
                    while not self._over.wait(0.02):
                        handler.wfile.write(b" ")
                        handler.wfile.flush()
                self._over.wait()
                handler.close_connection = True
            case Cuts(after):
                if after:
                    self._begin(handler, 200, 10_000, {})
                    handler.wfile.write(b"{" + b" " * (after - 1))
                handler.close_connection = True

    def _begin(
        self, handler: BaseHTTPRequestHandler, status: int, length: int, headers: dict[str, str]
    ) -> None:
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(length))
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.end_headers()


def chat(text: str | None, finish: str = "stop", **more: Any) -> Says:
    """What a server answers to a chat."""
    message = {"role": "assistant", "content": text, "refusal": None}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    usage = {"prompt_tokens": 7, "completion_tokens": 3}
    return Says({"object": "chat.completion", "model": "m", "choices": [choice], "usage": usage} | more)


def error(message: str, status: int = 400, **headers: str) -> Says:
    """What a server answers to what it will not or cannot do."""
    told = {"message": message, "type": "invalid_request_error", "param": None, "code": None}
    return Says({"error": told}, status, {name.replace("_", "-"): value for name, value in headers.items()})
