"""`Deferred`: a trace that is written when it is first read."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable

    from defeasible.reasoner.trace.trace import Trace


class Deferred:
    """A trace that is written at most once, by the first thread that reads it.

    A decision over thousands of statements is cheap, but its proof is not, and most proofs are never read.
    The values that `write` closes over must not change afterwards: they are a snapshot of the decision.
    """

    __slots__ = ("_lock", "_trace", "_write")

    def __init__(self, write: Callable[[], Trace]) -> None:
        self._write: Callable[[], Trace] | None = write
        self._trace: Trace | None = None
        self._lock = threading.Lock()

    def read(self) -> Trace:
        """Return the trace."""
        with self._lock:
            if self._trace is None:
                assert self._write is not None
                self._trace, self._write = self._write(), None
            return self._trace

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self

    def __reduce__(self) -> tuple[Callable[[Trace], Deferred], tuple[Trace]]:
        return _written, (self.read(),)  # another process gets the trace, not its writer

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deferred) and self.read() == other.read()

    def __hash__(self) -> int:
        return hash(self.read())


def _written(trace: Trace) -> Deferred:
    return Deferred(lambda: trace)
