"""Timeouts, retries and rate limits for a server."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from defeasible.reasoner.errors import UsageError, require_at_least

A_DAY = 86_400


@dataclass(frozen=True, slots=True)
class Patience:
    """Timeouts and retries of a request.

    Raises:
        UsageError: On construction, if a number is out of range.
    """

    timeout: float = 120.0
    """Seconds for one attempt, from connecting to the last byte."""
    tries: int = 5
    first: float = 0.5
    """Seconds before the second attempt; doubled before each further one."""
    longest: float = 60.0
    """Most seconds between two attempts. If a server asks for a longer wait, the request fails at once."""

    def __post_init__(self) -> None:
        if not (0 < self.timeout <= A_DAY and 0 <= self.first <= A_DAY and 0 <= self.longest <= A_DAY):
            raise UsageError(f"times must be between 0 and a day, the timeout above 0: {self}")
        require_at_least(1, tries=self.tries)

    def wait(self, tries: int, asked: float | None) -> float | None:
        """Return the seconds to wait after a failed attempt; None to give up.

        Exponential backoff with full jitter (Brooker, "Exponential Backoff And Jitter", 2015), so that
        clients that failed together do not retry together. It is added to the wait that the server asks for.

        Args:
            tries: Number of attempts so far.
            asked: Seconds from `Retry-After`; None if there was none.
        """
        if tries >= self.tries or (asked is not None and asked > self.longest):
            return None
        own = min(self.first * 2 ** (tries - 1), self.longest)
        # No secret, and no reply depends on it.
        return (asked or 0.0) + random.uniform(0, own)  # noqa: S311


class Pace:
    """Limits how many requests threads start per minute, by starting them one at a time.

    Args:
        per_minute: The limit; None for no limit.
    """

    def __init__(self, per_minute: float | None) -> None:
        if per_minute is not None and not per_minute > 0:
            raise UsageError(f"rate must be a positive number, got {per_minute}")
        self._gap = 60 / per_minute if per_minute else 0.0
        self._next = 0.0
        self._lock = threading.Lock()

    def turn(self, stopped: threading.Event) -> None:
        """Wait until the next request may start, or until `stopped` is set."""
        with self._lock:
            now = time.monotonic()
            at = max(now, self._next)
            self._next = at + self._gap
        if at > now:
            stopped.wait(at - now)

    def hold(self, seconds: float) -> None:
        """Let no thread start a request for some seconds, after one was told to slow down."""
        with self._lock:
            self._next = max(self._next, time.monotonic() + seconds)


class Places:
    """Limits the requests in progress to what a server can take.

    Additive increase, multiplicative decrease (Chiu and Jain 1989): when the server is overloaded, the limit
    is halved, once for all requests that started before; as many answers as the limit raise it by one.

    Args:
        most: The highest limit, also used at the start.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.limit = float(most)
        """The current limit; its fractional part is progress towards the next place."""
        self._under_way = self._halved = 0
        self._free = threading.Condition()

    @contextmanager
    def taken(self) -> Iterator[int]:
        """Wait for a place and hold it while the block runs; yield the number of halvings so far."""
        with self._free:
            while self._under_way >= int(self.limit):
                self._free.wait()
            self._under_way += 1
            halved = self._halved
        try:
            yield halved
        finally:
            with self._free:
                self._under_way -= 1
                self._free.notify()

    def learn(self, halved: int, *, crowded: bool) -> None:
        """Adapt the limit to an answer.

        Args:
            halved: What `taken` yielded for its request.
            crowded: Whether the server reported too many requests or did not answer in time.
        """
        with self._free:
            if not crowded:
                self.limit = min(self.most, self.limit + 1 / self.limit)
                self._free.notify()
            elif halved == self._halved:
                self._halved += 1
                self.limit = max(1.0, self.limit / 2)


def retry_after(headers: dict[str, str]) -> float | None:
    """Return the seconds that `Retry-After` asks for (RFC 9110: a number or a date); None without one."""
    text = headers.get("retry-after", "").strip()
    if not text:
        return None
    if text.replace(".", "", 1).isdecimal():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None
