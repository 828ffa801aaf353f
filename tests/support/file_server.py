"""A real HTTP server for tests, which serves files and misbehaves to order."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Asked:
    """One request."""

    path: str
    range: str | None
    if_range: str | None


Behaviour = Callable[["Handler", bytes], None]
"""Answers one request for a file with these bytes."""


@dataclass
class Site:
    """What a server serves, how, and what it was asked."""

    files: dict[str, bytes] = field(default_factory=dict)
    behaviours: list[Behaviour] = field(default_factory=list)
    """One for each of the first requests; from then on it serves files well."""
    asked: list[Asked] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)
    url: str = ""


class Handler(BaseHTTPRequestHandler):
    """Serves one request."""

    protocol_version = "HTTP/1.1"
    site: Site

    def do_GET(self) -> None:
        """Answer with the next behaviour of the site."""
        site = self.site
        site.asked.append(Asked(self.path, self.headers["Range"], self.headers["If-Range"]))
        data = site.files.get(self.path)
        behave = site.behaviours.pop(0) if site.behaviours else well
        if data is None and behave is well:
            self.say(404, b"no such file")
        else:
            behave(self, data or b"")

    def say(self, status: int, body: bytes = b"", /, **headers: str) -> None:
        """Send a whole answer; `_` in the name of a header stands for `-`."""
        self.send_response(status)
        for name, value in {"Content_Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def etag(data: bytes) -> str:
    """A strong ETag of a file."""
    return f'"{hashlib.sha256(data).hexdigest()[:16]}"'


def well(handler: Handler, data: bytes) -> None:
    """Serve as a server should, ranges included."""
    asked = handler.headers["Range"]
    current = handler.headers["If-Range"] in (None, etag(data))
    if asked is None or not current:
        handler.say(200, data, ETag=etag(data))
        return
    start = int(asked.removeprefix("bytes=").removesuffix("-"))
    if start >= len(data):
        handler.say(416, Content_Range=f"bytes */{len(data)}")
        return
    place = f"bytes {start}-{len(data) - 1}/{len(data)}"
    handler.say(206, data[start:], ETag=etag(data), Content_Range=place)


def cut_off(at: int, *, tag: bool = True) -> Behaviour:
    """Promise the whole file and hang up after `at` bytes."""

    def behave(handler: Handler, data: bytes) -> None:
        tags = {"ETag": etag(data)} if tag else {}
        handler.say(200, data[:at], **{"Content_Length": str(len(data)), **tags})
        handler.close_connection = True

    return behave


def stall(at: int) -> Behaviour:
    """Send `at` bytes, then nothing, until the client goes away."""

    def behave(handler: Handler, data: bytes) -> None:
        handler.say(200, data[:at], Content_Length=str(len(data)), ETag=etag(data))
        handler.wfile.flush()
        handler.site.stop.wait(60)
        handler.close_connection = True

    return behave


def claim_length(length: int) -> Behaviour:
    """Send the whole file, but say that it is `length` bytes long."""

    def behave(handler: Handler, data: bytes) -> None:
        handler.say(200, data, Content_Length=str(length))
        handler.close_connection = True

    return behave


def send(body: bytes, **headers: str) -> Behaviour:
    """Send these bytes in place of the file."""
    return lambda handler, data: handler.say(200, body, **headers)


def status(code: int, **headers: str) -> Behaviour:
    """Answer with a status and nothing else."""
    return lambda handler, data: handler.say(code, **headers)


def ignore_range(handler: Handler, data: bytes) -> None:
    """Send the whole file, whatever part was asked for."""
    handler.say(200, data, ETag=etag(data))


def other_range(handler: Handler, data: bytes) -> None:
    """Send another part than was asked for."""
    handler.say(206, data[3:], Content_Range=f"bytes 3-{len(data) - 1}/{len(data)}")


@contextmanager
def serving(site: Site) -> Iterator[Site]:
    """Serve a site on a free port of this machine while the block runs."""
    handler = type("SiteHandler", (Handler,), {"site": site})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = False
    site.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield site
    finally:
        site.stop.set()
        server.shutdown()
        thread.join()
        server.server_close()
