"""`AsyncReasoner`: `Reasoner` with async methods, so that an event loop continues while a model reads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar

from defeasible.reasoner.api import Reasoner
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.change import LINEAR

if TYPE_CHECKING:
    from os import PathLike

    from defeasible.reasoner.change import Operator

P = ParamSpec("P")
T = TypeVar("T")
Of = TypeVar("Of")
Of_co = TypeVar("Of_co", covariant=True)


class _Twin(Generic[Of_co]):
    """Holds the synchronous object."""

    def __init__(self, sync: Of_co) -> None:
        self.sync = sync
        """The object that is called in a thread; it may also be used directly."""


def _awaited(
    verb: Callable[Concatenate[Of, P], T],
) -> Callable[Concatenate[_Twin[Of], P], Coroutine[Any, Any, T]]:
    """Return an async version of a method, which runs in a thread of the event loop's default executor."""

    @wraps(verb)
    async def call(self: _Twin[Of], /, *args: P.args, **named: P.kwargs) -> T:
        return await asyncio.to_thread(verb, self.sync, *args, **named)

    return call


class AsyncReasoner(_Twin[Reasoner]):
    """A reasoner with async methods, since a model may take seconds to read.

    Each call runs in a thread, with the arguments, results and errors of the method of `Reasoner`. Cancelling
    a call ends the wait; its thread runs to completion, and the result is lost.

    Example:
        >>> reasoner = AsyncReasoner(Reasoner())
        >>> print(asyncio.run(reasoner.entails(["It rains."], "It rains.")))
        ENTAILED: It rains.

    Args:
        sync: The reasoner that does the work.
    """

    entails = _awaited(Reasoner.entails)
    revise = _awaited(Reasoner.revise)
    answer = _awaited(Reasoner.answer)
    compare_size = _awaited(Reasoner.compare_size)
    dialogue = _awaited(Reasoner.dialogue)
    infer_state = _awaited(Reasoner.infer_state)
    revise_story = _awaited(Reasoner.revise_story)
    state_change = _awaited(Reasoner.state_change)
    weigh = _awaited(Reasoner.weigh)
    equivalent = _awaited(Reasoner.equivalent)
    decide = _awaited(Reasoner.decide)

    def base(self, *, operator: Operator = LINEAR) -> AsyncBeliefBase:
        """Return an empty belief base; see `Reasoner.base`."""
        return AsyncBeliefBase(self.sync.base(operator=operator))

    async def load_base(self, path: str | PathLike[str]) -> AsyncBeliefBase:
        """Return a belief base from a file; see `Reasoner.load_base`."""
        return AsyncBeliefBase(await asyncio.to_thread(self.sync.load_base, path))


class AsyncBeliefBase(_Twin[BeliefBase]):
    """A belief base with async methods. A cancelled change is made completely or not at all.

    Args:
        sync: The base that does the work.
    """

    tell = _awaited(BeliefBase.tell)
    ask = _awaited(BeliefBase.ask)
    explain = _awaited(BeliefBase.explain)
    revise = _awaited(BeliefBase.revise)
    update = _awaited(BeliefBase.update)
    retract = _awaited(BeliefBase.retract)
