"""`Turns`: items that take turns, so that what they ask of a model goes out in one batch.

An item's code asks and goes on with the reply, as if it were alone. Of a batch of items each runs, in a
greenlet of its own, until it asks for something; then all that they ask goes to the backend in one call, and
each goes on with its replies. They run one after the other, in the order of the items and in one thread, so a
batch is as reproducible as its model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias, TypeVar

from greenlet import getcurrent, greenlet

from defeasible.eval.use import current
from defeasible.llm.backend import Failure, Generator, Reply, Request

T = TypeVar("T")
_Replies: TypeAlias = list[Reply | Failure]


class Turns:
    """A model that items share. Replies are counted for the item that asked.

    Args:
        backend: Writes the replies.
    """

    def __init__(self, backend: Generator) -> None:
        self.name = backend.name
        self._backend = backend
        self._serving: greenlet | None = None
        """Where the batch under way is served."""

    def generate(self, requests: Sequence[Request]) -> _Replies:
        """Answer each request, in order, together with those of the other items of a batch."""
        serving = self._serving
        if serving is None or getcurrent().parent is not serving:
            outcomes = self._backend.generate(requests)
        else:
            outcomes = serving.switch(requests)
        current().add(outcomes)
        return outcomes

    def together(self, works: Sequence[Callable[[], T]]) -> list[T]:
        """Carry out the work of several items in turns and return their results, in order.

        Raises:
            BaseException: What a piece of work raised; the others are given up then.
        """
        self._serving = getcurrent()
        items = [greenlet(work) for work in works]
        results: dict[int, T] = {}
        going_on: dict[int, Callable[[], Any]] = {place: item.switch for place, item in enumerate(items)}
        try:
            while going_on:
                asked: dict[int, Sequence[Request]] = {}
                for place, go_on in going_on.items():
                    said = go_on()
                    (results if items[place].dead else asked)[place] = said
                going_on = {
                    place: partial(item.throw if isinstance(told, Exception) else item.switch, told)
                    for place, told in self._served(asked).items()
                    for item in [items[place]]
                }
        finally:
            self._serving = None
            for item in items:
                item.throw()  # ends it where it waits; nothing, if it is over
        return [results[place] for place in range(len(items))]

    def _served(self, asked: Mapping[int, Sequence[Request]]) -> dict[int, _Replies | Exception]:
        """Answer what items ask for, at once; where that raises, one by one, so that others do not suffer."""
        try:
            every = [request for requests in asked.values() for request in requests]
            replies = iter(self._backend.generate(every) if every else ())
        except Exception:  # noqa: BLE001 - raised again below, by the item that caused it
            return {place: self._tried(requests) for place, requests in asked.items()}
        return {place: [next(replies) for _ in requests] for place, requests in asked.items()}

    def _tried(self, requests: Sequence[Request]) -> _Replies | Exception:
        try:
            return self._backend.generate(requests)
        except Exception as error:  # noqa: BLE001 - raised where it was asked
            return error
