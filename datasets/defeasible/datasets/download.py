"""Download one file over HTTP, with resumption and retries with backoff.

It uses httpx and tenacity; pooch, which is made for data files, cannot resume.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from defeasible.reasoner.errors import DatasetError, UsageError

if TYPE_CHECKING:
    import httpx
    import tenacity

TIMEOUT = 30.0
"""Seconds without a byte after which an attempt fails."""
LONGEST_WAIT = 60.0
"""Seconds; a longer Retry-After of a server is reduced to this."""
WORTH_RETRYING = frozenset({408, 425, 429, 500, 502, 503, 504})
NOT_SATISFIABLE, PARTIAL, OK = 416, 206, 200
MAX_REDIRECTS = 5

Progress = Callable[[int, int | None], None]
"""Called with the number of bytes so far and the total; None if the server did not report it."""
Notice = Callable[[str], None]


class DownloadError(DatasetError):
    """A file cannot be downloaded.

    Args:
        url: Its address.
        why: The reason, in words.
        status: The HTTP status of the server's answer, if that is the reason.
    """

    def __init__(self, url: str, why: str, status: int | None = None) -> None:
        self.status = status
        super().__init__(f"cannot download `{url}`: {why}")


class _BrokenError(Exception):
    """An attempt failed; another one may succeed.

    Args:
        why: The reason, in words.
        wait: Seconds that the server asks to wait.
    """

    def __init__(self, why: str, wait: float | None = None) -> None:
        self.wait = wait
        super().__init__(why)


@dataclass(frozen=True, slots=True)
class Downloader:
    """Settings of downloads.

    Proxies and certificates come from the environment: `HTTPS_PROXY`, `NO_PROXY`, `SSL_CERT_FILE`.
    """

    timeout: float = TIMEOUT
    """Seconds without a byte after which an attempt fails."""
    attempts: int = 5
    """Most attempts per file, including the first."""
    pause: float = 0.5
    """Seconds before the second attempt, doubled for each further one; a server may ask for another wait."""
    notice: Notice = lambda text: None
    """Called with the reason when an attempt fails, and when the next one starts."""

    def fetch(self, url: str, part: Path, *, sha256_known: bool, progress: Progress | None = None) -> bool:
        """Download a file to `part`, keeping the bytes of an earlier attempt.

        Args:
            url: Its address.
            part: Where to write the bytes as they arrive; created with its folder. No other process may write
                it.
            sha256_known: Whether the caller can detect a file combined from two versions. If not, an attempt
                resumes only if the server supports it safely (with a strong ETag).
            progress: Called for every chunk.

        Returns:
            Whether the file contains bytes of an earlier attempt.

        Raises:
            DownloadError: If the download fails; the bytes received so far stay in `part`.
            DatasetError: If `part` cannot be written.
            UsageError: If the address, or a proxy in the environment, is malformed.
        """
        import httpx  # noqa: PLC0415 - only downloads need it
        import tenacity  # noqa: PLC0415 - only downloads need it

        resumed = False

        def once() -> None:
            nonlocal resumed
            resumed |= _attempt(client, url, part, sha256_known, progress)

        retrying = tenacity.Retrying(
            retry=tenacity.retry_if_exception(_worth_retrying),
            stop=tenacity.stop_after_attempt(self.attempts),
            wait=self._wait,
            before_sleep=self._tell(url),
            reraise=True,
        )
        with _client(self.timeout) as client:
            try:
                retrying(once)
            except (httpx.UnsupportedProtocol, httpx.InvalidURL) as error:
                raise UsageError(f"cannot download `{url}`: {error}") from error
            except (httpx.HTTPError, _BrokenError) as error:
                raise DownloadError(url, _words(error)) from error
            except OSError as error:
                hint = "free some space or choose another folder; the download resumes where it stopped"
                raise DatasetError(f"cannot write `{part}`: {error.strerror}", hint=hint) from error
        return resumed

    def _wait(self, state: tenacity.RetryCallState) -> float:
        """Return the seconds before the next attempt."""
        error = state.outcome.exception() if state.outcome else None
        asked = error.wait if isinstance(error, _BrokenError) else None
        return min(self.pause * 2 ** (state.attempt_number - 1) if asked is None else asked, LONGEST_WAIT)

    def _tell(self, url: str) -> Callable[[tenacity.RetryCallState], None]:
        def tell(state: tenacity.RetryCallState) -> None:
            error = state.outcome.exception() if state.outcome else None
            self.notice(f"{url}: {_words(error)}; retrying in {state.upcoming_sleep:.1f} s")

        return tell


def _client(timeout: float) -> httpx.Client:
    import httpx  # noqa: PLC0415 - only downloads need it

    try:
        return httpx.Client(
            timeout=timeout,
            follow_redirects=True,
            max_redirects=MAX_REDIRECTS,
            # Ranges count the bytes of the uncompressed file.
            headers={"Accept-Encoding": "identity", "User-Agent": "defeasible"},
        )
    except (ValueError, ImportError, httpx.InvalidURL) as error:
        raise UsageError(
            f"invalid proxy or certificate in the environment: {error}",
            hint="check HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY, SSL_CERT_FILE and SSL_CERT_DIR",
        ) from error


def _worth_retrying(error: BaseException) -> bool:
    import httpx  # noqa: PLC0415 - only downloads need it

    if isinstance(error, httpx.UnsupportedProtocol):
        return False
    return isinstance(error, httpx.TransportError | _BrokenError)


def _words(error: BaseException | None) -> str:
    import httpx  # noqa: PLC0415 - only downloads need it

    if isinstance(error, httpx.ReadTimeout | httpx.WriteTimeout):
        return "the server stopped sending"
    if isinstance(error, httpx.ConnectTimeout | httpx.ConnectError | httpx.ProxyError):
        return f"connection failed ({str(error) or type(error).__name__})"
    return str(error) or type(error).__name__


def _attempt(
    client: httpx.Client, url: str, part: Path, sha256_known: bool, progress: Progress | None
) -> bool:
    """Download the missing part of a file; return whether earlier bytes were kept."""
    part.parent.mkdir(parents=True, exist_ok=True)
    tag = part.with_name(f"{part.name}.etag")
    with os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT, 0o644), "r+b") as file:
        etag = tag.read_text(encoding="ascii") if tag.is_file() else ""
        held = file.seek(0, os.SEEK_END) if etag or sha256_known else 0
        headers = {"Range": f"bytes={held}-", **({"If-Range": etag} if etag else {})} if held else {}
        with client.stream("GET", url, headers=headers) as response:
            start, total = _extent(response, held)
            if start is None:
                return True
            if start != held:
                file.truncate(0)
                raise _BrokenError(f"requested bytes from {held}, but the server sent them from {start}")
            if start == 0:
                file.truncate(0)
                strong = response.headers.get("ETag", "")
                tag.write_text("" if strong.startswith("W/") or not strong.isascii() else strong, "ascii")
            count = start
            file.seek(start)
            for chunk in response.iter_raw():
                file.write(chunk)
                count += len(chunk)
                if progress:
                    progress(count, total)
        if total is not None and count != total:
            if count > total:
                file.truncate(0)
            raise _BrokenError(f"received {count} of {total} bytes")
        file.flush()
        os.fsync(file.fileno())
    return start > 0


def _extent(response: httpx.Response, held: int) -> tuple[int | None, int | None]:
    """Return the offset of an answer (None if nothing is missing) and the size of the whole file.

    An offset other than 0 or `held` is an error of the server, which the caller handles.
    """
    status = response.status_code
    given, _, whole = response.headers.get("Content-Range", "").removeprefix("bytes ").partition("/")
    total = int(whole) if whole.isdecimal() else None
    if status == NOT_SATISFIABLE and held:
        return (None, total) if total == held else (-1, total)
    if status == PARTIAL and held:
        first = given.partition("-")[0]
        return int(first) if first.isdecimal() else -1, total
    if status != OK:
        why = f"HTTP {status} {response.reason_phrase}".rstrip()
        if status in WORTH_RETRYING:
            raise _BrokenError(why, _retry_after(response))
        raise DownloadError(str(response.url), why, status)
    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise DownloadError(str(response.url), "the server compressed the file although it was asked not to")
    length = response.headers.get("Content-Length", "")
    return 0, int(length) if length.isdecimal() else None


def _retry_after(response: httpx.Response) -> float | None:
    """Return the seconds that a server asks to wait; None unless it gives them as a number."""
    try:
        seconds = float(response.headers.get("Retry-After", ""))
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None
