"""`Turns`: items that take turns, so that what they ask of a model goes out in one batch.

An item's code asks and goes on with the reply, as if it were alone. Of a batch of items each runs until it
asks for something; then all that they ask goes to the backend in one call, and each goes on with its replies.
Only one of them runs at any time, in the order of the items, so a batch is as reproducible as its model.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any, Generic, TypeVar

from defeasible.eval.use import current
from defeasible.llm.backend import Failure, Generator, Reply, Request

T = TypeVar("T")
PATIENCE = 1.0
"""Seconds to wait, after Ctrl-C, for the item whose solver is at work."""


class _Cancelled(BaseException):
    """Ends an item whose batch was given up."""


class _Item(Generic[T]):
    """One item's work, in a thread that runs only when it is its turn."""

    def __init__(self, work: Callable[[], T]) -> None:
        self.work = work
        self.result: T | None = None
        self.error: BaseException | None = None
        self.asked: Sequence[Request] | None = None
        """What it waits for."""
        self.replies: list[Reply | Failure] | Exception = []
        self.cancelled = False
        self._mine = threading.Semaphore(0)
        self._over = threading.Semaphore(0)
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def go_on(self) -> None:
        """Let it run until it asks for something or ends."""
        self.asked = None
        self._mine.release()
        self._over.acquire()

    def cancel(self) -> None:
        """End it where it waits."""
        self.cancelled = True
        self._mine.release()

    def ask(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Wait for replies; called by the work itself."""
        self.asked = requests
        self._over.release()
        self._await_turn()
        if isinstance(self.replies, Exception):
            raise self.replies
        return self.replies

    def _await_turn(self) -> None:
        self._mine.acquire()
        if self.cancelled:
            raise _Cancelled

    def _run(self) -> None:
        _ITEM.set(self)
        try:
            self._await_turn()
            self.result = self.work()
        except BaseException as error:  # noqa: BLE001 - handed to whoever waits for the result
            self.error = error
        self._over.release()


_ITEM: ContextVar[_Item[Any] | None] = ContextVar("item", default=None)


class Turns:
    """A model that items share. Replies are counted for the item that asked.

    Args:
        backend: Writes the replies.
    """

    def __init__(self, backend: Generator) -> None:
        self.name = backend.name
        self._backend = backend

    def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Answer each request, in order, together with those of the other items of a batch."""
        item = _ITEM.get()
        outcomes = self._backend.generate(requests) if item is None else item.ask(requests)
        current().add(outcomes)
        return outcomes

    def together(self, works: Sequence[Callable[[], T]]) -> list[T]:
        """Carry out the work of several items in turns and return their results, in order.

        Raises:
            BaseException: What a piece of work raised, the first of them.
        """
        items = [_Item(work) for work in works]
        live = list(items)
        try:
            while live:
                for item in live:
                    item.go_on()
                live = [item for item in live if item.asked is not None]
                if live:
                    self._serve(live)
        except BaseException:
            for item in live:
                item.cancel()
            for item in live:
                item.thread.join(PATIENCE)
            raise
        for item in items:
            if item.error is not None:
                raise item.error
        return [item.result for item in items]  # type: ignore[misc] # without an error there is a result

    def _serve(self, waiting: Sequence[_Item[T]]) -> None:
        """Answer what items ask for, at once; where that raises, one by one, so that others do not suffer."""
        asked = [item.asked or () for item in waiting]
        try:
            replies = self._backend.generate([request for requests in asked for request in requests])
        except Exception:  # noqa: BLE001 - raised again below, by the item that caused it
            for item, requests in zip(waiting, asked, strict=True):
                try:
                    item.replies = self._backend.generate(requests)
                except Exception as error:  # noqa: BLE001 - raised where it was asked
                    item.replies = error
            return
        start = 0
        for item, requests in zip(waiting, asked, strict=True):
            item.replies = replies[start : start + len(requests)]
            start += len(requests)
