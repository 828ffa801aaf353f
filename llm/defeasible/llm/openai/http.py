"""`Line`: HTTP to one server, with a deadline for each exchange and connection reuse.

It uses the standard library instead of the package `openai`: nothing to install, nothing that takes 0.6 s to
import, no redirect that carries a key elsewhere, and a deadline for the whole answer instead of for each
read.
"""

from __future__ import annotations

import base64
import contextlib
import http.client
import socket
import ssl
import threading
import time
import weakref
from dataclasses import dataclass
from typing import Literal
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from defeasible.llm.openai.key import Key
from defeasible.reasoner.errors import UsageError

MOST_BYTES = 64_000_000
"""The most bytes of an answer; a longer one cannot be a reply of a language model."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A server's answer."""

    status: int
    headers: dict[str, str]
    """Header name in lower case to value."""
    body: bytes


@dataclass(frozen=True, slots=True)
class Fault:
    """Why there is no answer."""

    kind: Literal["timeout", "unavailable"]
    message: str


class Line:
    """Exchanges requests and answers with one server. Threads may share it.

    Proxies are taken from the environment (`https_proxy`, `no_proxy`, ...).

    Args:
        url: Base URL of the API: `http://localhost:8000/v1`.

    Raises:
        UsageError: If the URL is invalid or contains a user name or a password.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.username is not None or parts.password is not None:
            raise UsageError(
                "the server URL contains a user name or password, and URLs are logged",
                hint="put the key in an environment variable",
            )
        if parts.scheme not in ("http", "https") or parts.query or not _sound(parts):
            raise UsageError(f"invalid server URL {url!r}", hint="expected e.g. http://localhost:8000/v1")
        assert parts.hostname is not None
        self.host = parts.hostname
        self.url = url.rstrip("/")
        self.secure = parts.scheme == "https"
        self._port = parts.port or (443 if self.secure else 80)
        self._path = parts.path.rstrip("/")
        self._tls = ssl.create_default_context() if self.secure else None
        self._proxy = _proxy(parts.scheme, self.host)
        self._lock = threading.Lock()
        self._idle: list[http.client.HTTPConnection] = []
        self._busy: set[http.client.HTTPConnection] = set()
        weakref.finalize(self, _close, self._idle)

    @property
    def local(self) -> bool:
        """Whether requests stay on this machine or are encrypted."""
        return self.secure or self.host in ("localhost", "::1") or self.host.startswith("127.")

    def exchange(self, path: str, body: bytes | None, key: Key, timeout: float) -> Answer | Fault:
        """Send a request and read the whole answer.

        Args:
            path: Path relative to the server's address; with a leading slash, relative to its root, which is
                the address without `/v1`.
            body: JSON to post; None to send a GET request.
            key: Sent with the request, if there is one.
            timeout: Seconds for everything: connecting, sending, and reading the answer to its last byte.
        """
        deadline = time.monotonic() + timeout
        while True:
            with self._lock:
                old = self._idle.pop() if self._idle else None
            connection = old or self._connection(timeout)
            answer = self._once(connection, path, body, key, deadline)
            if answer is not None:
                return _late(answer, deadline, timeout)
            if old is None:
                return _late(
                    Fault("unavailable", "the connection was closed without an answer"), deadline, timeout
                )
            # The server had closed an idle connection, which says nothing about the request: try again.

    def cut(self) -> None:
        """Close all connections, so that no thread keeps waiting."""
        with self._lock:
            for connection in self._busy:
                _shut(connection)
            _close(self._idle)
            self._idle.clear()

    def _once(
        self, connection: http.client.HTTPConnection, path: str, body: bytes | None, key: Key, deadline: float
    ) -> Answer | Fault | None:
        """Use a connection; return None if it was closed before the answer began."""
        guard: threading.Timer | None = None
        kept = False
        with self._lock:
            self._busy.add(connection)
        try:
            if connection.sock is None:
                connection.connect()
            guard = threading.Timer(max(0.001, deadline - time.monotonic()), _shut, [connection])
            guard.daemon = True
            guard.start()
            self._send(connection, path, body, key)
            response = connection.getresponse()
            answer = _received(response)
            kept = isinstance(answer, Answer) and not response.will_close
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
            answer = None
        except (OSError, http.client.HTTPException) as error:
            answer = _broken(error)
        finally:
            if guard is not None:
                guard.cancel()
            with self._lock:
                self._busy.discard(connection)
                if kept:
                    self._idle.append(connection)
            if not kept:
                connection.close()
        return answer

    def _send(self, connection: http.client.HTTPConnection, path: str, body: bytes | None, key: Key) -> None:
        connection.putrequest("GET" if body is None else "POST", self._target(path))
        connection.putheader("Accept", "application/json")
        if key:
            connection.putheader("Authorization", key.header)
        if self._proxy and not self.secure:
            for name, value in self._proxy.headers.items():
                connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Type", "application/json")
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)

    def _connection(self, timeout: float) -> http.client.HTTPConnection:
        host, port = (self._proxy.host, self._proxy.port) if self._proxy else (self.host, self._port)
        if self._tls is None:
            return http.client.HTTPConnection(host, port, timeout=timeout)
        connection = http.client.HTTPSConnection(host, port, timeout=timeout, context=self._tls)
        if self._proxy:
            connection.set_tunnel(self.host, self._port, headers=self._proxy.headers)
        return connection

    def _target(self, path: str) -> str:
        target = self._path.removesuffix("/v1") + path if path[0] == "/" else f"{self._path}/{path}"
        if self._proxy is None or self.secure:
            return target
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self._port}{target}"


@dataclass(frozen=True, slots=True)
class _Proxy:
    host: str
    port: int
    headers: dict[str, str]


def _sound(parts: SplitResult) -> bool:
    """Tell whether an address has a host, a valid port if any, and only printable ASCII in its path."""
    try:
        host = (parts.hostname or "").encode("idna")
        return bool(host) and parts.port != 0 and all("!" <= sign <= "~" for sign in parts.path)
    except ValueError:
        return False


def _proxy(scheme: str, host: str) -> _Proxy | None:
    address = getproxies().get(scheme)
    if not address or proxy_bypass(host):
        return None
    parts = urlsplit(address if "//" in address else f"//{address}")
    headers = {}
    if parts.username:
        login = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        headers["Proxy-Authorization"] = f"Basic {base64.b64encode(login.encode()).decode()}"
    return _Proxy(parts.hostname or "", parts.port or 8080, headers)


def _received(response: http.client.HTTPResponse) -> Answer | Fault:
    read = response.read(MOST_BYTES)
    if len(read) == MOST_BYTES:
        return Fault("unavailable", f"the answer is longer than {MOST_BYTES:,} bytes")
    if response.length:
        return Fault("unavailable", f"the connection was cut after {len(read)} bytes of the answer")
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Answer(response.status, headers, read)


def _broken(error: OSError | http.client.HTTPException) -> Fault:
    """Return a transport error in words that never contain the request."""
    match error:
        case http.client.IncompleteRead():
            read = len(error.partial)
            return Fault("unavailable", f"the connection was cut after {read} bytes of the answer")
        case TimeoutError():
            return Fault("timeout", "")
        case ssl.SSLError():
            return Fault("unavailable", f"TLS connection failed: {error.reason or 'unknown reason'}")
        case OSError():
            return Fault("unavailable", f"connection failed: {error.strerror or type(error).__name__}")
        case _:
            return Fault("unavailable", f"the answer is not HTTP: {type(error).__name__}")


def _close(connections: list[http.client.HTTPConnection]) -> None:
    for connection in connections:
        connection.close()


def _shut(connection: http.client.HTTPConnection) -> None:
    """Shut down a connection from another thread; its reader then sees the end of the stream."""
    if connection.sock is not None:
        with contextlib.suppress(OSError):
            connection.sock.shutdown(socket.SHUT_RDWR)


def _late(answer: Answer | Fault, deadline: float, timeout: float) -> Answer | Fault:
    """Return a fault after the deadline as a timeout, since the guard has closed the connection."""
    if isinstance(answer, Fault) and (answer.kind == "timeout" or time.monotonic() >= deadline):
        return Fault("timeout", f"no complete answer within {timeout:g} s")
    return answer
